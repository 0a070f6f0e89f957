// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore

/// A comparison of the events that clients heard with the readings that they are of.
struct Comparison {
  private let feed: Feed
  private let shift: Int64

  /// A comparison with a feed whose events are later by `shift` nanoseconds.
  init(_ feed: Feed, shift: Int64) {
    self.feed = feed
    self.shift = shift
  }

  /// The differences in words between what witnesses heard and a replay of the feed.
  func problems(_ witnesses: [ClaimWish: ClientLog]) -> [String] {
    let readings = feed.readings
    return ClaimWish.all.compactMap { wish in
      let replayed = wish.replay(readings).map { $0.details(shiftedBy: shift) }
      let heard = witnesses[wish].map { $0.events.map { $0.event.details(shiftedBy: 0) } } ?? []
      // Motions after the release were sent to no client; open ones are interrupted.
      let whole = heard.last?["reason"] == .string("interrupted") ? heard.dropLast() : heard[...]
      // Nothing is missing at the end either: each witness had what was due before the release.
      guard !replayed.starts(with: whole) else { return nil }
      let same = zip(replayed, whole).prefix { $0 == $1 }.count
      return """
        \(wish.sensitivity), \(wish.window) s: of \(whole.count) events and \(replayed.count) of a \
        replay only the first \(same) are the same; then came \(text(whole.dropFirst(same).first)), \
        expected \(text(replayed.dropFirst(same).first)); times are \(shift) ns later than the feed's
        """
    }
  }

  private func text(_ details: [String: BusValue]?) -> String {
    details.map { $0.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ") }
      ?? "nothing"
  }

  /// The times from the reading that proved a beginning to its arrival, in nanoseconds.
  func latencies(_ log: ClientLog) -> [Int64] {
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
    var event = shifted(byNanoseconds: shift)
    // How late a busy machine tells of it is no difference.
    event.lateness = nil
    return event.details.merging([
      "timestamp": .int64(event.timestamp.nanoseconds), "phase": .string(phase.name),
    ]) { $1 }
  }
}
