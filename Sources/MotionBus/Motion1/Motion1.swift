/// The names of motiond's interface on D-Bus.
public enum Motion1 {
  /// The name that the daemon owns.
  public static let name = "org.motiond.Motion1"
  /// Where its object is.
  public static let path = "/org/motiond/Motion1"
  /// The interface of that object.
  public static let interface = "org.motiond.Motion1"

  /// The names of the errors that a call may get.
  public enum ErrorName {
    /// A value of the wrong type, or beyond what is allowed.
    public static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The caller may not do that.
    public static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// The caller may do that once its user has authenticated, which the call did not allow.
    public static let interactionRequired =
      "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"
    /// Too much is being asked for at once.
    public static let limitExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// Something that cannot be done while something else is under way.
    public static let busy = "org.motiond.Motion1.Error.Busy"
    /// What the daemon could not do, though it should.
    public static let failed = "org.freedesktop.DBus.Error.Failed"
    /// A motion that the daemon does not recognise.
    public static let unknownMotion = "org.motiond.Motion1.Error.UnknownMotion"
    /// As many clients as can be have claimed motions.
    public static let tooManyClaims = "org.motiond.Motion1.Error.TooManyClaims"
  }
}
