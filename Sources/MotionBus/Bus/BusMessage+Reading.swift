// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc

extension BusMessage {
  /// Returns all values of this message: an answer, or a signal.
  ///
  /// - Throws: a ``BusError`` if it has more than 65,536 values or 4 MB of text
  package func read() throws(BusError) -> [BusValue] {
    var room = Room(in: "a message", values: 65_536, bytes: 4_000_000, isStrict: false)
    return try read(&room)
  }

  /// Returns the values of a call, and the bytes of their text.
  ///
  /// A hostile call may cost much: this reads only as much as a call needs, and measures a text
  /// before it copies it.
  ///
  /// - Parameters:
  ///   - bytes: the most bytes of text
  ///   - longest: the longest text to copy; a longer one is measured, and reads as empty
  /// - Returns: the values, and the bytes of text in them
  /// - Throws: a ``BusError`` if there is more in the call, or an array of an unknown type
  package func readCall(
    atMost bytes: Int = mostBytes, copying longest: Int = .max
  ) throws(BusError) -> (values: [BusValue], bytes: Int) {
    var room = Room(in: "a call", values: Self.mostValues, bytes: bytes, isStrict: true)
    room.longest = longest
    let values = try read(&room)
    return (values, bytes - room.bytes)
  }

  /// Returns the values from a call's present place on, such as the value of a property to set.
  func readOn() throws(BusError) -> [BusValue] {
    var room = Room(
      in: "a call", values: Self.mostValues, bytes: Self.mostBytes, isStrict: true)
    return try rest(&room)
  }

  /// The most values in a call, including its arrays and dictionaries: ten times as many as a claim
  /// may have.
  private static let mostValues = 400
  /// The most bytes of text in a call that needs no long text.
  package static let mostBytes = 16_384

  /// The values and bytes that are left to read.
  private struct Room {
    private(set) var values: Int
    private(set) var bytes: Int
    /// A Boolean value that indicates whether an array of an unknown type is an error: leaving it
    /// out would mean walking through it.
    let isStrict: Bool
    /// The longest text to copy, in bytes.
    var longest = Int.max
    private let place: String
    private let most: (values: Int, bytes: Int)

    init(in place: String, values: Int, bytes: Int, isStrict: Bool) {
      (self.place, self.values, self.bytes, self.isStrict) = (place, values, bytes, isStrict)
      most = (values, bytes)
    }

    /// Counts a text of `bytes` bytes.
    mutating func countText(_ bytes: Int) throws(BusError) {
      self.bytes -= bytes
      guard self.bytes >= 0 else {
        throw .failed(action: "read more than \(most.bytes) bytes in \(place)", .argListTooLong)
      }
    }

    /// Counts a value.
    mutating func countValue() throws(BusError) {
      values -= 1
      guard values >= 0 else {
        throw .failed(action: "read more than \(most.values) values in \(place)", .argListTooLong)
      }
    }
  }

  private func read(_ room: inout Room) throws(BusError) -> [BusValue] {
    try check(sd_bus_message_rewind(pointer, 1), "read a message")
    return try rest(&room)
  }

  /// Returns the remaining values of the container under way.
  private func rest(_ room: inout Room) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while let (code, contents) = try peek() {
      try room.countValue()
      values.append(try next(code, contents, &room))
    }
    return values
  }

  /// Returns the type of the next value, and of a container's contents; nil at the end.
  private func peek() throws(BusError) -> (code: Unicode.Scalar, contents: String)? {
    var code: CChar = 0
    var contents: UnsafePointer<CChar>?
    let found = try check(
      sd_bus_message_peek_type(pointer, &code, &contents), "read a message")
    guard found > 0 else { return nil }
    return (Unicode.Scalar(UInt8(bitPattern: code)), contents.map { String(cString: $0) } ?? "")
  }

  private func next(
    _ code: Unicode.Scalar, _ contents: String, _ room: inout Room
  ) throws(BusError) -> BusValue {
    switch (code, contents) {
    case ("b", _): return .bool(try basic(code, Int32(0)) != 0)
    case ("i", _): return .int32(try basic(code, 0))
    case ("u", _): return .uint32(try basic(code, 0))
    case ("x", _): return .int64(try basic(code, 0))
    case ("t", _): return .uint64(try basic(code, 0))
    case ("d", _): return .double(try basic(code, 0))
    case ("h", _): return .descriptor(try basic(code, -1))
    case ("y", _): return .byte(try basic(code, 0))
    case ("s", _): return .string(try text(code, &room))
    case ("o", _): return .path(try text(code, &room))
    case ("v", _): return try values(in: code, contents, &room).first ?? .other("")
    case ("a", "s"): return .strings(try values(in: code, contents, &room).compactMap(\.string))
    case ("a", "d"): return .doubles(try values(in: code, contents, &room).compactMap(\.double))
    case ("a", "{sv}"):
      return .dictionary(Self.entries(try values(in: code, contents, &room)) { $0 })
    case ("a", "{ss}"):
      return .texts(Self.entries(try values(in: code, contents, &room), \.string))
    // An entry of a dictionary reads as a structure of its key and its value.
    case ("r", _), ("e", _): return .structure(try values(in: code, contents, &room))
    case ("a", _):
      guard !room.isStrict else {
        throw .failed(action: "read an array of type a\(contents)", .invalidArgument)
      }
      return .array(contents, try values(in: code, contents, &room))
    default:
      let signature = String(Character(code))
      try check(sd_bus_message_skip(pointer, signature), "read a message")
      return .other(signature)
    }
  }

  private func text(_ code: Unicode.Scalar, _ room: inout Room) throws(BusError) -> String {
    let text: UnsafePointer<CChar>? = try basic(code, nil)
    let bytes = text.map { strlen($0) } ?? 0
    try room.countText(bytes)
    return bytes > room.longest ? "" : text.map { String(cString: $0) } ?? ""
  }

  /// Returns the values in the next container.
  private func values(
    in code: Unicode.Scalar, _ contents: String, _ room: inout Room
  ) throws(BusError) -> [BusValue] {
    try check(sd_bus_message_enter_container(pointer, type(code), contents), "read a message")
    let values = try rest(&room)
    try check(sd_bus_message_exit_container(pointer), "read a message")
    return values
  }

  /// Returns the entries of a dictionary; the last of equal keys counts.
  private static func entries<Value>(
    _ entries: [BusValue], _ value: (BusValue) -> Value?
  ) -> [String: Value] {
    var dictionary: [String: Value] = [:]
    for case .structure(let entry) in entries {
      if let key = entry.first?.string { dictionary[key] = entry.last.flatMap(value) }
    }
    return dictionary
  }

  private func basic<Value: BitwiseCopyable>(
    _ code: Unicode.Scalar, _ zero: Value
  ) throws(BusError) -> Value {
    var value = zero
    try check(sd_bus_message_read_basic(pointer, type(code), &value), "read a message")
    return value
  }
}

extension BusValue {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  fileprivate var double: Double? {
    if case .double(let number) = self { number } else { nil }
  }
}
