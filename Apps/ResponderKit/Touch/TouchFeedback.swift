// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore

/// The dots that show an audience where the fingers are, as a model that any toolkit can draw.
///
/// Set it as a window's ``Window/touchFeedback``, and draw ``dots`` above all else whenever it
/// calls the closure that it was made with:
///
/// ```swift
/// @MainActor func demonstrate(in window: Window, redraw: @escaping @MainActor () -> Void) {
///   window.touchFeedback = TouchFeedback(onChange: redraw)
/// }
/// ```
///
/// A finger that lifted has a dot for 200 ms more, so that a quick tap is seen. Its clock is the
/// touches': see ``Application/touchDeadline``.
@MainActor
public final class TouchFeedback {
  /// The time that the dot of a finger stays after it lifts.
  public nonisolated static let lingering = Duration.milliseconds(200)
  /// The least radius of a dot, in points.
  public nonisolated static let leastRadius: CGFloat = 15

  /// A dot for one finger.
  public struct Dot: Hashable, Identifiable, Sendable {
    /// The number of the dot, which no other of its model has.
    public let id: Int
    /// The touch; another may have its identity once it is gone.
    fileprivate let finger: ObjectIdentifier
    /// The middle, in points of the window.
    public internal(set) var center: CGPoint
    /// The radius, in points.
    public internal(set) var radius: CGFloat
    /// The time when the finger lifted; nil while it is down.
    ///
    /// - Clock: the input's
    public internal(set) var lifted: Timestamp?

    /// The opacity of the dot at `time`: 1 while the finger is down, then less and less.
    public func opacity(at time: Timestamp) -> Double {
      guard let lifted else { return 1 }
      let share = Duration.nanoseconds(time.nanoseconds(since: lifted)) / TouchFeedback.lingering
      return min(max(1 - share, 0), 1)
    }
  }

  /// The dots, in the order that their fingers came.
  public private(set) var dots: [Dot] = []
  private let onChange: @MainActor () -> Void
  private var latest = 0

  /// A model without dots.
  ///
  /// - Parameter onChange: called after each change of ``dots``
  public init(onChange: @escaping @MainActor () -> Void = {}) {
    self.onChange = onChange
  }

  /// Takes the touches of an event that `window` is sent.
  func process(_ event: Event, in window: Window) {
    let before = dots
    for touch in event.touches(for: window) ?? [] {
      let finger = ObjectIdentifier(touch)
      let index = dots.firstIndex { $0.finger == finger && $0.lifted == nil }
      switch touch.now.contact.phase {
      case .began, .moved, .stationary:
        if index == nil { latest += 1 }
        let dot = Dot(
          id: index.map { dots[$0].id } ?? latest, finger: finger,
          center: touch.location(in: nil), radius: max(touch.majorRadius, Self.leastRadius))
        if let index { dots[index] = dot } else { dots.append(dot) }
      case .ended:
        guard let index else { break }
        dots[index].lifted = event.timestamp
        expire(dots[index].id, in: window)
      case .cancelled:
        if let index { dots.remove(at: index) }
      }
    }
    if dots != before { onChange() }
  }

  /// Removes the dots of touches that the application has cancelled.
  func forget(_ touches: [Touch]) {
    remove { dot in
      dot.lifted == nil && touches.contains { ObjectIdentifier($0) == dot.finger }
    }
  }

  private func expire(_ id: Dot.ID, in window: Window) {
    window.application?.perform(after: Self.lingering) { [weak self] in
      self?.remove { $0.id == id }
    }
  }

  private func remove(where isGone: (Dot) -> Bool) {
    let before = dots.count
    dots.removeAll(where: isGone)
    if dots.count != before { onChange() }
  }
}
