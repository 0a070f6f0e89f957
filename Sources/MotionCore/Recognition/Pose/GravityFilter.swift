// SPDX-License-Identifier: Apache-2.0

/// A one-pole low-pass filter on three axes, with the same result at every rate.
///
/// If nobody shakes the device, the result is gravity.
package struct GravityFilter: Sendable {
  private let timeConstant: Double
  private var last: Timestamp?
  /// The nanoseconds between the last two inputs, and the gain for this spacing.
  private var spacing: Int64 = 0
  private var gain = 0.0
  /// The filtered acceleration.
  private(set) var value = SIMD3<Double>.zero

  /// A filter that has seen nothing; `timeConstant` is in seconds.
  package init(timeConstant: Double) {
    self.timeConstant = timeConstant
  }

  /// Takes the next value, and returns the filtered value.
  @discardableResult
  package mutating func process(_ input: SIMD3<Double>, at now: Timestamp) -> SIMD3<Double> {
    guard let last else {
      start(with: input, at: now)
      return value
    }
    // Most readings come at one rate: keeping the gain saves an exponential.
    let silence = now.nanoseconds(since: last)
    if silence != spacing { takeGain(after: silence) }
    self.last = now
    value += gain * (input - value)
    return value
  }

  /// Not inlined, so that most readings save no registers for it.
  @inline(never)
  private mutating func takeGain(after silence: Int64) {
    spacing = silence
    gain = onePoleGain(after: Double(silence) * 1e-9, timeConstant: timeConstant)
  }

  /// Starts over with `input`.
  mutating func start(with input: SIMD3<Double>, at now: Timestamp) {
    (last, value) = (now, input)
  }
}
