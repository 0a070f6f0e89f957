// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import Testing

@testable import MotionMQTT

/// What is said of a device's health, and when.
@Suite struct HealthTests {
  private var rule = HealthRule(HealthReport(relay: "1"))

  private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: (seconds + 1000) * 1_000_000_000)
  }

  private func daemon(_ uptime: Int64, rate: Hertz = 100, lost: Int = 0) -> HealthReport.Daemon {
    HealthReport.Daemon(
      version: "1", accelerometer: "a \"b\"", wantedRate: 100, measuredRate: rate, lateBatches: 0,
      lostReadings: lost, motions: [.shake, .flip], uptime: uptime)
  }

  @Test("a report a minute at most; without news none")
  mutating func pace() {
    rule.answered(daemon(10), at: time(0))
    #expect(rule.shouldPublish(at: time(0)) == true)
    rule.answered(daemon(40, lost: 1), at: time(30))
    #expect(rule.shouldPublish(at: time(30)) == false)
    #expect(rule.shouldPublish(at: time(60)) == true)
    // Time has passed.
    rule.answered(daemon(190, lost: 1), at: time(180))
    #expect(rule.shouldPublish(at: time(180)) == false)
    rule.answered(daemon(250, rate: 90, lost: 1), at: time(240))
    #expect(rule.shouldPublish(at: time(240)) == true)
  }

  @Test("nothing is said before motiond has answered, or is known to be away")
  mutating func unknown() {
    rule.daemonCame()
    #expect(rule.shouldPublish(at: time(0)) == false)
    rule.answered(daemon(10), at: time(0))
    #expect(rule.shouldPublish(at: time(0)) == true)
    var other = HealthRule(HealthReport(relay: "1"))
    other.daemonLeft()
    #expect(other.shouldPublish(at: time(0)) == true)
  }

  @Test("a motiond that comes is told of at once, and goes within the minute")
  mutating func comes() {
    rule.daemonLeft()
    #expect(rule.shouldPublish(at: time(0)) == true)
    rule.answered(daemon(0), at: time(1))
    #expect(rule.shouldPublish(at: time(1)) == true)
    rule.daemonLeft()
    #expect(rule.shouldPublish(at: time(2)) == false)
    rule.answered(daemon(0), at: time(3))
    #expect(rule.shouldPublish(at: time(3)) == false)
    rule.daemonLeft()
    #expect(rule.shouldPublish(at: time(61)) == true)
  }

  @Test("a motiond that comes is asked once, and counted if it is another")
  mutating func restarts() {
    #expect(rule.shouldAsk() == false)
    rule.daemonCame()
    #expect(rule.shouldAsk() == true)
    #expect(rule.shouldAsk() == false)
    rule.answered(daemon(100), at: time(0))
    rule.daemonCame()
    #expect(rule.shouldAsk() == true)
    rule.answered(daemon(101), at: time(1))
    #expect(rule.report.restarts == 0)
    rule.daemonLeft()
    #expect(rule.report.daemon == nil)
    rule.answered(daemon(0), at: time(20))
    #expect(rule.report.restarts == 1)
    rule.answered(daemon(3599), at: time(3620))
    #expect(rule.report.restarts == 1)
  }

  @Test("the report is JSON with a key for each figure")
  mutating func json() throws {
    rule.answered(daemon(77, rate: 99.96), at: time(0))
    let text = rule.report.json(at: "noon")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let members = try #require(object as? [String: Any])
    #expect(
      Set(members.keys) == [
        "motiond", "relay", "accelerometer", "rate_wanted", "rate_measured", "late_batches",
        "lost_readings", "motions", "uptime_s", "restarts", "events_dropped", "time",
      ])
    #expect(members["accelerometer"] as? String == "a \"b\"")
    #expect(members["rate_measured"] as? Double == 100)
    #expect(members["uptime_s"] as? Int == 77)
    let nothing = HealthReport(relay: "1").json(at: "noon")
    #expect(nothing.contains("\"motiond\":null") && text.utf8.count < 400)
  }
}
