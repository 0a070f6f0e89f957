import MotionCore

extension MotionConnection {
  /// What a connection tells.
  public enum Event: Hashable, Sendable {
    /// A motion began, ended or was cancelled; for each motion `(began (ended | cancelled))*`.
    ///
    /// - Clock: `CLOCK_BOOTTIME`.
    case motion(MotionEvent)
    /// The daemon has taken the claim: motions are told from now on.
    ///
    /// Told again of each daemon that takes the place of one that was lost.
    case connected
    /// There is no daemon, or it refuses the claim, for a reason to show to the user.
    ///
    /// The next daemon to appear is asked again; nothing need be done for that.
    case unavailable(BusError)
    /// The bus is gone, and this connection is of no use any more.
    case disconnected(BusError)
  }
}
