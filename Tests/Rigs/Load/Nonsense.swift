// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionSynthesis

/// A call that a client should not make.
struct Nonsense {
  var destination = Motion1.name
  var path = Motion1.path
  var interface = Motion1.interface
  var member = "Claim"
  var values: [BusValue] = []

  /// Sends it; its answer is counted.
  func send(on bus: BusConnection, _ tally: Tally) throws {
    let call = try bus.call(destination, path, interface, member)
    try call.append(values)
    try bus.send(call) { tally.count($0) }
    tally.sent += 1
  }

  private static let members = [
    "Claim", "Release", "HoldOff", "Simulate", "OpenSamples", "Capture", "Get", "GetAll", "Set",
    "Introspect",
    "Ping",
    "Nothing",
  ]
  private static let interfaces = [
    Motion1.interface, "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable",
    "org.freedesktop.DBus.Peer", "org.example.Nothing",
  ]

  /// A random call: half of them are claims with odd options.
  static func random(using random: inout SeededGenerator) -> Nonsense {
    var nonsense = Nonsense()
    nonsense.values = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      value(using: &random, depth: 0)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5:
      // Of the right type at least.
      nonsense.values = [.dictionary(options(using: &random, depth: 0))]
    case 5:
      (nonsense.member, nonsense.values) = ("Simulate", [.string(text(using: &random) + "\n")])
    case 6:
      nonsense.path = "/org/motiond"
    default:
      nonsense.member = members.randomElement(using: &random) ?? ""
      nonsense.interface = interfaces.randomElement(using: &random) ?? ""
    }
    return nonsense
  }

  private static func options(
    using random: inout SeededGenerator, depth: Int
  ) -> [String: BusValue] {
    let keys = ["motions", "sensitivity", "window", "shake.window", "", text(using: &random)]
    var options: [String: BusValue] = [:]
    for key in keys where Bool.random(using: &random) {
      options[key] = value(using: &random, depth: depth + 1)
    }
    return options
  }

  private static func value(using random: inout SeededGenerator, depth: Int) -> BusValue {
    switch Int.random(in: 0..<(depth < 2 ? 12 : 10), using: &random) {
    case 0: .bool(true)
    case 1: .int32(-1)
    case 2: .uint64(.max)
    case 3: .double([.nan, .infinity, -1, 0, 61, 1e308].randomElement(using: &random) ?? 0)
    case 4: .double(.random(in: 0.1...60, using: &random))
    case 5: .string(text(using: &random))
    case 6: .strings([])
    case 7: .strings(["shake", text(using: &random)])
    case 8: .doubles([1, 2, 3])
    case 9: .string("high")
    case 10: .dictionary(options(using: &random, depth: depth + 1))
    default: .structure([.string(""), .texts(["a": "b"])])
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<200, using: &random) {
    case 0: String(repeating: "x", count: 2_000_000)
    case 1..<10: String(repeating: "ü\u{1}", count: 10_000)
    case 10..<40: "timestamp_ns,x,y,z\n0,1,2"
    default: "motions"
    }
  }
}

/// Counts of calls and their answers.
final class Tally {
  var (sent, taken, refused, failed) = (0, 0, 0, 0)

  var waiting: Int { sent - taken - refused - failed }

  func count(_ answer: Result<[BusValue], BusError>) {
    switch answer {
    case .success: taken += 1
    // That of sd-bus when none comes.
    case .failure(.refused(_, "org.freedesktop.DBus.Error.NoReply", _)): failed += 1
    case .failure: refused += 1
    }
  }
}
