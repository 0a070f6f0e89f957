extension AccelerometerChoice {
  /// The accelerometers of the context at `uri`.
  ///
  /// - Parameter uri: of a libiio context, such as `local:`
  /// - Returns: what is known of each, in the context's order
  /// - Throws: an ``AccelerometerError`` if there is no such context
  public static func accelerometers(
    at uri: String
  ) throws(AccelerometerError) -> [AccelerometerInfo] {
    try IIOContext(uri: uri).accelerometers.map(\.info)
  }

  /// Finds the accelerometer among those of `context`.
  ///
  /// Without a name that is the first that can be streamed through a buffer.
  func find(in context: IIOContext) throws(AccelerometerError) -> IIODevice {
    let all = context.accelerometers
    guard let name else {
      guard let first = all.first(where: \.info.hasBuffer) ?? all.first else {
        throw .noAccelerometer(uri: uri)
      }
      return first
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
