// SPDX-License-Identifier: Apache-2.0

/// The rule for motions that come late: a motion is late if its end is, or its beginning was.
///
/// The second half of a shake, for example, whose first half an outage of the network cut off, is
/// no shake of now, although its own end may be young.
package struct LatenessRule: Sendable {
  /// The beginnings that came late and have no end yet.
  private var beginnings: [MotionConfiguration: Duration] = [:]

  /// A rule that has seen no motion.
  package init() {}

  /// Notes how late the next event of `configuration` is at `now` on `CLOCK_BOOTTIME`.
  ///
  /// Without a delay it has the offset `punctual` to its own clock; nil if it cannot be late.
  package mutating func judge(
    _ event: inout MotionEvent, of configuration: MotionConfiguration, punctual: Int64?,
    at now: Timestamp
  ) {
    let beginning = beginnings.removeValue(forKey: configuration)
    guard let punctual else { return }
    let age = Duration.nanoseconds(
      now.nanoseconds(since: event.timestamp.advanced(byNanoseconds: punctual)))
    let isLate = age > MotionEvent.longestDelay && age.nanoseconds <= now.oldestCredible
    event.lateness = isLate ? age : nil
    switch event.phase {
    case .began: beginnings[configuration] = event.lateness
    case .ended, .cancelled: event.lateness = event.lateness ?? beginning
    case .recognized: break
    }
  }
}
