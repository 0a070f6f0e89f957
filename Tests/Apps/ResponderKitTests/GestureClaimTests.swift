// SPDX-License-Identifier: Apache-2.0

import Testing
import TouchCore

@testable import ResponderKit

@Suite("The state that a recognizer claims, and the one that is settled")
struct GestureClaimTests {
  typealias State = GestureRecognizer.State

  /// A claim that reached `state`.
  private func claim(at state: State) -> GestureClaim {
    var claim = GestureClaim()
    let way: [GestureEvent.Phase] =
      switch state {
      case .possible: []
      case .began: [.began]
      case .changed: [.began, .changed]
      case .ended: [.ended]
      case .cancelled: [.began, .cancelled]
      case .failed: [.failed]
      }
    for phase in way { _ = claim.settle(phase) }
    return claim
  }

  /// The phase of each lawful pair; all others that are open are unlawful, but for possible after
  /// possible.
  private static let lawful: [State: [State: GestureEvent.Phase]] = [
    .possible: [.began: .began, .ended: .ended, .cancelled: .failed, .failed: .failed],
    .began: [.changed: .changed, .ended: .ended, .cancelled: .cancelled, .failed: .cancelled],
    .changed: [.changed: .changed, .ended: .ended, .cancelled: .cancelled, .failed: .cancelled],
  ]

  @Test("outside of its methods each state it sets is a phase, unlawful, or nothing")
  func outside() {
    for before in State.allCases {
      for state in State.allCases {
        var claim = claim(at: before)
        let found = claim.set(state, isOwn: true, hasFingers: true)
        if let phase = Self.lawful[before]?[state] {
          #expect(found == .phase(phase), "\(before) \(state)")
        } else if Self.lawful[before] == nil || (before, state) == (.possible, .possible) {
          #expect(found == .none, "\(before) \(state)")
        } else {
          #expect(found == .unlawful(after: before), "\(before) \(state)")
        }
        #expect(claim.state == before, "it waits to be settled")
      }
    }
  }

  @Test("the library's own are not the client's to set; without fingers nothing follows")
  func refused() {
    var claim = GestureClaim()
    #expect(claim.set(.began, isOwn: false, hasFingers: true) == .unlawful(after: .possible))
    #expect(claim.set(.possible, isOwn: false, hasFingers: true) == .none)
    #expect(claim.set(.began, isOwn: true, hasFingers: false) == .none)
    #expect(claim == GestureClaim())
  }

  @Test("what is set in a method shows at once, and is one phase at its end")
  func judging() {
    var claim = GestureClaim()
    claim.beginJudging()
    #expect(claim.endJudging() == nil)
    claim.beginJudging()
    #expect(claim.set(.began, isOwn: true, hasFingers: true) == .none)
    #expect(claim.set(.changed, isOwn: true, hasFingers: true) == .none)
    #expect(claim.state == .changed && claim.reached == .possible)
    #expect(claim.endJudging() == .began)
    #expect(claim.state == .possible)
    #expect(claim.settle(.began) == true)
    claim.beginJudging()
    #expect(claim.set(.failed, isOwn: true, hasFingers: true) == .none)
    #expect(claim.set(.ended, isOwn: true, hasFingers: true) == .none)
    #expect(claim.endJudging() == .cancelled)
  }

  @Test("while it waits, what it set last counts; what is settled counts from then on")
  func waiting() {
    var claim = GestureClaim()
    #expect(claim.set(.began, isOwn: true, hasFingers: true) == .phase(.began))
    #expect(claim.set(.changed, isOwn: true, hasFingers: true) == .phase(.changed))
    #expect(claim.state == .possible)
    #expect(claim.settle(.failed) == false)
    #expect(claim.state == .failed)
    #expect(claim.set(.ended, isOwn: true, hasFingers: true) == .none)
  }

  @Test("each phase is settled in each state")
  func settle() {
    let phases: [GestureEvent.Phase] = [.began, .changed, .ended, .cancelled, .failed]
    let reached: [State: [State?]] = [
      .possible: [.began, nil, .ended, .failed, .failed],
      .began: [.began, .changed, .ended, .cancelled, .cancelled],
      .changed: [.began, .changed, .ended, .cancelled, .cancelled],
    ]
    for before in State.allCases {
      for (index, phase) in phases.enumerated() {
        var claim = claim(at: before)
        let isRecognized = claim.settle(phase)
        let expected = reached[before]?[index]
        #expect(claim.reached == expected ?? before, "\(before) \(phase)")
        #expect((isRecognized == nil) == (expected == nil), "\(before) \(phase)")
        #expect(
          (isRecognized == true) == (before == .possible && expected != nil && expected != .failed))
      }
    }
  }
}
