/// Acceleration moving from one turning point to the next: half of a there and back.
struct Swing: Sendable {
  /// The turning point it starts from.
  let start: TurningPoint
  /// When it set off: the last moment close to its start.
  ///
  /// A first swing starts from rest, at no certain time; this is when the hand began.
  var onset: Timestamp
  /// The farthest point it has reached.
  private(set) var end: TurningPoint
  /// How far the acceleration moved, in m/s².
  private(set) var amplitude: Double
  /// Where to, as a unit vector; zero for a swing without amplitude.
  private(set) var direction: SIMD3<Double>
  /// When it last grew as fast as a hand moves.
  private(set) var lastGrowth: Timestamp
  /// The amplitude from which growth is counted, in m/s².
  private var grown: Double
  /// How acceleration was spread on the way.
  var scatter: Scatter
  /// The largest |acceleration - gravity| of the readings on the way, in m/s².
  var peak: Double

  /// A swing from `start` to `end`.
  init(start: TurningPoint, end: TurningPoint, scatter: Scatter, peak: Double) {
    self.start = start
    onset = start.timestamp
    self.end = end
    let path = end.value - start.value
    amplitude = path.length
    direction = amplitude > 0 ? path / amplitude : .zero
    lastGrowth = end.timestamp
    grown = amplitude
    self.scatter = scatter
    self.peak = peak
  }

  /// Goes on to a farther point.
  ///
  /// - Parameters:
  ///   - end: the point
  ///   - amplitude: how far it is from the start, in m/s²; more than before
  ///   - configuration: the constants
  mutating func extend(
    to end: TurningPoint, amplitude: Double, _ configuration: ShakeConfiguration
  ) {
    self.end = end
    self.amplitude = amplitude
    direction = (end.value - start.value) / amplitude
    if amplitude >= grown + configuration.movement {
      grown = amplitude
      lastGrowth = end.timestamp
    } else if end.timestamp.seconds(since: lastGrowth) > configuration.movementTime {
      // So slowly creeps noise, and the tail of the filter.
      grown = amplitude
    }
  }

  /// How long it took, in seconds.
  var duration: Double {
    lastGrowth.seconds(since: start.timestamp)
  }
}

/// A moment at which the acceleration may have turned.
struct TurningPoint: Sendable {
  var timestamp: Timestamp
  /// The filtered acceleration in m/s².
  var value: SIMD3<Double>
  /// How agitated the device had been up to then, in m/s² (see ``Background/agitation``).
  var agitation: Double
}
