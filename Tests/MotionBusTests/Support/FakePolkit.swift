import CSystemBus

@testable import MotionBus

/// A peer that owns polkit's name, and answers as it is told; processed by the test.
final class FakePolkit {
  let connection: BusConnection
  /// The questions that it was asked.
  private(set) var questions: [[BusValue]] = []
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

  private static let callback: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    let call = BusMessage(retaining: message)
    guard call.member == "CheckAuthorization" else { return 0 }
    let polkit = Unmanaged<FakePolkit>.fromOpaque(context).takeUnretainedValue()
    do {
      polkit.questions.append(try call.read())
      try polkit.answer(call)
    } catch {
      return -1
    }
    return 1
  }
}
