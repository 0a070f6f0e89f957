// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The way a screen is held, as desktops turn their content by.
struct ScreenPose: Hashable, Sendable {
  /// The edge of the screen that is up, as one of the four orientations that are not flat; nil if
  /// the device has lain flat since the start.
  var edge: DeviceOrientation?
  /// The angle between the screen and the vertical.
  var tilt: ScreenTilt
}

/// The angle between a screen and the vertical, in bands of degrees, from face down to face up.
enum ScreenTilt: Int, Hashable, Sendable, CaseIterable {
  /// Face down: 70 to 90 degrees, the screen to the ground.
  case faceDown
  /// Tilted forward: 20 to 70 degrees.
  case tiltedDown
  /// Upright: up to 20 degrees either way.
  case vertical
  /// Tilted back, as a phone that is read: 20 to 70 degrees.
  case tiltedUp
  /// Face up: 70 to 90 degrees, the screen to the sky.
  case faceUp
}

/// Detects how a screen is held: the edge that is up, and its tilt.
///
/// Unlike motiond's orientation it counts an edge as up in every pose that a person reads a screen
/// in: as soon as the screen is 35 degrees from lying flat, the angle where iio-sensor-proxy begins
/// to turn it. The rest differs from the proxy: the content turns once gravity is within 30 degrees
/// of another edge's direction in the plane of the screen, which leaves 30 degrees between a turn
/// and the turn back, however far the screen is tilted; gravity is filtered; and a pose counts once
/// it was held for 0.5 s while the device was hardly accelerated.
///
/// It reads no clock: its time is the readings' time.
struct ScreenDetector: Sendable {
  private var gate = StreamGate()
  private var gravity = GravityFilter(timeConstant: 0.2)
  private var edge = SettledValue<DeviceOrientation>(after: settle)
  private var tilt = SettledValue<ScreenTilt>(after: settle)

  /// The time that a pose must be held, 0.5 s in nanoseconds.
  private static let settle: Int64 = 500_000_000
  /// The largest difference between the filtered acceleration and gravity where its direction
  /// counts, in m/s².
  private static let tolerance = 1.5
  /// The sine of the smallest angle between a screen and the ground where an edge counts as up, 35
  /// degrees.
  private static let leastRise = cosine(degrees: 55)
  /// The cosine of the largest angle to another edge's direction where the content turns, 30
  /// degrees.
  private static let turn = cosine(degrees: 30)

  /// Processes the next reading.
  ///
  /// After a gap, or once the clock of the readings has jumped back, it begins again.
  ///
  /// - Parameter reading: in m/s², gravity included
  /// - Returns: the pose that holds from now on; nil if that has not changed
  mutating func process(_ reading: Reading) -> ScreenPose? {
    switch gate.admit(reading) {
    case .implausible, .late: return nil
    case .admittedAfterBreak: forget()
    case .admitted: break
    }
    let up = gravity.process(reading.acceleration, at: reading.timestamp)
    let isGravity = up.isGravity(within: Self.tolerance)
    let newEdge = edge.process(
      isGravity ? Self.edge(up, after: edge.value) : nil, at: reading.timestamp)
    let newTilt = tilt.process(
      isGravity ? ScreenTilt(up, after: tilt.value) : nil, at: reading.timestamp)
    guard newEdge != nil || newTilt != nil, let tilt = tilt.value else { return nil }
    return ScreenPose(edge: edge.value, tilt: tilt)
  }

  private mutating func forget() {
    gravity = GravityFilter(timeConstant: 0.2)
    edge = SettledValue(after: Self.settle)
    tilt = SettledValue(after: Self.settle)
  }

  /// The edge that is up if `up` is gravity; nil where it stays as it was.
  private static func edge(
    _ up: SIMD3<Double>, after former: DeviceOrientation?
  ) -> DeviceOrientation? {
    let plane = (up.x * up.x + up.y * up.y).squareRoot()
    guard plane > leastRise * up.length else { return nil }
    let nearest: DeviceOrientation =
      abs(up.y) >= abs(up.x)
      ? (up.y > 0 ? .portrait : .portraitUpsideDown)
      : (up.x > 0 ? .landscapeLeft : .landscapeRight)
    guard let former, former != nearest else { return nearest }
    return max(abs(up.x), abs(up.y)) >= turn * plane ? nearest : nil
  }
}

extension ScreenTilt {
  /// The angles between the bands in degrees; a screen that faces up has positive ones.
  private static let borders: InlineArray<4, Double> = [-70, -20, 20, 70]
  /// The angle beyond a border where the tilt changes, in degrees.
  private static let margin = 5.0

  /// The tilt if `up` is gravity, where it was `former` before.
  fileprivate init?(_ up: SIMD3<Double>, after former: ScreenTilt?) {
    let sine = up.z / up.length
    var passed = 0
    for index in Self.borders.indices {
      let margin = former.map { index < $0.rawValue ? -Self.margin : Self.margin } ?? 0
      // The sine of the border.
      if sine > cosine(degrees: 90 - Self.borders[index] - margin) { passed += 1 }
    }
    self.init(rawValue: passed)
  }
}
