import MotionCore
import TouchCore

extension Application {
  /// Sends the touches of a source, and the gestures in them, until it ends.
  ///
  /// ```swift
  /// try await Application.shared.sendTouches(from: TouchReader())
  /// ```
  ///
  /// `TouchReader` is of the product TouchInput. The source tells the time for gestures that depend on it, so no other
  /// timer is needed. What touches at the end, or when the task is cancelled, is cancelled.
  ///
  /// - Parameters:
  ///   - source: a panel's touches
  ///   - window: the window whose coordinates they have; by default the key window
  /// - Throws: the error of the source, such as that this user may not read a panel
  public func sendTouches<Source: TouchSource>(
    from source: Source, in window: Window? = nil
  ) async throws(Source.Failure) {
    defer { receive(.interruption) }
    var told: Timestamp?
    for try await step in source {
      receive(step, in: window)
      guard touchDeadline != told else { continue }
      told = touchDeadline
      source.remind(at: told)
    }
  }
}
