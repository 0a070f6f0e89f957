// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import Testing

@testable import motiond_sensor_proxy

/// The poses of a screen, reading by reading.
@Suite struct ScreenDetectorTests {
  /// The direction up of a screen that is turned by `roll` to its left in its own plane, and stands
  /// `rise` degrees from lying on its back.
  private static func up(roll: Double, rise: Double) -> SIMD3<Double> {
    let (roll, rise) = (roll * .pi / 180, rise * .pi / 180)
    return 9.80665 * SIMD3(sin(roll) * sin(rise), cos(roll) * sin(rise), cos(rise))
  }

  /// The poses found while the screen is held in each of `poses` for so many seconds, at 50 Hz.
  private static func found(
    _ poses: [(up: SIMD3<Double>, seconds: Double)]
  ) -> [ScreenPose] {
    var detector = ScreenDetector()
    var found: [ScreenPose] = []
    var time = Timestamp(nanoseconds: 0)
    for pose in poses {
      for _ in 0..<Int(pose.seconds * 50) {
        if let new = detector.process(Reading(timestamp: time, acceleration: pose.up)) {
          found.append(new)
        }
        time = time.advanced(byNanoseconds: 20_000_000)
      }
    }
    return found
  }

  /// The edges found of rolls at a rise, each held for 2 s.
  private static func edges(_ rolls: [Double], rise: Double = 90) -> [DeviceOrientation?] {
    found(rolls.map { (up(roll: $0, rise: rise), 2) }).map(\.edge)
  }

  @Test("each edge is found, in every pose in which a screen is read", arguments: [40.0, 60, 90])
  func edges(rise: Double) {
    #expect(
      Self.edges([0, 90, 180, 270], rise: rise)
        == [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight])
  }

  @Test("content turns within 30 degrees of another edge, and turns back as late")
  func hysteresis() {
    for rise in [50.0, 54, 58, 90] {
      #expect(Self.edges([0, 55, 35, 58, 10], rise: rise) == [.portrait], "\(rise)")
      #expect(
        Self.edges([0, 64, 35, 45, 26], rise: rise) == [.portrait, .landscapeLeft, .portrait],
        "\(rise)")
    }
  }

  @Test("a screen that lies flat keeps its edge; one that has lain flat has none")
  func flat() {
    let found = Self.found([
      (Self.up(roll: 0, rise: 10), 2), (Self.up(roll: 90, rise: 80), 2),
      (Self.up(roll: 0, rise: 30), 2), (Self.up(roll: 180, rise: 170), 2),
    ])
    #expect(
      found == [
        ScreenPose(edge: nil, tilt: .faceUp), ScreenPose(edge: .landscapeLeft, tilt: .faceUp),
        ScreenPose(edge: .landscapeLeft, tilt: .vertical),
        ScreenPose(edge: .landscapeLeft, tilt: .tiltedUp),
        ScreenPose(edge: .landscapeLeft, tilt: .faceDown),
      ])
  }

  @Test("the tilt changes 5 degrees beyond the border of its band")
  func tilt() {
    func tilts(_ rises: [Double]) -> [ScreenTilt] {
      Self.found(rises.map { (Self.up(roll: 0, rise: $0), 2) }).map(\.tilt)
    }
    let borders: [(from: Double, degrees: Double, tilts: [ScreenTilt])] = [
      (90, 70, [.vertical, .tiltedUp]), (90, 110, [.vertical, .tiltedDown]),
      (0, 20, [.faceUp, .tiltedUp]), (180, 160, [.faceDown, .tiltedDown]),
    ]
    for (from, degrees, both) in borders {
      let away = degrees > from ? 1.0 : -1
      #expect(tilts([from, degrees + 4 * away]) == [both[0]], "\(degrees)")
      #expect(tilts([from, degrees + 6 * away, degrees - 4 * away]) == both, "\(degrees)")
      #expect(
        tilts([from, degrees + 6 * away, degrees - 6 * away]) == both + [both[0]], "\(degrees)")
    }
    for (rise, tilt) in [(21.0, ScreenTilt.tiltedUp), (69, .tiltedUp), (71, .vertical)] {
      #expect(tilts([rise]) == [tilt])
    }
  }

  @Test("a pose that is held for less than half a second, or while it is shaken, does not count")
  func short() {
    let (upright, aside) = (Self.up(roll: 0, rise: 90), Self.up(roll: 90, rise: 90))
    let steady = [ScreenPose(edge: .portrait, tilt: .vertical)]
    #expect(Self.found([(upright, 2), (aside, 0.4), (upright, 2)]) == steady)
    #expect(Self.found([(upright, 2), (aside * 1.3, 3)]) == steady)
  }

  @Test("a pose after a gap, or after the clock has jumped back, is found anew")
  func interruption() {
    var detector = ScreenDetector()
    var found: [ScreenPose] = []
    for start in [0, 5000, 100] {
      for millisecond in stride(from: start, to: start + 1000, by: 20) {
        let time = Timestamp(nanoseconds: Int64(millisecond) * 1_000_000)
        let reading = Reading(timestamp: time, acceleration: [0, 9.8, 0])
        if let pose = detector.process(reading) { found.append(pose) }
      }
    }
    #expect(
      found == Array(repeating: ScreenPose(edge: .portrait, tilt: .vertical), count: 3))
  }

  @Test("a reading beyond what a sensor can read, or one that is late, counts for nothing")
  func dropped() {
    var detector = ScreenDetector()
    var found: [ScreenPose] = []
    for step in 0..<100 {
      let time = Timestamp(nanoseconds: Int64(step) * 20_000_000)
      let readings = [
        Reading(timestamp: time, acceleration: [0, 9.8, 0]),
        Reading(timestamp: time, acceleration: [9.8, 0, 0]),
        Reading(timestamp: time.advanced(byNanoseconds: 1), acceleration: [9.8, 0, .nan]),
      ]
      for reading in readings {
        if let pose = detector.process(reading) { found.append(pose) }
      }
    }
    #expect(found == [ScreenPose(edge: .portrait, tilt: .vertical)])
  }
}
