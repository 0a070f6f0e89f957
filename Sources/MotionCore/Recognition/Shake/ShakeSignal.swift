/// The way from readings to swings: low-pass filter, background and zigzag.
struct ShakeSignal: Sendable {
  /// The last reading, as it came.
  private(set) var reading: Reading
  private var lowPass: LowPass
  private var background: Background
  private var tracker: SwingTracker
  private var gains: FilterGains
  private var clipping = Clipping()
  private var readings = 0
  private var clippedSeconds = 0.0

  /// A signal of which only one reading is known.
  init(startingWith reading: Reading) {
    self.reading = reading
    gains = FilterGains(after: 0)
    lowPass = LowPass(startingAt: reading.acceleration)
    background = Background(startingAt: reading.acceleration, timestamp: reading.timestamp)
    tracker = SwingTracker(
      at: TurningPoint(
        timestamp: reading.timestamp, value: reading.acceleration, meanSquare: 0))
  }

  /// The swing under way.
  var swing: Swing {
    tracker.current
  }

  /// The amplitude of the swing under way in m/s²: without a copy of the swing.
  var amplitude: Double {
    tracker.current.amplitude
  }

  /// The swing that the last step closed, if it closed one.
  var closed: Swing {
    tracker.closed
  }

  /// Gravity as the background has it, and the reading as it came.
  var surroundings: MotionEvent.Surroundings {
    MotionEvent.Surroundings(gravity: background.gravity, acceleration: reading.acceleration)
  }

  /// Takes the next reading and returns its effect on the swing under way.
  mutating func advance(to reading: Reading) -> SwingTracker.Step {
    let seconds = reading.timestamp.seconds(since: self.reading.timestamp)
    readings += 1
    if clipping.take(reading.acceleration, after: self.reading.acceleration) {
      clippedSeconds += seconds
    }
    self.reading = reading
    gains.update(after: seconds)
    lowPass.filter(reading.acceleration, gain: gains.lowPass)
    background.update(lowPass.output, at: reading.timestamp, after: seconds, gains)
    return tracker.advance(
      to: here, after: seconds,
      deviation: (reading.acceleration - background.gravity).length)
  }

  /// The filtered acceleration at the last reading.
  var here: TurningPoint {
    TurningPoint(
      timestamp: reading.timestamp, value: lowPass.output, meanSquare: background.meanSquare,
      readings: readings, clippedSeconds: clippedSeconds)
  }
}
