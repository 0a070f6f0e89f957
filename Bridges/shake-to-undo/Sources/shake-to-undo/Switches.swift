// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionCore

extension Agent {
  /// The names of the agent on the session's bus.
  enum Name {
    static let bus = "org.motiond.ShakeToUndo"
    static let path = "/org/motiond/ShakeToUndo"
    static let interface = "org.motiond.ShakeToUndo1"
    static let members = BusInterface(
      interface, at: path,
      [
        .method("Now"), .method("Pause", [.init("seconds", "u")]),
        .method("Answer", [.init("word", "s")], returns: [.init("isOpen", "b")]),
        .method("GetStatus", returns: [.init("status", "a{sv}")]),
        .writable("Enabled", "b"), .writable("Paused", "b"), .writable("QuietUntil", "t"),
      ])
  }
}

/// The switches that a desktop's quick settings show: pure, but for the announcement.
struct Switches: Hashable {
  var isEnabled = true
  /// The end of a pause, on the clock of the machine; nil without one.
  var pausedUntil: Timestamp?
  /// The end of the hour without questions; nil without one.
  var quietUntil: Timestamp?

  /// The change that setting a property asks for.
  enum Change: Hashable {
    case enable(Bool)
    /// Pause for so many seconds; for 0, end the pause and the hour without questions.
    case pause(seconds: UInt32)
  }

  private static let names = ["Enabled", "Paused", "QuietUntil"]
  /// The pause for a caller that names no end, as long as for `shake-to-undo pause`.
  private static let usualPause: UInt32 = 3600

  /// The value of a property; nil if there is none of this name.
  ///
  /// - Parameters:
  ///   - name: the name of the property
  ///   - time: the time, on the clock of the machine
  ///   - wall: the same time since 1970
  /// - Returns: the value
  func value(of name: String, at time: Timestamp, wall: Timestamp) -> BusValue? {
    switch name {
    case "Enabled": .bool(isEnabled)
    case "Paused": .bool(pausedUntil != nil)
    case "QuietUntil": .uint64(quietSeconds(at: time, wall: wall))
    default: nil
    }
  }

  /// The time until which shakes do nothing, in seconds since 1970; 0 for none.
  func quietSeconds(at time: Timestamp, wall: Timestamp) -> UInt64 {
    guard let end = [pausedUntil, quietUntil].compactMap(\.self).max(), end > time else { return 0 }
    let nanoseconds = wall.nanoseconds + end.nanoseconds(since: time)
    return UInt64(clamping: (nanoseconds + 500_000_000) / 1_000_000_000)
  }

  /// The change that setting the property `name` to `value` asks for.
  ///
  /// - Parameters:
  ///   - name: the name of the property
  ///   - value: its new value
  ///   - wall: the time since 1970
  /// - Returns: nil if it cannot have that value
  static func change(_ name: String, to value: BusValue, wall: Timestamp) -> Change? {
    switch (name, value) {
    case ("Enabled", .bool(let isEnabled)): return .enable(isEnabled)
    case ("Paused", .bool(let isPaused)): return .pause(seconds: isPaused ? usualPause : 0)
    case ("QuietUntil", .uint64(let end)):
      let now = UInt64(clamping: wall.nanoseconds / 1_000_000_000)
      return .pause(seconds: end > now ? UInt32(clamping: end - now) : 0)
    default: return nil
    }
  }

  /// Announces what is not as `former` has it.
  ///
  /// - Parameters:
  ///   - former: what others know
  ///   - session: the bus
  ///   - time: the time, on the clock of the machine
  ///   - wall: the same time since 1970
  func announce(
    since former: Switches, on session: BusConnection, at time: Timestamp, wall: Timestamp
  ) {
    var changed: [String: BusValue] = [:]
    for name in Self.names {
      let value = value(of: name, at: time, wall: wall)
      if value != former.value(of: name, at: time, wall: wall) { changed[name] = value }
    }
    guard !changed.isEmpty else { return }
    // A bus that is lost ends the loop that calls this.
    try? session.signal(
      Agent.Name.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(Agent.Name.interface), .dictionary(changed), .strings([])]
    ).send()
  }
}

/// The switch in the file of settings, which any program of the user may set as often as it likes.
///
/// A write waits for the disk. The first of a turn of the agent's loop is at once, so that whoever
/// sets it hears of a failure; of all others the last is written at the end of the turn.
struct EnabledSwitch {
  /// The file of settings; nil if there is no place for one.
  let path: String?
  private var isWritten = false
  private var waiting: Bool?

  /// A switch in the file at `path`.
  init(path: String?) { self.path = path }

  /// Sets it.
  ///
  /// - Parameters:
  ///   - isEnabled: its new value
  ///   - former: its value
  ///   - log: told of a failure
  /// - Returns: false if that failed
  mutating func set(_ isEnabled: Bool, from former: Bool, _ log: AgentLog) -> Bool {
    guard isEnabled != former else { return true }
    guard !isWritten else {
      waiting = isEnabled
      return true
    }
    isWritten = true
    return write(isEnabled, log)
  }

  /// Writes what waits.
  mutating func endTurn(_ log: AgentLog) {
    isWritten = false
    guard let isEnabled = waiting else { return }
    waiting = nil
    _ = write(isEnabled, log)
  }

  private func write(_ isEnabled: Bool, _ log: AgentLog) -> Bool {
    guard let path else { return false }
    do {
      try SettingsFile.write(["enabled=\(isEnabled ? "yes" : "no")"], to: path)
      return true
    } catch {
      log.write("\(error); the switch is not in the settings", .warning)
      return false
    }
  }
}
