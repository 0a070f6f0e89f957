// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// The status of motiond as metrics, for a scraper such as Prometheus.
///
/// The text is that of [OpenMetrics 1.0](https://prometheus.io/docs/specs/om/open_metrics_spec/),
/// and at the same time that of Prometheus 0.0.4, which node_exporter's textfile collector reads.
/// The two name the family of a counter differently, so that counters have no line for their type.
package struct StatusMetrics {
  private let status: [String: BusValue]

  /// The metrics of `status`, which the D-Bus method `GetStatus` returned.
  ///
  /// - Parameter status: values by name; of those that are missing there is no metric
  package init(_ status: [String: BusValue]) {
    self.status = status
  }

  /// Of each gauge the key, the name without its prefix, and the help.
  private static let gauges = [
    ("HasAccelerometer", "accelerometer", "Whether there is an accelerometer."),
    ("Claimed", "claimed", "Whether clients have claimed motions, so that it is read."),
    ("Uptime", "uptime_seconds", "Time since motiond started."),
    ("SampleRate", "sample_rate_hertz", "Sampling frequency that is set; 0 if it is not known."),
    ("WantedRate", "wanted_rate_hertz", "Sampling frequency that the claimed motions ask for."),
    (
      "MeasuredRate", "measured_rate_hertz",
      "Rate of the latest five seconds of readings; 0 before them."
    ),
  ]

  private static let counters = [
    ("Readings", "readings", "Readings that came."),
    ("Dropped", "dropped_readings", "Readings that were late or implausible."),
    ("LostReadings", "lost_readings", "Readings that are known to be lost, at least."),
    ("Gaps", "gaps", "Gaps between readings."),
    ("LateBatches", "late_batches", "Batches of readings that came late."),
    ("Overruns", "overruns", "Times at which the buffer of the kernel was full."),
    ("Losses", "accelerometer_losses", "Times at which the accelerometer was lost."),
  ]

  /// The text, with its end mark.
  package var text: String {
    var text = ""
    let about = [("version", "Version"), ("device", "Device"), ("source", "Source")]
      .compactMap { label, key in string(key).map { "\(label)=\(Self.quoted($0))" } }
    text += Self.family("build_info", "Version and source of readings.", "gauge")
    text += "motiond_build_info{\(about.joined(separator: ","))} 1\n"
    for (key, name, help) in Self.gauges {
      guard let number = number(key) else { continue }
      text += Self.family(name, help, "gauge") + "motiond_\(name) \(number)\n"
    }
    if case .strings(let kinds)? = status["Motions"], !kinds.isEmpty {
      text += Self.family("motion_claimed", "Kinds of motion that are claimed.", "gauge")
      for kind in kinds { text += "motiond_motion_claimed{kind=\(Self.quoted(kind))} 1\n" }
    }
    if case .dictionary(let clients)? = status["Clients"] {
      text += Self.family("clients", "Clients that have claimed motions.", "gauge")
      text += "motiond_clients \(clients.count)\n"
    }
    for (key, name, help) in Self.counters {
      guard let number = number(key) else { continue }
      text += Self.family("\(name)_total", help, nil) + "motiond_\(name)_total \(number)\n"
    }
    return text + "# EOF\n"
  }

  private func string(_ key: String) -> String? {
    if case .string(let text)? = status[key] { text } else { nil }
  }

  private func number(_ key: String) -> String? {
    switch status[key] {
    case .bool(let value)?: value ? "1" : "0"
    case .uint64(let number)?: "\(number)"
    case .double(let number)?: "\(number)"
    default: nil
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
