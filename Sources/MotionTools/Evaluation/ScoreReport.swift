import Foundation

extension Score {
  /// The score as a table for people, each line with its newline.
  public var table: String {
    func share(_ share: Share) -> String {
      guard share.total > 0 else { return "none to score" }
      let percent = 100 * Double(share.hits) / Double(share.total)
      return String(format: "%4d of %4d  (%5.1f %%)", share.hits, share.total, percent)
    }
    func rate(_ count: Int) -> String {
      let perHour = otherHours == 0 ? 0 : Double(count) / otherHours
      return String(format: "%4d in %5.2f h (%.2f an hour)", count, otherHours, perHour)
    }
    func milliseconds(_ seconds: Double?) -> String {
      seconds.map { String(format: "%.0f ms", $0 * 1000) } ?? "-"
    }
    let rows = [
      ("shakes found", share(found)),
      ("  ended, cut at 0.70 s", share(endedAt700)),
      ("  ended, cut at 0.95 s", share(endedAt950)),
      ("  cancelled, cut at 2.5 s", share(cancelledAt2500)),
      (
        "  latency, median / p90",
        "\(milliseconds(latency(atShare: 0.5))) / \(milliseconds(latency(atShare: 0.9)))"
      ),
      ("others with a false ended", share(othersWithEnded)),
      ("  false ended", rate(falseEnded)),
      ("  false began", rate(falseBegan)),
    ]
    let table = rows.map { name, value in
      name.padding(toLength: 27, withPad: " ", startingAt: 0) + value + "\n"
    }
    return (table + mistakes.map { "\($0)\n" }).joined()
  }

  /// The score as one JSON object, without a newline.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Counts, finite numbers and strings always encode.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
