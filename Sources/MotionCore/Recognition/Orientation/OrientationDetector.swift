// SPDX-License-Identifier: Apache-2.0

/// Recognizes changes of the face that is up.
///
/// Gravity is acceleration filtered with a time constant of 0.2 s. A face is up when gravity has
/// been within 35 degrees of its axis for 0.5 s, without a reading outside and while the device was
/// hardly accelerated. Between the cones, at 35 to 55 degrees from two faces, the last orientation
/// stays.
package struct OrientationDetector: MotionDetector {
  package static var description: MotionDescription { .orientation }

  private let configuration: OrientationConfiguration
  private var gravity = GravityFilter(timeConstant: 0.2)
  private var orientation: SettledValue<DeviceOrientation>
  /// The last orientation that was not flat.
  private var screen: DeviceOrientation?

  /// A detector that has seen nothing yet; it explains no rejections.
  package init(_ configuration: OrientationConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    orientation = SettledValue(after: configuration.settle)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let up = gravity.process(reading.acceleration, at: reading.timestamp)
    process(
      up.isGravity(within: configuration.tolerance)
        ? up.orientation(within: configuration.cone) : nil, at: reading.timestamp, emit)
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    if orientation.value != nil { emit(.state(.orientation(nil))) }
    self = OrientationDetector(configuration, isExplaining: false)
  }

  private mutating func process(
    _ face: DeviceOrientation?, at now: Timestamp, _ emit: (MotionFinding) -> Void
  ) {
    let former = orientation.value
    guard let new = orientation.process(face, at: now) else { return }
    if !new.isFlat { screen = new }
    // The first orientation is a state, not a change.
    if let former {
      emit(
        .event(
          MotionEvent(
            .orientation, .recognized, at: now,
            measurements: MotionMeasurements(
              OrientationMeasurements(from: former, to: new, screen: screen)))))
    }
    emit(.state(.orientation(new)))
  }
}

extension OrientationDetector {
  private static let axes: [(orientation: DeviceOrientation, up: Acceleration)] = [
    (.portrait, [0, 1, 0]), (.portraitUpsideDown, [0, -1, 0]), (.landscapeLeft, [1, 0, 0]),
    (.landscapeRight, [-1, 0, 0]), (.faceUp, [0, 0, 1]), (.faceDown, [0, 0, -1]),
  ]

  /// The angle to the nearest orientation other than the one recognized last.
  package func gauge(at reading: Reading) -> MotionGauge? {
    let others = Self.axes.filter { $0.orientation != orientation.value }
      .map { (name: $0.orientation.rawValue, angle: gravity.value.degrees(to: $0.up)) }
    guard let next = others.min(by: { $0.angle < $1.angle }) else { return nil }
    return MotionGauge(
      angle: next.angle, within: degrees(cosine: configuration.cone), farthest: 90, next.name)
  }
}
