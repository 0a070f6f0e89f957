// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// The switches of the agent that runs, as its status has them, and the words for them: pure.
struct AgentState: Hashable {
  var isEnabled = true
  /// The seconds that a pause still lasts; 0 without one.
  var pausedSeconds: UInt32 = 0
  /// The seconds without questions, after three without an answer; 0 otherwise.
  var quietSeconds: UInt32 = 0
  /// The bus where it looks for motiond; nil if it does not say.
  var bus: BusName?

  /// The obstacle that keeps a shake from asking; nil without one.
  ///
  /// - Parameter clock: the time of the day in so many seconds
  /// - Returns: a part of a sentence, with the remedy
  func obstacle(_ clock: (UInt32) -> String) -> String? {
    let remedy = "'shake-to-undo on' ends that"
    if !isEnabled { return "shakes are off; 'shake-to-undo on' switches them on" }
    if pausedSeconds > 0 { return "shakes are paused until \(clock(pausedSeconds)); \(remedy)" }
    guard quietSeconds > 0 else { return nil }
    return
      "three questions had no answer, so there are none until \(clock(quietSeconds)); \(remedy)"
  }
}

extension AgentState {
  /// The state in an answer to GetStatus.
  init(status: [String: BusValue]) {
    isEnabled = status["Enabled"]?.isTrue ?? true
    pausedSeconds = status["PausedSeconds"]?.number ?? 0
    quietSeconds = status["QuietSeconds"]?.number ?? 0
    bus = status["MotionBus"]?.text.flatMap(BusName.init)
  }
}

/// The line that a command which switches something prints.
///
/// `agent` is the state of the agent before the command; nil if none runs.
enum SwitchWords {
  static func on(_ agent: AgentState?) -> String {
    guard let agent else {
      return "shakes are on, but no agent runs; \(AgentCall.start)"
    }
    if agent.pausedSeconds > 0 { return "shakes are on; the pause is over" }
    return agent.quietSeconds > 0
      ? "shakes are on; the time without questions is over" : "shakes are on"
  }

  static let off = "shakes are off; 'shake-to-undo on' switches them on"

  static func pause(_ seconds: UInt32, _ agent: AgentState, _ clock: (UInt32) -> String) -> String {
    var after = agent
    (after.pausedSeconds, after.quietSeconds) = (seconds, 0)
    if let obstacle = after.obstacle(clock) { return obstacle }
    return agent.pausedSeconds > 0 || agent.quietSeconds > 0
      ? "shakes count again" : "shakes count; there was no pause"
  }

  static func set(_ assignments: [String], _ agent: AgentState?) -> String {
    assignments.joined(separator: ", ")
      + (agent == nil ? "; no agent runs that would obey; \(AgentCall.start)" : "")
  }
}

extension BusAddress {
  /// The word of `--bus` for it; empty for another address.
  var word: String {
    switch self {
    case .system: BusName.system.rawValue
    case .session: BusName.session.rawValue
    case .address: ""
    }
  }
}
