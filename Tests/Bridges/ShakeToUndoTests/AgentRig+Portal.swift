// SPDX-License-Identifier: Apache-2.0

import MotionBus

extension AgentRig {
  /// A portal that gives a keyboard.
  func portal() throws -> FakeProgram {
    let portal = try stranger("org.freedesktop.portal.Desktop")
    portal.answer = { [weak portal] call in
      guard let portal, case .dictionary(let options)? = call.values.last,
        case .string(let token)? = options["handle_token"]
      else { return call.member == "Get" ? .variant(.uint32(2)) : .values([]) }
      let sender = call.sender.dropFirst().replacing(".", with: "_")
      let results: [String: BusValue] = [
        "session_handle": .string("/session/1"), "devices": .uint32(1),
        "restore_token": .string("next"),
      ]
      try? portal.connection.signal(
        "/org/freedesktop/portal/desktop/request/\(sender)/\(token)",
        "org.freedesktop.portal.Request", "Response", [.uint32(0), .dictionary(results)]
      ).send()
      return .values([.path("/request")])
    }
    return portal
  }

  /// Somebody presses a button, upon which the agent says `words`.
  func press(_ key: String, saying words: String) throws {
    try press(key)
    try explanation(words)
  }

  /// Somebody presses a button, or taps the notification (`default`).
  func press(_ key: String, as program: FakeProgram? = nil, number: UInt32? = nil) throws {
    try (program ?? server).connection.signal(
      "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "ActionInvoked",
      [.uint32(number ?? shown?.number ?? 0), .string(key)]
    ).send()
  }

  /// What the agent says of itself under `key`, as text.
  func status(_ key: String) throws -> String? {
    let program = try stranger()
    var answer: [BusValue]?
    let call = try program.connection.call(
      "org.motiond.ShakeToUndo", "/org/motiond/ShakeToUndo", "org.motiond.ShakeToUndo1",
      "GetStatus", starting: false)
    try program.connection.send(call) { answer = (try? $0.get()) ?? [] }
    try run { answer != nil }
    guard case .dictionary(let status)? = answer?.first, let value = status[key] else { return nil }
    if case .string(let text) = value { return text }
    if case .uint32(let number) = value { return "\(number)" }
    return nil
  }
}
