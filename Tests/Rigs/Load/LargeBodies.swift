// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc
import MotionBus
import MotionSynthesis
import TestSupport

/// Calls of every method of motiond with as much text as a call may have, and more, as fast as the
/// bus takes them.
struct LargeBodies {
  /// The number of connections that call.
  let connections: Int
  /// A Boolean value that indicates whether the bus expects answers, and so counts the calls.
  let wantsAnswers: Bool

  /// The sizes of texts in bytes: the longest recording, one too many, the longest of another call,
  /// and nearly none.
  private static let sizes = [1 << 20, 1 << 20 + 1, 16_000, 10]
  /// The most calls of a connection that are not sent yet, and that are not answered.
  private static let (mostQueued, mostUnanswered) = (2, 64)

  /// Sends them to `name` until it is killed.
  func send(to name: String, on bus: BusAddress) throws -> Never {
    let methods = try Self.methods(on: bus)
    let senders = try (0..<connections).map { _ in (bus: try BusConnection(bus), tally: Tally()) }
    let texts = Self.sizes.map { BusValue.string(String(repeating: "#", count: $0)) }
    var random = SeededGenerator(seed: 1)
    while true {
      for (bus, tally) in senders {
        while bus.queuedMessages < Self.mostQueued, tally.waiting < Self.mostUnanswered {
          guard let (method, type) = methods.randomElement(using: &random),
            let text = texts.randomElement(using: &random)
          else { throw LoadProblem("motiond has no methods") }
          // Some have text that the method does not take.
          let values =
            Self.values(type, text) + (Int.random(in: 0..<4, using: &random) == 0 ? [text] : [])
          let call = try bus.call(name, Motion1.path, Motion1.interface, method, values)
          if wantsAnswers {
            try bus.send(call) { tally.count($0) }
            tally.sent += 1
          } else {
            sd_bus_message_set_expect_reply(call.handle, 0)
            try call.send()
          }
        }
      }
      try Attack.turn(senders.map(\.bus))
    }
  }

  /// The methods that motiond says it has, and the types of what they take.
  private static func methods(on bus: BusAddress) throws -> [(name: String, type: String)] {
    let connection = try BusConnection(bus)
    var text: String?
    let call = try connection.call(
      Motion1.name, Motion1.path, "org.freedesktop.DBus.Introspectable", "Introspect")
    try connection.send(call) {
      if case .success(let values) = $0, case .string(let found)? = values.first { text = found }
    }
    while text == nil { try Attack.turn([connection]) }
    let own = (text ?? "").split(separator: "<interface name=\"\(Motion1.interface)\">").last ?? ""
    return own.prefix(upTo: own.firstRange(of: "</interface>")?.lowerBound ?? own.endIndex)
      .split(separator: "<method name=\"").dropFirst().map { method in
        let types = method.matches(of: /type="([^"]+)"[^>]*direction="in"/).map { String($0.1) }
        return (String(method.prefix { $0 != "\"" }), types.joined())
      }
  }

  private static func values(_ type: String, _ text: BusValue) -> [BusValue] {
    switch type {
    case "s": [text]
    case "u": [.uint32(2000)]
    case "a{sv}": [.dictionary(["sensitivity": text, "motions": .strings(["shake"])])]
    default: []
    }
  }
}
