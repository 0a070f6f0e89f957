import MotionCore
import MotionIIO

/// From the clock of the readings to `CLOCK_BOOTTIME`, which is what clients on the bus are told.
enum TimeBase: Sendable {
  /// Readings are stamped by this clock of this machine.
  case clock(AccelerometerInfo.Clock)
  /// Readings are on another clock, which was 0 at this time of `CLOCK_BOOTTIME`, in nanoseconds.
  case zero(at: Int64)

  /// `event` with its times on `CLOCK_BOOTTIME`.
  func bootTime(_ event: MotionEvent) -> MotionEvent {
    var event = event
    let shift = shift
    event.timestamp = event.timestamp.advanced(byNanoseconds: shift)
    if case .ended(let surroundings, var measurements) = event.phase {
      measurements.lastSwing = measurements.lastSwing.advanced(byNanoseconds: shift)
      event.phase = .ended(surroundings, measurements)
    }
    return event
  }

  private var shift: Int64 {
    switch self {
    case .zero(let time): time
    // Two looks at the same clock would differ.
    case .clock(.boottime): 0
    case .clock(let clock):
      clock.now.map { AccelerometerInfo.Clock.bootTimeNow.nanoseconds(since: $0) } ?? 0
    }
  }
}
