// SPDX-License-Identifier: Apache-2.0

/// A user's choice of an accelerometer of this machine.
public struct AccelerometerChoice: Hashable, Sendable {
  /// Its name, label or id; nil for the best there is.
  public var name: String?

  /// The best accelerometer of this machine.
  public static let automatic = AccelerometerChoice(name: nil)

  /// The accelerometer of this name.
  ///
  /// - Parameter name: its name, label or id; nil for the best there is
  public init(name: String?) {
    self.name = name
  }

  /// Reads `auto` or `iio:NAME`; nil for anything else, such as a file's name.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if text.hasPrefix("iio:"), text != "iio:" {
      self.init(name: String(text.dropFirst("iio:".count)))
    } else {
      return nil
    }
  }
}

extension AccelerometerChoice {
  /// The accelerometers of this machine.
  ///
  /// - Parameter busy: the name or id of one that another program is reading, which is not measured
  /// - Returns: the properties of each, the best first, those that cannot be used last
  /// - Throws: an ``AccelerometerError`` if the kernel shows no sensors
  public static func accelerometers(
    busy: String? = nil
  ) throws(AccelerometerError) -> [AccelerometerInfo] {
    try IIOContext().accelerometers.map { device in
      var info = device.localInfo
      if !device.names.contains(where: { $0 == busy }) { info.magnitude = device.magnitude }
      return info
    }
  }

  /// The properties of the accelerometer, without reading from it.
  ///
  /// - Throws: an ``AccelerometerError`` if it is not there, or cannot be used
  public var info: AccelerometerInfo {
    get throws(AccelerometerError) {
      try find(in: IIOContext()).localInfo
    }
  }

  /// Finds the accelerometer among those of `context`.
  ///
  /// Without a name that is the best: one with three axes, read through a buffer, with the display.
  package func find(in context: IIOContext) throws(AccelerometerError) -> IIODevice {
    let all = context.accelerometers
    let matching = name.map { name in all.filter { $0.names.contains(name) } } ?? all
    if let name, matching.count > 1 {
      throw .ambiguous(name: name, choices: matching.map { "iio:\($0.id)" })
    }
    guard let found = matching.first else {
      guard let name, !all.isEmpty else { throw .noAccelerometer(uri: context.uri) }
      throw .unknown(name: name, choices: all.map { "iio:\($0.id) (\($0.name ?? "no name"))" })
    }
    guard found.axes.count == 3 else {
      throw .unusable(
        device: found.title,
        reason: "it has only \(found.axes.joined(separator: " and ")), "
          + "and a shake needs x, y and z")
    }
    return found
  }
}
