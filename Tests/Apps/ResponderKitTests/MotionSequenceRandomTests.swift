// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import ResponderKit
import Testing

/// Whatever becomes of the responders, who sees a motion begin sees it end once.
@Suite("R019 a motion stays whole, whatever happens to the responders")
@MainActor
struct MotionSequenceRandomTests {
  @Test(
    "R019 each that received a beginning receives one end, if it still exists", arguments: 0..<50)
  func oneEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let house = House()
    for _ in 0..<200 {
      house.change(&random)
      if Bool.random(using: &random) { continue }
      house.begin()
      for _ in 0..<Int.random(in: 0..<3, using: &random) { house.change(&random) }
      house.end(Bool.random(using: &random) ? .ended : .tooLong)
      for responder in house.everybody {
        #expect(responder.ledger.isBalanced)
        responder.ledger = Ledger()
      }
    }
  }
}

/// Two windows with responders that move about between them.
@MainActor
private final class House {
  private let application = Application()
  private let windows: [Counter]
  private let roots: [Window]
  private var movers: [Counter] = []

  init() {
    let application = application
    roots = (0..<2).map { _ in Window(application: application) }
    // Windows are responders of another class: each has a counter in front that counts for it.
    windows = roots.map { Counter(next: $0) }
    movers = (0..<6).map { [windows] in Counter(next: windows[$0 % 2]) }
    application.keyWindow = roots[0]
    application.onShake = .nothing
  }

  var everybody: [Counter] { windows + movers }

  func begin() {
    application.sendEvent(event(.began))
  }

  func end(_ phase: MotionEvent.Phase) {
    application.sendEvent(event(phase))
  }

  private func event(_ phase: MotionEvent.Phase) -> Event {
    Event(MotionEvent.of(.shake, phase))
  }

  func change(_ random: inout SeededGenerator) {
    let index = Int.random(in: movers.indices, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      movers[index].next = nil
    case 1:
      // Only behind those that come later, so that none follows itself.
      movers[index].next = (movers[(index + 1)...] + windows).randomElement(using: &random)
    case 2:
      movers[index].resignFirstResponder()
    case 3:
      application.keyWindow = (roots + [nil]).randomElement(using: &random) ?? nil
    case 4:
      movers[index] = Counter(next: windows.randomElement(using: &random))
    default:
      movers[index].becomeFirstResponder()
    }
  }
}

/// A first responder that counts what it receives, and lets it pass.
private final class Counter: Responder {
  var ledger = Ledger()

  init(next: Responder?) {
    super.init()
    self.next = next
  }

  override var canBecomeFirstResponder: Bool { true }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    ledger.begin()
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    ledger.end()
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    ledger.end()
    super.motionCancelled(motion, with: event)
  }
}

/// Beginning and end of one motion, as one responder has received them.
private struct Ledger {
  private enum State {
    case nothing
    case open
    case closed
    case wrong
  }

  private var state = State.nothing

  /// Whether a beginning has an end, and but one.
  var isBalanced: Bool {
    switch state {
    case .nothing, .closed: true
    case .open, .wrong: false
    }
  }

  mutating func begin() {
    switch state {
    case .nothing: state = .open
    case .open, .closed, .wrong: state = .wrong
    }
  }

  mutating func end() {
    switch state {
    // Who joined the chain in the middle of a motion receives its end only.
    case .nothing: break
    case .open: state = .closed
    case .closed, .wrong: state = .wrong
    }
  }
}
