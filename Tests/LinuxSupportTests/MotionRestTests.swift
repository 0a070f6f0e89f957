// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import Testing

@Suite struct MotionRestTests {
  @Test(
    "a source rests half a second after the last wish, at once if the app says so, and not before")
  func walk() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var rest = MotionRest(isActive: true, delay: .milliseconds(500))
      var (demand, now, unwished) = (MotionDemand.wanted, Int64(0), Int64(0))
      var (isActive, isExpected) = (true, true)
      for _ in 0..<40 {
        now += Int64.random(in: 0...200, using: &generator)
        let time = Timestamp(nanoseconds: now * 1_000_000)
        let next = [demand, .wanted, .unwished, .inactive].randomElement(using: &generator)
        var actions = [rest.pass(to: time)]
        if demand == .unwished, now - unwished >= 500 { isExpected = false }
        if let next, next != demand {
          demand = next
          actions.append(rest.change(to: next, at: time))
          if next == .unwished { unwished = now } else { isExpected = next == .wanted }
        }
        for case .setActive(let applied) in actions {
          #expect(applied != isActive)
          isActive = applied
        }
        #expect(isActive == isExpected)
      }
    }
  }
}
