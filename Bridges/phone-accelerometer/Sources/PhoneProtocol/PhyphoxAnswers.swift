// SPDX-License-Identifier: Apache-2.0

/// The buffers of an experiment that have its accelerometer.
struct PhyphoxColumns: Hashable, Sendable {
  var x, y, z, time: String
}

/// `/config`: the experiment that is open.
struct PhyphoxConfiguration: Decodable {
  private struct Input: Decodable {
    var source: String?
    var outputs: [[String: String]]?
  }

  private var title: String?
  private var localTitle: String?
  private var inputs: [Input]

  /// Its name, as the phone shows it.
  var name: String { (localTitle ?? title ?? "").inLine }

  /// The buffers of its accelerometer.
  ///
  /// The kind of sensor is its `source`: names of buffers are the same without gravity.
  var accelerometer: PhyphoxColumns? {
    for input in inputs where input.source == "accelerometer" {
      var names: [String: String] = [:]
      for output in input.outputs ?? [] { names.merge(output) { first, _ in first } }
      if let x = names["x"], let y = names["y"], let z = names["z"], let time = names["t"] {
        return PhyphoxColumns(x: x, y: y, z: z, time: time)
      }
    }
    return nil
  }

  /// True if it has an accelerometer without gravity alone.
  var lacksGravity: Bool { inputs.contains { $0.source == "linear_acceleration" } }
}

/// `/meta`: the phone and the app.
struct PhyphoxMeta: Decodable {
  private struct Sensor: Decodable {
    var Name: String?
    var Vendor: String?
  }

  private var version: String?
  private var deviceModel: String?
  private var deviceBrand: String?
  private var deviceManufacturer: String?
  private var sensors: [String: Sensor]?

  /// The phone, such as `Google Pixel 7`; nil if nothing is known.
  var device: String? {
    let parts = [deviceBrand ?? deviceManufacturer, deviceModel].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ").inLine
  }

  /// The app, such as `phyphox 1.2.0`.
  var app: String { "phyphox\(version.map { " \($0)" } ?? "")".inLine }

  /// The accelerometer, as its maker calls it; nil on iOS.
  var sensor: String? {
    let sensor = sensors?["accelerometer"]
    let parts = [sensor?.Name, sensor?.Vendor].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ").inLine
  }
}

/// `/control`: true if it was heard, which does not say that it was done.
struct PhyphoxControl: Decodable {
  var result: Bool
}

/// An event of `/time`: measuring began or stopped.
struct PhyphoxEvent: Decodable, Hashable, Sendable {
  enum Kind: String, Decodable { case start = "START", pause = "PAUSE" }

  var event: Kind
  /// On the experiment's clock, which stands still during pauses, in s.
  var experimentTime: Double
  /// The phone's time of day, in s since 1970.
  var systemTime: Double
}

/// `/get`: values of buffers, and whether it is measured.
struct PhyphoxData: Decodable {
  struct Buffer: Decodable {
    /// The extent of the values: all, those beyond a threshold, or the last one.
    enum Mode: String, Decodable { case full, partial, single, input }

    var updateMode: Mode?
    private var buffer: [BoundedJSON.Number]
    var values: [Double?] { buffer.map(\.value) }
  }

  struct Status: Decodable {
    private var session: BoundedText?
    private var measuring: Bool?
    private var timedRun: Bool?
    private var countDown: BoundedJSON.Number?

    var name: String? { session?.text }
    var isMeasuring: Bool { measuring ?? false }
    /// The rest of the countdown in ms; nil if none is under way.
    var rest: Double? {
      guard let rest = countDown?.value, rest > 0, !isMeasuring else { return nil }
      return rest
    }
  }

  /// A text or a number, such as the name of a session.
  struct BoundedText: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = text
      } else {
        text = "\(try container.decode(Int64.self))"
      }
    }
  }

  private var buffer: [String: Buffer]
  var status: Status

  /// The mode of the times.
  func mode(of columns: PhyphoxColumns) -> Buffer.Mode? { buffer[columns.time]?.updateMode }

  /// The last time, if the answer has one.
  func newest(of columns: PhyphoxColumns) -> Double? {
    (buffer[columns.time]?.values.last { $0 != nil }).flatMap { $0 }
  }

  /// The time and the values of each reading, as far as all columns go; nil if one is missing.
  ///
  /// On iOS columns are copied one by one while readings come in, so that they differ in length.
  func rows(
    of columns: PhyphoxColumns
  ) -> [(time: Double?, values: SIMD3<Double>?)]? {
    guard let t = buffer[columns.time]?.values, let x = buffer[columns.x]?.values,
      let y = buffer[columns.y]?.values, let z = buffer[columns.z]?.values
    else { return nil }
    return (0..<min(t.count, x.count, y.count, z.count)).map { index in
      guard let x = x[index], let y = y[index], let z = z[index] else { return (t[index], nil) }
      return (t[index], SIMD3(x, y, z))
    }
  }

  /// True if it has the times at all.
  func has(_ columns: PhyphoxColumns) -> Bool {
    [columns.time, columns.x, columns.y, columns.z].allSatisfy { buffer[$0] != nil }
  }
}
