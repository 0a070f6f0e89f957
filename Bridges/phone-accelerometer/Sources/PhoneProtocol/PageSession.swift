// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Reading the page: which phone is connected, and what its batches and its silence mean.
///
/// Several batches are under way at once, and one that failed comes again. So readings have
/// numbers: those that were taken are skipped, and what comes too early waits.
package struct PageSession: Sendable {
  /// The answer to a batch.
  package enum Answer: Hashable, Sendable {
    /// Readings before this number are taken.
    case next(Int)
    /// Another phone is connected.
    case busy
  }

  private typealias Turn = PhoneTurn<Answer>

  /// A page that is or was connected.
  private struct Page {
    let session: String
    /// The number of the next reading.
    var next = 0
    /// The batches that came before an earlier one, and when.
    var early: [(batch: PageBatch, arrival: Timestamp)] = []
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
  /// The shortest gap where readings continue none before: a second.
  private static let shortestGap: Int64 = 1_000_000_000
  /// The most batches that wait for an earlier one: the page has four under way.
  private static let mostEarly = 4

  private var state = State.waiting
  private var timeline = PhoneTimeline()
  private var clock = PageClock()
  /// The reason why the next reading continues none before.
  private var gap: PhoneMessage.Gap?
  private var drops = Drops()
  private var troubles = Troubles()
  /// The last page that the session refused, to say so once.
  private var refused: String?

  /// A session before its first page.
  package init() {}

  /// The notes of the recording's header.
  package var notes: [RecordingNote] {
    [
      RecordingNote("device", "phone"), RecordingNote("source", "page in the phone's browser"),
      .bootTimeByRoundTrips,
    ]
  }

  /// Takes a batch, at a time on `CLOCK_BOOTTIME`.
  package mutating func process(_ batch: PageBatch, at now: Timestamp) -> PhoneTurn<Answer> {
    let new = Page(session: batch.session, heard: now)
    switch state {
    case .waiting: return take(batch, of: new, now, [.connected])
    case .visible(let page), .away(let page):
      if page.session == batch.session { return take(batch, of: page, now, []) }
      guard now.nanoseconds(since: page.heard) >= Self.takeover else {
        defer { refused = batch.session }
        return Turn(messages: refused == batch.session ? [] : [.anotherPage], next: .busy)
      }
      (clock, gap) = (PageClock(), .page)
      return take(batch, of: new, now, [])
    }
  }

  /// Notes that time has passed.
  ///
  /// - Returns: for the user
  package mutating func tick(at now: Timestamp) -> [PhoneMessage] {
    switch state {
    case .waiting, .away: return []
    case .visible(let page):
      guard now.nanoseconds(since: page.heard) >= Self.silence else { return [] }
      state = .away(page)
      return troubles.report(.pageAway)
    }
  }

  private mutating func take(
    _ batch: PageBatch, of former: Page, _ now: Timestamp, _ messages: [PhoneMessage]
  ) -> Turn {
    var page = former
    page.heard = now
    // What the page forgot does not come any more.
    page.next = max(page.next, batch.oldest)
    var turn = Turn(messages: messages, next: .next(page.next))
    let dropped = drops.count
    if batch.first <= page.next {
      take(batch, of: &page, now, &turn)
    } else if page.early.count < Self.mostEarly {
      page.early.append((batch, now))
    }
    while let index = page.early.firstIndex(where: { $0.batch.first <= page.next }) {
      let (batch, arrival) = page.early.remove(at: index)
      take(batch, of: &page, arrival, &turn)
    }
    turn.next = .next(page.next)
    turn.messages += drops.report(since: dropped)
    if batch.isHidden {
      state = .away(page)
      turn.messages += troubles.report(.pageAway)
    } else {
      state = .visible(page)
      if !batch.samples.isEmpty {
        turn.messages = troubles.end() + turn.messages
      } else if batch.isSilent {
        turn.messages += troubles.report(.noMotion)
      }
    }
    return turn
  }

  private mutating func take(
    _ batch: PageBatch, of page: inout Page, _ arrival: Timestamp, _ turn: inout Turn
  ) {
    let isMarked = batch.breaks.contains { $0 >= page.next }
    if let newest = batch.samples.compactMap(\.time).max() {
      // The clock of a phone that sleeps may stop, and any clock may be set.
      let jumps = clock.follow(newest, at: arrival, offset: batch.offset, isAnother: isMarked)
      if jumps, timeline.last != nil { gap = isMarked ? .missing : .clock }
    }
    for (number, sample) in zip(batch.first..., batch.samples) where number >= page.next {
      page.next = number + 1
      if batch.breaks.contains(number) { gap = .missing }
      take(sample, &turn)
    }
  }

  private mutating func take(_ sample: PageBatch.Sample, _ turn: inout Turn) {
    guard let source = sample.time, let acceleration = sample.acceleration,
      let time = clock.bootTime(of: source),
      Reading(timestamp: time, acceleration: acceleration).isPlausible
    else { return drops.count += 1 }
    if let last = timeline.last {
      let step = time.nanoseconds(since: last)
      guard step > 0, gap == nil || step >= Self.shortestGap else { return }
      if let gap { timeline.breakOff(gap, seconds: Double(step) * 1e-9) }
    }
    gap = nil
    guard case .at(let place, let gap) = timeline.place(time) else { return }
    if let gap { turn.messages.append(gap) }
    turn.readings.append(Reading(timestamp: place, acceleration: acceleration))
  }
}

/// The clock of a page, by the round trips of its messages: half of the shortest is the way here.
struct PageClock: Sendable {
  /// What a reading may be ahead of this machine's time or behind it: 1 s and 10 s, as the page
  /// keeps readings for so long.
  private static let credible: ClosedRange<Int64> = -1_000_000_000...10_000_000_000
  /// The difference that is a jump: a second.
  ///
  /// The clock makes up for a smaller one slowly, by an eighth of the time that passes: so no time
  /// goes back.
  private static let jump: UInt64 = 1_000_000_000

  /// `CLOCK_BOOTTIME` minus the page's clock, in ns, and the newest time by that clock.
  private var state: (offset: Int64, newest: Timestamp)?

  /// The time on `CLOCK_BOOTTIME` of a time of the page; nil before the first batch.
  func bootTime(of time: Timestamp) -> Timestamp? {
    state.map { time.advanced(byNanoseconds: $0.offset) }
  }

  /// Follows the clock to the newest reading of a batch.
  ///
  /// - Parameters:
  ///   - newest: its time by the page's clock
  ///   - arrival: when the batch came
  ///   - told: what the page found the offset to be
  ///   - isAnother: true if the clock may have stopped meanwhile
  /// - Returns: true if it jumps
  mutating func follow(
    _ newest: Timestamp, at arrival: Timestamp, offset told: Int64?, isAnother: Bool
  ) -> Bool {
    func isCredible(_ offset: Int64) -> Bool {
      Self.credible.contains(
        arrival.nanoseconds(since: newest.advanced(byNanoseconds: offset)))
    }
    let told = told.flatMap { isCredible($0) ? $0 : nil }
    guard let (offset, last) = state, !isAnother, isCredible(offset),
      (told ?? offset).subtractingReportingOverflow(offset).partialValue.magnitude < Self.jump
    else {
      let isFirst = state == nil
      state = (told ?? arrival.nanoseconds(since: newest), newest)
      return !isFirst
    }
    let most = max(0, newest.nanoseconds(since: last) / 8)
    let step = min(max((told ?? offset) - offset, -most), most)
    state = (offset + step, max(last, newest))
    return false
  }
}
