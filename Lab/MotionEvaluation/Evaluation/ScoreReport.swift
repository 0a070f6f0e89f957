import LinuxSupport

extension Score {
  /// The score for people, with 95 % confidence, each line with its newline.
  public var table: String {
    textTable([
      ["recordings of shakes, found"] + cells(found),
      ["  of the shakes in them"] + cells(intervals),
      ["  ended, cut at 0.70 s"] + cells(endedAt700),
      ["  ended, cut at 0.95 s"] + cells(endedAt950),
      ["  cancelled, cut at 2.5 s"] + cells(cancelledAt2500),
      ["  began after, median / p90", latencyText],
      ["everyday motion, with a false ended"] + cells(everyday.withEnded),
      ["  false ended"] + everyday.cells(everyday.ended),
      ["  false began"] + everyday.cells(everyday.began),
      ["hard recordings, with a false ended"] + cells(hard.withEnded),
      ["  with a false began"] + cells(hard.withBegan),
      [
        "  false began", "\(hard.began)", "\(hard.beganEach?.text(decimals: 2) ?? "-") a recording",
      ],
    ]).map { "\($0)\n" }.joined()
  }

  var latencyText: String {
    func text(_ share: Double) -> String {
      latency(atShare: share).map { ($0 * 1000).text(decimals: 0) } ?? "-"
    }
    return "\(text(0.5)) / \(text(0.9)) ms"
  }

  private func cells(_ share: Share) -> [String] { share.cells }
}

extension Alarms {
  fileprivate func cells(_ count: Int) -> [String] {
    let confidence = Confidence.count(count)
    guard let rate = hourly(Double(count)), let low = hourly(confidence.low),
      let high = hourly(confidence.high)
    else { return ["-"] }
    return [
      "\(count) in \(hours.text(decimals: 2)) h", "\(rate.text(decimals: 2)) an hour",
      "(\(low.text(decimals: 2)) to \(high.text(decimals: 2)))",
    ]
  }
}

extension Score.Share {
  /// The counts, their share, and its bounds.
  var cells: [String] {
    let confidence = Confidence.probability(hits, of: total)
    return [
      "\(hits) of \(total)", percent,
      "(\((100 * confidence.low).text(decimals: 1)) to \((100 * confidence.high).text(decimals: 1)))",
    ]
  }

  /// Such as `98.0 %`; `-` of nothing.
  var percent: String {
    total > 0 ? "\((100 * Double(hits) / Double(total)).text(decimals: 1)) %" : "-"
  }

  /// Such as `98/100`; `-` of nothing.
  var fraction: String { total > 0 ? "\(hits)/\(total)" : "-" }
}

extension Score {
  /// The columns of ``row``.
  static let columns = [
    "found", "shakes", "ended 0.7", "0.95", "cancelled", "began after", "everyday", "ended",
    "began",
    "hard", "ended", "began",
  ]

  /// The score as a row of a table.
  var row: [String] {
    [
      found.fraction, intervals.fraction, endedAt700.fraction, endedAt950.fraction,
      cancelledAt2500.fraction, latencies.isEmpty ? "-" : latencyText,
    ] + everyday.cells("\(everyday.hours.text(decimals: 2)) h")
      + hard.cells("\(hard.withEnded.total)")
  }
}

extension Alarms {
  /// The amount of recordings, and the events in them; `-` if there are none.
  fileprivate func cells(_ amount: String) -> [String] {
    withEnded.total > 0 ? [amount, "\(ended)", "\(began)"] : ["-", "-", "-"]
  }
}
