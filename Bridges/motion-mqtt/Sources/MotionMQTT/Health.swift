// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The health of a device, as its relay knows it.
package struct HealthReport: Hashable, Sendable {
  /// The part of the health that motiond reports.
  package struct Daemon: Hashable, Sendable {
    /// Its version.
    package var version: String
    /// The name of the accelerometer; nil without one.
    package var accelerometer: String?
    /// The rate that the claimed motions ask for.
    package var wantedRate: Hertz
    /// The rate of the latest readings.
    package var measuredRate: Hertz
    /// The number of batches of readings that came late since it started.
    package var lateBatches: Int
    /// The number of readings known to be lost since it started.
    package var lostReadings: Int
    /// The kinds of motion that are claimed.
    package var motions: [MotionKind]
    /// The time since it started, in s.
    package var uptime: Int64

    /// The report of a motiond.
    package init(
      version: String, accelerometer: String?, wantedRate: Hertz, measuredRate: Hertz,
      lateBatches: Int, lostReadings: Int, motions: [MotionKind], uptime: Int64
    ) {
      (self.version, self.accelerometer) = (version, accelerometer)
      (self.wantedRate, self.measuredRate) = (wantedRate, measuredRate)
      (self.lateBatches, self.lostReadings) = (lateBatches, lostReadings)
      (self.motions, self.uptime) = (motions, uptime)
    }
  }

  /// The version of the relay.
  package var relay: String
  /// nil while there is no motiond.
  package var daemon: Daemon?
  /// The number of times that motiond came back since the relay started.
  package var restarts = 0
  /// The number of events that were dropped since the relay started.
  package var droppedEvents = 0

  /// A report of a relay that has not reached motiond.
  package init(relay: String) {
    self.relay = relay
  }

  /// A Boolean value that indicates whether this says something else than `other`, but that time
  /// has passed.
  func differs(from other: HealthReport) -> Bool {
    var same = other
    if let daemon { same.daemon?.uptime = daemon.uptime }
    return self != same
  }

  /// The report as one JSON object.
  ///
  /// - Parameter time: the time of day now, as ISO 8601 has it
  /// - Returns: the object, on one line
  package func json(at time: String) -> String {
    let about: [(String, String)] = [
      ("motiond", daemon.map { $0.version.jsonString } ?? "null"), ("relay", relay.jsonString),
      ("accelerometer", daemon?.accelerometer?.jsonString ?? "null"),
      ("rate_wanted", Self.text(daemon?.wantedRate)),
      ("rate_measured", Self.text(daemon?.measuredRate)),
      ("late_batches", "\(daemon?.lateBatches ?? 0)"),
      ("lost_readings", "\(daemon?.lostReadings ?? 0)"),
      ("motions", "[\((daemon?.motions ?? []).map(\.rawValue.jsonString).joined(separator: ","))]"),
      ("uptime_s", "\(daemon?.uptime ?? 0)"), ("restarts", "\(restarts)"),
      ("events_dropped", "\(droppedEvents)"), ("time", time.jsonString),
    ]
    return "{" + about.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// A rate with one decimal.
  private static func text(_ rate: Hertz?) -> String {
    guard let rate, rate.isFinite, abs(rate) < 1e9 else { return "0.0" }
    return "\((rate * 10).rounded() / 10)"
  }
}

/// The rule for when the relay asks motiond for its health, and when it publishes the answer:
/// whenever there is something new, and at most once a minute; it reports a motiond that has come
/// at once.
///
/// The relay asks a motiond when it comes; motiond says by itself when its health has changed.
/// There is no timer: the relay does what is due when something else wakes it, such as the
/// connection's keep-alive, which comes once a minute.
package struct HealthRule: Sendable {
  /// The shortest time between two reports.
  package static let period = Duration.seconds(60)

  /// The latest report.
  package var report: HealthReport
  private var published: (report: HealthReport, time: Timestamp)?
  private var isUnasked = false
  /// A Boolean value that indicates whether motiond has answered, or is known to be away.
  private var isKnown = false
  /// The time when the latest motiond started, by its uptime.
  private var daemonStart: Timestamp?

  /// Begins with a report that the relay does not publish before motiond has answered, or is known
  /// to be away.
  package init(_ report: HealthReport) {
    self.report = report
  }

  /// Returns true, once, if it is time to ask motiond.
  package mutating func shouldAsk() -> Bool {
    defer { isUnasked = false }
    return isUnasked
  }

  /// Notes that there is a motiond, which may be another, or have another accelerometer.
  package mutating func daemonCame() {
    isUnasked = true
  }

  /// Notes that there is no motiond.
  package mutating func daemonLeft() {
    (report.daemon, isKnown) = (nil, true)
  }

  /// Notes what motiond said.
  package mutating func answered(_ daemon: HealthReport.Daemon, at now: Timestamp) {
    let start = now.advanced(byNanoseconds: -daemon.uptime * 1_000_000_000)
    // Its uptime is in whole seconds, and the answer took some time.
    if let daemonStart, start.nanoseconds(since: daemonStart) > 3_000_000_000 {
      report.restarts += 1
    }
    // A drift over days does not count as a restart.
    daemonStart = start
    (report.daemon, isKnown) = (daemon, true)
  }

  /// Returns true if it is time to publish the report.
  package mutating func shouldPublish(at now: Timestamp) -> Bool {
    guard isKnown else { return false }
    if let published {
      // A report that says that there is no motiond would stay for a minute beside a motiond that
      // has come.
      let hasCome = published.report.daemon == nil && report.daemon != nil
      guard hasCome || now.nanoseconds(since: published.time) >= Self.period.nanoseconds,
        report.differs(from: published.report)
      else { return false }
    }
    published = (report, now)
    return true
  }
}
