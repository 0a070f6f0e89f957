// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Lines of a recording, as ``MotionCore/RecordingFormat`` writes them, four times as fast for
/// accelerations of at most six decimals, as all imported ones are.
package enum RecordingLines {
  /// Appends the line of `reading`.
  package static func append(_ reading: Reading, to lines: inout [UInt8]) {
    appendWhole(reading.timestamp.nanoseconds, to: &lines)
    for axis in 0..<3 {
      lines.append(UInt8(ascii: ","))
      append(reading.acceleration[axis], to: &lines)
    }
    lines.append(UInt8(ascii: "\n"))
  }

  /// Appends the shortest number that parses back to `value`.
  private static func append(_ value: Double, to lines: inout [UInt8]) {
    let millionths = (value * 1e6).rounded()
    // Smaller ones are written with an exponent, and zero may be negative.
    guard millionths / 1e6 == value, (1000...1e12).contains(millionths.magnitude) else {
      lines += Array("\(value)".utf8)
      return
    }
    if value < 0 { lines.append(UInt8(ascii: "-")) }
    let (whole, fraction) = Int64(millionths.magnitude).quotientAndRemainder(dividingBy: 1_000_000)
    appendWhole(whole, to: &lines)
    lines.append(UInt8(ascii: "."))
    var (rest, unit) = (fraction, Int64(100_000))
    repeat {
      lines.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
      (rest, unit) = (rest % unit, unit / 10)
    } while rest > 0
  }

  private static func appendWhole(_ number: Int64, to lines: inout [UInt8]) {
    if number < 0 { lines.append(UInt8(ascii: "-")) }
    let start = lines.count
    var rest = number.magnitude
    repeat {
      lines.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    lines[start...].reverse()
  }
}
