/// The XML in which a server describes its devices, checked before libiio reads it.
///
/// libiio 0.24 lets libxml2 load what a document type names, and divides by the size of a value. A
/// description that passes has another document type than the server's, and no value that is there
/// zero times.
struct ServerDescription: Hashable {
  /// The text for libiio, with ``documentType`` in place of its own.
  let bytes: [UInt8]

  /// A problem of a description.
  struct Problem: Error, Hashable {
    let reason: String
  }

  /// The most bytes of a description: some thousand devices.
  static let mostBytes = 1 << 20
  /// The most devices, channels and attributes together.
  private static let mostElements = 10_000

  /// The description `text` of a server.
  ///
  /// - Throws: a ``Problem`` if it is not one that libiio may read
  init(_ text: [UInt8]) throws(Problem) {
    guard text.count <= Self.mostBytes, !text.contains(0),
      let whole = String(validating: text, as: UTF8.self)
    else { throw Problem(reason: "it is not text in UTF-8, or too long") }
    guard let start = whole.range("<context") else {
      throw Problem(reason: "it describes no context")
    }
    // The document type that iiod sends names no other document; an encoding could hide one that
    // does so.
    let body = whole[start...]
    guard !body.has("<!"), !body.has("<?") else {
      throw Problem(reason: "it has more than elements")
    }
    // libiio's own servers write neither, and both could hide the format of a value.
    guard !body.has("&#"), !body.has("xmlns") else {
      throw Problem(reason: "it has references to characters, or namespaces")
    }
    guard body.utf8.count(where: { $0 == UInt8(ascii: "<") }) <= Self.mostElements else {
      throw Problem(reason: "it has more than \(Self.mostElements) elements")
    }
    try Self.checkFormats(of: body)
    bytes =
      Array(#"<?xml version="1.0" encoding="utf-8"?>"#.utf8) + Array(Self.documentType.utf8)
      + Array(body.utf8)
  }

  /// A document type that names nothing outside: without one libxml2 writes on standard error.
  private static let documentType = """
    <!DOCTYPE context [\
    <!ELEMENT context (device | context-attribute)*>\
    <!ELEMENT context-attribute EMPTY>\
    <!ELEMENT device (channel | attribute | debug-attribute | buffer-attribute)*>\
    <!ELEMENT channel (scan-element?, attribute*)>\
    <!ELEMENT attribute EMPTY><!ELEMENT scan-element EMPTY>\
    <!ELEMENT debug-attribute EMPTY><!ELEMENT buffer-attribute EMPTY>\
    <!ATTLIST context name CDATA #IMPLIED version-major CDATA #IMPLIED \
    version-minor CDATA #IMPLIED version-git CDATA #IMPLIED description CDATA #IMPLIED>\
    <!ATTLIST context-attribute name CDATA #REQUIRED value CDATA #REQUIRED>\
    <!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED label CDATA #IMPLIED>\
    <!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED name CDATA #IMPLIED>\
    <!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED scale CDATA #IMPLIED>\
    <!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>\
    <!ATTLIST debug-attribute name CDATA #REQUIRED>\
    <!ATTLIST buffer-attribute name CDATA #REQUIRED>]>
    """

  /// Checks the format of each value in scans.
  ///
  /// Of bytes, as libxml2 reads them: a `Character` can hide a `<` or a quote behind the one before
  /// it.
  private static func checkFormats(of body: Substring) throws(Problem) {
    for element in body.utf8.split(separator: UInt8(ascii: "<")) {
      // Such as `xml:scan-element`, which libiio reads as a scan-element.
      let name = element.prefix { (0x21...0x7E).contains($0) && !"/>".utf8.contains($0) }
      guard !name.contains(UInt8(ascii: ":")) else { throw Problem(reason: "it has namespaces") }
      guard name.elementsEqual("scan-element".utf8) else { continue }
      // Each attribute, as libiio uses the last of several.
      var rest = element.dropFirst(name.count)
      while let start = rest.firstIndex(where: { "\"'>".utf8.contains($0) }),
        rest[start] != UInt8(ascii: ">")
      {
        let value = rest[start...].dropFirst().prefix { $0 != rest[start] }
        rest = rest[value.endIndex...].dropFirst()
        guard value.contains(where: { ":&".utf8.contains($0) }) else { continue }
        let text = String(decoding: value, as: UTF8.self)
        guard isFormat(text) else {
          throw Problem(reason: "it has values of the format \(text.prefix(40).filter(\.isASCII))")
        }
      }
    }
  }

  /// Returns true if `text` is a format such as `le:s12/16X3&gt;&gt;4`; impossible sizes are
  /// refused later.
  ///
  /// Without a regular expression: the library for them is a tenth of the command's size.
  private static func isFormat(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    func skip(_ choices: String...) -> Bool {
      guard let choice = choices.first(where: { rest.starts(with: $0.utf8) }) else { return false }
      rest = rest.dropFirst(choice.utf8.count)
      return true
    }
    func number(digits: Int) -> Int? {
      let number = rest.prefix(digits).prefix {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      rest = rest.dropFirst(number.count)
      return Int(String(Substring(number)))
    }
    guard skip("le:", "be:"), skip("s", "S", "u", "U"), number(digits: 10) != nil, skip("/"),
      number(digits: 4) != nil
    else { return false }
    if skip("X") {
      guard let times = number(digits: 2), (1...64).contains(times) else { return false }
    }
    return skip("&gt;", ">") && skip("&gt;", ">") && number(digits: 10) != nil && rest.isEmpty
  }
}

extension StringProtocol {
  /// The index of the first occurrence of `text`.
  fileprivate func range(_ text: String) -> Index? {
    let wanted = Array(text.utf8)
    var index = utf8.startIndex
    while index != utf8.endIndex {
      if utf8[index...].starts(with: wanted) { return index }
      index = utf8.index(after: index)
    }
    return nil
  }

  fileprivate func has(_ text: String) -> Bool { range(text) != nil }
}
