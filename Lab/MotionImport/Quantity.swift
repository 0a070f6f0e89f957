// SPDX-License-Identifier: Apache-2.0

/// The quantity that three columns hold.
package enum Quantity: Hashable, Sendable {
  /// Acceleration, with or without gravity.
  case acceleration
  /// Acceleration with gravity.
  case total
  /// Acceleration without gravity.
  case user
  /// Gravity alone.
  case gravity

  /// The quantity that `words` name; nil for anything but an acceleration.
  init?(_ words: [String]) {
    func has(_ known: Set<String>) -> Bool { words.contains { known.contains($0) } }
    if has(Self.others) { return nil }
    if has(["grav"]) || words.contains(where: { Self.begins($0, Self.gravities) }) {
      self = .gravity; return
    }
    let isAcceleration = words.contains { Self.isAcceleration($0) }
    // Of a message of ROS each name begins so.
    if !isAcceleration, has(["field"]) { return nil }
    let isLinear = has([
      "lin", "linacc", "user", "useracc", "without", "ohne", "sans", "senza", "zonder",
    ])
    if isLinear || words.contains(where: { Self.begins($0, Self.linears) }) {
      self = .user
      return
    }
    guard isAcceleration else { return nil }
    self = has(["gf", "total", "raw", "uncalibrated"]) ? .total : .acceleration
  }

  /// True for a word of an acceleration, in the languages of phyphox and of others.
  static func isAcceleration(_ word: String) -> Bool {
    word == "a" || word == "ac" || word == "gf" || begins(word, accelerations)
  }

  private static func begins(_ word: String, _ beginnings: [String]) -> Bool {
    beginnings.contains { word.hasPrefix($0) }
  }

  private static let accelerations = [
    "acc", "aceler", "beschl", "versnelling", "akselera", "przyspiesz", "zrychl", "zrýchl",
    "gyorsul", "kiihtyv", "ivme", "ускорен", "прискорен", "επιτάχυν", "加速度", "가속도",
  ]
  private static let gravities = [
    "gravit", "schwerkraft", "erdbeschl", "gravedad", "gravidade", "zwaartekracht",
    "tyngdkraft", "grawitac", "гравитац", "重力", "중력",
  ]
  private static let linears = [
    "linea", "linéa", "liniow", "lineár", "линейн", "线性", "線形",
  ]

  /// Words of columns of other quantities.
  private static let others: Set = [
    "gyro", "gyr", "gyroscope", "gyroskop", "rotation", "rot", "rate", "mag", "magnetic",
    "magnetometer", "magnetfeld", "orientation", "attitude", "quaternion", "euler",
    "angle", "angular", "pitch", "roll", "yaw", "speed", "velocity", "location", "gps", "compass",
    "heading", "w", "b", "position", "displacement", "absolute", "magnitude", "compressed", "jerk",
  ]
}

/// An app whose exports are known by their columns.
package enum KnownApp: Hashable, Sendable {
  /// phyphox, of RWTH Aachen.
  case phyphox
  /// Sensor Logger, of Kelvin Choi.
  case sensorLogger
  /// Physics Toolbox, of Vieyra Software.
  case physicsToolbox
  /// SensorLog, of Bernd Thomas: an app of iOS, whose axes point the other way.
  case sensorLog
  /// AndroSensor, of Fiv Asim.
  case androSensor

  /// The app that wrote a header; nil for other apps.
  init?(header names: [String]) {
    let names = Set(names)
    if names.contains("seconds_elapsed"), names.contains("time") {
      self = .sensorLogger
    } else if names.contains("gFx") || names.isSuperset(of: ["time", "ax", "ay", "az", "aT"])
      || names.isSuperset(of: ["time", "ax", "ay", "az", "atotal"])
    {
      self = .physicsToolbox
    } else if names.contains(where: { $0.contains("Timestamp_sinceReboot") }) {
      self = .sensorLog
    } else if names.contains("Time (s)"), names.contains(where: { $0.hasSuffix("(m/s^2)") }) {
      self = .phyphox
    } else if names.contains(where: { $0.hasPrefix("Time since start in ms") }) {
      self = .androSensor
    } else {
      return nil
    }
  }

  /// The name as its makers write it.
  package var name: String {
    switch self {
    case .phyphox: "phyphox"
    case .sensorLogger: "Sensor Logger"
    case .physicsToolbox: "Physics Toolbox"
    case .sensorLog: "SensorLog"
    case .androSensor: "AndroSensor"
    }
  }

  /// True if it writes gravity as Android does, pointing up, on every phone, or if ``isInverted``.
  ///
  /// phyphox turns the values of iOS; AndroSensor is an app of Android.
  var hasKnownSign: Bool { self == .phyphox || self == .androSensor || isInverted }

  /// True if values are always inverted, as in iOS: -g along z when the device lies on its back.
  var isInverted: Bool { self == .sensorLog }
}

extension Quantity {
  /// True if `words` name another quantity than an acceleration.
  static func isOther(_ words: [String]) -> Bool { words.contains { others.contains($0) } }

  /// True if `words` name no known quantity.
  static func isNothing(_ words: [String]) -> Bool { !isOther(words) && Quantity(words) == nil }
}
