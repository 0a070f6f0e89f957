// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@Suite struct AlignmentTests {
  @Test("what apps hold across an await has no vectors, which async functions break")
  func alignment() {
    #expect(MemoryLayout<Reading>.alignment <= 8)
    #expect(MemoryLayout<MotionEvent>.alignment <= 8)
    #expect(MemoryLayout<ShakeMeasurements>.alignment <= 8)
    #expect(MemoryLayout<TapMeasurements>.alignment <= 8)
    #expect(MemoryLayout<MotionScript>.alignment <= 8)
  }
}
