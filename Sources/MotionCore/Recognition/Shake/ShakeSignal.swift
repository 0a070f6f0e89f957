// SPDX-License-Identifier: Apache-2.0

/// The way from readings to swings: low-pass filter, background and zigzag.
///
/// The part of a detector of shakes that is the same for every configuration.
struct ShakeSignal: Sendable {
  /// A Boolean value that indicates whether there was a reading; before the first one, the other
  /// values mean nothing.
  ///
  /// Not an optional around this large structure: each look inside would copy it.
  private(set) var hasBegun = false
  /// The last reading, unchanged.
  private(set) var reading: Reading
  /// The effect of that reading on the swing under way.
  private(set) var step = SwingTracker.Step.moving
  private var lowPass: LowPass
  private var background: Background
  /// The swing under way, and the last closed one.
  private(set) var tracker: SwingTracker
  private var clipping = Clipping()
  /// The last flight up to now.
  private(set) var flight = Flight()
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

  /// The background's gravity, and the unchanged reading.
  var surroundings: MotionEvent.Surroundings {
    MotionEvent.Surroundings(gravity: background.gravity, acceleration: reading.acceleration)
  }

  /// Takes the first reading.
  ///
  /// Not inlined: otherwise every reading would compute parts of it.
  @inline(never)
  private mutating func begin(with reading: Reading) {
    self = ShakeSignal(at: reading)
    hasBegun = true
  }

  /// Takes the next reading.
  ///
  /// - Parameters:
  ///   - reading: the reading
  ///   - gains: the gains of the last reading, which become the gains of this one; signals of one
  ///     stream may share them
  /// - Returns: false if the swing under way goes on and is too small for a shake, as in most
  ///   readings
  mutating func advance(to reading: Reading, _ gains: inout FilterGains) -> Bool {
    guard hasBegun else {
      begin(with: reading)
      return false
    }
    gains.update(after: reading.timestamp.nanoseconds(since: self.reading.timestamp))
    readings += 1
    let square = reading.acceleration.dot(reading.acceleration)
    if square >= Clipping.leastSquare,
      clipping.update(reading.acceleration, after: self.reading.acceleration)
    {
      clippedSeconds += gains.seconds
    }
    self.reading = reading
    lowPass.filter(reading.acceleration, gain: gains.lowPass)
    background.update(lowPass.output, at: reading.timestamp, gains)
    flight.process(square: square, at: reading.timestamp, gravity: background.gravity)
    let deviation = reading.acceleration - background.gravity
    step = tracker.advance(
      to: here, after: gains.seconds, squaredDeviation: deviation.dot(deviation))
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

/// Two one-pole low-pass filters in a row, on three axes.
///
/// It takes away knocks and sensor noise, which no hand makes, and with them most differences
/// between sampling rates.
struct LowPass: Sendable {
  private var first: SIMD3<Double>
  private(set) var output: SIMD3<Double>

  /// A filter at rest on `input`.
  init(startingAt input: SIMD3<Double>) {
    first = input
    output = input
  }

  /// Takes `input`, toward which each pole moves by `gain`.
  ///
  /// Inlined, because a call for each reading takes as long as the filter.
  @inline(__always)
  mutating func filter(_ input: SIMD3<Double>, gain: Double) {
    first += gain * (input - first)
    output += gain * (first - output)
  }
}

/// The recent mean and mean square of acceleration, which a shake must exceed.
struct Background: Sendable {
  /// The mean acceleration in m/s²: the estimate of gravity.
  private(set) var gravity: SIMD3<Double>
  /// The mean square of acceleration without gravity, in (m/s²)².
  private(set) var meanSquare = 0.0
  private let start: Timestamp
  /// The time when the filter's mean replaces the plain mean, if readings are at most ``longest``
  /// apart.
  private let settled: Timestamp

  /// Two seconds, and one second.
  ///
  /// With readings s apart, the plain mean is over after s / (1 - exp(-s / 0.7)), which is less
  /// than s + 0.7.
  private static var settling: Int64 { 2_000_000_000 }
  private static var longest: Int64 { 1_000_000_000 }

  /// A background with only one known value.
  ///
  /// The agitation starts at zero: a shake in the very first second must not hide itself.
  init(startingAt value: SIMD3<Double>, timestamp: Timestamp) {
    gravity = value
    start = timestamp
    settled = timestamp.advanced(byNanoseconds: Self.settling)
  }

  /// Takes the filtered `value` at `timestamp`.
  @inline(__always)
  mutating func update(_ value: SIMD3<Double>, at timestamp: Timestamp, _ gains: FilterGains) {
    var gain = gains.gravity
    if timestamp < settled || gains.nanoseconds > Self.longest {
      // Until the time constant has passed once, this is the plain mean, which is right from the
      // start.
      let elapsed = timestamp.seconds(since: start)
      if gain * elapsed < gains.seconds { gain = gains.seconds / elapsed }
    }
    gravity += gain * (value - gravity)
    let rest = value - gravity
    meanSquare += gains.agitation * (rest.dot(rest) - meanSquare)
  }
}

/// The gain of each filter for the time between two readings.
///
/// Most readings come at one rate: keeping the last gains saves three exponentials a reading.
struct FilterGains: Sendable {
  let nanoseconds: Int64
  let seconds: Double
  let lowPass: Double
  let gravity: Double
  let agitation: Double

  /// The gains before the second reading.
  init() {
    self.init(after: 0)
  }

  /// The gains for readings `nanoseconds` apart.
  private init(after nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
    seconds = Double(nanoseconds) * 1e-9
    lowPass = onePoleGain(after: seconds, timeConstant: ShakeConstants.filterTimeConstant)
    gravity = onePoleGain(after: seconds, timeConstant: ShakeConstants.gravityTimeConstant)
    agitation = onePoleGain(after: seconds, timeConstant: ShakeConstants.agitationTimeConstant)
  }

  /// Updates the gains for readings `nanoseconds` apart, if needed.
  mutating func update(after nanoseconds: Int64) {
    if nanoseconds != self.nanoseconds { self = FilterGains(after: nanoseconds) }
  }
}

/// The recognition of clipped readings: readings at the end of the sensor's range.
///
/// The readings show the range, which is unknown otherwise. A strong motion never repeats a value
/// to the last digit, except at the end of the range. A larger value later on shows that it was not
/// the end.
struct Clipping: Sendable {
  /// The end of the range in m/s², the same for all axes; infinite until readings show it.
  private var limit = Double.infinity

  /// The square of |acceleration| below which no axis can be clipped: most readings are short.
  static var leastSquare: Double { ShakeConstants.smallestRange * ShakeConstants.smallestRange }

  /// Takes the next reading that reaches ``leastSquare``, in m/s².
  ///
  /// - Parameters:
  ///   - value: the reading
  ///   - last: the reading before
  /// - Returns: true if an axis of `value` is clipped
  mutating func update(_ value: SIMD3<Double>, after last: SIMD3<Double>) -> Bool {
    let least = ShakeConstants.smallestRange
    var isClipped = false
    for axis in 0..<3 {
      let size = abs(value[axis])
      guard size >= least else { continue }
      if size > limit * (1 + ShakeConstants.rangeTolerance) { limit = .infinity }
      if value[axis] == last[axis] { limit = min(limit, size) }
      if size >= limit * (1 - ShakeConstants.rangeTolerance) { isClipped = true }
    }
    return isClipped
  }
}
