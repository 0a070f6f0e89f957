// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// A call of a method of another program, which is never started for it.
struct Call {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var values: [BusValue] = []

  /// A call that reads a property.
  static func property(
    _ destination: String, _ path: String, _ interface: String, _ name: String
  ) -> Call {
    Call(
      destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "Get", values: [.string(interface), .string(name)])
  }

  /// A call of the bus itself.
  static func bus(_ member: String, _ values: [BusValue] = []) -> Call {
    let bus = "org.freedesktop.DBus"
    return Call(
      destination: bus, path: "/org/freedesktop/DBus", interface: bus, member: member,
      values: values)
  }
}

extension Call {
  /// The message of the call on `bus`.
  func message(
    on bus: BusConnection, starting isStarting: Bool = false
  ) throws(BusError) -> BusMessage {
    try bus.call(destination, path, interface, member, values, starting: isStarting)
  }
}

extension BusConnection {
  /// Makes all `calls` at once, and waits for the answers until `deadline`.
  ///
  /// - Parameters:
  ///   - calls: the calls; a program that leaves or hangs answers none
  ///   - deadline: on `CLOCK_MONOTONIC`
  ///   - patience: the longest wait all the same
  ///   - isStarting: true to have the bus start the programs, and to wait for them until `deadline`
  /// - Returns: the values of each answer; nil for an error, and for no answer in time
  func ask(
    _ calls: [Call], until deadline: Timestamp, within patience: Duration = Patience.program,
    starting isStarting: Bool = false
  ) -> [[BusValue]?] {
    answers(to: calls, until: deadline, within: patience, starting: isStarting)
      .map { try? $0?.get() }
  }

  /// True if the program answers `call`, even with an error: it does not hang.
  func isAnswered(_ call: Call, until deadline: Timestamp, within patience: Duration) -> Bool {
    switch answers(to: [call], until: deadline, within: patience, starting: false)[0] {
    case nil, .failure(.refused(_, "org.freedesktop.DBus.Error.NoReply", _)): false
    case .success, .failure: true
    }
  }

  /// The answers to `calls`; nil for none in time.
  func answers(
    to calls: [Call], until deadline: Timestamp, within patience: Duration = Patience.program,
    starting isStarting: Bool = false
  ) -> [Result<[BusValue], BusError>?] {
    let answers = Answers(calls.count)
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    let latest =
      isStarting ? deadline : min(deadline, now.advanced(byNanoseconds: patience.nanoseconds))
    do throws(BusError) {
      for (index, call) in calls.enumerated() {
        let message: BusMessage
        do throws(BusError) {
          message = try call.message(on: self, starting: isStarting)
        } catch {
          // A path or a name of another program that is not valid.
          answers.put(.failure(error), at: index)
          continue
        }
        let number = try send(message, timeout: .seconds(5)) { answers.put($0, at: index) }
        answers.numbers.append(number)
      }
      _ = try process(until: latest) { answers.open == 0 }
    } catch {
      // The owner of the connection notices when it processes it.
    }
    for number in answers.numbers { forget(number) }
    return answers.values
  }

  /// The values of the answer to `call`; nil for an error, and for none in time.
  func ask(
    _ call: Call, until deadline: Timestamp, starting isStarting: Bool = false
  ) -> [BusValue]? {
    ask([call], until: deadline, starting: isStarting)[0]
  }

  /// The processes of `names`; nil for one that is not on the bus.
  func processes(of names: [String], until deadline: Timestamp) -> [pid_t?] {
    ask(
      names.map { .bus("GetConnectionUnixProcessID", [.string($0)]) }, until: deadline
    ).map {
      if case .uint32(let number)? = $0?.first { pid_t(clamping: number) } else { nil }
    }
  }
}

/// The answers to calls that were made at once.
private final class Answers {
  private(set) var values: [Result<[BusValue], BusError>?]
  private(set) var open: Int
  var numbers: [UInt64] = []

  init(_ count: Int) { (values, open) = (Array(repeating: nil, count: count), count) }

  func put(_ answer: Result<[BusValue], BusError>, at index: Int) {
    values[index] = answer
    open -= 1
  }
}

extension BusValue {
  var text: String? {
    if case .string(let text) = self { return text }
    return if case .path(let text) = self { text } else { nil }
  }

  /// The texts of an array of texts.
  var texts: [String] { if case .strings(let texts) = self { texts } else { [] } }

  /// The values of an array, or of a structure.
  var values: [BusValue] {
    if case .structure(let values) = self { return values }
    return if case .array(_, let values) = self { values } else { [] }
  }

  /// The entries of `a{sv}`.
  var entries: [String: BusValue] {
    if case .dictionary(let entries) = self { entries } else { [:] }
  }

  var number: UInt32? { if case .uint32(let number) = self { number } else { nil } }
  var isTrue: Bool { self == .bool(true) }
}
