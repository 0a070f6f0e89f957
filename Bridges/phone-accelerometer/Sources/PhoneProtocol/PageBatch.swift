// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The message of the page some ten times a second: readings that it did not send before, or whose
/// message failed.
package struct PageBatch: Hashable, Sendable {
  /// A reading of the page.
  struct Sample: Hashable, Sendable {
    /// By the page's clock, in ns; nil if it is not a time.
    var time: Timestamp?
    /// `accelerationIncludingGravity` in m/s², by the sign of all; nil if an axis is missing.
    var acceleration: Acceleration?
  }

  /// The most readings of a batch: ten seconds.
  static let mostReadings = 600

  /// The number of this load of the page: 16 hexadecimal digits.
  var session: String
  /// The number of the first reading, counted from 0 on; without readings, of the next.
  var first: Int
  /// The number of the oldest reading that the page has not forgotten.
  var oldest: Int
  var samples: [Sample]
  /// `CLOCK_BOOTTIME` of this machine minus the page's clock, in ns, by the round trips of earlier
  /// messages; nil before the first.
  var offset: Int64?
  /// The numbers of readings that do not follow the one before: the page was in the background, the
  /// sensor silent, or its sign turned out to be the other one.
  var breaks: Set<Int>
  /// True if the browser reports no motion.
  var isSilent: Bool
  /// True if the page goes to the background.
  var isHidden: Bool
  /// The number of the last event that the page has shown.
  var seen: Int

  /// Reads the content of a request.
  ///
  /// - Throws: a ``BoundedJSON/Problem``
  init(_ bytes: [UInt8]) throws(BoundedJSON.Problem) {
    let content = try BoundedJSON.decode(Content.self, from: bytes)
    func check(_ isSound: Bool, _ name: String) throws(BoundedJSON.Problem) {
      guard isSound else { throw BoundedJSON.Problem("'\(name)' is out of range") }
    }
    let numbers = 0...Int(1) << 53
    let digits = content.session.utf8
    try check(
      digits.count == 16 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }, "session"
    )
    try check(numbers.contains(content.first), "first")
    try check(numbers.contains(content.oldest ?? 0), "oldest")
    try check(numbers.contains(content.seen), "seen")
    try check(content.readings.count <= Self.mostReadings, "readings")
    try check(content.readings.allSatisfy { $0.count == 4 }, "readings")
    try check(content.breaks?.count ?? 0 <= Self.mostReadings, "breaks")
    session = content.session
    (first, oldest) = (content.first, min(content.oldest ?? content.first, content.first))
    // Within 31 years, as the times are.
    if let offset = content.offset, offset.magnitude < 1e12 { self.offset = Int64(offset * 1e6) }
    samples = content.readings.map { Sample($0.map(\.value)) }
    breaks = Set(content.breaks ?? [])
    (isSilent, isHidden, seen) = (content.silent, content.hidden, content.seen)
  }

  private struct Content: Decodable {
    var session: String
    var first: Int
    var oldest: Int?
    var offset: Double?
    var readings: [[BoundedJSON.Number]]
    var breaks: [Int]?
    var silent: Bool
    var hidden: Bool
    var seen: Int
  }
}

extension PageBatch.Sample {
  /// A reading of a time in ms and three axes.
  fileprivate init(_ values: [Double?]) {
    // Within 31 years; a later time does not fit.
    if let time = values[0], time.magnitude < 1e12 {
      self.time = Timestamp(nanoseconds: Int64((time * 1e6).rounded()))
    }
    if let x = values[1], let y = values[2], let z = values[3] {
      acceleration = Acceleration(x, y, z)
    }
  }
}
