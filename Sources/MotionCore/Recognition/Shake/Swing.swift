/// Acceleration moving from one turning point to the next: half of a there and back.
struct Swing: Sendable {
  /// The turning point it starts from.
  var start: TurningPoint
  /// When it set off: the last moment close to its start.
  ///
  /// A first swing starts from rest, at no certain time; this is when the hand began.
  var onset: Timestamp
  /// The farthest point it has reached.
  var end: TurningPoint
  /// How acceleration was spread on the way.
  var scatter: Scatter
  /// The largest |acceleration - gravity| of the readings on the way, in m/s².
  var peak: Double

  /// How far the acceleration moved, in m/s².
  var amplitude: Double {
    (end.value - start.value).length
  }

  /// Where to, as a unit vector; zero for a swing without amplitude.
  var direction: SIMD3<Double> {
    let amplitude = amplitude
    return amplitude > 0 ? (end.value - start.value) / amplitude : .zero
  }

  /// How long it took, in seconds.
  var duration: Double {
    end.timestamp.seconds(since: start.timestamp)
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
