// SPDX-License-Identifier: Apache-2.0

import Commands
import MotionCore
import MotionSynthesis
import Testing

@Suite struct StrongestMotionTests {
  @Test("a shake between rest and walking is found where it is")
  func shake() throws {
    let script = try #require(SampleLibrary.simulation("shake"))
    let shake = script.recording(rate: 100).readings
    let length = try #require(shake.last).timestamp.seconds(since: shake[0].timestamp)
    let noise = (0..<1000).map { index in
      Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
        acceleration: Acceleration(0, 0, index.isMultiple(of: 2) ? 9.7 : 9.9))
    }
    let readings =
      noise
      + shake.map { reading in
        Reading(
          timestamp: reading.timestamp.advanced(byNanoseconds: 10_000_000_000),
          acceleration: reading.acceleration)
      }
    let found = try #require(readings.strongestMotion)
    #expect(found.lowerBound >= 10 && found.upperBound <= 10 + length)
    #expect(0.3...2.5 ~= found.upperBound - found.lowerBound)
  }

  @Test("without readings it is nil, of one reading it is that moment")
  func few() {
    #expect([Reading]().strongestMotion == nil)
    let one = Reading(timestamp: Timestamp(nanoseconds: 5), acceleration: Acceleration(0, 0, 9))
    #expect([one].strongestMotion == 0...0)
  }
}
