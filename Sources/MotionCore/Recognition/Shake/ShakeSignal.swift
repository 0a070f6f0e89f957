/// The way from readings to swings: low-pass filter, background and zigzag.
///
/// The part of a detector of shakes that is the same for every configuration.
struct ShakeSignal: Sendable {
  /// A Boolean value that indicates whether there was a reading; the other values mean nothing
  /// before.
  ///
  /// Not an optional around all of this, which is large: to look into that it would be copied.
  private(set) var hasBegun = false
  /// The last reading, as it came.
  private(set) var reading: Reading
  /// The effect of that reading on the swing under way.
  private(set) var step = SwingTracker.Step.moving
  private var lowPass: LowPass
  private var background: Background
  /// The swing under way, and the last one that was closed.
  private(set) var tracker: SwingTracker
  private var clipping = Clipping()
  private var readings = 0
  private var clippedSeconds = 0.0

  /// A signal without readings.
  init() {
    self.init(at: Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero))
  }

  private init(at reading: Reading) {
    self.reading = reading
    lowPass = LowPass(startingAt: reading.acceleration)
    background = Background(startingAt: reading.acceleration, timestamp: reading.timestamp)
    tracker = SwingTracker(
      at: TurningPoint(
        timestamp: reading.timestamp, value: reading.acceleration, meanSquare: 0))
  }

  /// Gravity as the background has it, and the reading as it came.
  var surroundings: MotionEvent.Surroundings {
    MotionEvent.Surroundings(gravity: background.gravity, acceleration: reading.acceleration)
  }

  /// Takes the first reading.
  ///
  /// Not inlined, because then parts of it would be computed at every reading.
  @inline(never)
  private mutating func begin(with reading: Reading) {
    self = ShakeSignal(at: reading)
    hasBegun = true
  }

  /// Takes the next reading.
  ///
  /// - Parameters:
  ///   - reading: the reading
  ///   - gains: those of the last reading, which become those of this one; signals of one stream
  ///     may share them
  /// - Returns: false if the swing under way goes on and is too small for a shake, as in most
  ///   readings
  mutating func advance(to reading: Reading, _ gains: inout FilterGains) -> Bool {
    guard hasBegun else {
      begin(with: reading)
      return false
    }
    let seconds = reading.timestamp.seconds(since: self.reading.timestamp)
    readings += 1
    if clipping.take(reading.acceleration, after: self.reading.acceleration) {
      clippedSeconds += seconds
    }
    self.reading = reading
    gains.update(after: seconds)
    lowPass.filter(reading.acceleration, gain: gains.lowPass)
    background.update(lowPass.output, at: reading.timestamp, after: seconds, gains)
    let deviation = reading.acceleration - background.gravity
    step = tracker.advance(
      to: here, after: seconds, squaredDeviation: deviation.dot(deviation))
    return step != .moving || tracker.current.amplitude >= ShakeConstants.swingAmplitude
  }

  /// The filtered acceleration at the last reading.
  var here: TurningPoint {
    TurningPoint(
      timestamp: reading.timestamp, value: lowPass.output, meanSquare: background.meanSquare,
      readings: readings, clippedSeconds: clippedSeconds)
  }
}

extension ShakeSignal {
  /// The amplitude of the swing under way.
  var gauge: MotionGauge {
    let (amplitude, limit) = (tracker.current.amplitude, ShakeConstants.swingAmplitude)
    return MotionGauge(
      amplitude / limit,
      "swing \(amplitude.text(decimals: 1)) of \(limit.text(decimals: 0)) m/s²")
  }
}
