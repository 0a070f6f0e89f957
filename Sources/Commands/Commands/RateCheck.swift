// SPDX-License-Identifier: Apache-2.0

import CommandOptions
import LinuxSupport
import MotionCore
import MotionSensors

extension MotionChoice {
  /// The chosen motions that can be recognized at `rate`.
  ///
  /// A kind that the user named and that needs a higher rate is an error; with `all` it is left
  /// out and reported. Without `--motions` nothing is checked.
  ///
  /// - Parameters:
  ///   - rate: the rate of the source; nil if it is unknown, and then nothing is checked
  ///   - others: the kinds that need no readings
  ///   - report: called with a line for each kind that is left out
  /// - Returns: their configurations
  /// - Throws: a ``Failure`` with the status 65 that names the kind; the error of `report`
  package func configurations(
    carriedAt rate: Hertz?, besides others: [MotionKind] = [],
    report: (String) throws -> Void
  ) throws -> Set<MotionConfiguration> {
    guard let rate, let motions else { return configurations }
    var carried: Set<MotionKind> = []
    for kind in motions.kinds.sorted() {
      guard !others.contains(kind), let obstacle = MotionRegistry[kind]?.obstacle(at: rate) else {
        carried.insert(kind)
        continue
      }
      guard motions.isAll else { throw Failure(.badData, obstacle) }
      try report("\(obstacle); left out")
    }
    return options.configurations(of: carried)
  }
}

extension MotionChoice {
  /// The reason why motions chosen by default cannot be recognized at a mean rate.
  ///
  /// - Parameter spacing: the spacing of all readings
  /// - Returns: the reason; nil if the rate suffices, is unknown, or was checked before
  package func obstacle(at spacing: MeanSpacing) -> String? {
    guard motions == nil, spacing.count >= 9, let rate = spacing.rate else { return nil }
    return kinds.sorted().compactMap { MotionRegistry[$0]?.obstacle(at: rate) }.first
  }
}

extension RateProbe {
  /// A probe before the first event.
  ///
  /// - Parameter choice: the chosen motions; without `--motions` the rate is irrelevant
  package init(for choice: MotionChoice) {
    self = choice.motions == nil ? .done : .waiting([])
  }
}
