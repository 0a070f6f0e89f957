// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import ResponderKit
import Testing

/// Whatever becomes of the responders, who sees a motion begin sees it end once, and nobody else
/// sees an end.
@Suite("R019 a motion stays whole, whatever happens to the responders")
@MainActor
struct MotionSequenceRandomTests {
  @Test(
    "R019 each that received a beginning receives one end, if it still exists, and nobody else",
    arguments: 0..<50)
  func oneEnd(seed: UInt64) {
    let house = House(seed)
    for _ in 0..<200 {
      house.change()
      if house.isLucky(1, of: 2) { continue }
      house.send(.began)
      for _ in 0..<2 where house.isLucky(1, of: 2) { house.change() }
      house.send(house.isLucky(1, of: 2) ? .ended : .tooLong)
      for responder in house.everybody {
        #expect(responder.isBalanced, "\(responder.received)")
        responder.received = ""
      }
    }
  }
}

/// Two windows with responders that move about between them, also while they hear of a motion.
@MainActor
private final class House {
  private let application = Application()
  private var random: SeededGenerator
  private let roots: [Window]
  private var windows: [Counter] = []
  private var movers: [Counter] = []
  /// Those that have moved out, and may still hear of a motion.
  private var gone: [Counter] = []
  private var isDisturbing = false

  init(_ seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let application = application
    roots = (0..<2).map { _ in Window(application: application) }
    // Windows are responders of another class: each has a counter in front that counts for it.
    windows = roots.map { Counter(self, next: $0) }
    movers = (0..<6).map { Counter(self, next: windows[$0 % 2]) }
    application.keyWindow = roots[0]
    application.onShake = .nothing
  }

  var everybody: [Counter] { windows + movers + gone }

  func isLucky(_ share: Int, of whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &random) < share
  }

  func send(_ phase: MotionEvent.Phase) {
    application.sendEvent(Event(.of(.shake, phase)))
  }

  /// Does something in the middle of a call, but not of one that this causes.
  func disturb() {
    guard !isDisturbing else { return }
    isDisturbing = true
    defer { isDisturbing = false }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: change()
    case 1: send(.ended)
    case 2: send(.tooLong)
    default: break
    }
  }

  func change() {
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
      gone = gone.suffix(4) + [movers[index]]
      movers[index] = Counter(self, next: windows.randomElement(using: &random))
    default:
      movers[index].becomeFirstResponder()
    }
  }
}

/// A first responder that notes what it receives, and lets it pass.
private final class Counter: Able {
  private unowned let house: House
  var received = ""

  init(_ house: House, next: Responder?) {
    self.house = house
    super.init()
    self.next = next
  }

  /// Whether each beginning has one end, and no end comes without one.
  var isBalanced: Bool { received == String(repeating: "BE", count: received.count / 2) }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    received += "B"
    house.disturb()
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    received += "E"
    house.disturb()
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    received += "E"
    house.disturb()
    super.motionCancelled(motion, with: event)
  }
}
