/// Every detector behind one entrance: readings in, motion events out.
///
/// This is where gestures meet, and the only thing a shell talks to. It takes readings, an
/// interruption, and the passing of time; it reads no clock and allocates nothing.
///
/// - Clock: the readings' own. Within one epoch events never go back in time. A timestamp that
///   goes back by more than 250 ms starts a new epoch: whatever was open is cancelled.
public struct DetectorBank: Sendable {
  /// How readings fared, counted since the bank was made.
  public private(set) var statistics = StreamStatistics()

  private var gate = StreamGate()
  private var shake: ShakeDetector

  /// A bank of detectors that have seen nothing yet.
  ///
  /// - Parameters:
  ///   - shake: what counts as a shake
  ///   - isExplaining: whether ``forEachRejection(_:)`` tells anything; who does not ask, pays nothing
  public init(shake: ShakeConfiguration = ShakeConfiguration(), isExplaining: Bool = false) {
    self.shake = ShakeDetector(shake, isExplaining: isExplaining)
  }

  /// Takes the next reading.
  ///
  /// A reading that is implausible or not later than the one before is dropped and counted in
  /// ``statistics``. After a gap of more than 250 ms (four periods, if that is longer) open
  /// motions are cancelled first.
  ///
  /// - Parameters:
  ///   - reading: in m/s², gravity included
  ///   - emit: called for each event, in order, before this returns
  /// - Complexity: O(1), no heap allocation.
  public mutating func process(_ reading: Reading, _ emit: (MotionEvent) -> Void) {
    shake.forgetRejection()
    switch gate.admit(reading) {
    case .implausible:
      statistics.implausible += 1
    case .late:
      statistics.late += 1
    case .admittedAfterBreak(let moment):
      statistics.breaks += 1
      statistics.admitted += 1
      deliver(.interruption(at: moment), emit)
      deliver(.reading(reading), emit)
    case .admitted:
      statistics.admitted += 1
      deliver(.reading(reading), emit)
    }
  }

  /// Says that it is `now` and that no reading up to now is waiting.
  ///
  /// It can only cancel: quiet is proved by readings, so that a live run and its replay agree.
  ///
  /// - Parameters:
  ///   - now: on the clock of the readings
  ///   - emit: called for each event, in order, before this returns
  public mutating func advance(to now: Timestamp, _ emit: (MotionEvent) -> Void) {
    shake.forgetRejection()
    guard let moment = gate.advance(to: now) else { return }
    deliver(.interruption(at: moment), emit)
  }

  /// Says that the stream ended, or that its device was lost, stalled or reset.
  ///
  /// Open motions are cancelled as ``CancellationReason/interrupted``; the next reading may carry
  /// any timestamp.
  ///
  /// - Parameter emit: called for each event, in order, before this returns
  public mutating func interrupt(_ emit: (MotionEvent) -> Void) {
    shake.forgetRejection()
    guard let moment = gate.interrupt() else { return }
    deliver(.interruption(at: moment), emit)
  }

  /// Tells which motions the last call showed to be none of those recognised, and why.
  ///
  /// - Parameter body: called for each, in order; never unless the bank was made to explain
  public func forEachRejection(_ body: (ShakeRejection) -> Void) {
    if let rejection = shake.rejection { body(rejection) }
  }

  private mutating func deliver(_ input: DetectorInput, _ emit: (MotionEvent) -> Void) {
    shake.handle(input, emit)
  }
}

/// How the readings of a stream fared.
public struct StreamStatistics: Hashable, Sendable {
  /// Readings that detectors saw.
  public var admitted = 0
  /// Readings dropped because a value was not a number or beyond ``Reading/limit``.
  public var implausible = 0
  /// Readings dropped because they were not later than the one before.
  public var late = 0
  /// Gaps and backward jumps of the clock.
  public var breaks = 0

  /// Statistics of a stream that has not begun.
  public init() {}
}
