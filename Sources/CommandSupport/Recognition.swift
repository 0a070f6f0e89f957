import MotionCore

/// From what a source tells to motion events.
public struct Recognition: Sendable {
  private var bank: DetectorBank
  private var events: [MotionEvent] = []

  /// A recognition of shakes as `shake` says.
  public init(_ shake: ShakeConfiguration) {
    bank = DetectorBank(shake: shake)
  }

  /// Takes the next step of a source.
  ///
  /// - Parameters:
  ///   - step: what the source tells
  ///   - emit: called for each event, in order
  /// - Throws: what `emit` throws
  public mutating func take<E: Error>(
    _ step: SourceStep, _ emit: (MotionEvent) throws(E) -> Void
  ) throws(E) {
    switch step {
    case .started: break
    case .reading(let reading): bank.process(reading) { events.append($0) }
    case .time(let now): bank.advance(to: now) { events.append($0) }
    case .stalled, .lost: bank.interrupt { events.append($0) }
    }
    try flush(emit)
  }

  /// Says that the source is over: an open motion is cancelled, so nobody waits for its end.
  ///
  /// - Parameter emit: called for each event, in order
  /// - Throws: what `emit` throws
  public mutating func finish<E: Error>(_ emit: (MotionEvent) throws(E) -> Void) throws(E) {
    bank.interrupt { events.append($0) }
    try flush(emit)
  }

  private mutating func flush<E: Error>(_ emit: (MotionEvent) throws(E) -> Void) throws(E) {
    guard !events.isEmpty else { return }
    defer { events.removeAll(keepingCapacity: true) }
    for event in events { try emit(event) }
  }
}

/// Recognises motions in what `play` plays; an open motion is cancelled at its end, whatever that is.
///
/// - Parameters:
///   - shake: what counts as a shake
///   - emit: called for each event, in order
///   - play: plays a source into the closure it is given
/// - Returns: how the playing ended
/// - Throws: what `emit` and `play` throw
public func recognize(
  _ shake: ShakeConfiguration, _ emit: @escaping (MotionEvent) throws -> Void,
  in play: ((SourceStep) throws -> Void) throws -> SourceEnding
) throws -> SourceEnding {
  var recognition = Recognition(shake)
  let ending = Result { try play { try recognition.take($0, emit) } }
  try recognition.finish(emit)
  return try ending.get()
}
