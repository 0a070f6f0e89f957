// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The motion that a recording holds, as its index says.
public struct LabeledMotion: Hashable, Sendable {
  /// The kind; not only one that can be recognized.
  public var kind: MotionKind
  /// The times when it happens, in seconds from the first reading; empty if they are not known.
  public var times: [ClosedRange<Double>]
  /// The number of times that it happens.
  public var count: Int

  /// A motion of `kind` that happens `count` times, at `times` if they are known.
  public init(_ kind: MotionKind, at times: [ClosedRange<Double>] = [], count: Int = 1) {
    self.kind = kind
    self.times = times
    self.count = count
  }

  /// Reads the columns `motion`, `label`, `positive`, `intervals_s`, `event_times_s` and
  /// `events_expected`; nil if no motion is named, or if it does not happen.
  ///
  /// - Parameter row: a row of an index with a column `motion`
  /// - Throws: an ``IndexError`` without a row
  init?(_ row: [String: String]) throws {
    let positive = row["positive"] ?? ""
    guard ["", "0", "1"].contains(positive) else {
      throw IndexError(row: 0, problem: "positive '\(positive)' is not 1 or 0 (or nothing: 1)")
    }
    guard let name = row["motion"], !name.isEmpty, positive != "0" else { return nil }
    kind = MotionKind(name, label: row["label"] ?? row["label_original"] ?? "")
    let intervals = (row["intervals_s"] ?? "").split(separator: ";")
    let moments = (row["event_times_s"] ?? "").split { $0 == " " || $0 == ";" }
    times =
      try intervals.map { try LabeledRecording.interval($0, of: "intervals_s") }
      + moments.map { text in
        guard let seconds = Double(text), (0..<1e6).contains(seconds) else {
          throw IndexError(row: 0, problem: "event_times_s '\(text)' is not a number of seconds")
        }
        return seconds...seconds
      }
    guard let text = row["events_expected"], !text.isEmpty else {
      count = max(1, times.count)
      return
    }
    guard let number = Int(text), (0..<1_000_000).contains(number) else {
      throw IndexError(row: 0, problem: "events_expected '\(text)' is not a number of events")
    }
    count = number
  }
}

extension MotionKind {
  /// The kind that an index calls `name`: `freeFall` and `free-fall` are the same, and taps with a
  /// label such as `doubletap2` are double taps.
  fileprivate init(_ name: String, label: String) {
    let words = name.split(separator: "-")
    let camel = words.dropFirst().reduce(words.first.map(String.init) ?? "") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
    let isDouble = camel == "tap" && label.lowercased().hasPrefix("double")
    self.init(rawValue: isDouble ? "doubleTap" : camel)
  }
}

extension LabeledRecording {
  /// True if an event of `kind` in this recording is a false alarm: it holds neither that kind nor
  /// a related one.
  public func isFree(of kind: MotionKind) -> Bool {
    let name = MotionRegistry[kind]?.family
    let family = Set(MotionRegistry.all.filter { $0.family == name }.map(\.kind.rawValue))
      .union([kind.rawValue])
    if let motion { return !family.contains(motion.kind.rawValue) }
    if kind == .shake, content == .ambiguous { return false }
    return !family.contains(words)
  }
}
