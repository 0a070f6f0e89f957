// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore

/// A client with nothing between it and the bus, which writes down what happens to it.
final class LoadClient {
  let bus: BusConnection
  private(set) var log = ClientLog()
  /// A Boolean value that indicates whether a call waits for its answer.
  private(set) var isWaiting = false
  /// The last claim, unless it was released.
  private(set) var wish: ClaimWish?
  /// The error of the last call, from the daemon or the bus.
  private(set) var refusal: BusError?
  private var match: BusSlot?

  /// A client on the bus at `address`.
  init(_ address: String) throws {
    bus = try BusConnection(.address(address))
    match = try bus.match("type='signal',interface='\(Motion1.interface)'") { [unowned self] in
      hear($0)
    }
  }

  /// Claims what `wish` says in place of what it had, or releases it.
  func ask(_ wish: ClaimWish?) throws {
    log.entries.append(.asked(wish, at: bootTime()))
    self.wish = wish
    isWaiting = true
    refusal = nil
    let call = try bus.call(
      Motion1.name, Motion1.path, Motion1.interface, wish == nil ? "Release" : "Claim")
    if let wish { try call.append([wish.options]) }
    try bus.send(call) { [unowned self] in hear($0) }
  }

  /// Leaves the bus without a word.
  func leave() {
    log.entries.append(.left)
    bus.close()
  }

  private func hear(_ answer: Result<[BusValue], BusError>) {
    isWaiting = false
    switch answer {
    case .success: log.entries.append(.granted(at: bootTime()))
    case .failure(let error): refusal = error
    }
  }

  private func hear(_ message: BusMessage) {
    let now = bootTime()
    guard let values = try? message.read(), let event = MotionEvent(signal: message.member, values)
    else { return log.entries.append(.garbled(message.member)) }
    log.entries.append(.heard(event, at: now))
  }
}
