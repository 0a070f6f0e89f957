/// Tells how a screen is held: which of its edges is up, and its tilt.
///
/// Unlike ``OrientationDetector`` it counts an edge as up in every pose in which a screen is read: as soon as the
/// screen is 35 degrees from lying flat, the angle at which iio-sensor-proxy begins to turn it. What comes next differs
/// from the proxy: the content turns once gravity is within 30 degrees of another edge's direction in the plane of the
/// screen, so that 30 degrees lie between a turn and the turn back, however far the screen is tilted; gravity is
/// filtered; and a pose counts once it was held for 0.5 s while the device was hardly accelerated.
package struct ScreenDetector: MotionDetector {
  private let configuration: OrientationConfiguration
  private var gravity = GravityFilter(timeConstant: 0.2)
  private var edge: SettledValue<DeviceOrientation>
  private var tilt: SettledValue<ScreenTilt>

  /// The sine of the angle between a screen and the ground from which an edge counts as up, 35 degrees.
  private static let leastRise = cosine(degrees: 55)
  /// The cosine of the largest angle to another edge's direction at which the content turns, 30 degrees.
  private static let turn = cosine(degrees: 30)

  /// A detector that has seen nothing yet; it explains nothing.
  package init(_ configuration: OrientationConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    edge = SettledValue(after: configuration.settle)
    tilt = SettledValue(after: configuration.settle)
  }

  /// Takes a reading or an interruption.
  package mutating func handle(_ input: DetectorInput, _ emit: (MotionFinding) -> Void) {
    switch input {
    case .reading(let reading):
      let up = gravity.take(reading.acceleration, at: reading.timestamp)
      let isGravity = up.isGravity(within: configuration.tolerance)
      let newEdge = edge.take(
        isGravity ? Self.edge(up, after: edge.value) : nil, at: reading.timestamp)
      let newTilt = tilt.take(
        isGravity ? ScreenTilt(up, after: tilt.value) : nil, at: reading.timestamp)
      if newEdge != nil || newTilt != nil, let tilt = tilt.value {
        emit(.state(.screen(ScreenPose(edge: edge.value, tilt: tilt))))
      }
    case .interruption:
      if tilt.value != nil { emit(.state(.screen(nil))) }
      self = ScreenDetector(configuration, isExplaining: false)
    }
  }

  /// Nothing: it tells no events.
  package func gauge(at reading: Reading) -> MotionGauge? { nil }

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
  /// The angles between the bands in degrees, of which those of a screen that faces up are positive.
  private static let borders: InlineArray<4, Double> = [-70, -20, 20, 70]
  /// The angle beyond a border at which the tilt changes, in degrees.
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
