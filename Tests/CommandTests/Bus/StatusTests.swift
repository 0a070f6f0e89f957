// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Commands
import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits, .enabled(if: PrivateBus.isInstalled))
struct StatusTests {
  @Test("it shows clients with their claims, defaults, readings and the last events")
  func shown() throws {
    let daemon = try BusDaemon(["--sensitivity", "0.6"])
    let monitor = try daemon.monitor("--motions", "shake,flip", "--window", "1.5")
    try daemon.shake()
    for _ in 0..<2 { #expect(monitor.nextLine() != nil) }
    let (status, output, errors) = try daemon.motionctl("status")
    #expect(status == 0, "\(errors)")
    let text = output.joined(separator: "\n")
    #expect(text.contains("options in use sensitivity 0.6"))
    #expect(text.contains("clients        1"))
    #expect(text.contains("1. flip, shake; window 1.5 (motionctl, process"))
    #expect(text.contains("shake ended: 0.87 s"))
    #expect(text.firstMatch(of: /readings       [1-9]\d*, 0 dropped/) != nil)
    #expect(try monitor.end() == 0)
  }

  @Test("SIGUSR1 has motiond log the same")
  func signal() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor()
    daemon.command.send(SIGUSR1)
    let lines = daemon.command.lines(upTo: "of them dropped")
    #expect(lines.contains { $0.contains("clients        1") })
    #expect(lines.contains { $0.contains("1. shake (:1.") })
    #expect(try monitor.end() == 0)
  }

  @Test("JSON has the same by name")
  func json() throws {
    let daemon = try BusDaemon()
    let (status, output, _) = try daemon.motionctl("status", "--format", "json")
    #expect(status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(output.joined().utf8))
    let values = try #require(object as? [String: Any])
    #expect(values["Source"] as? String == "-")
    #expect((values["Clients"] as? [String: Any])?.isEmpty == true)
    #expect(values["Capture"] as? Bool == true)
    #expect(values["Motions"] as? [String] == [])
    #expect(values["Uptime"] is Int)
    #expect(values["MeasuredRate"] as? Double == 0)
  }

  @Test("OpenMetrics has a metric for each count, and one for each kind that is claimed")
  func metrics() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--motions", "shake,flip")
    try daemon.shake()
    for _ in 0..<2 { #expect(monitor.nextLine() != nil) }
    let (status, lines, errors) = try daemon.motionctl("status", "--format", "openmetrics")
    #expect(status == 0, "\(errors)")
    #expect(lines.last == "# EOF")
    let kinds = lines.filter { $0.hasPrefix("motiond_motion_claimed") }
    #expect(kinds == ["flip", "shake"].map { "motiond_motion_claimed{kind=\"\($0)\"} 1" })
    #expect(lines.contains("motiond_clients 1"))
    #expect(lines.contains { $0.firstMatch(of: /^motiond_readings_total [1-9]\d*$/) != nil })
    #expect(lines.contains("motiond_dropped_readings_total 0"))
    #expect(lines.contains { $0.hasPrefix("motiond_build_info{version=\"\(version)\",") })
    #expect(try monitor.end() == 0)
  }

  @Test(
    "promtool, of Debian's package prometheus, accepts that",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool"),
      "promtool is missing: apt-get install prometheus"))
  func promtool() throws { try check(by: "/usr/bin/promtool check metrics") }

  private static let strictParser =
    "from prometheus_client.openmetrics import parser; import sys; "
    + "list(parser.text_string_to_metric_families(sys.stdin.read()))"

  @Test(
    "the strict parser of Debian's python3-prometheus-client accepts that",
    .enabled(
      if: FileManager.default.fileExists(
        atPath: "/usr/lib/python3/dist-packages/prometheus_client/openmetrics/parser.py"),
      "prometheus_client is missing: apt-get install python3-prometheus-client"))
  func openMetrics() throws { try check(by: "/usr/bin/python3 -c '\(Self.strictParser)'") }

  /// Has `program` read the metrics, which complains of none.
  private func check(by program: String) throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--motions", "shake")
    let result = try daemon.bus.start(
      ["status", "--format", "openmetrics"], through: "| \(program) 2>&1"
    ).outcome()
    #expect((result.status, result.output) == (0, []))
    #expect(try monitor.end() == 0)
  }
}
