// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The status of motiond, the answer to `GetStatus`.
///
/// What the daemon does not say, such as one of another version, is nil. ``fields`` is the one
/// table of it: from it are made the answer, the health, the metrics, the properties of the
/// interface, and the table in `docs/d-bus.md`.
package struct DaemonStatus: Sendable {
  package var version: String?
  package var device: String?
  package var source: String?
  package var subsystem: String?
  package var place: String?
  package var hasAccelerometer: Bool?
  package var isClaimed: Bool?
  package var uptime: UInt64?
  package var sampleRate: Hertz?
  package var wantedRate: Hertz?
  package var measuredRate: Hertz?
  package var motions: [String]?
  package var clients: [String: BusValue]?
  package var readings: UInt64?
  package var dropped: UInt64?
  package var lostReadings: UInt64?
  package var gaps: UInt64?
  package var lateBatches: UInt64?
  package var lag: Double?
  package var overruns: UInt64?
  package var losses: UInt64?
  package var sampling: String?
  package var warning: String?
  package var optionsFile: String?
  package var options: String?
  package var defaults: [String: BusValue]?
  package var keepsReadings: Bool?
  package var states: [String: BusValue]?
  package var events: [String]?
  package var nearMisses: [String]?
  package var lastShake: String?
  package var age: UInt64?

  /// The key of a client whose claim does not wake the accelerometer.
  package static let limited = "Limited"

  /// True if the claim of the client `name` does not wake the accelerometer.
  package func isLimited(_ name: String) -> Bool {
    (clients ?? [:]).values.contains { client in
      guard case .dictionary(let client) = client else { return false }
      return client["Name"] == .string(name) && client[Self.limited] == .bool(true)
    }
  }

  /// A status that says nothing yet.
  package init() {}

  /// The status in an answer; a value of the wrong type is nil.
  package init(_ values: [String: BusValue]) {
    for field in Self.fields { field.set(&self, values[field.key]) }
  }

  /// The values of the fields where `isIncluded` is true, by name.
  package func values(_ isIncluded: (Field) -> Bool = { _ in true }) -> [String: BusValue] {
    var values: [String: BusValue] = [:]
    for field in Self.fields where isIncluded(field) { values[field.key] = field.get(self) }
    return values
  }

  /// This with what `other` says, which counts where both say something.
  package func adding(_ other: DaemonStatus) -> DaemonStatus {
    DaemonStatus(values().merging(other.values()) { $1 })
  }

  /// A value of the status.
  package struct Field: Sendable {
    /// Its name on the bus.
    package let key: String
    /// Its type, as a D-Bus signature.
    package let type: String
    /// The metric that shows it, if there is one.
    package let metric: Metric?
    /// A Boolean value that indicates whether it is part of the health.
    package let isHealth: Bool
    /// A Boolean value that indicates whether only trusted users see it, as it says what the device
    /// did.
    package let isPrivate: Bool
    /// Its meaning in one sentence, which the metric has, too.
    package let about: String
    /// The additional text of a page; empty for none.
    package let detail: String
    /// The value in a status.
    package let get: @Sendable (DaemonStatus) -> BusValue?
    let set: @Sendable (inout DaemonStatus, BusValue?) -> Void

    fileprivate init<Value: StatusValue>(
      _ key: String, _ path: WritableKeyPath<DaemonStatus, Value?> & Sendable,
      as metric: Metric? = nil, health isHealth: Bool = false, private isPrivate: Bool = false,
      _ about: String, detail: String = ""
    ) {
      (self.key, self.metric, self.isHealth, self.isPrivate) = (key, metric, isHealth, isPrivate)
      (self.about, self.detail) = (about, detail)
      type = Value.busType
      get = { $0[keyPath: path]?.busValue }
      set = { $0[keyPath: path] = $1.flatMap(Value.init(busValue:)) }
    }
  }

  /// A kind of metric that shows a value, with its name; names omit the prefix `motiond_`.
  package enum Metric: Sendable {
    /// A label of `build_info`.
    case label(String)
    /// A number that rises and falls; for a dictionary, the number of its entries.
    case gauge(String)
    /// A number that only rises.
    case counter(String)
    /// A gauge for each word of a list, with the word as this label.
    case each(String, label: String)
  }

  /// All values, in the order of their metrics.
  package static let fields = [
    Field("Version", \.version, as: .label("version"), health: true, "Version of motiond."),
    Field(
      "Device", \.device, as: .label("device"), health: true,
      "Name of the accelerometer; empty without one."),
    Field("Source", \.source, as: .label("source"), "Where readings come from."),
    Field(
      "Subsystem", \.subsystem, as: .label("subsystem"),
      "Subsystem of the kernel that has the accelerometer.",
      detail: "`iio`, or `input` for a controller or a drive guard; empty without one."),
    Field(
      "Place", \.place, "Place of the accelerometer in the machine.",
      detail: """
        `display`, `base` (with the keyboard, so that it says nothing about the screen) or `unknown`; \
        empty without one.
        """),
    Field(
      "HasAccelerometer", \.hasAccelerometer, as: .gauge("accelerometer"),
      "Whether there is an accelerometer."),
    Field(
      "Claimed", \.isClaimed, as: .gauge("claimed"),
      "Whether clients have claimed motions, so that it is read.",
      detail: "Only clients that may keep the accelerometer awake count."),
    Field(
      "Uptime", \.uptime, as: .gauge("uptime_seconds"), health: true, "Time since motiond started.",
      detail: "In s."),
    Field(
      "SampleRate", \.sampleRate, as: .gauge("sample_rate_hertz"),
      "Sampling frequency that is set; 0 if it is not known.", detail: "In Hz."),
    Field(
      "WantedRate", \.wantedRate, as: .gauge("wanted_rate_hertz"), health: true,
      "Sampling frequency that the claimed motions ask for.",
      detail: """
        In Hz; 0 if none are claimed. If `SampleRate` is less, the accelerometer has no such rate, \
        or motiond's options set another one.
        """),
    Field(
      "MeasuredRate", \.measuredRate, as: .gauge("measured_rate_hertz"), health: true,
      "Rate of the latest five seconds of readings; 0 before them.",
      detail: "In Hz, by the readings' own timestamps, and without a gap."),
    Field(
      "Motions", \.motions, as: .each("motion_claimed", label: "kind"), health: true,
      "Kinds of motion that are claimed.",
      detail: "By clients that may keep the accelerometer awake."),
    Field(
      "Clients", \.clients, as: .gauge("clients"), "Clients that have claimed motions.",
      detail: """
        Each claim by number: its arguments, `Limited` (b) if it does not wake the accelerometer, and \
        `Name` (s) and `User` (u) for root and for the client's own user.
        """),
    Field("Readings", \.readings, as: .counter("readings"), "Readings that came."),
    Field(
      "Dropped", \.dropped, as: .counter("dropped_readings"),
      "Readings that were late, implausible, or kept from before a claim."),
    Field(
      "LostReadings", \.lostReadings, as: .counter("lost_readings"), health: true,
      "Readings that are known to be lost, at least.",
      detail: "Timed reads that motiond came too late for, and one for each overrun."),
    Field("Gaps", \.gaps, as: .counter("gaps"), "Gaps between readings."),
    Field(
      "LateBatches", \.lateBatches, as: .counter("late_batches"), health: true,
      "Batches of readings that came late.",
      detail: "The newest reading was older than 100 ms, or than four periods."),
    Field(
      "Lag", \.lag, as: .gauge("lag_seconds"),
      "Greatest delay of a pipe's readings in the last minute.",
      detail: """
        In s; absent without a pipe. What lies above the least delay, or all of it where the program \
        that writes the readings measured it.
        """),
    Field(
      "Overruns", \.overruns, as: .counter("overruns"),
      "How often the kernel's buffer was full."),
    Field(
      "Losses", \.losses, as: .counter("accelerometer_losses"),
      "How often the accelerometer was lost."),
    Field("Sampling", \.sampling, "Way of sampling, while the accelerometer is read."),
    Field(
      "Warning", \.warning, "What users should know of the accelerometer, while it is read.",
      detail: "Such as that motiond has taken the buffer of iio-sensor-proxy; absent otherwise."),
    Field("OptionsFile", \.optionsFile, "The options file."),
    Field("Options", \.options, "The words in it."),
    Field("Defaults", \.defaults, "The options of claims that omit them."),
    Field("Capture", \.keepsReadings, "Whether readings are kept for `Capture`."),
    Field(
      "States", \.states,
      "The states of the device that clients have claimed, as far as they are known.",
      detail: "Such as `still` (b) and `orientation` (s)."),
    Field("Events", \.events, private: true, "The latest events in words, the newest last."),
    Field(
      "NearMisses", \.nearMisses, private: true,
      "The latest motions that were nearly recognized, in words."),
    Field(
      "LastShake", \.lastShake, private: true,
      "How long the last shake was, and by how much it was too long.",
      detail: "Such as `2.8 s, too long by 1.8 s`; absent before the first."),
    Field(
      "Age", \.age, "Age of the counts of readings, while a call to the accelerometer blocks.",
      detail: "In s: 3 means that they are 3 s old. Absent while the counts are current."),
  ]
}

