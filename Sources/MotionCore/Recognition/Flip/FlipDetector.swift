// SPDX-License-Identifier: Apache-2.0

/// Recognizes that the device turns over, from one side of the screen to the other.
///
/// Gravity is acceleration filtered with a time constant of 0.1 s. The device lies on a side when
/// gravity has been within 25 degrees of it for 0.5 s, without a reading outside and while the
/// device was hardly accelerated. A flip is recognized when it lies on the other side at most 3 s
/// later. There is no flip from another pose, or through a fall.
package struct FlipDetector: MotionDetector {
  package static var description: MotionDescription { .flip }

  private let configuration: FlipConfiguration
  private var gravity = GravityFilter(timeConstant: 0.1)
  private var state = State.away

  private enum State: Sendable {
    /// The device lies on no side, and did not within the last three seconds.
    case away
    /// The device has been on a side since then.
    case settling(Face, since: Timestamp)
    /// The device lies on a side; the time of the last reading there.
    case lying(Face, until: Timestamp)
    /// The device lay on a side until then.
    case turning(Face, since: Timestamp)
    /// The device lay on a side until the first time, and has been on this or the other side since
    /// the second.
    case landing(from: Face, since: Timestamp, to: Face, at: Timestamp)
  }

  /// A detector that has seen nothing yet; it explains no rejections.
  package init(_ configuration: FlipConfiguration, isExplaining: Bool) {
    self.configuration = configuration
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let up = gravity.process(reading.acceleration, at: reading.timestamp)
    // A device that falls turns over by itself.
    if up.length < configuration.weightless { fall(emit) }
    process(
      up.isGravity(within: configuration.tolerance) ? up.face(within: configuration.cone) : nil,
      at: reading.timestamp, emit)
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    switch state {
    case .away, .settling, .turning, .landing: break
    case .lying: emit(.state(.face(nil)))
    }
    self = FlipDetector(configuration, isExplaining: false)
  }

  /// Forgets the side that the device lay on.
  private mutating func fall(_ emit: (MotionFinding) -> Void) {
    switch state {
    case .away: break
    case .settling, .turning, .landing: state = .away
    case .lying:
      state = .away
      emit(.state(.face(nil)))
    }
  }

  private mutating func process(
    _ face: Face?, at now: Timestamp, _ emit: (MotionFinding) -> Void
  ) {
    switch (state, face) {
    case (.away, nil), (.settling, nil):
      state = .away
    case (.away, let face?):
      state = .settling(face, since: now)
    case (.settling(let former, let start), let face?):
      guard face == former else {
        state = .settling(face, since: now)
        return
      }
      guard now.nanoseconds(since: start) >= configuration.settle else { return }
      state = .lying(face, until: now)
      emit(.state(.face(face)))
    case (.lying(let former, let last), let face):
      if face == former {
        state = .lying(former, until: now)
      } else {
        state =
          face.map { .landing(from: former, since: last, to: $0, at: now) }
          ?? .turning(former, since: last)
        emit(.state(.face(nil)))
      }
    case (.turning(let former, let start), nil):
      let isOver = now.nanoseconds(since: start) > configuration.longest
      state = isOver ? .away : .turning(former, since: start)
    case (.turning(let former, let start), let face?):
      let isLate = now.nanoseconds(since: start) > configuration.longest
      state =
        isLate
        ? .settling(face, since: now) : .landing(from: former, since: start, to: face, at: now)
    case (.landing(let former, let start, _, _), nil):
      state = .turning(former, since: start)
    case (.landing(let former, let start, let to, let arrival), let face?):
      guard face == to else {
        state = .landing(from: former, since: start, to: face, at: now)
        return
      }
      guard now.nanoseconds(since: arrival) >= configuration.settle else { return }
      state = .lying(face, until: now)
      if face != former {
        let duration = Duration.nanoseconds(arrival.nanoseconds(since: start))
        emit(
          .event(
            MotionEvent(
              .flip, .recognized, at: now,
              measurements: MotionMeasurements(FlipMeasurements(to: face, duration: duration)))))
      }
      emit(.state(.face(face)))
    }
  }
}

extension FlipDetector {
  /// The angle to the side where the device would count as lying, or as turned over.
  package func gauge(at reading: Reading) -> MotionGauge? {
    let goal: Face
    switch state {
    case .away, .settling:
      return MotionGauge(0, "lies on no side")
    case .lying(let face, _), .turning(let face, _), .landing(let face, _, _, _):
      goal = face == .faceUp ? .faceDown : .faceUp
    }
    let up = SIMD3(0, 0, goal == .faceUp ? 1.0 : -1)
    return MotionGauge(
      angle: gravity.value.degrees(to: up), within: degrees(cosine: configuration.cone),
      farthest: 180, goal.rawValue)
  }
}
