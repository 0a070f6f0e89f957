import MotionCore

extension MotionEvent {
  /// What a detector says of a shake, for those who have none at hand.
  static let simulatedShake: [MotionEvent] = {
    let rest = SIMD3(0, 0, 9.81)
    let surroundings = Surroundings(gravity: rest, acceleration: rest)
    let beginning = Timestamp(nanoseconds: 0)
    let measurements = Measurements(
      lastSwing: beginning.advanced(byNanoseconds: 500_000_000), duration: 800_000_000, swings: 6,
      peak: 20, direction: SIMD3(1, 0, 0))
    return [
      MotionEvent(motion: .shake, timestamp: beginning, phase: .began(surroundings)),
      MotionEvent(
        motion: .shake, timestamp: beginning.advanced(byNanoseconds: 900_000_000),
        phase: .ended(surroundings, measurements)),
    ]
  }()
}
