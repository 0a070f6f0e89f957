// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The last shakes, and whether each would have counted: pure.
///
/// Two sessions hear the same device. What ends for the one with the settings' options counts. The
/// other one has the highest sensitivity: what ends for it alone was too weak, or not enough of a
/// shake, and a capture of the readings says why.
package struct ShakeList: Hashable, Sendable {
  /// The session that heard an event.
  package enum Ear: Hashable, Sendable {
    /// The one with the options of the agent's claim.
    case agent
    /// The one with the highest sensitivity.
    case keen
  }

  /// The verdict on a shake.
  package enum Verdict: Hashable, Sendable {
    case counts
    case tooLong
    /// It did not, and why, once that is known.
    case doesNot(Reason?)
  }

  /// A shake, as it was heard.
  package struct Shake: Hashable, Sendable {
    package var number: Int
    /// The time of the day when it ended, in seconds since 1970.
    package var clock: UInt64
    package var measurements: ShakeMeasurements?
    package var verdict: Verdict
    /// From its begin to its end, on the clock of the readings.
    var span: ClosedRange<Timestamp>
  }

  /// The rule that a motion did not meet, and what would let it count.
  package struct Reason: Hashable, Sendable {
    package var shortcoming: ShakeShortcoming
    package var foundFrom: Sensitivity?
  }

  /// The newest first.
  package private(set) var shakes: [Shake] = []
  private var begins: [Ear: Timestamp] = [:]
  private var count = 0

  /// More would be a log.
  private static let most = 5

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: of any kind and phase
  ///   - ear: the session that heard it
  ///   - clock: the time of the day, in seconds since 1970
  /// - Returns: the shake to explain by the readings; nil for none
  mutating func process(_ event: MotionEvent, _ ear: Ear, at clock: UInt64) -> Int? {
    guard event.kind == .shake else { return nil }
    guard event.phase != .began else {
      begins[ear] = event.timestamp
      return nil
    }
    guard let begin = begins.removeValue(forKey: ear), begin <= event.timestamp else { return nil }
    let span = begin...event.timestamp
    switch (event.phase, ear) {
    case (.ended, .agent): put(.counts, span, event, clock)
    case (.cancelled(.tooLong), .agent): put(.tooLong, span, event, clock)
    case (.cancelled(.notAShake), .agent):
      put(.doesNot(nil), span, event, clock)
      return count
    // What the agent's session hears, too, is told by that one.
    case (.ended, .keen) where begins[.agent] == nil && !isKnown(span):
      put(.doesNot(nil), span, event, clock)
      return count
    case (.ended, .keen), (.cancelled, _), (.recognized, _), (.began, _): break
    }
    return nil
  }

  /// Takes the readings of the last 30 s, which have the shake `number`.
  ///
  /// - Parameters:
  ///   - recording: as `motionctl capture` writes it
  ///   - number: of ``Shake/number``
  ///   - options: those that decide whether it counts
  mutating func explain(_ recording: String, _ number: Int, by options: MotionOptions) {
    guard let place = shakes.firstIndex(where: { $0.number == number }),
      shakes[place].verdict == .doesNot(nil)
    else { return }
    shakes[place].verdict = .doesNot(Self.reason(in: recording, by: options))
  }

  private func isKnown(_ span: ClosedRange<Timestamp>) -> Bool {
    shakes.contains { $0.span.overlaps(span) }
  }

  private mutating func put(
    _ verdict: Verdict, _ span: ClosedRange<Timestamp>, _ event: MotionEvent, _ clock: UInt64
  ) {
    // The keen session may have heard the end before.
    shakes.removeAll { $0.span.overlaps(span) }
    count += 1
    let measured = event.measurements?[ShakeMeasurements.self]
    shakes.insert(
      Shake(number: count, clock: clock, measurements: measured, verdict: verdict, span: span),
      at: 0)
    shakes.removeLast(max(0, shakes.count - Self.most))
  }

  /// The reason why the last motion in the readings is no shake by `options`; nil if none is found.
  ///
  /// The times are no help: a pipe's readings have a clock of their own, and events another. So it
  /// is the motion with the most swings in the last seconds.
  private static func reason(in recording: String, by options: MotionOptions) -> Reason? {
    guard let recording = try? Recording(parsing: Array(recording.utf8).span),
      let last = recording.readings.last?.timestamp
    else { return nil }
    var pipeline = MotionPipeline(options.configurations(of: [.shake]), isExplaining: true)
    var found: ShakeRejection?
    func take(_ finding: MotionFinding, _: MotionConfiguration) {
      guard case .rejection(.shake(let shake)) = finding, last.seconds(since: shake.end) < recent,
        shake.swings >= found?.swings ?? 0
      else { return }
      found = shake
    }
    pipeline.process(recording.readings[...], take)
    pipeline.process(SourceEvent<Never, Never>.ended, take)
    return found.map { Reason(shortcoming: $0.shortcoming, foundFrom: $0.foundFrom) }
  }

  /// The time from the last swing to the capture, in seconds, with a window for what went on.
  private static let recent = 5.0
}
