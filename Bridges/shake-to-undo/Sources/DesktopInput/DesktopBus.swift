// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemPackage

/// The session bus, by the connection of the program, which has one in all.
///
/// A call waits for its answer, and what is sent does not.
///
/// A service that does not answer, and a bus that stands still, cost the time that a call has.
struct DesktopBus {
  let connection: BusConnection

  /// An object of a service.
  struct Target {
    var service: String
    var path: String
    var interface: String

    /// The bus itself.
    static let daemon = Target(
      service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus")
  }

  /// Calls `member` of `target`, and returns the answer.
  ///
  /// - Parameters:
  ///   - target: the object
  ///   - member: the method
  ///   - values: its arguments
  ///   - time: the longest time it may take
  ///   - action: the purpose, for an error
  /// - Returns: the values of the answer; a descriptor among them is the caller's to close
  /// - Throws: a ``DesktopError``
  func call(
    _ target: Target, _ member: String, _ values: [BusValue] = [], within time: Duration,
    _ action: String
  ) throws(DesktopError) -> [BusValue] {
    var answer: Result<[BusValue], BusError>?
    let number = send(target, member, values, within: time) { result in
      answer = result.map { values in values.map(Self.kept) }
    }
    defer { if let number { connection.forget(number) } }
    try wait(for: target.service, within: time, action) { answer != nil }
    do throws(BusError) { return try answer?.get() ?? [] } catch {
      throw Self.error(error, target, action)
    }
  }

  /// Calls `member` of `target` without waiting; the answer, or the error, goes to `completion`.
  ///
  /// If it is `starting`, the bus starts the service, if it can.
  ///
  /// - Returns: the number of the call, for `BusConnection.forget(_:)`; nil if it was not sent
  @discardableResult func send(
    _ target: Target, _ member: String, _ values: [BusValue] = [], within time: Duration,
    starting: Bool = false, _ completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) -> UInt64? {
    do throws(BusError) {
      let call = try connection.call(
        target.service, target.path, target.interface, member, values, starting: starting)
      return try connection.send(call, timeout: time, completion)
    } catch {
      completion(.failure(error))
      return nil
    }
  }

  /// The value; a descriptor in it stays open when its message is gone.
  private static func kept(_ value: BusValue) -> BusValue {
    guard case .descriptor(let descriptor) = value else { return value }
    return .descriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
  }

  /// The unique name of the connection that has the name `service`.
  ///
  /// - Throws: a ``DesktopError``
  func owner(
    of service: String, within time: Duration, _ action: String
  ) throws(DesktopError) -> String {
    let answer = try call(.daemon, "GetNameOwner", [.string(service)], within: time, action)
    guard case .string(let owner) = answer.first else {
      throw .lost(server: service, action: action, why: "it has no name")
    }
    return owner
  }

  /// Sends and receives until `isDone`.
  ///
  /// - Throws: a ``DesktopError`` after `time`, `grace` after a signal to stop, or if the
  ///   connection ends
  func wait(
    for server: String, within time: Duration, _ action: String,
    afterStop grace: Duration = .zero, until isDone: () -> Bool
  ) throws(DesktopError) {
    let deadline = Timestamp(nanoseconds: (Self.now + time).nanoseconds)
    do throws(BusError) {
      guard try !connection.process(until: deadline, afterStop: grace, isDone) else { return }
    } catch {
      throw .lost(server: "the session bus", action: action, why: error.description)
    }
    if connection.isStopped { throw .stopped(action: action) }
    throw .late(server: server, action: action)
  }

  /// The time on `CLOCK_MONOTONIC`.
  static var now: Duration {
    .nanoseconds(Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds)
  }

  /// The words for `error`, which came of a call of `target`.
  static func error(
    _ error: BusError, _ target: Target, _ action: String
  ) -> DesktopError {
    let service = target.service
    switch error {
    case .refused(_, "org.freedesktop.DBus.Error.ServiceUnknown", _),
      .refused(_, "org.freedesktop.DBus.Error.NameHasNoOwner", _):
      return .unavailable(
        action: action, why: "\(service) is not on the session bus",
        remedy: "it is there in a session of its desktop")
    case .refused(_, "org.freedesktop.DBus.Error.NoReply", _),
      .refused(_, "org.freedesktop.DBus.Error.Timeout", _):
      return .late(server: service, action: action)
    case .refused(let method, let name, let message):
      let text = String(message.printable.prefix(200))
      let isUnknown = name.hasPrefix("org.freedesktop.DBus.Error.Unknown")
      return .unavailable(
        action: action,
        why: isUnknown ? "\(service) lacks \(method)" : "\(service) refuses: \(text)",
        remedy: isUnknown ? "a later version may have it" : "see its log: journalctl --user")
    case .noBus, .disconnected, .failed, .nameTaken, .noDaemon, .stopped:
      return .lost(server: "the session bus", action: action, why: error.description)
    }
  }
}
