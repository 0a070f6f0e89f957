// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The facts that the lines before a header tell about the numbers below it.
///
/// Known are `ascale` (g) and `tscale` (s) of Gyroflow's logs, and counts per g in words, such as
/// `16384 LSB/g` or `counts_per_g: 4096`.
struct ExportNotes: Hashable {
  /// The scale of accelerations.
  private(set) var scale: AccelerationScale?
  /// The nanoseconds of the unit of times.
  private(set) var nanoseconds: Double?

  /// Notes that say nothing.
  init() {}

  /// Reads the lines before a header.
  init(_ lines: some Sequence<[UInt8]>) {
    for line in lines {
      let words = ExportLine.text(line[...]).lowercased()
        .split { !($0.isLetter || $0.isNumber || "./_+-".contains($0)) }.map(String.init)
      for (index, word) in words.enumerated() {
        let next = index + 1 < words.count ? Self.positive(words[index + 1]) : nil
        switch word {
        case "ascale": if let next { scale = AccelerationScale(countsPerG: 1 / next) }
        case "tscale": if let next, next <= 1 { nanoseconds = next * 1e9 }
        case "counts_per_g", "lsb_per_g":
          if let next { scale = AccelerationScale(countsPerG: next) }
        default:
          guard let number = Self.positive(word),
            Self.units.contains(where: { words[(index + 1)...].starts(with: $0) })
          else { continue }
          scale = AccelerationScale(countsPerG: number)
        }
      }
    }
  }

  private static let units = [
    ["lsb/g"], ["counts/g"], ["count/g"], ["counts", "per", "g"], ["lsb", "per", "g"],
  ]

  /// The numbers before `Hz` in lines before the header.
  static func rates(in lines: ArraySlice<[UInt8]>) -> [String] {
    lines.flatMap { line -> [String] in
      let words = ExportLine(line[...], separator: 0).text(0).split { " \t,;=:()".contains($0) }
      return words.enumerated().compactMap { index, word in
        guard word.lowercased().hasSuffix("hz") else { return nil }
        let number = word.count > 2 ? word.dropLast(2) : index > 0 ? words[index - 1] : ""
        return Double(number).flatMap { $0 > 0 && $0 <= 10_000 ? String(number) : nil }
      }
    }
  }

  private static func positive(_ word: String) -> Double? {
    Double(word).flatMap { $0 > 1e-9 && $0 < 1e9 ? $0 : nil }
  }
}

/// A table without a header, whose first rows are the time of the start and the rate, for each
/// column: of Empatica's wristbands.
struct SampledTable: Hashable {
  /// Nanoseconds since 1970.
  let start: Int64
  let rate: Hertz

  /// The table that begins with these lines; nil if it has another form.
  init?(_ lines: [[UInt8]]) {
    guard lines.count > 2 else { return nil }
    let rows = lines.prefix(3).map { line in
      ExportLine(line[...], separator: UInt8(ascii: ",")).texts.map { Double($0) }
    }
    guard rows.allSatisfy({ $0.count == 3 }), Set(rows[0]).count == 1, Set(rows[1]).count == 1,
      let start = rows[0][0], let rate = rows[1][0], (1e9..<4e9).contains(start),
      (1...1000).contains(rate), rows[2].allSatisfy({ $0 != nil })
    else { return nil }
    self.start = Int64(start * 1e6) * 1000
    self.rate = rate
  }
}
