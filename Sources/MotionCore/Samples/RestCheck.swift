// SPDX-License-Identifier: Apache-2.0

/// The check whether a device rests, at each batch of its readings: for half a second, no axis has
/// changed by more than 1.5 m/s².
///
/// The limit is above the noise of the sensors at rest in our recordings (1.1 m/s² in 160 ms), and
/// a seventh of what the swings of a weak shake change. Readings that lead to a motion move for
/// longer than a batch, so that a reader sees them before the motion begins.
package struct RestCheck: Hashable, Sendable {
  /// The widest range of an axis at rest.
  package static let widest: MetersPerSecondSquared = 1.5
  /// The time within that range before a rest, 0.5 s in nanoseconds.
  static let shortest: Int64 = 500_000_000

  /// A Boolean value that indicates whether the device rests.
  package private(set) var isResting = false
  private var span: Span?

  /// Readings within the range, and the extremes of their axes.
  private struct Span: Hashable {
    let start: Timestamp
    var last: Timestamp
    private var x: Extremes
    private var y: Extremes
    private var z: Extremes

    init(from reading: Reading) {
      (start, last) = (reading.timestamp, reading.timestamp)
      let acceleration = reading.acceleration
      (x, y, z) = (Extremes(acceleration.x), Extremes(acceleration.y), Extremes(acceleration.z))
    }

    mutating func add(_ reading: Reading) {
      let acceleration = reading.acceleration
      x.add(acceleration.x)
      y.add(acceleration.y)
      z.add(acceleration.z)
    }

    var isNarrow: Bool { x.areClose && y.areClose && z.areClose }
  }

  private struct Extremes: Hashable {
    private var least: Double
    private var most: Double

    init(_ value: Double) { (least, most) = (value, value) }

    mutating func add(_ value: Double) {
      least = value < least ? value : least
      most = value > most ? value : most
    }

    var areClose: Bool { most - least <= RestCheck.widest }
  }

  /// A check before the first reading.
  package init() {}

  /// Takes the next readings; without any, the device does what it did.
  package mutating func process(_ batch: ArraySlice<Reading>) {
    guard let last = batch.last, let first = batch.first else { return }
    var span = span ?? Span(from: first)
    let silence = first.timestamp.nanoseconds(since: span.last)
    if isResting {
      for reading in batch { span.add(reading) }
    } else {
      // What goes on between those two is over by the next look, which is soon.
      span.add(first)
      span.add(last)
    }
    span.last = last.timestamp
    let length = span.last.nanoseconds(since: span.start)
    // Nobody knows what the device did in a gap, or before its clock jumped.
    let isWhole = (0...GapRule.shortest).contains(silence) && length >= 0
    if !isWhole || !span.isNarrow {
      isResting = false
      self.span = Span(from: last)
    } else if length >= Self.shortest {
      isResting = true
      self.span = Span(from: last)
    } else {
      self.span = span
    }
  }
}
