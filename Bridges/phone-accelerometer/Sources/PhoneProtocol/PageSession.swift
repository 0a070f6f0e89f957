// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Reading the page: which phone is connected, and what its batches and its silence mean.
///
/// Batches come again until they are acknowledged, so readings have numbers: those that were taken
/// are skipped.
public struct PageSession: Sendable {
  /// The answer to a batch.
  public enum Answer: Hashable, Sendable {
    /// Readings before this number are taken.
    case next(Int)
    /// Another phone is connected.
    case busy
  }

  /// The results of a batch.
  public struct Turn: Hashable, Sendable {
    /// The readings that came, in order, with increasing times.
    public var readings: [Reading] = []
    /// For the user.
    public var messages: [PhoneMessage] = []
    /// The answer.
    public var answer: Answer
  }

  /// A page that is or was connected.
  private struct Page {
    let session: String
    /// The number of the next reading.
    var next = 0
    /// The moment of the last batch.
    var heard: Timestamp
  }

  private enum State {
    /// No page was there so far.
    case waiting
    /// It is in front.
    case visible(Page)
    /// It went to the background, or is silent.
    case away(Page)
  }

  /// The time without a batch before the user hears of it, and before another page may take over: 2
  /// s and 3 s.
  private static let silence: Int64 = 2_000_000_000
  private static let takeover: Int64 = 3_000_000_000
  /// The shortest step of the page's clock where arrivals tell the length of the gap: a second.
  private static let longStep: Int64 = 1_000_000_000

  private var state = State.waiting
  private var timeline = PhoneTimeline()
  private var sign = AxisSign()
  private var drops = Drops()
  private var troubles = Troubles()
  /// The last page that the session refused, to say so once.
  private var refused: String?
  /// The last reading that was placed, by the page's clock, and the moment when it came.
  private var last: (source: Timestamp, arrival: Timestamp)?

  /// A session before its first page.
  public init() {}

  /// The notes of the recording's header.
  public var notes: [RecordingNote] {
    [RecordingNote("device", "phone"), RecordingNote("source", "page in the phone's browser")]
  }

  /// Takes a batch.
  ///
  /// - Parameters:
  ///   - batch: what the page sent
  ///   - now: a clock that only goes forward
  /// - Returns: what came, and what to answer
  public mutating func process(_ batch: PageBatch, at now: Timestamp) -> Turn {
    switch state {
    case .waiting: return begin(batch, now, [.connected])
    case .visible(let page), .away(let page):
      if page.session == batch.session { return take(batch, of: page, now, []) }
      guard now.nanoseconds(since: page.heard) >= Self.takeover else {
        defer { refused = batch.session }
        return Turn(messages: refused == batch.session ? [] : [.anotherPage], answer: .busy)
      }
      timeline.breakOff(.page, seconds: last.map { now.seconds(since: $0.arrival) })
      last = nil
      return begin(batch, now, [])
    }
  }

  /// Notes that time has passed.
  ///
  /// - Returns: for the user
  public mutating func tick(at now: Timestamp) -> [PhoneMessage] {
    switch state {
    case .waiting, .away: return []
    case .visible(let page):
      guard now.nanoseconds(since: page.heard) >= Self.silence else { return [] }
      state = .away(page)
      return troubles.report(.pageAway)
    }
  }

  private mutating func begin(
    _ batch: PageBatch, _ now: Timestamp, _ messages: [PhoneMessage]
  ) -> Turn {
    sign = AxisSign(isOfIOS: batch.isOfIOS)
    return take(batch, of: Page(session: batch.session, heard: now), now, messages)
  }

