/// A mistake in how windows and application are linked, found when an event was sent.
public enum ResponderDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The key window was released: the application does not own it.
  case keyWindowReleased
  /// The key window's chain does not lead to the application that sends the event.
  case keyWindowWithoutApplication

  /// The mistake, and the way to mend it.
  public var description: String {
    switch self {
    case .keyWindowReleased:
      "the key window was released, so events go to the application alone; keep the window alive, "
        + "and set keyWindow to nil before it goes"
    case .keyWindowWithoutApplication:
      "the key window's chain of next responders does not lead to this application, so shakes that nobody "
        + "handles are lost; set the window's next, and keep the application alive"
    }
  }
}
