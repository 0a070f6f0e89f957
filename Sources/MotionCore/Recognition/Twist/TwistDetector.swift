// SPDX-License-Identifier: Apache-2.0

/// Recognizes that a hand turns the device about its long axis (y), and back, within 0.6 s.
///
/// Gravity is acceleration filtered with a time constant of 0.03 s. A pose counts once gravity has
/// been within 12 degrees of it for 0.25 s. A turn about y moves gravity across y alone: it must
/// reach 50 degrees there and stay below 100, while gravity along y changes by less than 3 m/s²,
/// and take 0.15 s or more, as a hand is not faster. A twist is recognized when the device has been
/// back in its pose for 0.25 s. Nothing counts while the y axis is within 30 degrees of the
/// vertical, as gravity does not show a turn about it.
package struct TwistDetector: MotionDetector {
  package static var description: MotionDescription { .twist }

  private let configuration: TwistConfiguration
  private var gravity = GravityFilter(timeConstant: 0.03)
  private var state = State.away

  private enum State: Sendable {
    /// The device has no pose where a turn would show.
    case away
    /// The device has been in a pose since then.
    case settling(SIMD3<Double>, since: Timestamp)
    /// The device is in a pose; the time of the last reading there.
    case steady(SIMD3<Double>, until: Timestamp)
    /// The device left the pose then, and turned by at most an angle with this cosine.
    case turning(from: SIMD3<Double>, since: Timestamp, cosine: Double)
    /// The device came back, and has been in its pose since the second time.
    case returning(SIMD3<Double>, since: Timestamp, cosine: Double, at: Timestamp)
  }

  /// A detector that has seen nothing yet; it explains no rejections.
  package init(_ configuration: TwistConfiguration, isExplaining: Bool) {
    self.configuration = configuration
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let up = gravity.process(reading.acceleration, at: reading.timestamp)
    let counts = up.isGravity(within: configuration.tolerance)
    process(counts ? up : nil, at: reading.timestamp, emit)
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    self = TwistDetector(configuration, isExplaining: false)
  }

  /// Processes gravity, which is nil while the device accelerates.
  private mutating func process(
    _ up: SIMD3<Double>?, at now: Timestamp, _ emit: (MotionFinding) -> Void
  ) {
    guard let up else {
      state = .away
      return
    }
    switch state {
    case .away:
      settle(up, at: now)
    case .settling(let pose, let start):
      if !isIn(pose, up) {
        settle(up, at: now)
      } else if now.nanoseconds(since: start) >= configuration.settle {
        state = .steady(pose, until: now)
      }
    case .steady(let pose, let last):
      if isIn(pose, up) {
        state = .steady(pose, until: now)
      } else {
        turn(from: pose, since: last, 1, up, at: now)
      }
    case .turning(let pose, let start, let cosine):
      turn(from: pose, since: start, cosine, up, at: now)
    case .returning(let pose, let start, let cosine, let arrival):
      guard isIn(pose, up) else {
        settle(up, at: now)
        return
      }
      guard now.nanoseconds(since: arrival) >= configuration.settle else { return }
      state = .steady(pose, until: now)
      let twist = TwistMeasurements(
        angle: degrees(cosine: cosine),
        duration: .nanoseconds(arrival.nanoseconds(since: start)))
      emit(
        .event(
          MotionEvent(.twist, .recognized, at: now, measurements: MotionMeasurements(twist))))
    }
  }

  /// Follows a turn from `pose` until the device is back, or the time is over.
  private mutating func turn(
    from pose: SIMD3<Double>, since start: Timestamp, _ cosine: Double, _ up: SIMD3<Double>,
    at now: Timestamp
  ) {
    guard now.nanoseconds(since: start) <= configuration.longest,
      abs(up.y - pose.y) < configuration.sway
    else {
      settle(up, at: now)
      return
    }
    guard isIn(pose, up) else {
      let least = min(cosine, across(pose).cosine(to: across(up)))
      state = .turning(from: pose, since: start, cosine: least)
      return
    }
    let isTwist =
      cosine <= configuration.turn && cosine >= configuration.farthest
      && now.nanoseconds(since: start) >= configuration.shortest
    state =
      isTwist
      ? .returning(pose, since: start, cosine: cosine, at: now) : .steady(pose, until: now)
  }

  /// Begins to wait for a pose, if a turn would show there.
  private mutating func settle(_ up: SIMD3<Double>, at now: Timestamp) {
    state = across(up).length >= configuration.across ? .settling(up, since: now) : .away
  }

  /// Returns whether gravity is where it is in `pose`.
  private func isIn(_ pose: SIMD3<Double>, _ up: SIMD3<Double>) -> Bool {
    pose.cosine(to: up) >= configuration.cone
  }

  /// The part of `up` across the long axis.
  private func across(_ up: SIMD3<Double>) -> SIMD3<Double> { SIMD3(up.x, 0, up.z) }
}

extension TwistDetector {
  /// The angle that the device has turned about its long axis.
  package func gauge(at reading: Reading) -> MotionGauge? {
    switch state {
    case .away: MotionGauge(0, "its long axis is nearly vertical, or it is accelerated")
    case .settling: MotionGauge(0, "is not held still yet")
    case .steady(let pose, _), .turning(let pose, _, _), .returning(let pose, _, _, _):
      MotionGauge(
        turned: across(pose).degrees(to: across(gravity.value)),
        of: degrees(cosine: configuration.turn))
    }
  }
}
