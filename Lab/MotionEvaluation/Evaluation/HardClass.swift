// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionLabels

/// Hard motions that resemble each other by their physics: a fit that knows one of them knows all,
/// so an honest fold leaves all out.
public enum HardClass: String, CaseIterable, Hashable, Sendable, Encodable {
  /// The device, or who wears it, is in the air: jumps and falls.
  case flight
  /// Something hard is hit: blows and claps.
  case impact
  /// A hand leads the device along a path: strokes, letters, exercises.
  case path

  /// The words of a label, in lower case, that make a stroke a blow.
  private static let blows = ["hit", "blow", "clap", "knock", "slap"]

  /// The class of a recording; nil if it is not hard.
  init?(_ label: LabeledRecording) {
    guard label.isHard, !label.isShake else { return nil }
    let words = label.words.lowercased().split { !$0.isLetter }.map(String.init)
    switch label.category {
    case "jumping", "jumping_jacks", "fall", "stumble": self = .flight
    case "clapping": self = .impact
    default: self = words.contains(where: Self.blows.contains) ? .impact : .path
    }
  }
}

/// The share of hard recordings of one kind where a shake ended or began, cross-validated, as a
/// sensor would have read them.
public struct HardScore: Sendable, Encodable {
  /// The class, and the category of the recordings.
  public var name: String
  /// The sensors, in the order of ``HardScore/sensors``.
  public var readings: [Alarms]

  /// The sensors: as it was, at 25 Hz, and with a range of 2 g, as watches, gloves and small boards
  /// have.
  static let sensors: [Variation?] = [nil, .rate(25), .fault(.clipping(g: 2))]

  /// Rows of a table, the worst kind first.
  static func rows(_ scores: [HardScore]) -> [[String]] {
    func row(_ name: String, _ readings: [Alarms]) -> [String] {
      [name, "\(readings[0].withEnded.total)"]
        + readings.map { $0.withEnded.bounded }
        + [readings[0].eventsEach?.text(decimals: 2) ?? "-"]
    }
    func share(_ score: HardScore) -> Double { score.readings[0].withEnded.fraction ?? 0 }
    return [
      ["hard recordings with a false ended", "of"]
        + sensors.map { $0?.name ?? "as it came" } + ["began each"]
    ]
      + scores.sorted { share($0) > share($1) }.map { row($0.name, $0.readings) }
  }
}
