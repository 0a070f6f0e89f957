// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionBus

@Suite struct SessionMachineTests {
  private typealias State = SessionMachine.State
  private typealias Input = SessionMachine.Input
  private typealias Action = SessionMachine.Action

  private struct Pair: Hashable {
    let state: State
    let input: Input
  }

  private static let error = BusError.disconnected(.connectionReset)
  private static let now = MotionEvent.cancelled(at: 900).timestamp
  private static let open = claimed(.began(at: 0))
  private static let closed = claimed()

  private static func claimed(by owner: String = ":1.1", _ beginnings: MotionEvent...) -> State {
    var open = OpenMotions()
    for event in beginnings { _ = open.admit(event) }
    return .claimed(owner: owner, open)
  }

  private static let states: [State] = [
    .inactive, .claiming(owner: nil), .claiming(owner: ":1.1"), .waiting, closed, open, .lost,
  ]
  private static let inputs: [Input] = [
    .activated, .deactivated, .heldOff(500), .ownerChanged(nil), .ownerChanged(":1.1"),
    .ownerChanged(":1.2"),
    .accepted(by: ":1.1"), .accepted(by: ":1.2"), .refused(error),
    .unanswered, .stopping(":1.1"), .stopping(":1.2"), .accelerometer(true, of: ":1.1"),
    .accelerometer(false, of: ":1.1"), .accelerometer(false, of: ":1.2"),
    .signal(.began(at: 100), from: ":1.1"),
    .signal(.ended(at: 500), from: ":1.1"),
    .signal(.cancelled(at: 500), from: ":1.1"), .signal(.began(at: 100), from: ":1.2"),
    .signal(.ended(at: 500), from: ":1.2"), .signal(.cancelled(at: 500), from: ":1.2"),
    .signal(.recognized(at: 500), from: ":1.1"), .signal(.recognized(at: 500), from: ":1.2"),
    .lost(error),
  ]

  private static func deliver(_ events: MotionEvent...) -> [Action] {
    events.map { .deliver(.motion($0)) }
  }

  /// The outcome of each pair; a pair that is not here changes nothing and does nothing.
  private static let outcomes: [Pair: (actions: [Action], next: State)] = {
    var outcomes: [Pair: (actions: [Action], next: State)] = [:]
    func put(_ state: State, _ input: Input, _ actions: [Action], _ next: State) {
      outcomes[Pair(state: state, input: input)] = (actions, next)
    }
    let interrupted = deliver(.cancelled(at: 900, .interrupted))
    let loss = [Action.deliver(.disconnected(error))]

    put(.inactive, .activated, [.claim(starting: true)], .claiming(owner: nil))
    put(.inactive, .ownerChanged(":1.1"), [.release], .inactive)
    put(.inactive, .ownerChanged(":1.2"), [.release], .inactive)
    put(.inactive, .lost(error), loss, .lost)

    for owner in [nil, ":1.1"] {
      let claiming = State.claiming(owner: owner)
      put(claiming, .deactivated, [.release], .inactive)
      put(claiming, .heldOff(500), [.holdOff(500)], claiming)
      put(claiming, .ownerChanged(nil), [], .claiming(owner: nil))
      put(claiming, .ownerChanged(":1.1"), [], .claiming(owner: ":1.1"))
      put(claiming, .ownerChanged(":1.2"), [], .claiming(owner: ":1.2"))
      put(claiming, .accepted(by: ":1.1"), [.deliver(.connected)], closed)
      put(claiming, .unanswered, [.claim(starting: false)], .claiming(owner: nil))
      put(claiming, .lost(error), loss, .lost)
    }
    put(
      .claiming(owner: nil), .accepted(by: ":1.2"), [.deliver(.connected)],
      claimed(by: ":1.2"))
    put(
      .claiming(owner: ":1.1"), .accepted(by: ":1.2"), [.claim(starting: false)],
      .claiming(owner: nil))
    put(.claiming(owner: nil), .refused(error), [.deliver(.unavailable(error))], .waiting)
    put(
      .claiming(owner: ":1.1"), .refused(error), [.claim(starting: false)], .claiming(owner: nil))

    put(.waiting, .deactivated, [], .inactive)
    put(.waiting, .ownerChanged(":1.1"), [.claim(starting: false)], .claiming(owner: nil))
    put(.waiting, .ownerChanged(":1.2"), [.claim(starting: false)], .claiming(owner: nil))
    put(.waiting, .lost(error), loss, .lost)

    put(closed, .deactivated, [.release], .inactive)
    put(closed, .heldOff(500), [.holdOff(500)], closed)
    put(closed, .ownerChanged(nil), [.claim(starting: true)], .claiming(owner: nil))
    put(closed, .ownerChanged(":1.2"), [.claim(starting: false)], .claiming(owner: nil))
    put(
      closed, .signal(.began(at: 100), from: ":1.1"), deliver(.began(at: 100)),
      claimed(.began(at: 100)))
    put(closed, .signal(.recognized(at: 500), from: ":1.1"), deliver(.recognized(at: 500)), closed)
    for state in [closed, open] {
      put(state, .accelerometer(true, of: ":1.1"), [.deliver(.connected)], state)
      put(state, .accelerometer(false, of: ":1.1"), [.deliver(.noAccelerometer)], state)
    }
    let stopped = [Action.deliver(.unavailable(.stopped("motiond")))]
    put(closed, .stopping(":1.1"), stopped, .waiting)
    put(open, .stopping(":1.1"), interrupted + stopped, .waiting)
    put(closed, .lost(error), loss, .lost)

    put(open, .deactivated, interrupted + [.release], .inactive)
    // The daemon cancels it.
    put(open, .heldOff(500), [.holdOff(500)], open)
    put(open, .ownerChanged(nil), interrupted + [.claim(starting: true)], .claiming(owner: nil))
    put(open, .ownerChanged(":1.2"), interrupted + [.claim(starting: false)], .claiming(owner: nil))
    put(
      open, .signal(.began(at: 100), from: ":1.1"),
      deliver(.cancelled(at: 100, .interrupted), .began(at: 100)),
      claimed(.began(at: 100)))
    put(open, .signal(.ended(at: 500), from: ":1.1"), deliver(.ended(at: 500)), closed)
    put(open, .signal(.cancelled(at: 500), from: ":1.1"), deliver(.cancelled(at: 500)), closed)
    put(open, .signal(.recognized(at: 500), from: ":1.1"), deliver(.recognized(at: 500)), open)
    put(open, .lost(error), interrupted + loss, .lost)
    return outcomes
  }()

