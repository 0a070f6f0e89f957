import Foundation
import MotionCore
import Testing

/// What is told of a screen, pose by pose.
@Suite struct ScreenDetectorTests {
  /// The direction up of a screen that is turned by `roll` to its left in its own plane, and stands `rise` degrees from
  /// lying on its back.
  private static func up(roll: Double, rise: Double) -> SIMD3<Double> {
    let (roll, rise) = (roll * .pi / 180, rise * .pi / 180)
    return 9.80665 * SIMD3(sin(roll) * sin(rise), cos(roll) * sin(rise), cos(rise))
  }

  /// What is told while the screen is held in each of `poses` for so many seconds, at 50 Hz.
  private static func told(
    _ poses: [(up: SIMD3<Double>, seconds: Double)]
  ) -> [ScreenPose?] {
    var pipeline = MotionPipeline([.orientation(.screen)])
    var told: [ScreenPose?] = []
    var time = Timestamp(nanoseconds: 0)
    func emit(_ finding: MotionFinding, _: MotionConfiguration) {
      switch finding {
      case .state(.screen(let pose)): told.append(pose)
      case .event, .rejection, .state: Issue.record("\(finding)")
      }
    }
    for pose in poses {
      for _ in 0..<Int(pose.seconds * 50) {
        pipeline.take(Reading(timestamp: time, acceleration: pose.up), emit)
        time = time.advanced(byNanoseconds: 20_000_000)
      }
    }
    pipeline.interrupt(emit)
    return told
  }

  /// The edges that are told of rolls at a rise, each held for 2 s.
  private static func edges(_ rolls: [Double], rise: Double = 90) -> [DeviceOrientation?] {
    told(rolls.map { (up(roll: $0, rise: rise), 2) }).compactMap { $0 }.map(\.edge)
  }

  @Test("each edge is told, in every pose in which a screen is read", arguments: [40.0, 60, 90])
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
    let told = Self.told([
      (Self.up(roll: 0, rise: 10), 2), (Self.up(roll: 90, rise: 80), 2),
      (Self.up(roll: 0, rise: 30), 2), (Self.up(roll: 180, rise: 170), 2),
    ])
    #expect(
      told == [
        ScreenPose(edge: nil, tilt: .faceUp), ScreenPose(edge: .landscapeLeft, tilt: .faceUp),
        ScreenPose(edge: .landscapeLeft, tilt: .vertical),
        ScreenPose(edge: .landscapeLeft, tilt: .tiltedUp),
        ScreenPose(edge: .landscapeLeft, tilt: .faceDown), nil,
      ])
  }

  @Test("the tilt changes 5 degrees beyond the border of its band")
  func tilt() {
    func tilts(_ rises: [Double]) -> [ScreenTilt] {
      Self.told(rises.map { (Self.up(roll: 0, rise: $0), 2) }).compactMap { $0?.tilt }
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

  @Test("a pose that is held for less than half a second, or while it is shaken, is none")
  func short() {
    let (upright, aside) = (Self.up(roll: 0, rise: 90), Self.up(roll: 90, rise: 90))
    let steady = [ScreenPose(edge: .portrait, tilt: .vertical), nil]
    #expect(Self.told([(upright, 2), (aside, 0.4), (upright, 2)]) == steady)
    #expect(Self.told([(upright, 2), (aside * 1.3, 3)]) == steady)
  }

  @Test("an interruption is told, and the pose after it, also if it is the same")
  func interruption() {
    var pipeline = MotionPipeline([.orientation(.screen)])
    var told: [MotionFinding] = []
    for millisecond in Array(stride(from: 0, to: 1000, by: 20))
      + Array(stride(from: 5000, to: 6000, by: 20))
    {
      let time = Timestamp(nanoseconds: Int64(millisecond) * 1_000_000)
      pipeline.take(Reading(timestamp: time, acceleration: [0, 9.8, 0])) { finding, _ in
        told.append(finding)
      }
    }
    let pose = ScreenPose(edge: .portrait, tilt: .vertical)
    #expect(told == [.state(.screen(pose)), .state(.screen(nil)), .state(.screen(pose))])
  }
}
