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
  /// The scatter and the peak since the farthest point.
  private var since: (scatter: Scatter, peak: Double) = (Scatter(), 0)

  /// A tracker that stands at `point`.
  init(at point: TurningPoint) {
    current = Swing(start: point, end: point, scatter: Scatter(), peak: 0)
    closed = current
  }

  /// Takes the next filtered value.
  ///
  /// - Parameters:
  ///   - point: the filtered value, its time and the agitation then
  ///   - seconds: the time since the value before
  ///   - deviation: |reading - gravity| in m/s²
  /// - Returns: the effect on the swing under way
  mutating func advance(
    to point: TurningPoint, after seconds: Double, deviation: Double
  ) -> Step {
    since.scatter.add(point.value, lasting: seconds)
    since.peak = max(since.peak, deviation)
    let amplitude = current.amplitude
    let distance = (point.value - current.start.value).length
    let isAtStart = distance < ShakeConstants.movement
    if distance > amplitude {
      if isAtStart { current.onset = point.timestamp }
      current.extend(to: point, amplitude: distance)
      current.scatter.add(since.scatter)
      current.peak = max(current.peak, since.peak)
      since = (Scatter(), 0)
      return .moving
    }
    let back = (current.end.value - point.value).dot(current.direction)
    let turned = max(ShakeConstants.movement, ShakeConstants.turnShare * amplitude)
    if amplitude > 0 && back >= turned {
      closed = current
      current = Swing(
        start: closed.end, end: point, scatter: since.scatter, peak: since.peak)
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
