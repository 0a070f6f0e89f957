// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The inputs that are fuzzed: each is a function of bytes that traps if a promise is broken.
enum Fuzzer: String, CaseIterable {
  /// Recordings in any pieces, and what is written of them.
  case recordings
  /// Exports of phone apps in any pieces, and what is imported of them.
  case exports
  /// Recordings of touches, and what is written of them.
  case touches
  /// What phyphox answers.
  case phyphox
  /// The frames of SensorServer.
  case sensorserver
  /// The packets of a DSU server.
  case dsu
  /// What a page posts.
  case page
  /// The events of an input device.
  case events
  /// Options of claims, and bodies of signals.
  case bodies
  /// Formats, layouts, mount matrices, and what a server answers.
  case attributes
  /// All detectors on any readings: the grammar of events, and any pieces.
  case bank
  /// Claims of clients, states and hold-offs: the grammar of what each receives.
  case claims
  /// Undo and redo against a model.
  case undo
  /// Responders that come and go while motions are under way.
  case responders

  func run(_ bytes: [UInt8]) {
    switch self {
    case .recordings: fuzzRecordings(bytes)
    case .exports: fuzzExports(bytes)
    case .touches: fuzzTouches(bytes)
    case .phyphox: fuzzPhyphox(bytes)
    case .sensorserver: fuzzSensorServer(bytes)
    case .dsu: fuzzDSU(Input(bytes))
    case .page: fuzzPage(bytes)
    case .events: fuzzEvents(Input(bytes))
    case .bodies: fuzzBodies(Input(bytes))
    case .attributes: fuzzAttributes(Input(bytes))
    case .bank: fuzzBank(Input(bytes))
    case .claims: fuzzClaims(Input(bytes))
    case .undo: MainActor.assumeIsolated { fuzzUndo(Input(bytes)) }
    case .responders: MainActor.assumeIsolated { fuzzResponders(Input(bytes)) }
    }
  }
}

/// Bytes as a source of choices; zeros follow them.
struct Input {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isOver: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  mutating func int64() -> Int64 {
    (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
  }

  /// Any number, also those that are none.
  mutating func double() -> Double { Double(bitPattern: UInt64(bitPattern: int64())) }

  /// A text of up to 40 bytes.
  mutating func text() -> String {
    let count = number(below: 40)
    return String(decoding: (0..<count).map { _ in byte() }, as: UTF8.self)
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return position < bytes.count ? Array(bytes[position...]) : []
  }
}

/// The fuzzer that the variable `FUZZER` names.
private let chosen = getenv("FUZZER").flatMap { Fuzzer(rawValue: String(cString: $0)) }

/// libFuzzer, which has the main function, calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  guard let chosen else {
    print("FUZZER must be one of", Fuzzer.allCases.map(\.rawValue).joined(separator: ", "))
    exit(64)
  }
  chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
