import MotionBus
import MotionCore

/// A comparison of the events that witnesses heard with those of a replay of the feed.
struct Comparison {
  /// By how many nanoseconds motiond's events are later than the readings: it took the first
  /// reading for one of the moment at which it came.
  let shift: Int64
  private(set) var problems: [String] = []

  /// Compares; nil if nobody heard anything, or nothing that a replay tells.
  init?(_ witnesses: [ClaimWish: ClientLog], _ feed: Feed) {
    let readings = feed.readings
    guard let wish = ClaimWish.all.first, let log = witnesses[wish],
      let heard = log.events.first?.event,
      let expected = Self.nearest(heard, wish.replay(readings))
    else { return nil }
    shift = heard.timestamp.nanoseconds(since: expected.timestamp)
    for (wish, log) in witnesses {
      let replayed = wish.replay(readings).map { $0.details(shiftedBy: shift) }
      let heard = log.events.map { $0.event.details(shiftedBy: 0) }
      // What was recognised after the release, nobody heard; what was open then, is interrupted.
      let whole = heard.last?["reason"] == .string("interrupted") ? heard.dropLast() : heard[...]
      if !replayed.starts(with: whole) || replayed.count > whole.count + 1 {
        let same = zip(replayed, whole).prefix { $0 == $1 }.count
        problems.append(
          "\(wish.sensitivity), \(wish.window) s: of \(whole.count) events and \(replayed.count) "
            + "of a replay only the first \(same) are the same; then came "
            + "\(whole.dropFirst(same).first.map { "\($0)" } ?? "nothing")")
      }
    }
  }

  /// The event of `candidates` in the phase of `event` that is nearest to it in time.
  private static func nearest(_ event: MotionEvent, _ candidates: [MotionEvent]) -> MotionEvent? {
    candidates.filter { $0.phase == event.phase }.min {
      abs($0.timestamp.nanoseconds(since: event.timestamp))
        < abs($1.timestamp.nanoseconds(since: event.timestamp))
    }
  }

  /// The times from the reading that proved a beginning to its arrival, in nanoseconds.
  func latencies(_ log: ClientLog, _ feed: Feed) -> [Int64] {
    log.events.compactMap { event, heardAt in
      guard event.phase == .began,
        let written = feed.writeTime(of: event.timestamp.nanoseconds - shift)
      else { return nil }
      return heardAt - written
    }
  }
}

extension MotionEvent {
  /// The details, phase and timestamp, with times later by `shift` nanoseconds.
  fileprivate func details(shiftedBy shift: Int64) -> [String: BusValue] {
    let event = shifted(byNanoseconds: shift)
    return event.details.merging([
      "timestamp": .int64(event.timestamp.nanoseconds), "phase": .string(phase.name),
    ]) { $1 }
  }
}