/// A type of the values of a status.
private protocol StatusValue: Sendable {
  static var busType: String { get }
  init?(busValue: BusValue)
  var busValue: BusValue { get }
}

extension Bool: StatusValue {
  fileprivate static var busType: String { "b" }
  fileprivate init?(busValue: BusValue) {
    guard case .bool(let value) = busValue else { return nil }
    self = value
  }
  fileprivate var busValue: BusValue { .bool(self) }
}

extension String: StatusValue {
  fileprivate static var busType: String { "s" }
  fileprivate init?(busValue: BusValue) {
    guard case .string(let value) = busValue else { return nil }
    self = value
  }
  fileprivate var busValue: BusValue { .string(self) }
}

extension UInt64: StatusValue {
  fileprivate static var busType: String { "t" }
  fileprivate init?(busValue: BusValue) {
    guard case .uint64(let value) = busValue else { return nil }
    self = value
  }
  fileprivate var busValue: BusValue { .uint64(self) }
}

extension Double: StatusValue {
  fileprivate static var busType: String { "d" }
  fileprivate init?(busValue: BusValue) {
    guard case .double(let value) = busValue else { return nil }
    self = value
  }
  fileprivate var busValue: BusValue { .double(self) }
}

extension [String]: StatusValue {
  fileprivate static var busType: String { "as" }
  fileprivate init?(busValue: BusValue) {
    guard case .strings(let value) = busValue else { return nil }
    self = value
  }
  fileprivate var busValue: BusValue { .strings(self) }
}

extension [String: BusValue]: StatusValue {
  fileprivate static var busType: String { "a{sv}" }
  fileprivate init?(busValue: BusValue) {
    guard case .dictionary(let value) = busValue else { return nil }
    self = value
  }
  fileprivate var busValue: BusValue { .dictionary(self) }
}
