// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The place in phyphox's buffers where reading goes on, and the new readings of an answer.
struct PhyphoxProgress: Sendable {
  /// A row of the buffers; nil stands for what is not a number.
  typealias Row = (time: Double?, values: SIMD3<Double>?)

  /// The longest stretch of past measurements that the session fetches, in s.
  private static let longestFetch = 10.0
  /// A step back that is a jump of the clock, in s.
  private static let jump = 0.25
  /// The first time that is coarse, in s: 2.8 hours, where Android begins to send ms.
  private static let longRun = 10_000.0

  /// The time of the last reading that was used, in s; nil to begin with the first.
  private(set) var last: Double?
  /// The last time before the clock went back, until it is passed again.
  private var ceiling: Double?
  /// True once it is known where to begin; the other after a clear, until a value is known.
  private var hasBeginning = false
  private var needsLook = false
  private var hasReportedLongRun = false
  private var timeline = PhyphoxTimeline()
  private var drops = Drops()

  /// Notes the starts and pauses of `/time`.
  ///
  /// - Returns: true if they belong to a new run; its values are known only after a look
  mutating func update(_ events: [PhyphoxEvent]) -> Bool {
    let isNew = timeline.update(events) == .new && hasBeginning
    if isNew { (last, ceiling, needsLook) = (nil, nil, true) }
    return isNew
  }

  /// Goes on after a pause.
  mutating func resume() { timeline.resume() }

  /// Forgets where to begin, so that the next look decides it.
  mutating func forgetBeginning() { hasBeginning = false }

  /// Begins after the value of the time `newest`, unless it is known where to begin.
  mutating func begin(after newest: Double?) {
    if !hasBeginning { (last, hasBeginning) = (newest, true) }
  }

  /// Decides where to go on, now that it measures and its last value has the time `newest`.
  ///
  /// - Returns: false if nothing is newer than what was read
  mutating func goOn(to newest: Double?) -> Bool {
    defer { needsLook = false }
    guard hasBeginning else {
      // It ran before: what it has measured so far is not asked for.
      begin(after: newest)
      return true
    }
    guard !needsLook, let last else {
      last = newest.map { $0 > Self.longestFetch } == true ? newest : nil
      return true
    }
    guard let newest else { return true }
    if newest < last - max(1e-6, last * 1e-7) {
      timeline.breakOff(.clock, seconds: nil)
      (ceiling, self.last) = (last, newest)
    } else if newest - last > Self.longestFetch {
      timeline.breakOff(.skipped, seconds: newest - last)
      self.last = newest
    } else {
      return newest > last
    }
    return true
  }

  /// The readings that are new in `rows`, with increasing times, and what the user should know.
  mutating func readings(of rows: [Row]) -> (readings: [Reading], messages: [PhoneMessage]) {
    var readings: [Reading] = []
    var messages: [PhoneMessage] = []
    let before = drops.count
    for row in new(of: rows) {
      guard let time = row.time else {
        drops.count += 1
        continue
      }
      if let last, time < last - Self.jump {
        timeline.breakOff(.clock, seconds: nil)
        (ceiling, self.last) = (last, time)
      } else {
        // What goes back a little, as on iOS at the start, is not later and left out below.
        last = max(last ?? time, time)
      }
      guard let values = row.values,
        Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: values).isPlausible
      else {
        drops.count += 1
        continue
      }
      switch timeline.place(time) {
      case .at(let place, let gap)?:
        if let gap { messages.append(gap) }
        readings.append(Reading(timestamp: place, acceleration: values))
      case .late?: continue
      case nil: drops.count += 1
      }
    }
    messages += drops.report(since: before)
    if let last, last > Self.longRun, !hasReportedLongRun {
      hasReportedLongRun = true
      messages.append(.longRun(seconds: last))
    }
    return (readings, messages)
  }

  /// The new part of `rows`: a threshold finds values above it anywhere in the buffer, so that
  /// after the clock went back, those from before come again, first.
  private mutating func new(of rows: [Row]) -> ArraySlice<Row> {
    guard let ceiling, let last, last < ceiling else {
      self.ceiling = nil
      return rows[...]
    }
    var before = -Double.infinity
    for (index, row) in rows.enumerated() {
      guard let time = row.time else { continue }
      if time <= before { return rows[index...] }
      before = time
    }
    return []
  }
}
