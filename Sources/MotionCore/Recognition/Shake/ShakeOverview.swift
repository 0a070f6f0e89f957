// SPDX-License-Identifier: Apache-2.0

/// The reason why nothing in a recording came close enough to a shake for a rejection.
///
/// It sums up the swings of a ``ShakeTrace``.
package struct ShakeOverview: Sendable {
  /// The first rule that no part of the recording meets.
  package enum Obstacle: Hashable, Sendable {
    /// No swing is large enough; the largest amplitude, in m/s².
    case weak(largest: Double)
    /// The large swings do not grow fast and turn back in time; the largest amplitude, in m/s².
    case slow(largest: Double)
    /// No large swing that turned back had another one after it.
    case single
    /// The recording ends, or breaks off, within the first large swing.
    case unfinished
  }

  private var trace: ShakeTrace
  private let swingsToBegin: Int
  private var largest = 0.0
  /// The amplitude of the swing under way at the last reading, in m/s².
  private var amplitude = 0.0
  private var hasTurned = false
  private var hasRested = false

  /// An overview of the detector with `configuration`, before the first reading.
  package init(_ configuration: ShakeConfiguration = ShakeConfiguration()) {
    trace = ShakeTrace(configuration)
    swingsToBegin = configuration.swingsToBegin
  }

  /// Takes the next reading.
  package mutating func process(_ reading: Reading) {
    guard let point = trace.process(reading) else { return }
    let least = ShakeTrace.swingAmplitude
    largest = max(largest, point.amplitude, point.swing?.amplitude ?? 0)
    if let swing = point.swing {
      hasTurned = hasTurned || swing.amplitude >= least
    } else if point.amplitude < amplitude, !point.isBreak {
      // A swing under way only grows: the tracker took the device to rest.
      hasRested = hasRested || amplitude >= least
    }
    amplitude = point.amplitude
  }

  /// The obstacle, if the detector neither found nor rejected anything.
  package var obstacle: Obstacle {
    if largest < ShakeTrace.swingAmplitude { return .weak(largest: largest) }
    if hasTurned { return .single }
    return hasRested ? .slow(largest: largest) : .unfinished
  }

  /// The obstacle in a few words, without a period.
  package var text: String {
    switch obstacle {
    case .weak(let largest):
      "the largest swing has \(largest.text(decimals: 1)) m/s², a shake's have "
        + "\(ShakeTrace.swingAmplitude.text(decimals: 0)) or more"
    case .slow(let largest):
      "the largest swing has \(largest.text(decimals: 1)) m/s², which is enough, but it is too slow:"
        + " a shake's grow fast and turn back within"
        + " \(ShakeConstants.longestSwing.text(decimals: 1)) s"
    case .single:
      "no large swing is followed by another, and a shake begins with \(swingsToBegin) in a row"
    case .unfinished: "it ends within its first large swing"
    }
  }
}
