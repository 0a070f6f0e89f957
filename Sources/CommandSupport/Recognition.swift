import MotionCore

/// What is recognised in readings.
public enum Finding: Hashable, Sendable {
  /// A motion began, ended or was cancelled.
  case event(MotionEvent)
  /// A motion is none; only for those who ask.
  case rejection(ShakeRejection)
}

/// From what a source tells to motion events.
public struct Recognition: Sendable {
  private var bank: DetectorBank
  private var findings: [Finding] = []

  /// A recognition of shakes.
  ///
  /// - Parameters:
  ///   - shake: what counts as one
  ///   - isExplaining: whether to find rejections too
  public init(_ shake: ShakeConfiguration, isExplaining: Bool = false) {
    bank = DetectorBank(shake: shake, isExplaining: isExplaining)
  }

  /// Takes the next step of a source.
  ///
  /// - Parameters:
  ///   - step: what the source tells
  ///   - emit: called for each finding, in order
  /// - Throws: what `emit` throws
  public mutating func take<E: Error>(
    _ step: SourceStep, _ emit: (Finding) throws(E) -> Void
  ) throws(E) {
    switch step {
    case .started, .warning: return
    case .reading(let reading): bank.process(reading) { findings.append(.event($0)) }
    case .time(let now): bank.advance(to: now) { findings.append(.event($0)) }
    case .stalled, .lost: bank.interrupt { findings.append(.event($0)) }
    }
    try flush(emit)
  }

  /// Says that the source is over: an open motion is cancelled, so nobody waits for its end.
  ///
  /// - Parameter emit: called for each finding, in order
  /// - Throws: what `emit` throws
  public mutating func finish<E: Error>(_ emit: (Finding) throws(E) -> Void) throws(E) {
    bank.interrupt { findings.append(.event($0)) }
    try flush(emit)
  }

  private mutating func flush<E: Error>(_ emit: (Finding) throws(E) -> Void) throws(E) {
    bank.forEachRejection { findings.append(.rejection($0)) }
    guard !findings.isEmpty else { return }
    defer { findings.removeAll(keepingCapacity: true) }
    for finding in findings { try emit(finding) }
  }
}

/// Recognises motions in what `play` plays; an open motion is cancelled at its end, whatever that is.
///
/// - Parameters:
///   - shake: what counts as a shake
///   - isExplaining: whether to find rejections too
///   - emit: called for each finding, in order
///   - play: plays a source into the closure it is given
/// - Returns: how the playing ended
/// - Throws: what `emit` and `play` throw
public func recognize(
  _ shake: ShakeConfiguration, isExplaining: Bool = false,
  _ emit: @escaping (Finding) throws -> Void,
  in play: ((SourceStep) throws -> Void) throws -> SourceEnding
) throws -> SourceEnding {
  var recognition = Recognition(shake, isExplaining: isExplaining)
  let ending = Result { try play { try recognition.take($0, emit) } }
  try recognition.finish(emit)
  return try ending.get()
}
