// SPDX-License-Identifier: Apache-2.0

/// The limits of a hand: what no hand can do is no shake, however high its score.
///
/// Each is a ratio or a time, so it is the same at every sensitivity. Each was set from shakes
/// alone, and refuses less than one shake in a hundred (the first limit: one in thirty). What a
/// slow or clipped sensor does not show counts as unknown, and never against a shake.
extension SwingChain {
  /// Checks these swings against the limits.
  ///
  /// - Parameters:
  ///   - flight: the last flight up to now
  ///   - needed: the least number of ``wholeSwings``
  /// - Returns: the first limit that they exceed; nil if they exceed none
  func excess(_ flight: Flight, wholeSwings needed: Double) -> ShakeShortcoming? {
    guard wholeSwings >= needed else { return .wholeSwings(wholeSwings, needed: needed) }
    let flown = flight.seconds(before: onset)
    if flown > 0 { return .flight(flown, limit: ShakeConstants.flight) }
    if fastShare >= ShakeConstants.fastShare {
      return .fast(share: fastShare, limit: ShakeConstants.fastShare)
    }
    // A knock on the way does not undo a shake that has many other swings.
    if spike >= ShakeConstants.spike, wholeSwings < ShakeConstants.swingsBesideKnock {
      return .spike(spike, limit: ShakeConstants.spike)
    }
    return nil
  }

  /// The share of the amplitudes in swings that go there and back faster than a hand.
  ///
  /// Source: the parts of a blow ring faster than muscles pull. Unknown, and 0, below some 30 Hz.
  private var fastShare: Double { fastAmplitudes / amplitudes }

  /// The largest |reading - gravity| over half the mean amplitude of the filtered swings.
  ///
  /// Source: a sine has 1, or up to 2.5 with the filter's losses; a blow is over before the filter
  /// follows. A clipping sensor cuts the peak off, and below some 30 Hz the filter loses nothing:
  /// the value may be too low, but never too high.
  private var spike: Double { 2 * peak / measuredAmplitude }

  /// The number of swings if all were as large as the largest: the sum of their amplitudes over the
  /// largest.
  ///
  /// Source: a stroke is one large swing, with a smaller one before and after it.
  private var wholeSwings: Double { amplitudes / largest }
}

extension Swing {
  /// Returns whether `former` and this swing together are surely faster than a hand.
  ///
  /// Their duration is known to a period of the readings. The rule takes two swings together: one
  /// swing of 8 Hz may seem short where readings miss its turning point, but then its neighbor
  /// seems long.
  func isFast(after former: Swing) -> Bool {
    let period = end.timestamp.seconds(since: start.timestamp) / Double(max(1, readings))
    return former.duration + duration + period < ShakeConstants.fastReturn
  }
}
