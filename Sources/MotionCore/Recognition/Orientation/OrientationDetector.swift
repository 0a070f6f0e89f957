/// Recognises changes of the face that is up.
///
/// Gravity is acceleration filtered with a time constant of 0.2 s. A face is up when gravity has been within 35
/// degrees of its axis for 0.5 s, without a reading outside and while the device was hardly accelerated. Between the
/// cones, at 35 to 55 degrees from two faces, the last orientation stays.
package struct OrientationDetector: MotionDetector {
  private let configuration: OrientationConfiguration
  private var gravity = GravityFilter(timeConstant: 0.2)
  private var state = State.unknown

  /// An orientation that was recognised.
  private struct Known: Sendable {
    var orientation: DeviceOrientation
    /// The last that was not flat.
    var screen: DeviceOrientation?

    /// The orientation after this one; the first one after nil.
    static func next(_ orientation: DeviceOrientation, after known: Known?) -> Known {
      Known(orientation: orientation, screen: orientation.isFlat ? known?.screen : orientation)
    }
  }

  private enum State: Sendable {
    /// No face has been up for long enough since the start.
    case unknown
    /// Since then the first face has been up.
    case settling(DeviceOrientation, since: Timestamp)
    /// A face is up, or no other has been up since.
    case steady(Known)
    /// Another face has been up since then.
    case changing(Known, to: DeviceOrientation, since: Timestamp)
  }

  /// A detector that has seen nothing yet; it explains nothing.
  package init(_ configuration: OrientationConfiguration, isExplaining: Bool) {
    self.configuration = configuration
  }

  /// Takes a reading or an interruption.
  package mutating func handle(_ input: DetectorInput, _ emit: (MotionFinding) -> Void) {
    switch input {
    case .reading(let reading):
      let up = gravity.take(reading.acceleration, at: reading.timestamp)
      take(
        up.isGravity(within: configuration.tolerance)
          ? up.orientation(within: configuration.cone) : nil, at: reading.timestamp, emit)
    case .interruption:
      switch state {
      case .unknown, .settling: break
      case .steady, .changing: emit(.state(.orientation(nil)))
      }
      self = OrientationDetector(configuration, isExplaining: false)
    }
  }

  private mutating func take(
    _ orientation: DeviceOrientation?, at now: Timestamp, _ emit: (MotionFinding) -> Void
  ) {
    switch (state, orientation) {
    case (.unknown, nil), (.settling, nil):
      state = .unknown
    case (.unknown, let new?):
      state = .settling(new, since: now)
    case (.settling(let former, let start), let new?):
      guard new == former else {
        state = .settling(new, since: now)
        return
      }
      guard now.nanoseconds(since: start) >= configuration.settle else { return }
      // The first orientation is a state, and no change.
      state = .steady(.next(new, after: nil))
      emit(.state(.orientation(new)))
    case (.steady, nil):
      break
    case (.steady(let known), let new?):
      if new != known.orientation { state = .changing(known, to: new, since: now) }
    case (.changing(let known, _, _), nil):
      state = .steady(known)
    case (.changing(let known, let former, let start), let new?):
      guard new == former else {
        state = new == known.orientation ? .steady(known) : .changing(known, to: new, since: now)
        return
      }
      guard now.nanoseconds(since: start) >= configuration.settle else { return }
      let next = Known.next(new, after: known)
      state = .steady(next)
      emit(
        .event(
          MotionEvent(
            .orientation, .recognised, at: now,
            measurements: .orientation(
              OrientationMeasurements(from: known.orientation, to: new, screen: next.screen)))))
      emit(.state(.orientation(new)))
    }
  }
}

extension OrientationDetector {
  private static let axes: [(orientation: DeviceOrientation, up: Acceleration)] = [
    (.portrait, [0, 1, 0]), (.portraitUpsideDown, [0, -1, 0]), (.landscapeLeft, [1, 0, 0]),
    (.landscapeRight, [-1, 0, 0]), (.faceUp, [0, 0, 1]), (.faceDown, [0, 0, -1]),
  ]

  /// The angle to the nearest orientation other than the one recognised last.
  package func gauge(at reading: Reading) -> MotionGauge? {
    let known: DeviceOrientation? =
      switch state {
      case .unknown, .settling: nil
      case .steady(let known), .changing(let known, _, _): known.orientation
      }
    let others = Self.axes.filter { $0.orientation != known }
      .map { (name: $0.orientation.rawValue, angle: gravity.value.degrees(to: $0.up)) }
    guard let next = others.min(by: { $0.angle < $1.angle }) else { return nil }
    return MotionGauge(
      angle: next.angle, within: degrees(cosine: configuration.cone), farthest: 90, next.name)
  }
}
