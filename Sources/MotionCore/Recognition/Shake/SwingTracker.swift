/// Cuts the path of the acceleration into swings: a zigzag in space.
///
/// It needs no estimate of gravity, so it works in any orientation from the first reading on.
/// A swing is closed when the path has come back from its farthest point by a share of its
/// amplitude; the next one starts from that point. Without a new farthest point for longer than a
/// swing can take, the path has come to rest and the tracker starts afresh.
struct SwingTracker: Sendable {
  /// The effect of a value on the swing under way.
  enum Step: Sendable {
    /// It goes on.
    case moving
    /// It is over, and the next has begun; see ``SwingTracker/closed``.
    case closed
    /// There has been no swing for a while.
    case rested
  }

  /// The swing from the last turning point to the farthest point since.
  private(set) var current: Swing
  /// The swing that the last ``Step/closed`` closed: kept here, for a step is returned at every
  /// reading.
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
  mutating func advance(
    to point: TurningPoint, after seconds: Double, squaredDeviation: Double
  ) -> Step {
    since.scatter.add(point.value, lasting: seconds)
    since.squaredPeak = max(since.squaredPeak, squaredDeviation)
    let path = point.value - current.start.value
    let squaredDistance = path.dot(path)
    let isAtStart = squaredDistance < ShakeConstants.movement * ShakeConstants.movement
    // Most readings are compared by squares, and take no root.
    if squaredDistance > current.squaredAmplitude,
      current.extend(to: point, squaredAmplitude: squaredDistance)
    {
      if isAtStart { current.onset = point.timestamp }
      current.scatter.add(since.scatter)
      current.squaredPeak = max(current.squaredPeak, since.squaredPeak)
      since = (Scatter(), 0)
      return .moving
    }
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
    // Not of one that is closed: between two readings of a low rate it comes back as far.
    if isAtStart { current.onset = point.timestamp }
    // A device that was turned rests far from where it turned: what comes next starts from here.
    let rest = point.timestamp.seconds(since: current.lastGrowth)
    guard rest > ShakeConstants.longestSwing else { return .moving }
    self = SwingTracker(at: point)
    return .rested
  }
}
