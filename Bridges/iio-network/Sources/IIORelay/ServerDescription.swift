// SPDX-License-Identifier: Apache-2.0

/// The XML that describes the devices of a server, checked before libiio reads it.
///
/// It must be well-formed, as libxml2 quotes malformed text on standard error. libiio 0.24 lets
/// libxml2 load what a document type names, and divides by the size of a value. A description that
/// passes has another document type than the server's, and no value that is there zero times.
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
    guard whole.unicodeScalars.allSatisfy(Self.isXML) else {
      throw Problem(reason: "it has control characters")
    }
    // The document type that iiod sends names no other document; an encoding could hide one that
    // does so.
    guard let start = text.indices.first(where: { text[$0...].starts(with: "<context".utf8) })
    else {
      throw Problem(reason: "it describes no context")
    }
    let body = text[start...]
    guard body.count(where: { $0 == UInt8(ascii: "<") }) <= Self.mostElements else {
      throw Problem(reason: "it has more than \(Self.mostElements) elements")
    }
    var markup = Markup(body)
    try markup.check()
    bytes =
      Array(#"<?xml version="1.0" encoding="utf-8"?>"#.utf8) + Array(Self.documentType.utf8)
      + body
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

  /// A Boolean value that indicates whether XML has the character `scalar`.
  private static func isXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r", " "..."\u{FFFD}", "\u{10000}"...: true
    default: false
    }
  }
}

/// The elements of a description, which must be well-formed: where they are not, libxml2 writes
/// the line as the server sent it on standard error.
///
/// As libiio's servers write them: names in ASCII without a namespace, no references to characters
/// by number, and only blanks between elements. Markup works on bytes, as libxml2 does: a
/// `Character` can hide a `<` or a quote behind the one before it.
private struct Markup {
  private typealias Problem = ServerDescription.Problem
  private typealias Name = [UInt8]

  private var rest: ArraySlice<UInt8>
  /// The names of the elements that are not closed yet.
  private var open: [Name] = []

  /// The deepest that libiio's servers nest elements is four.
  private static let mostDepth = 8

  init(_ text: ArraySlice<UInt8>) { rest = text }

  /// Reads all elements.
  ///
  /// - Throws: a ``ServerDescription/Problem`` with the first that is not as it must be
  mutating func check() throws(ServerDescription.Problem) {
    repeat {
      skipBlanks()
      try expect("<")
      if skip("/") {
        guard try name() == open.popLast() else {
          throw Problem(reason: "an element ends that is not open")
        }
        skipBlanks()
        try expect(">")
      } else {
        let element = try name()
        try checkAttributes(of: element)
        if !skip("/") { open.append(element) }
        try expect(">")
        guard open.count <= Self.mostDepth else { throw Problem(reason: "it nests too deep") }
      }
    } while !open.isEmpty
    skipBlanks()
    guard rest.isEmpty else { throw Problem(reason: "something follows its end") }
  }

  private mutating func checkAttributes(of element: Name) throws(ServerDescription.Problem) {
    var names: Set<Name> = []
    while true {
      let hasBlank = skipBlanks()
      guard let next = rest.first, !"/>".utf8.contains(next) else { return }
      let name = try name()
      guard hasBlank, names.insert(name).inserted, name != Array("xmlns".utf8) else {
        throw Problem(reason: "it has attributes twice, or namespaces")
      }
      skipBlanks()
      try expect("=")
      skipBlanks()
      guard let quote = rest.popFirst(), "\"'".utf8.contains(quote) else {
        throw Problem(reason: "it has a value without quotes")
      }
      let value = rest.prefix { $0 != quote }
      rest = rest[value.endIndex...]
      guard rest.popFirst() == quote, !value.contains(UInt8(ascii: "<")) else {
        throw Problem(reason: "it has a value that does not end")
      }
      try checkReferences(in: value)
      // Whatever its name, as libiio uses the last of several.
      guard element == Array("scan-element".utf8),
        value.contains(where: { ":&".utf8.contains($0) })
      else { continue }
      let text = String(decoding: value, as: UTF8.self)
      guard Self.isFormat(text) else {
        throw Problem(reason: "it has values of the format \(text.prefix(40).filter(\.isASCII))")
      }
    }
  }

  /// Checks that `value` refers to no character but those that XML names.
  private func checkReferences(
    in value: ArraySlice<UInt8>
  ) throws(ServerDescription.Problem) {
    for piece in value.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      guard
        ["amp;", "lt;", "gt;", "quot;", "apos;"].contains(where: { piece.starts(with: $0.utf8) })
      else { throw Problem(reason: "it has references to characters") }
    }
  }

  private mutating func name() throws(ServerDescription.Problem) -> Name {
    let name = rest.prefix { Self.isLetter($0) || "-_.0123456789".utf8.contains($0) }
    guard let first = name.first, Self.isLetter(first) || first == UInt8(ascii: "_") else {
      throw Problem(reason: "it has more than elements, or namespaces")
    }
    rest = rest[name.endIndex...]
    return Array(name)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  @discardableResult private mutating func skipBlanks() -> Bool {
    let blanks = rest.prefix { " \t\r\n".utf8.contains($0) }
    rest = rest[blanks.endIndex...]
    return !blanks.isEmpty
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(ServerDescription.Problem) {
    guard skip(character) else { throw Problem(reason: "it is not well-formed XML") }
  }

  /// Returns true if `text` is a format such as `le:s12/16X3&gt;&gt;4`; a later check refuses
  /// impossible sizes.
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
