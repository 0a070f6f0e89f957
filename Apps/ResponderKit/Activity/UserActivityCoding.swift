// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UserActivity.State {
  /// The most bytes that an encoded activity may have: 1 MiB.
  public static let sizeLimit = 1 << 20

  /// The number of the present format.
  private static let format = 1

  /// The content as data: JSON, the same for the same content.
  ///
  /// - Returns: at most ``sizeLimit`` bytes
  /// - Throws: ``UserActivityError/tooBig(source:limit:)`` if that is not enough
  public func encoded() throws(UserActivityError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(Envelope(format: Self.format, activity: self)),
      data.count <= Self.sizeLimit
    else { throw .tooBig(source: "the activity \(activityType)", limit: Self.sizeLimit) }
    return data
  }

  /// The content that `data` stands for.
  ///
  /// - Parameters:
  ///   - data: what ``encoded()`` returned, in this program or another
  ///   - source: what it is, for the text of an error
  /// - Throws: why it cannot be used
  public init(encoded data: Data, source: String = "the data") throws(UserActivityError) {
    guard data.count <= Self.sizeLimit else {
      throw .tooBig(source: source, limit: Self.sizeLimit)
    }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let header = try? decoder.decode(Header.self, from: data) else {
      throw .damaged(source: source)
    }
    guard header.format == Self.format else {
      throw .otherFormat(source: source, format: header.format)
    }
    guard let envelope = try? decoder.decode(Envelope.self, from: data) else {
      throw .damaged(source: source)
    }
    self = envelope.activity
  }

  private struct Header: Decodable {
    let format: Int
  }

  private struct Envelope: Codable {
    let format: Int
    let activity: UserActivity.State
  }
}

extension UserActivity.State: Codable {
  private enum Key: String, CodingKey {
    case activityType, title, userInfo, webpageURL, keywords
  }

  /// Decodes the content; what is missing is empty, except the type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    activityType = try values.decode(String.self, forKey: .activityType)
    title = try values.decodeIfPresent(String.self, forKey: .title)
    userInfo =
      try values.decodeIfPresent([String: UserActivity.Value].self, forKey: .userInfo) ?? [:]
    webpageURL = try values.decodeIfPresent(URL.self, forKey: .webpageURL)
    keywords = try values.decodeIfPresent(Set<String>.self, forKey: .keywords) ?? []
  }

  /// Encodes the content, with the keywords in order.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(activityType, forKey: .activityType)
    try values.encodeIfPresent(title, forKey: .title)
    try values.encode(userInfo, forKey: .userInfo)
    try values.encodeIfPresent(webpageURL, forKey: .webpageURL)
    try values.encode(keywords.sorted(), forKey: .keywords)
  }
}

extension UserActivity.Value: Codable {
  private enum Kind: String, CodingKey {
    case string, integer, number, bool, date, data, url, array, dictionary
  }

  /// Decodes a value from an object with one entry, whose key is the type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Kind.self)
    guard let key = values.allKeys.first, values.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a value has one type"))
    }
    switch key {
    case .string: self = .string(try values.decode(String.self, forKey: key))
    case .integer: self = .integer(try values.decode(Int.self, forKey: key))
    case .number: self = .number(try values.decode(Double.self, forKey: key))
    case .bool: self = .bool(try values.decode(Bool.self, forKey: key))
    case .date: self = .date(try values.decode(Date.self, forKey: key))
    case .data: self = .data(try values.decode(Data.self, forKey: key))
    case .url: self = .url(try values.decode(URL.self, forKey: key))
    case .array: self = .array(try values.decode([Self].self, forKey: key))
    case .dictionary: self = .dictionary(try values.decode([String: Self].self, forKey: key))
    }
  }

  /// Encodes the value as an object with one entry, whose key is the type: `{"integer": 3}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Kind.self)
    switch self {
    case .string(let value): try values.encode(value, forKey: .string)
    case .integer(let value): try values.encode(value, forKey: .integer)
    case .number(let value): try values.encode(value, forKey: .number)
    case .bool(let value): try values.encode(value, forKey: .bool)
    case .date(let value): try values.encode(value, forKey: .date)
    case .data(let value): try values.encode(value, forKey: .data)
    case .url(let value): try values.encode(value, forKey: .url)
    case .array(let value): try values.encode(value, forKey: .array)
    case .dictionary(let value): try values.encode(value, forKey: .dictionary)
    }
  }
}
