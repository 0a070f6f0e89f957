extension AccelerometerChoice {
  /// The accelerometers of the context at `uri`.
  ///
  /// - Parameters:
  ///   - uri: of a libiio context, such as `local:`
  ///   - busy: the name or id of one that another program is reading; what it measures now is left out
  /// - Returns: what is known of each, the best first, those that cannot be used last
  /// - Throws: an ``AccelerometerError`` if there is no such context
  public static func accelerometers(
    at uri: String, busy: String? = nil
  ) throws(AccelerometerError) -> [AccelerometerInfo] {
    let isRemote = AccelerometerChoice(uri: uri, name: nil).isRemote
    return try IIOContext(uri: uri).accelerometers.map { device in
      var info = device.info(isRemote: isRemote)
      if !device.names.contains(where: { $0 == busy }) { info.magnitude = device.magnitude }
      return info
    }
  }

  /// What is known of the accelerometer, without reading from it.
  ///
  /// - Throws: an ``AccelerometerError`` if it is not there, or cannot be used
  public var info: AccelerometerInfo {
    get throws(AccelerometerError) {
      try find(in: IIOContext(uri: uri)).info(isRemote: isRemote)
    }
  }

  /// Finds the accelerometer among those of `context`.
  ///
  /// Without a name that is the best: one with three axes, read through a buffer, with the display.
  func find(in context: IIOContext) throws(AccelerometerError) -> IIODevice {
    let found = try candidate(in: context)
    guard found.axes.count == 3 else {
      throw .unusable(
        device: found.title,
        reason: "it has only \(found.axes.joined(separator: " and ")), "
          + "and a shake needs x, y and z")
    }
    return found
  }

  private func candidate(in context: IIOContext) throws(AccelerometerError) -> IIODevice {
    let all = context.accelerometers
    guard let name else {
      guard let best = all.first else { throw .noAccelerometer(uri: uri) }
      return best
    }
    let matching = all.filter { $0.names.contains(name) }
    guard matching.count <= 1 else {
      throw .ambiguous(name: name, choices: matching.map { "iio:\($0.id)" })
    }
    guard let found = matching.first else {
      guard !all.isEmpty else { throw .noAccelerometer(uri: uri) }
      throw .unknown(name: name, choices: all.map { "iio:\($0.id) (\($0.name ?? "no name"))" })
    }
    return found
  }
}
