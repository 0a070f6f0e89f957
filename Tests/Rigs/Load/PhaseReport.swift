// SPDX-License-Identifier: Apache-2.0

/// The result of a phase of the load.
struct PhaseReport {
  let name: String
  var clients: Int
  let audit: Audit
  /// From the writing of the reading that proved a beginning to its arrival, in nanoseconds.
  var latencies: [Int64]
  /// Private memory of motiond when everybody was there, and at the end, in kB.
  var memory: (before: Int, after: Int)
  var problems: [String] = []
  var note = ""

  /// The largest growth of memory that is tolerated, in kB.
  private static let growth = 2048

  /// The problems in words; empty if there are none.
  func problems(judgingMemory isJudging: Bool) -> [String] {
    var all = problems + audit.problems.prefix(10)
    if audit.lost > 0 { all.append("\(audit.lost) of \(audit.due) events were lost") }
    if audit.due == 0 { all.append("nothing was due, so nothing was tested") }
    if isJudging, memory.after - memory.before > Self.growth {
      all.append("memory grew by \(memory.after - memory.before) kB")
    }
    return all
  }

  /// The head of the table.
  static let header = line([
    "phase", "clients", "due", "received", "lost", "wrong", "p50 ms", "p99 ms", "kB before",
    "kB after", "",
  ])

  /// Its line in the table.
  var row: String {
    Self.line([
      name, "\(clients)", "\(audit.due)", "\(audit.received)", "\(audit.lost)",
      "\(audit.problems.count)", percentile(50), percentile(99), "\(memory.before)",
      "\(memory.after)", note,
    ])
  }

  private func percentile(_ percent: Int) -> String {
    guard !latencies.isEmpty else { return "-" }
    let sorted = latencies.sorted()
    let microseconds = sorted[min(sorted.count - 1, sorted.count * percent / 100)] / 1000
    return "\(microseconds / 1000).\(microseconds % 1000 / 100)"
  }

  private static func line(_ fields: [String]) -> String {
    let widths = [16, 8, 7, 9, 5, 6, 8, 8, 10, 9, 0]
    return zip(fields, widths).map { field, width in
      let padding = String(repeating: " ", count: max(0, width - field.count))
      return width == 16 ? field + padding : padding + field
    }.joined(separator: " ")
  }
}
