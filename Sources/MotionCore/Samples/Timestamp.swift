// SPDX-License-Identifier: Apache-2.0

/// A point in time on the clock of a stream of readings.
///
/// - Units: nanoseconds, as the kernel's IIO subsystem counts them.
/// - Clock: the stream's own. A recording usually starts at 0; a live accelerometer gives
///   `CLOCK_BOOTTIME` where it can. Timestamps of different streams do not compare.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since the zero of the stream's clock.
  public var nanoseconds: Int64

  /// A timestamp `nanoseconds` after the zero of the stream's clock.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The end of the times that a reading can have, on both sides of zero: 2⁶² ns, 146 years.
  ///
  /// No difference of two such times overflows.
  public static let limit: Int64 = 1 << 62

  /// A Boolean value that indicates whether the time is from -``limit`` to before ``limit``.
  @inline(__always)
  package var isPlausible: Bool {
    // The two highest bits are the same. It needs no constant: each reading passes here.
    nanoseconds ^ (nanoseconds &<< 1) >= 0
  }

  /// A Boolean value that indicates whether `left` comes before `right` on the stream's clock.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Nanoseconds from `earlier` to this timestamp; negative if `earlier` is the later one.
  ///
  /// A difference that 64 bits cannot hold (more than 292 years) saturates: a damaged timestamp
  /// must not stop the process.
  public func nanoseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    guard overflow else { return difference }
    return nanoseconds < earlier.nanoseconds ? .min : .max
  }

  /// Seconds from `earlier` to this timestamp, to the nanosecond for spans of up to 100 days.
  public func seconds(since earlier: Timestamp) -> Double {
    Double(nanoseconds(since: earlier)) * 1e-9
  }

  /// The timestamp `nanoseconds` later, saturating at the ends of the clock.
  public func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    guard overflow else { return Timestamp(nanoseconds: sum) }
    return Timestamp(nanoseconds: nanoseconds < 0 ? .min : .max)
  }
}
