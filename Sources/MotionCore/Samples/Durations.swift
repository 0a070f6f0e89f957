// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The whole nanoseconds; the nearest number that 64 bits hold, if there are more.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// The nearest whole number of milliseconds.
  package var milliseconds: Int64 {
    let halves = nanoseconds / 500_000
    return (halves + halves.signum()) / 2
  }
}

extension Double {
  /// The nanoseconds in this number of seconds, rounded.
  var inNanoseconds: Int64 { Int64((self * 1e9).rounded()) }

  /// This number with exactly `decimals` decimals; without a point for 0 decimals.
  package func text(decimals: Int) -> String {
    var factor: Int64 = 1
    for _ in 0..<decimals { factor *= 10 }
    guard let scaled = Int64(exactly: (magnitude * Double(factor)).rounded()) else {
      return "\(self)"
    }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(scaled)" }
    let fraction = "\(scaled % factor)"
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return "\(sign)\(scaled / factor).\(zeros)\(fraction)"
  }
}
