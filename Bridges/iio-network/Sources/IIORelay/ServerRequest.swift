// SPDX-License-Identifier: Apache-2.0

/// A request of libiio's client, and the answers that its server may give.
///
/// The protocol is libiio 0.24's: a line for each request, and for most an answer that begins with
/// a number. A negative number is an error; nothing follows it.
enum ServerRequest: Hashable {
  /// Nothing, which libiio sends before it leaves.
  case blank
  /// The connection ends.
  case exit
  /// The server's version: one line.
  case version
  /// The description of its devices, after its length.
  case description
  /// A number alone, after `payload` bytes that follow the request.
  case number(payload: Int)
  /// A text after its length; of length 0, an empty line follows if `endsEmpty`.
  case text(endsEmpty: Bool)
  /// At most this many bytes of scans, in pieces.
  case scans(Int)
  /// A request that the server does not see: it is answered with an error.
  case refused

  /// The most bytes that are written or read at once.
  static let mostBytes = 1 << 20

  /// The request `line`, without its end.
  init(_ line: String) {
    let words = line.split(separator: " ")
    let last = words.last.flatMap { Int($0) } ?? -1
    switch words.first {
    case nil: self = .blank
    case "EXIT": self = .exit
    case "VERSION": self = .version
    case "PRINT": self = .description
    case "TIMEOUT", "OPEN", "CLOSE", "SET", "SETTRIG": self = .number(payload: 0)
    case "WRITE" where (0...Self.mostBytes).contains(last): self = .number(payload: last)
    case "READ": self = .text(endsEmpty: true)
    case "GETTRIG": self = .text(endsEmpty: false)
    case "READBUF" where (0...Self.mostBytes).contains(last): self = .scans(last)
    // Such as ZPRINT, the compressed description: libiio asks for the other one then.
    default: self = .refused
    }
  }
}
