// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionCore
import TestSupport
import TestTraits
import Testing

@testable import MotionBus

/// The client and the service, each of which has its own tests, on one bus.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled), .deadline)
struct ServiceAndClientTests {
  /// A service whose demands can be awaited.
  private func serve(
    _ bus: PrivateBus
  ) throws -> (service: MotionService, demands: AsyncStream<Demand>) {
    let (demands, inbox) = AsyncStream.makeStream(of: Demand.self)
    let service = MotionService(.address(bus.address)) { request in
      switch request {
      case .demand(let demand): inbox.yield(demand)
      case .settle(let settled): settled()
      case .call, .left, .disconnected: break
      }
    }
    service.show(ShownDevice("bma400", rate: 100))
    try service.start()
    return (service, demands)
  }

  @Test("what a session claims is demanded, what is emitted arrives, and inactivity ends both")
  func session() async throws {
    let bus = try PrivateBus()
    let (service, stream) = try serve(bus)
    defer { service.stop() }
    var demands = stream.makeAsyncIterator()
    let session = try MotionSession(
      .address(bus.address), claim: MotionClaim(sensitivity: .high, window: .seconds(1.5)))
    let configuration = MotionConfiguration.shake(.high, window: .seconds(1.5))
    #expect(await demands.next() == Demand([configuration]))
    var iterator = session.makeAsyncIterator()
    for event in [MotionEvent.began(at: 5), .ended(at: 6), .began(at: 7)] {
      service.emit(event, of: configuration)
      #expect(await iterator.next() == event)
    }
    session.isActive = false
    #expect(await iterator.next()?.word == "interrupted")
    #expect(await demands.next()?.isEmpty == true)
    session.isActive = true
    #expect(await demands.next()?.isEmpty == false)
    session.cancel()
    #expect(await demands.next()?.isEmpty == true)
  }

  @Test("a session tells that there is no accelerometer, and when there is one again")
  func accelerometer() async throws {
    let bus = try PrivateBus()
    let (service, _) = try serve(bus)
    defer { service.stop() }
    service.show(nil)
    let session = MotionSession(.address(bus.address))
    var status = session.status.makeAsyncIterator()
    // Of two in quick succession the latest is kept.
    while await status.next() != .noAccelerometer {}
    service.show(ShownDevice("bma400", rate: 100))
    #expect(await status.next() == .connected)
    service.show(nil)
    #expect(await status.next() == .noAccelerometer)
  }

  @Test("a service that stops is waited for and not started, and claimed of again when it is back")
  func restart() async throws {
    // Who starts it is told that it cannot be.
    let service = "[D-BUS Service]\nName=\(Motion1.name)\nExec=/bin/false\n"
    let bus = try PrivateBus(services: [Motion1.name: service])
    let (first, _) = try serve(bus)
    let session = MotionSession(.address(bus.address))
    var status = session.status.makeAsyncIterator()
    #expect(await status.next() == .connected)
    first.stop()
    #expect(await status.next() == .unavailable(.stopped("motiond")))
    let (second, _) = try serve(bus)
    defer { second.stop() }
    #expect(await status.next() == .connected)
    var iterator = session.makeAsyncIterator()
    second.emit(.began(at: 5), of: .shake())
    #expect(await iterator.next() == .began(at: 5))
  }

  @Test("a claim of a motion that nobody recognizes is refused, in words for the user")
  func refusal() async throws {
    let bus = try PrivateBus()
    let (service, _) = try serve(bus)
    defer { service.stop() }
    let session = MotionSession(
      .address(bus.address), claim: MotionClaim([MotionKind(rawValue: "dance")]))
    var status = session.status.makeAsyncIterator()
    guard case .unavailable(let error) = await status.next() else {
      throw Unexpected("the claim was taken")
    }
    #expect("\(error)".hasPrefix("unknown motion 'dance': there is shake"))
  }
}