  @Test("every pair of state and input")
  func pairs() {
    var found = 0
    for state in Self.states {
      for input in Self.inputs {
        var machine = SessionMachine(state)
        let actions = machine.handle(input, at: Self.now)
        let outcome = Self.outcomes[Pair(state: state, input: input)]
        found += outcome == nil ? 0 : 1
        #expect(actions == outcome?.actions ?? [], "\(state), \(input)")
        #expect(machine.state == outcome?.next ?? state, "\(state), \(input)")
      }
    }
    #expect(found == Self.outcomes.count, "an outcome of a pair that is not among them")
  }

  @Test("a daemon that dies of each claim is started once, and then waited for")
  func crashLoop() {
    var machine = SessionMachine()
    #expect(machine.handle(.activated, at: Self.now) == [.claim(starting: true)])
    // As its end and the error may come in either order, both.
    for deathComesFirst in [true, false] {
      _ = machine.handle(.ownerChanged(":1.7"), at: Self.now)
      if deathComesFirst { _ = machine.handle(.ownerChanged(nil), at: Self.now) }
      let answer = machine.handle(.refused(Self.error), at: Self.now)
      #expect(!answer.contains(.claim(starting: true)))
      _ = machine.handle(.ownerChanged(nil), at: Self.now)
    }
  }

  @Test("no cancellation is earlier than its beginning, whatever the clock shows")
  func clock() {
    var machine = SessionMachine(Self.open)
    let early = Timestamp(nanoseconds: -1)
    #expect(
      machine.handle(.lost(Self.error), at: early).first
        == .deliver(.motion(.cancelled(at: 0, .interrupted))))
  }

  @Test("what is simulated is simulated to its end")
  func simulated() {
    var began = MotionEvent.began(at: 0)
    began.isSimulated = true
    var expected = MotionEvent.cancelled(at: 900, .interrupted)
    expected.isSimulated = true
    var machine = SessionMachine(Self.claimed(began))
    #expect(
      machine.handle(.deactivated, at: Self.now) == [.deliver(.motion(expected)), .release])
  }

  @Test(
    "a motion of each kind may be open: each is ended by its own end, and interrupted by itself")
  func kinds() {
    let other = MotionKind(rawValue: "flip")
    var machine = SessionMachine(Self.closed)
    func hear(_ event: MotionEvent) -> [Action] {
      machine.handle(.signal(event, from: ":1.1"), at: Self.now)
    }
    for event in [MotionEvent.began(at: 1), .began(at: 2).of(other), .ended(at: 3)] {
      #expect(hear(event) == Self.deliver(event))
    }
    #expect(hear(.ended(at: 4)) == [])
    #expect(hear(.began(at: 5)) == Self.deliver(.began(at: 5)))
    #expect(
      machine.handle(.deactivated, at: Self.now)
        == Self.deliver(
          .cancelled(at: 900, .interrupted).of(other), .cancelled(at: 900, .interrupted))
        + [.release])
  }
}
