// SPDX-License-Identifier: Apache-2.0

/// A movement of the acceleration from one turning point to the next: half of a there and back.
struct Swing: Sendable {
  /// The turning point that the swing starts from.
  let start: TurningPoint
  /// The time when the swing started: the last moment close to its start.
  ///
  /// A first swing starts from rest, at no certain time; this is the moment when the hand began.
  var onset: Timestamp
  /// The farthest point that the swing has reached.
  private(set) var end: TurningPoint
  /// The distance that the acceleration moved, in m/s².
  private(set) var amplitude: Double
  /// The square of the amplitude, before rounding the root.
  private(set) var squaredAmplitude: Double
  /// The direction, as a unit vector; zero for a swing without amplitude.
  private(set) var direction: SIMD3<Double>
  /// The last time when the swing grew as fast as a hand moves.
  private(set) var lastGrowth: Timestamp
  /// The amplitude that growth is counted from, in m/s².
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
  ///   - path: the way from the start to the point
  ///   - squaredAmplitude: the square of the path's length; more than before
  /// - Returns: false, without a change, if the point is no farther after rounding the root
  @inline(__always)
  mutating func extend(
    to end: TurningPoint, along path: SIMD3<Double>, squaredAmplitude: Double
  ) -> Bool {
    let amplitude = squaredAmplitude.squareRoot()
    guard amplitude > self.amplitude else { return false }
    self.end = end
    self.squaredAmplitude = squaredAmplitude
    self.amplitude = amplitude
    direction = path / amplitude
    if amplitude >= grown + ShakeConstants.movement {
      grown = amplitude
      lastGrowth = end.timestamp
    } else if end.timestamp.nanoseconds(since: lastGrowth)
      > ShakeConstants.movementTime.inNanoseconds
    {
      // Only noise, and the tail of the filter, creep so slowly.
      grown = amplitude
    }
    return true
  }

  /// The largest |acceleration - gravity| of the readings on the way, in m/s².
  var peak: Double { squaredPeak.squareRoot() }

  /// The point halfway between the swing's ends, in m/s².
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

/// A moment when the acceleration may have turned.
struct TurningPoint: Sendable {
  var timestamp: Timestamp
  /// The filtered acceleration in m/s².
  var value: SIMD3<Double>
  /// The mean square of acceleration without gravity up to this moment, in (m/s²)².
  var meanSquare: Double
  /// The number of readings up to this moment.
  var readings = 0
  /// The seconds of clipped readings up to this moment.
  var clippedSeconds = 0.0

  /// The agitation up to this moment: the root of the mean square, in m/s².
  var agitation: Double { meanSquare.squareRoot() }
}

/// Cuts the path of the acceleration into swings: a zigzag in space.
///
/// It needs no estimate of gravity, so it works in any orientation from the first reading on. A
/// swing closes when the path has come back from its farthest point by a share of its amplitude;
/// the next swing starts from the farthest point. Without a new farthest point for longer than a
/// swing can take, the path has come to rest, and the tracker starts over.
struct SwingTracker: Sendable {
  /// The effect of a value on the swing under way.
  enum Step: Sendable {
    /// The swing goes on.
    case moving
    /// The swing is over, and the next has begun; see ``SwingTracker/closed``.
    case closed
    /// There has been no swing for a while.
    case rested
  }

  /// The swing from the last turning point to the farthest point since.
  private(set) var current: Swing
  /// The swing that the last ``Step/closed`` closed: kept here, because every reading returns a
  /// step.
  private(set) var closed: Swing
  /// The scatter and the squared peak since the farthest point.
  private var since: (scatter: Scatter, squaredPeak: Double) = (Scatter(), 0)

  /// A tracker that stands at `point`.
  init(at point: TurningPoint) {
    current = Swing(start: point, end: point, scatter: Scatter(), squaredPeak: 0)
    closed = current
  }

