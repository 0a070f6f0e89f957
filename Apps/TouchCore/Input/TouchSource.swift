import MotionCore

/// A source of touches that tells the time in order with them.
///
/// Some gestures are recognized because time passes, such as a press. Whoever recognizes says when; the
/// source has ``TouchStep/time(_:)`` follow every frame that came earlier, as it alone knows what waits:
///
/// ```swift
/// @MainActor func follow(_ source: some TouchSource) async throws {
///   for try await step in source {
///     application.receive(step)
///     source.remind(at: application.touchDeadline)
///   }
/// }
/// ```
public protocol TouchSource: AsyncSequence where Element == TouchStep {
  /// Has the time come among the steps once it is `deadline` and every earlier frame has come.
  ///
  /// - Parameter deadline: on the clock of the steps; nil for none any more. It replaces the one before.
  func remind(at deadline: Timestamp?)
}
