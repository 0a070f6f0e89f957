// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The velocity of a way over the last 100 ms.
///
/// Places closer than 5 ms together count as one, so that a bounded number of them is enough at any
/// rate of the panel.
struct Velocity: Sendable {
  /// In nanoseconds.
  private static let window: Int64 = 100_000_000
  private static let spacing: Int64 = 5_000_000

  private struct Sample: Sendable {
    var place: Point
    var time: Timestamp
  }

  private var samples = InlineArray<22, Sample>(
    repeating: Sample(place: .zero, time: Timestamp(nanoseconds: 0)))
  private var count = 0

  /// Takes a place on the way.
  mutating func add(_ place: Point, at time: Timestamp) {
    if count >= 2,
      samples[count - 1].time.nanoseconds(since: samples[count - 2].time) < Self.spacing
    {
      count -= 1
    } else if count == samples.count {
      for index in 1..<count { samples[index - 1] = samples[index] }
      count -= 1
    }
    samples[count] = Sample(place: place, time: time)
    count += 1
  }

  /// Counts the way from the last place on.
  mutating func rebase() {
    guard count > 0 else { return }
    let origin = samples[count - 1].place
    for index in 0..<count { samples[index].place = samples[index].place - origin }
  }

  /// Points a second at `now`; zero after 100 ms without a new place.
  func value(at now: Timestamp) -> Point {
    guard count > 0 else { return .zero }
    let newest = samples[count - 1]
    for index in 0..<count {
      let sample = samples[index]
      guard now.nanoseconds(since: sample.time) <= Self.window else { continue }
      let seconds = newest.time.seconds(since: sample.time)
      guard seconds > 0 else { return .zero }
      return (newest.place - sample.place) / seconds
    }
    return .zero
  }
}
