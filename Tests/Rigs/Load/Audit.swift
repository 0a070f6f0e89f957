// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An audit of the events that clients heard: each event due, once, in order, and nothing else.
///
/// Due are the events that witnesses heard: one client for each claim, which stays to the end.
struct Audit {
  /// The number of events that clients had to hear for certain.
  private(set) var due = 0
  /// The number of events that they heard.
  private(set) var received = 0
  /// The number of due events that they did not hear.
  private(set) var lost = 0
  /// The problems in words.
  private(set) var problems: [String] = []

  private let motions: [ClaimWish: [Motion]]
  private let shift: Int64

  private struct Motion {
    let began: MotionEvent
    let end: MotionEvent
    let endHeardAt: Int64
  }

  /// Audits nothing yet.
  ///
  /// - Parameters:
  ///   - witnesses: what they heard
  ///   - shift: by how many nanoseconds events are stamped later than the readings
  init(_ witnesses: [ClaimWish: ClientLog], shift: Int64) {
    self.shift = shift
    motions = witnesses.mapValues { log in
      let events = log.events
      return zip(events, events.dropFirst()).compactMap { first, second in
        guard first.event.phase == .began else { return nil }
        return Motion(began: first.event, end: second.event, endHeardAt: second.at)
      }
    }
    for log in witnesses.values { check(log) }
  }

  /// Looks at what one client heard.
  mutating func check(_ log: ClientLog) {
    let heard = log.events.map(\.event)
    received += heard.count
    checkWhatCame(log)
    let known = Set(heard)
    for tenure in log.tenures {
      for motion in motions[tenure.wish, default: []] where isDue(motion, tenure) {
        due += 2
        lost += [motion.began, motion.end].count { !known.contains($0) }
      }
    }
  }

  /// Returns true if a motion surely began after the claim was granted and ended before it did.
  private func isDue(_ motion: Motion, _ tenure: ClientLog.Tenure) -> Bool {
    // A reading is written when it is due at the earliest, and is recognized after that.
    guard motion.began.timestamp.nanoseconds - shift > tenure.from else { return false }
    switch tenure.end {
    case .never: return true
    case .asked(let time): return motion.endHeardAt < time
    case .left(let lastEvent): return motion.end.timestamp.nanoseconds <= lastEvent
    }
  }

  private mutating func checkWhatCame(_ log: ClientLog) {
    var claims: [ClaimWish] = []
    var (open, last) = (MotionEvent?.none, Int64.min)
    for entry in log.entries {
      switch entry {
      case .asked(let wish, at: _):
        claims = claims.suffix(1) + (wish.map { [$0] } ?? [])
      case .granted:
        claims = claims.suffix(1)
      case .left: continue
      case .garbled(let member):
        problems.append("a signal \(member) made no sense")
      case .heard(let event, at: _):
        let time = event.timestamp.nanoseconds
        if time < last { problems.append("an event \(last - time) ns older than the one before") }
        last = time
        if let problem = problem(event, after: open, claims) { problems.append(problem) }
        open = event.phase == .began ? event : nil
      }
    }
  }

  /// The problem with `event`, heard while `open` was; nil if it is correct.
  private func problem(
    _ event: MotionEvent, after open: MotionEvent?, _ claims: [ClaimWish]
  ) -> String? {
    let candidates = claims.flatMap { motions[$0, default: []] }
    switch (event.phase, open) {
    case (.began, nil):
      return candidates.contains { $0.began == event } ? nil : "a beginning that no witness heard"
    case (.began, _?): return "two beginnings without an end between them"
    case (.ended, nil), (.cancelled, nil): return "an end without a beginning"
    case (.recognized, _): return "a shake without a duration"
    // Of those who give up their claim in the middle.
    case (.cancelled(.interrupted), _?): return nil
    case (.ended, let began?), (.cancelled, let began?):
      let isKnown = candidates.contains { $0.began == began && $0.end == event }
      return isKnown ? nil : "an end that no witness heard"
    }
  }
}
