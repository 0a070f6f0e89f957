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

  /// Takes `input`, `seconds` after the last one.
  mutating func filter(_ input: SIMD3<Double>, after seconds: Double, timeConstant: Double) {
    let gain = onePoleGain(after: seconds, timeConstant: timeConstant)
    first += gain * (input - first)
    output += gain * (first - output)
  }
}