  private mutating func take(
    _ batch: PageBatch, of former: Page, _ now: Timestamp, _ messages: [PhoneMessage]
  ) -> Turn {
    var page = former
    page.heard = now
    // What the page forgot does not come any more.
    page.next = max(page.next, batch.first)
    var turn = Turn(
      messages: messages,
      answer: .next(max(page.next, batch.first + batch.samples.count)))
    let dropped = drops.count
    for (number, sample) in zip(batch.first..., batch.samples) where number >= page.next {
      page.next = number + 1
      take(sample, afterBreak: batch.breaks.contains(number), of: batch, now, &turn)
    }
    turn.messages += drops.report(since: dropped)
    if batch.isHidden {
      state = .away(page)
      turn.messages += troubles.report(.pageAway)
    } else {
      state = .visible(page)
      if !batch.samples.isEmpty { turn.messages = troubles.end() + turn.messages }
    }
    return turn
  }

  private mutating func take(
    _ sample: PageBatch.Sample, afterBreak isAfterBreak: Bool, of batch: PageBatch,
    _ now: Timestamp, _ turn: inout Turn
  ) {
    guard let time = sample.time, let raw = sample.acceleration,
      Reading(timestamp: time, acceleration: raw).isPlausible
    else { return drops.count += 1 }
    breakOff(before: time, isMarked: isAfterBreak, of: batch, now)
    if sign.check(raw, at: time, angle: batch.angle) { timeline.breakOff(.turned, seconds: nil) }
    guard case .at(let place, let gap) = timeline.place(time) else { return }
    last = (time, now)
    if let gap { turn.messages.append(gap) }
    turn.readings.append(Reading(timestamp: place, acceleration: sign.acceleration(raw)))
  }

  /// Breaks the timeline off before a reading whose place the page's clock does not tell: the clock
  /// of a phone that sleeps may stop, and any clock may be set.
  private mutating func breakOff(
    before time: Timestamp, isMarked: Bool, of batch: PageBatch, _ now: Timestamp
  ) {
    guard let last else { return }
    let step = time.nanoseconds(since: last.source)
    guard isMarked || step.magnitude >= UInt64(Self.longStep) else { return }
    // The phone read the later samples of the batch later.
    let end = batch.samples.compactMap(\.time).max() ?? time
    let rest = min(max(0, end.seconds(since: time)), now.seconds(since: last.arrival))
    timeline.breakOff(
      isMarked || step > 0 ? .missing : .clock,
      seconds: now.seconds(since: last.arrival) - rest)
  }
}

/// The sign of the axes: iOS measures gravity as the pull downward, all others as the push upward,
/// and a browser does not say which.
///
/// A person who reads the page has its upper edge up, or the phone's face: at the first rest that
/// tells, the sum of both is positive, or the sign is the other one. The system turns the page by
/// the same rule.
struct AxisSign: Hashable, Sendable {
  /// The sum that tells, in m/s²: the phone hangs neither upside down nor on its side.
  private static let least = 4.0

  private var sign = 1.0
  /// The search for rest; nil once it is known.
  private var rest: CalmSecond? = CalmSecond()

  /// The sign of a browser; the sign of iOS if `isOfIOS`.
  init(isOfIOS: Bool = false) { sign = isOfIOS ? -1 : 1 }

  /// The acceleration of the browser's `raw`, which z out of the face makes positive at rest.
  func acceleration(_ raw: Acceleration) -> Acceleration { raw * sign }

  /// Takes the next reading.
  ///
  /// - Parameters:
  ///   - raw: by the browser's sign
  ///   - time: by the page's clock
  ///   - angle: the angle of the screen's content, in degrees
  /// - Returns: true if it shows that the sign is the other one
  mutating func check(_ raw: Acceleration, at time: Timestamp, angle: Int) -> Bool {
    let reading = Reading(timestamp: time, acceleration: acceleration(raw))
    guard let mean = rest?.process(reading) else { return false }
    let upper =
      switch angle {
      case 90: mean.x
      case 180: -mean.y
      case 270: -mean.x
      default: mean.y
      }
    guard abs(upper + mean.z) >= Self.least else { return false }
    rest = nil
    guard upper + mean.z < 0 else { return false }
    sign = -sign
    return true
  }
}
