// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Foundation

@testable import MotionBus

/// A peer that owns polkit's name, and answers as the test sets; processed by the test.
///
/// Like polkit, it answers a service about other users only if that is root or an owner of the
/// action; it takes the service for one that runs as the user of our unit.
final class FakePolkit {
  let connection: BusConnection
  /// The questions that it was asked.
  private(set) var questions: [[BusValue]] = []
  /// The identifiers of the questions that were taken back.
  private(set) var takenBack: [BusValue] = []
  private let answer: (BusMessage) throws -> Void
  private var slot: OpaquePointer?

  /// A polkit on the bus at `address`, which calls `answer` with each question.
  init(_ address: BusAddress, _ answer: @escaping (BusMessage) throws -> Void) throws {
    connection = try BusConnection(address)
    self.answer = answer
    let context = Unmanaged.passUnretained(self).toOpaque()
    sd_bus_add_object(
      connection.pointer, &slot, "/org/freedesktop/PolicyKit1/Authority", Self.callback, context)
    try connection.requestName("org.freedesktop.PolicyKit1")
  }

  deinit {
    sd_bus_slot_unref(slot)
  }

  /// Returns true if the user of our unit is an owner of `action`, by our file for polkit.
  private static func owns(_ action: String) throws -> Bool {
    let project = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let policy = try String(
      contentsOfFile: "/\(project)/Packaging/data/polkit/org.motiond.motion1.policy",
      encoding: .utf8)
    let parts = policy.components(separatedBy: "<action id=\"\(action)\">")
    let owner = "<annotate key=\"org.freedesktop.policykit.owner\">unix-user:motiond</annotate>"
    return parts.count == 2 && parts[1].components(separatedBy: "</action>")[0].contains(owner)
  }

  /// Tells that answers may have changed.
  func sendChange() throws {
    try connection.signal(
      "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.PolicyKit1.Authority", "Changed"
    ).send()
  }

  private static let callback: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    let call = BusMessage(retaining: message)
    let polkit = Unmanaged<FakePolkit>.fromOpaque(context).takeUnretainedValue()
    if call.member == "CancelCheckAuthorization" {
      polkit.takenBack += (try? call.read()) ?? []
      return 1
    }
    guard call.member == "CheckAuthorization" else { return 0 }
    do {
      let question = try call.read()
      polkit.questions.append(question)
      guard case .string(let action) = question[1], try owns(action) else {
        try call.reply(
          error: "org.freedesktop.PolicyKit1.Error.NotAuthorized",
          "Only trusted callers (e.g. uid 0 or an action owner) can use CheckAuthorization() for "
            + "subjects belonging to other identities")
        return 1
      }
      try polkit.answer(call)
    } catch {
      return -1
    }
    return 1
  }
}
