/// Two one-pole low-pass filters in a row, on three axes.
///
/// It takes away what no hand can do (knocks, sensor noise), and with it most of what differs
/// between sampling rates.
struct LowPass: Sendable {
  private var first: SIMD3<Double>
  private(set) var output: SIMD3<Double>

  /// A filter at rest on `input`.
  init(startingAt input: SIMD3<Double>) {
    first = input
    output = input
  }

  /// Takes `input`, toward which each pole moves by `gain`.
  ///
  /// Inlined, as a call for each reading takes as long as the filter.
  @inline(__always)
  mutating func filter(_ input: SIMD3<Double>, gain: Double) {
    first += gain * (input - first)
    output += gain * (first - output)
  }
}
