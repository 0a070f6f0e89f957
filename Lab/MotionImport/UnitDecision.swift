// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The rules that infer unit and gravity from the values, if header and app leave them open.
///
/// At rest |a| is gravity, and most of any file is nearly at rest: the median of |a| is then 9.81
/// in m/s², 1 in g and 1000 in mg, within 15 % for bad calibration; in mg it also has to rest for a
/// second, as raw counts of a chip are as large. The mean vector confirms it, as
/// the motions of a hand cancel out and gravity does not: it is at least a fifth of gravity.
///
/// In a file of only shaking or jumping the median differs. There the mean vector is at least half
/// of gravity, and a quarter of the mean of |a|.
extension Track {
  /// The presence of gravity in a track.
  enum Presence {
    /// The values include gravity, for this reason.
    case included(String)
    /// Another track has gravity.
    case apart
    /// Gravity is missing.
    case absent
  }

  private static let leastCalmMean = 0.2
  private static let agitated = 0.4...5.0
  private static let leastMean = 0.5
  private static let leastShare = 0.25
  /// The least median of |a| in m/s² that may have gravity in it, in motion.
  private static let leastMedian = 5.0

  /// True if the values include gravity, which is `gravity` in their unit.
  private func hasGravity(of gravity: Double) -> Bool {
    let (median, mean, ofMean) = lengths
    if GravityCheck.range.contains(median / gravity), ofMean >= Self.leastCalmMean * gravity {
      return true
    }
    return Self.agitated.contains(median / gravity) && Self.agitated.contains(mean / gravity)
      && ofMean >= Self.leastMean * gravity && ofMean >= Self.leastShare * mean
  }

  /// True if the values include gravity, whatever the options.
  var hasGravity: Bool {
    if let scale = plan.scale { return hasGravity(of: scale.gravity) }
    let units = plan.unit.map { [$0] } ?? AccelerationUnit.allCases
    return units.contains { hasGravity(of: AccelerationScale($0).gravity) }
  }

  /// True if the values need gravity of another track.
  func needsGravity(_ options: ImportOptions, from gravity: Track?) -> Bool {
    guard plan.quantity == .acceleration else { return plan.quantity == .user }
    guard let scale = try? scale(options, gravity: gravity).scale else { return !hasGravity }
    return lengths.median * scale.factor < Self.leastMedian && !hasGravity(of: scale.gravity)
  }

  /// The scale of the values, and the reason in words.
  ///
  /// - Throws: an ``ImportError`` if it is unclear
  func scale(
    _ options: ImportOptions, gravity: Track?
  ) throws(ImportError) -> (scale: AccelerationScale, reason: String) {
    if let unit = options.unit { return (AccelerationScale(unit), ", as --unit says") }
    if let count = options.countsPerG {
      return (AccelerationScale(countsPerG: count), ", as --per-g says")
    }
    if let scale = plan.scale { return (scale, ", as the lines before the header say") }
    if let unit = plan.unit { return (AccelerationScale(unit), "") }
    if let gravity, let scale = try? gravity.scale(options, gravity: nil).scale {
      return (scale, ", as gravity is")
    }
    let fitting = AccelerationUnit.allCases.filter {
      let gravity = AccelerationScale($0).gravity
      // Raw counts of a chip are of the size of mg: those that rest are known, and others are not.
      let isSure = $0 == .thousandths || plan.quantity == .user
      return hasGravity(of: gravity) && (!isSure || rests(at: gravity))
    }
    guard fitting.count == 1, let unit = fitting.first else {
      let median = lengths.median
      throw median < 20
        ? .unit(sensor: plan.label, median: median) : .counts(sensor: plan.label, median: median)
    }
    return (AccelerationScale(unit), ", as |a| says: \(Self.text(lengths.median)) on median")
  }

  /// The presence of gravity in the values of `scale`.
  ///
  /// - Throws: an ``ImportError`` if it is unclear, or if gravity is missing
  func gravity(
    _ options: ImportOptions, in scale: AccelerationScale, hasOther: Bool
  ) throws(ImportError) -> Presence {
    switch options.gravity {
    case .included?: return .included(", as --gravity says")
    case .absent?: return .absent
    case nil: break
    }
    if hasOther { return .apart }
    let median = lengths.median * scale.factor
    switch plan.quantity {
    case .total: return .included("")
    case .user where hasGravity(of: scale.gravity) && rests(at: scale.gravity):
      return .included(", as it rests at \(Self.text(median)) m/s², whatever its name says")
    case .user, .gravity: throw .noGravity(sensor: plan.label)
    case .acceleration:
      if hasGravity(of: scale.gravity) {
        return .included(", as |a| says: \(Self.text(median)) m/s² on median")
      }
      guard median >= Self.leastMedian else { throw .noGravity(sensor: plan.label) }
      throw .gravity(sensor: plan.label, median: median)
    }
  }

  private static func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
