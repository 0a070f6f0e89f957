// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc
import MotionBus

/// A program on a bus whose objects and answers a test makes up.
final class FakeProgram {
  /// An answer to a call.
  enum Answer {
    case values([BusValue])
    /// The value of a property.
    case variant(BusValue)
    /// What `org.gtk.Actions.Describe` answers: `(bgav)`.
    case description(isEnabled: Bool)
    /// None, as of a program that hangs.
    case nothing
    /// None so far: the call is in ``unanswered``.
    case later
    /// An error, as of a program that lacks the method.
    case error
  }

  /// A call of a method.
  struct Call {
    var path: String
    var interface: String
    var member: String
    var values: [BusValue]
    var sender: String
  }

  let connection: BusConnection
  private let names: [String]
  /// The calls so far.
  private(set) var calls: [Call] = []
  /// The calls whose answers come later.
  private(set) var unanswered: [BusMessage] = []
  /// Answers a call.
  var answer: (Call) -> Answer = { _ in .error }
  /// True to answer nothing, whatever is called.
  var isHung = false
  private var slot: OpaquePointer?

  init(_ address: BusAddress, names: [String] = []) throws {
    connection = try BusConnection(address)
    self.names = names
    sd_bus_add_fallback(
      connection.pointer, &slot, "/",
      { message, context, _ in
        guard let message, let context else { return 0 }
        Unmanaged<FakeProgram>.fromOpaque(context).takeUnretainedValue().process(message)
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
    for name in names { try connection.requestName(name) }
  }

  /// Leaves the bus, which has its names back when this returns.
  func end() {
    for name in names { try? connection.releaseName(name) }
    connection.close()
  }

  deinit {
    sd_bus_slot_unref(slot)
    connection.close()
  }

  /// Its unique name.
  var name: String { connection.uniqueName ?? "" }

  private func process(_ pointer: OpaquePointer) {
    let message = BusMessage(retaining: pointer)
    let call = Call(
      path: String(cString: sd_bus_message_get_path(pointer)),
      interface: sd_bus_message_get_interface(pointer).map { String(cString: $0) } ?? "",
      member: message.member, values: (try? message.read()) ?? [], sender: message.sender ?? "")
    calls.append(call)
    guard !isHung else { return }
    switch answer(call) {
    case .values(let values): try? message.reply(values)
    case .variant(let value):
      reply(to: pointer) { answer in
        sd_bus_message_open_container(answer, Self.code("v"), value.signature)
        try? BusMessage(retaining: answer).append([value])
        sd_bus_message_close_container(answer)
      }
    case .description(let isEnabled):
      reply(to: pointer) { answer in
        var flag: Int32 = isEnabled ? 1 : 0
        sd_bus_message_open_container(answer, Self.code("r"), "bgav")
        sd_bus_message_append_basic(answer, Self.code("b"), &flag)
        sd_bus_message_append_basic(answer, Self.code("g"), "")
        sd_bus_message_open_container(answer, Self.code("a"), "v")
        sd_bus_message_close_container(answer)
        sd_bus_message_close_container(answer)
      }
    case .nothing: break
    case .later: unanswered.append(message)
    case .error:
      try? message.reply(error: "org.freedesktop.DBus.Error.UnknownMethod", "no such method")
    }
  }

  private static func code(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }

  private func reply(to call: OpaquePointer, _ fill: (OpaquePointer) -> Void) {
    var answer: OpaquePointer?
    guard sd_bus_message_new_method_return(call, &answer) >= 0, let answer else { return }
    fill(answer)
    try? BusMessage(adopting: answer).send()
  }
}

/// A client of the agent's interface.
extension FakeProgram {
  /// Calls a method of the agent, whose answer is not waited for.
  func call(agent member: String, _ values: [BusValue] = []) throws {
    let call = try connection.call(
      "org.motiond.ShakeToUndo", "/org/motiond/ShakeToUndo", "org.motiond.ShakeToUndo1", member,
      values, starting: false)
    try connection.send(call) { _ in }
  }
}
