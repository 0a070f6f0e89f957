// SPDX-License-Identifier: Apache-2.0

/// A user's choice of an accelerometer.
public struct AccelerometerChoice: Hashable, Sendable {
  /// The libiio context that has it: `local:`, or any other, such as `ip:host` or `ip:host:port`.
  public var uri: String
  /// Its name, label or id; nil for the best there is.
  public var name: String?

  /// The best accelerometer of this machine.
  public static let automatic = AccelerometerChoice(uri: "local:", name: nil)

  /// An accelerometer of the context at `uri`.
  ///
  /// - Parameters:
  ///   - uri: of a libiio context
  ///   - name: its name, label or id; nil for the best there is
  public init(uri: String, name: String?) {
    self.uri = uri
    self.name = name
  }

  /// Reads `auto`, `iio:NAME` or a URI of libiio's; nil for anything else, such as a file's name.
  public init?(_ text: String) {
    let schemes = ["local:", "ip:", "usb:", "serial:"]
    if text == "auto" {
      self = .automatic
    } else if text.hasPrefix("iio:"), text != "iio:" {
      self.init(uri: "local:", name: String(text.dropFirst("iio:".count)))
    } else if schemes.contains(where: text.hasPrefix) {
      self.init(uri: text, name: nil)
    } else {
      return nil
    }
  }

  /// A Boolean value that indicates whether reading blocks: only the local backend has a descriptor
  /// to poll.
  public var isRemote: Bool {
    !uri.hasPrefix("local:")
  }
}

extension AccelerometerChoice {
  /// The accelerometers of the context at `uri`.
  ///
  /// - Parameters:
  ///   - uri: of a libiio context, such as `local:`
  ///   - busy: the name or id of one that another program is reading, which is not measured
  /// - Returns: the properties of each, the best first, those that cannot be used last
  /// - Throws: an ``AccelerometerError`` if there is no such context
  public static func accelerometers(
    at uri: String, busy: String? = nil
  ) throws(AccelerometerError) -> [AccelerometerInfo] {
    try accelerometers(of: IIOContext(uri: uri), busy: busy)
  }

  /// The accelerometers of `context`.
  package static func accelerometers(
    of context: IIOContext, busy: String? = nil
  ) throws(AccelerometerError) -> [AccelerometerInfo] {
    let isRemote = AccelerometerChoice(uri: context.uri, name: nil).isRemote
    let all = context.accelerometers.map { device in
      var info = device.info(isRemote: isRemote)
      if !device.names.contains(where: { $0 == busy }) { info.magnitude = device.magnitude }
      return info
    }
    try context.check()
    return all
  }

  /// The properties of the accelerometer, without reading from it.
  ///
  /// - Throws: an ``AccelerometerError`` if it is not there, or cannot be used
  public var info: AccelerometerInfo {
    get throws(AccelerometerError) {
      let context = try IIOContext(uri: uri)
      let info = try find(in: context).info(isRemote: isRemote)
      try context.check()
      return info
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
      guard let name, !all.isEmpty else { throw .noAccelerometer(uri: uri) }
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
