// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension Encodable {
  /// This as one JSON object on one line, keys in order; without a newline.
  ///
  /// As Foundation's encoder writes it, which would add 5 MB to a command that is linked
  /// statically.
  ///
  /// - Throws: an `EncodingError` for a number that is not finite
  public var jsonObject: String {
    get throws {
      let encoding = JSONEncoding([])
      try encoding.encode(self)
      return encoding.text
    }
  }
}

/// The encoder of one value, and the container of that value.
private final class JSONEncoding: Encoder, SingleValueEncodingContainer {
  private enum Value {
    /// A number, a Boolean value, null or a string with its quotes.
    case scalar(String)
    case array([JSONEncoding])
    case object([String: JSONEncoding])
  }

  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var value = Value.object([:])

  init(_ path: [any CodingKey]) {
    codingPath = path
  }

  var text: String {
    switch value {
    case .scalar(let text): text
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\($0.key.jsonString):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  /// Sets this array's next element or this object's member of that name.
  func part(_ key: any CodingKey) -> JSONEncoding {
    let part = JSONEncoding(codingPath + [key])
    switch value {
    case .array(let elements): value = .array(elements + [part])
    case .object(var members):
      members[key.stringValue] = part
      value = .object(members)
    case .scalar: preconditionFailure("JSONObject: a value is encoded once")
    }
    return part
  }

  var count: Int {
    if case .array(let elements) = value { elements.count } else { 0 }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONMembers(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    value = .array([])
    return JSONElements(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() {
    value = .scalar("null")
  }

  func encode(_ encodable: some Encodable) throws {
    switch encodable {
    case let text as String: value = .scalar(text.jsonString)
    case let flag as Bool: value = .scalar("\(flag)")
    case let number as any BinaryInteger: value = .scalar("\(number)")
    case let number as Double:
      guard number.isFinite else {
        throw EncodingError.invalidValue(
          number,
          EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no such number")
        )
      }
      let text = "\(number)"
      value = .scalar(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    default: try encodable.encode(to: self)
    }
  }
}

/// The members of an object.
private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoding: JSONEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }

  func encodeNil(forKey key: Key) {
    encoding.part(key).encodeNil()
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoding.part(key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoding.part(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoding.part(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoding.part(JSONKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoding.part(key) }
}

/// The elements of an array.
private struct JSONElements: UnkeyedEncodingContainer {
  let encoding: JSONEncoding

  var codingPath: [any CodingKey] { encoding.codingPath }
  var count: Int { encoding.count }
  private var next: JSONEncoding { encoding.part(JSONKey(intValue: count)) }

  func encodeNil() {
    next.encodeNil()
  }

  func encode(_ value: some Encodable) throws {
    try next.encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
  func superEncoder() -> any Encoder { next }
}

/// The key of an element, and of a superclass.
private struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    (self.stringValue, intValue) = (stringValue, nil)
  }

  init(intValue: Int) {
    (stringValue, self.intValue) = ("\(intValue)", intValue)
  }
}
