// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// A source of motions that rests while nobody wants any, such as a `MotionSession` with motiond,
  /// or `AccelerometerMotions`.
  ///
  /// A source is active while the app's own ``isActive`` is true, and one of these holds: a
  /// ``MotionWish`` is on, a loop without a wish runs, or nobody ever made a wish. `ShakeToUndo`
  /// and `Application.sendEvents(from:onShake:)` make a wish for the focus of their app.
  public protocol MotionSource: AsyncSequence, AnyObject, Sendable where Element == MotionEvent {
    /// A Boolean value that indicates whether the app itself lets the source be active.
    var isActive: Bool { get set }

    /// Makes a wish for motions, which holds until its release.
    ///
    /// By default the wish sets ``isActive``, and serves one loop at a time.
    ///
    /// - Parameter isOn: true to want motions at once
    /// - Returns: the wish, which does not keep the source alive
    func makeWish(isOn: Bool) -> any MotionWish
  }

  /// The wish of one who loops over a ``MotionSource``; its release ends it.
  public protocol MotionWish: AnyObject, Sendable {
    /// A Boolean value that indicates whether motions are wanted now.
    var isOn: Bool { get set }
  }

  extension MotionSource {
    /// A wish that sets ``isActive``.
    public func makeWish(isOn: Bool) -> any MotionWish {
      isActive = isOn
      return SoleWish(self)
    }
  }

  /// The wish for a source that counts none.
  private final class SoleWish<Source: MotionSource>: MotionWish {
    private nonisolated(unsafe) weak var source: Source?

    init(_ source: Source) { self.source = source }

    deinit { source?.isActive = false }

    var isOn: Bool {
      get { source?.isActive ?? false }
      set { source?.isActive = newValue }
    }
  }

  /// Tells a source which loops have a wish.
  package enum WishedLoop {
    /// True while an iterator is made for a loop that has a wish.
    @TaskLocal package static var isBeginning = false
  }

  extension AsyncSequence where Element == MotionEvent {
    /// Begins a loop for one who has a wish; a sequence that is no source takes none.
    package func beginLoop(
      isWished: Bool
    ) -> (iterator: AsyncIterator, wish: (any MotionWish)?) {
      guard let source = self as? any MotionSource else { return (makeAsyncIterator(), nil) }
      // Before the iterator: a source without any wish is active.
      let wish = source.makeWish(isOn: isWished)
      return WishedLoop.$isBeginning.withValue(true) { (makeAsyncIterator(), wish) }
    }
  }
#endif