  /// Takes the next filtered value.
  ///
  /// - Parameters:
  ///   - point: the filtered value, its time and the agitation then
  ///   - seconds: the time since the value before
  ///   - squaredDeviation: |reading - gravity|² in (m/s²)²
  /// - Returns: the effect on the swing under way
  @inline(__always)
  mutating func advance(
    to point: TurningPoint, after seconds: Double, squaredDeviation: Double
  ) -> Step {
    let path = point.value - current.start.value
    let squaredDistance = path.dot(path)
    let isAtStart = squaredDistance < ShakeConstants.movement * ShakeConstants.movement
    // Most readings need only a comparison of squares, and no root.
    if squaredDistance > current.squaredAmplitude,
      current.extend(to: point, along: path, squaredAmplitude: squaredDistance)
    {
      if isAtStart { current.onset = point.timestamp }
      if since.scatter.isEmpty {
        // Most swings go on from reading to reading.
        current.scatter.add(point.value, lasting: seconds)
      } else {
        since.scatter.add(point.value, lasting: seconds)
        current.scatter.add(since.scatter)
        current.squaredPeak = max(current.squaredPeak, since.squaredPeak)
        since = (Scatter(), 0)
      }
      current.squaredPeak = max(current.squaredPeak, squaredDeviation)
      return .moving
    }
    since.scatter.add(point.value, lasting: seconds)
    since.squaredPeak = max(since.squaredPeak, squaredDeviation)
    let back = (current.end.value - point.value).dot(current.direction)
    let turned = max(ShakeConstants.movement, ShakeConstants.turnShare * current.amplitude)
    if current.amplitude > 0 && back >= turned {
      closed = current
      current = Swing(
        start: closed.end, end: point, scatter: since.scatter,
        squaredPeak: since.squaredPeak)
      since = (Scatter(), 0)
      return .closed
    }
    // Not for a closed swing: between two readings at a low rate, it comes back as far.
    if isAtStart { current.onset = point.timestamp }
    // A turned device rests far from where it turned: the next swing starts from here.
    let rest = point.timestamp.nanoseconds(since: current.lastGrowth)
    guard rest > ShakeConstants.longestSwing.inNanoseconds else { return .moving }
    self = SwingTracker(at: point)
    return .rested
  }
}

/// The spread of acceleration in space over a span of time.
///
/// A covariance weighted by time: swings along one line leave nothing across it.
struct Scatter: Sendable {
  /// The seconds taken.
  private var weight = 0.0
  private var sum = SIMD3<Double>.zero
  /// Sums of xx, yy and zz.
  private var squares = SIMD3<Double>.zero
  /// Sums of xy, yz and zx.
  private var products = SIMD3<Double>.zero

  /// A Boolean value that indicates whether there was no value yet.
  var isEmpty: Bool { weight == 0 }

  /// Takes `value` (m/s²), which held for `seconds`.
  @inline(__always)
  mutating func add(_ value: SIMD3<Double>, lasting seconds: Double) {
    let weighted = seconds * value
    weight += seconds
    sum += weighted
    squares += weighted * value
    products += SIMD3(weighted.x * value.y, weighted.y * value.z, weighted.z * value.x)
  }

  /// Takes another stretch.
  mutating func add(_ other: Scatter) {
    weight += other.weight
    sum += other.sum
    squares += other.squares
    products += other.products
  }

  /// The direction of the largest spread, and the share of the variance across it.
  ///
  /// Power iteration finds it, and converges fast just where it matters: when one direction
  /// dominates.
  ///
  /// - Parameter guess: a unit vector to start from
  /// - Returns: a unit vector, and the share from 0 (all along one line) to 2/3 (no direction)
  func principalDirection(
    from guess: SIMD3<Double>
  ) -> (direction: SIMD3<Double>, across: Double) {
    guard weight > 0 else { return (guess, 0) }
    let mean = sum / weight
    let diagonal = squares / weight - mean * mean
    let mixed = products / weight - SIMD3(mean.x * mean.y, mean.y * mean.z, mean.z * mean.x)
    let trace = diagonal.x + diagonal.y + diagonal.z
    var direction = guess
    var variance = 0.0
    for _ in 0..<Self.iterations {
      let image = SIMD3(
        diagonal.x * direction.x + mixed.x * direction.y + mixed.z * direction.z,
        mixed.x * direction.x + diagonal.y * direction.y + mixed.y * direction.z,
        mixed.z * direction.x + mixed.y * direction.y + diagonal.z * direction.z)
      variance = image.length
      guard variance > 0 else { return (guess, 0) }
      direction = image / variance
    }
    return (direction, max(0, 1 - variance / trace))
  }

  /// Enough for one per cent where the largest spread is twice the next.
  private static let iterations = 6
}
