import MotionCore
import MotionSynthesis

/// A rotation in space: the three axes after it.
struct Rotation {
  static let none = Rotation(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1])

  private let x: SIMD3<Double>
  private let y: SIMD3<Double>
  private let z: SIMD3<Double>

  /// Any rotation, all of them equally likely.
  init(_ random: inout SeededGenerator) {
    let x = random.direction()
    let other = random.direction()
    let across = other - (other * x).sum() * x
    let y = across / (across * across).sum().squareRoot()
    let z = SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
    self.init(x: x, y: y, z: z)
  }

  private init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  func callAsFunction(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    vector.x * x + vector.y * y + vector.z * z
  }
}

extension Timestamp {
  /// Wraps round, so that a shift and its opposite cancel out everywhere.
  fileprivate func moved(_ shift: Int64) -> Timestamp {
    Timestamp(nanoseconds: nanoseconds &+ shift)
  }
}

extension Reading {
  /// The reading on another clock, or of a sensor mounted otherwise.
  func moved(shift: Int64 = 0, rotation: Rotation = .none) -> Reading {
    Reading(timestamp: timestamp.moved(shift), acceleration: rotation(acceleration))
  }
}

extension MotionEvent {
  /// The event on another clock, or from a sensor mounted otherwise.
  func moved(shift: Int64 = 0, rotation: Rotation = .none) -> MotionEvent {
    func moved(_ surroundings: Surroundings) -> Surroundings {
      Surroundings(
        gravity: rotation(surroundings.gravity), acceleration: rotation(surroundings.acceleration))
    }
    var event = self
    event.timestamp = timestamp.moved(shift)
    switch phase {
    case .began(let surroundings):
      event.phase = .began(moved(surroundings))
    case .ended(let surroundings, var measurements):
      measurements.lastSwing = measurements.lastSwing.moved(shift)
      measurements.direction = rotation(measurements.direction)
      event.phase = .ended(moved(surroundings), measurements)
    case .cancelled:
      break
    }
    return event
  }

  /// Whether this is `other` but for rounding, which may move it by `nanoseconds`.
  ///
  /// Vectors at the same moment agree to 10⁻⁶; a direction has no sign.
  func isClose(to other: MotionEvent, within nanoseconds: Int64) -> Bool {
    let shift = timestamp.nanoseconds(since: other.timestamp)
    guard motion == other.motion, word == other.word, abs(shift) <= nanoseconds else {
      return false
    }
    guard shift == 0 else { return true }
    switch (phase, other.phase) {
    case (.began(let mine), .began(let theirs)):
      return mine.isClose(to: theirs)
    case (.ended(let mine, let shake), .ended(let theirs, let other)):
      return mine.isClose(to: theirs) && shake.swings == other.swings
        && abs(shake.peak - other.peak) < 1e-6
        && (shake.direction.isClose(to: other.direction)
          || shake.direction.isClose(to: -other.direction))
    default:
      return true
    }
  }
}

extension MotionEvent.Surroundings {
  fileprivate func isClose(to other: Self) -> Bool {
    gravity.isClose(to: other.gravity) && acceleration.isClose(to: other.acceleration)
  }
}

extension SIMD3<Double> {
  fileprivate func isClose(to other: Self) -> Bool {
    let difference = self - other
    return (difference * difference).sum().squareRoot() < 1e-6
  }
}
