/// Acceleration moving from one turning point to the next: half of a there and back.
struct Swing: Sendable {
  /// The turning point it starts from.
  let start: TurningPoint
  /// The time at which it started: the last moment close to its start.
  ///
  /// A first swing starts from rest, at no certain time; this is when the hand began.
  var onset: Timestamp
  /// The farthest point it has reached.
  private(set) var end: TurningPoint
  /// The distance that the acceleration moved, in m/s².
  private(set) var amplitude: Double
  /// The square of the amplitude, before its root was rounded.
  private(set) var squaredAmplitude: Double
  /// The direction, as a unit vector; zero for a swing without amplitude.
  private(set) var direction: SIMD3<Double>
  /// The last time at which it grew as fast as a hand moves.
  private(set) var lastGrowth: Timestamp
  /// The amplitude from which growth is counted, in m/s².
  private var grown: Double
  /// The spread of acceleration on the way.
  var scatter: Scatter
  /// The square of the largest |acceleration - gravity| of the readings on the way, in (m/s²)².
  var squaredPeak: Double

  /// A swing from `start` to `end`.
  init(start: TurningPoint, end: TurningPoint, scatter: Scatter, squaredPeak: Double) {
    self.start = start
    onset = start.timestamp
    self.end = end
    let path = end.value - start.value
    squaredAmplitude = path.dot(path)
    amplitude = squaredAmplitude.squareRoot()
    direction = amplitude > 0 ? path / amplitude : .zero
    lastGrowth = end.timestamp
    grown = amplitude
    self.scatter = scatter
    self.squaredPeak = squaredPeak
  }

  /// Goes on to a farther point.
  ///
  /// - Parameters:
  ///   - end: the point
  ///   - squaredAmplitude: the square of how far it is from the start; more than before
  /// - Returns: false, and nothing is changed, if it is not farther once the root is rounded
  mutating func extend(to end: TurningPoint, squaredAmplitude: Double) -> Bool {
    let amplitude = squaredAmplitude.squareRoot()
    guard amplitude > self.amplitude else { return false }
    self.end = end
    self.squaredAmplitude = squaredAmplitude
    self.amplitude = amplitude
    direction = (end.value - start.value) / amplitude
    if amplitude >= grown + ShakeConstants.movement {
      grown = amplitude
      lastGrowth = end.timestamp
    } else if end.timestamp.seconds(since: lastGrowth) > ShakeConstants.movementTime {
      // So slowly creeps noise, and the tail of the filter.
      grown = amplitude
    }
    return true
  }

  /// The largest |acceleration - gravity| of the readings on the way, in m/s².
  var peak: Double { squaredPeak.squareRoot() }

  /// The point halfway between its ends, in m/s².
  var midpoint: SIMD3<Double> {
    0.5 * (start.value + end.value)
  }

  /// The number of readings on the way.
  var readings: Int { end.readings - start.readings }

  /// The seconds of clipped readings on the way.
  var clippedSeconds: Double { end.clippedSeconds - start.clippedSeconds }

  /// The duration in seconds.
  var duration: Double {
    lastGrowth.seconds(since: start.timestamp)
  }
}

/// A moment at which the acceleration may have turned.
struct TurningPoint: Sendable {
  var timestamp: Timestamp
  /// The filtered acceleration in m/s².
  var value: SIMD3<Double>
  /// The mean square of acceleration without gravity up to then, in (m/s²)².
  var meanSquare: Double
  /// The number of readings up to then.
  var readings = 0
  /// The seconds of clipped readings up to then.
  var clippedSeconds = 0.0

  /// The agitation up to then: the root of the mean square, in m/s².
  var agitation: Double { meanSquare.squareRoot() }
}
