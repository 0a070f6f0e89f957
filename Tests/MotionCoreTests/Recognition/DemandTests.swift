// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MotionCore

@Suite struct DemandTests {
  @Test("a demand asks for the rate of its most demanding motion; nothing asks for none")
  func rate() {
    #expect(Demand().rate == nil)
    #expect(Demand([.shake()]).rate == 100)
    #expect(Demand([.shake(), .freeFall()]).rate == 100)
    #expect(Demand(wantsReadings: true).rate == Demand.readingsRate)
    for description in MotionRegistry.all {
      let wanted = MotionOptions().configurations(of: [description.kind])
      #expect(Demand(wanted).rate == description.rate, "\(description.kind)")
      #expect(
        Demand(wanted, wantsReadings: true).rate == max(description.rate, Demand.readingsRate))
    }
  }
}
