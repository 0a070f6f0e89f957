// SPDX-License-Identifier: Apache-2.0

/// A request to phyphox's server.
enum PhyphoxRequest: Hashable, Sendable {
  /// The experiment that is open.
  case configuration
  /// The phone and the app.
  case meta
  /// The times when measuring began and stopped.
  case time
  /// To begin to measure, and to stop.
  case start, stop
  /// The last value of each buffer.
  case newest(PhyphoxColumns)
  /// The values later than a time in s; all if it is nil.
  case values(PhyphoxColumns, after: Double?)

  /// The path, with its query.
  var path: String {
    switch self {
    case .configuration: "/config"
    case .meta: "/meta"
    case .time: "/time"
    case .start: "/control?cmd=start"
    case .stop: "/control?cmd=stop"
    case .newest(let columns): "/get?" + columns.queryNames.joined(separator: "&")
    // A threshold below 0 does not count as a number; the experiment has just begun, and all of it
    // is little.
    case .values(let columns, let time?) where time >= 0:
      "/get?\(columns.time.queryName)=\(time)&"
        + columns.queryNames.dropFirst()
        .map { "\($0)=\(time)%7C\(columns.time.queryName)" }.joined(separator: "&")
    case .values(let columns, _):
      "/get?" + columns.queryNames.map { "\($0)=full" }.joined(separator: "&")
    }
  }
}

extension PhyphoxColumns {
  /// The names of the buffers for a query, the times first.
  fileprivate var queryNames: [String] { [time, x, y, z].map(\.queryName) }
}

extension String {
  /// The text as a part of a query.
  fileprivate var queryName: String {
    let digits = Array("0123456789ABCDEF")
    return utf8.reduce(into: "") { text, byte in
      let character = Character(Unicode.Scalar(byte))
      if byte < 128, character.isLetter || character.isNumber || character == "_" {
        text.append(character)
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
