// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The reason to refuse a proposal, or to be careful with it.
package struct CalibrationReason: Hashable, Sendable, Encodable {
  /// The reason for programs, in one word.
  var reason: String
  /// The reason for the person, and a remedy, in one line.
  package var text: String

  private init(_ reason: String, _ text: String) {
    self.reason = reason
    self.text = text
  }
}

// MARK: Refusals

extension CalibrationReason {
  /// Fewer trials than `needed` have motion in them.
  static func tooFewTrials(count: Int, needed: Int) -> Self {
    Self(
      "tooFewTrials",
      "shakes measured: \(count), which is too few to judge by; measure at least \(needed)")
  }

  /// Not even the highest sensitivity finds the shakes in these trials.
  static func shakesNotFound(names: [String]) -> Self {
    Self(
      "shakesNotFound",
      "not even sensitivity 1 finds \(names.joined(separator: ", ")); shake harder, back and forth "
        + "along one line")
  }

  /// No shake ends, so none would undo anything: they are too long for the window, or break off.
  static func nothingEnds(window: Duration) -> Self {
    Self(
      "nothingEnds",
      "no shake stops within \(window.text), so none would undo anything; shake more briefly, and "
        + "measure until the device rests")
  }

  /// From `endedFrom` on, and so at the lowest sensitivity that finds the shakes, the phase `name`
  /// has a shake too.
  static func conflict(needed: Sensitivity, name: String, endedFrom: Sensitivity) -> Self {
    Self(
      "conflict",
      "the shakes need \(needed.text), but from \(endedFrom.text) on a shake is found in \(name) "
        + "too; shake harder, or measure again")
  }
}

// MARK: Cautions

extension CalibrationReason {
  /// The trial `name` has no motion in it, and does not count.
  static func noMotion(name: String) -> Self {
    Self("noMotion", "nothing moves in \(name); it does not count")
  }

  /// The trial `name` needs far more than the others, if it is found at all, and does not count.
  static func outlier(name: String) -> Self {
    Self(
      "outlier", "\(name) needs a far higher sensitivity than the others; it does not count")
  }

  /// The given number of shakes last longer than the window; with the `wider` one more of them end.
  static func longShakes(count: Int, total: Int, window: Duration, wider: Duration?) -> Self {
    let remedy =
      wider.map { ", so a window of \($0.text) is proposed" }
      ?? " and undo nothing; shake more briefly"
    return Self(
      "longShakes", "\(count) of \(total) shakes last longer than \(window.text)\(remedy)")
  }

  /// The readings of `name` break off during the shake.
  static func brokeOff(name: String) -> Self {
    Self("brokeOff", "\(name) breaks off within the shake; go on until the device rests")
  }

  /// There is no phase without a shake.
  static let nothingQuiet = Self(
    "nothingQuiet", "nothing without a shake was measured, so false alarms are not known")

  /// At the proposed sensitivity a shake begins in the phase `name`, and is cancelled.
  static func falseBegan(name: String) -> Self {
    Self("falseBegan", "a shake begins in \(name), and is cancelled")
  }

  /// The proposal is only `margin` above the lowest sensitivity that finds the shakes.
  static func smallMargin(_ margin: Double) -> Self {
    Self(
      "smallMargin",
      "only \(margin.text(decimals: 2)) above the lowest that finds the shakes; weaker ones will be "
        + "missed")
  }

  /// The device moves in the phase `name`, where the task was to leave it still.
  static func notStill(name: String) -> Self {
    Self("notStill", "the device is not still in \(name), which does not count as rest")
  }

  /// At rest |a| is `rest`, in m/s², where gravity is 9.81.
  static func gravity(_ rest: Double) -> Self {
    Self(
      "gravity",
      "at rest |a| is \(rest.text(decimals: 2)) m/s² where gravity is 9.81: check the sensor's scale"
    )
  }
}

extension Duration {
  fileprivate var text: String { "\(seconds.text(decimals: 1)) s" }
}
