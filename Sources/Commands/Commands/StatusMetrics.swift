// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// The status of motiond as metrics, for a scraper such as Prometheus.
///
/// The text is [OpenMetrics 1.0](https://prometheus.io/docs/specs/om/open_metrics_spec/), and at
/// the same time Prometheus 0.0.4, which node_exporter's textfile collector reads. The two name the
/// family of a counter differently, so that counters have no line for their type.
package struct StatusMetrics {
  private let status: DaemonStatus

  /// The metrics of `status`; a missing value has no metric.
  package init(_ status: DaemonStatus) {
    self.status = status
  }

  /// The text, with its end mark.
  package var text: String {
    var labels: [String] = []
    var text = ""
    for field in DaemonStatus.fields {
      guard let metric = field.metric, let value = field.get(status) else { continue }
      switch (metric, value) {
      case (.label(let name), .string(let word)): labels.append("\(name)=\(Self.quoted(word))")
      case (.each(let name, let label), .strings(let words)) where !words.isEmpty:
        text += Self.family(name, field.about, "gauge")
        for word in words { text += "motiond_\(name){\(label)=\(Self.quoted(word))} 1\n" }
      case (.gauge(let name), _):
        text += Self.family(name, field.about, "gauge")
        text += "motiond_\(name) \(Self.number(value))\n"
      case (.counter(let name), _):
        text += Self.family("\(name)_total", field.about, nil)
        text += "motiond_\(name)_total \(Self.number(value))\n"
      case (.label, _), (.each, _): break
      }
    }
    return Self.family("build_info", "Version and source of readings.", "gauge")
      + "motiond_build_info{\(labels.joined(separator: ","))} 1\n" + text + "# EOF\n"
  }

  private static func number(_ value: BusValue) -> String {
    switch value {
    case .bool(let value): value ? "1" : "0"
    case .uint64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .dictionary(let entries): "\(entries.count)"
    default: "NaN"
    }
  }

  private static func family(_ name: String, _ help: String, _ type: String?) -> String {
    "# HELP motiond_\(name) \(help)\n" + (type.map { "# TYPE motiond_\(name) \($0)\n" } ?? "")
  }

  /// `text` as the value of a label.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }
}
