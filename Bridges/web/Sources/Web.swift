// SPDX-License-Identifier: Apache-2.0

// What JavaScript calls beside the functions of motion.h: a recording in memory, and its swings.

/// Reads a recording.
///
/// - Parameters:
///   - bytes: the text of the recording
///   - size: the number of bytes
///   - times: gets the time of each reading in ns; has room for an eighth as many as there are
///     bytes, and one
///   - values: gets x, y and z of each reading in m/s²
///   - problem: gets the mistake in the first bad line, with line and column
///   - room: the size of `problem`
/// - Returns: the number of readings; -1 after a mistake
@_cdecl("web_recording")
public func recording(
  _ bytes: UnsafePointer<UInt8>, _ size: Int, _ times: UnsafeMutablePointer<Int64>,
  _ values: UnsafeMutablePointer<Double>, _ problem: UnsafeMutablePointer<CChar>, _ room: Int
) -> Int {
  var parser = RecordingParser()
  var count = 0
  do throws(RecordingError) {
    try parser.parse(UnsafeBufferPointer(start: bytes, count: size).span) { reading in
      times[count] = reading.timestamp.nanoseconds
      for axis in 0..<3 { values[3 * count + axis] = reading.acceleration[axis] }
      count += 1
    }
    try parser.finish()
    return count
  } catch {
    var text = LineBuffer(problem, room)
    text.printable(error.description)
    _ = text.end()
    return -1
  }
}

/// Finds the swings in readings, whatever the options.
///
/// - Parameters:
///   - count: the number of readings
///   - times: the time of each in ns
///   - values: x, y and z of each in m/s²
///   - swings: gets start, end and amplitude (ns, ns, m/s²) of each swing that was large enough to
///     count in a shake; has room for as many as there are readings
/// - Returns: the number of swings
@_cdecl("web_swings")
public func swings(
  _ count: Int, _ times: UnsafePointer<Int64>, _ values: UnsafePointer<Double>,
  _ swings: UnsafeMutablePointer<Double>
) -> Int {
  var trace = ShakeTrace()
  var found = 0
  for index in 0..<count {
    let value = Acceleration(values[3 * index], values[3 * index + 1], values[3 * index + 2])
    let time = Timestamp(nanoseconds: times[index])
    guard let swing = trace.process(Reading(timestamp: time, acceleration: value))?.swing,
      swing.amplitude >= ShakeTrace.swingAmplitude
    else { continue }
    swings[3 * found] = Double(swing.start.nanoseconds)
    swings[3 * found + 1] = Double(swing.end.nanoseconds)
    swings[3 * found + 2] = swing.amplitude
    found += 1
  }
  return found
}

/// Writes the reason why readings at this rate are too few for a kind.
///
/// - Parameters:
///   - kind: its number in motion.h
///   - rate: in readings a second
///   - reason: gets the reason
///   - room: the size of `reason`
/// - Returns: the length of the reason; 0 if the rate suffices
@_cdecl("web_obstacle")
public func obstacle(
  _ kind: Int32, _ rate: Double, _ reason: UnsafeMutablePointer<CChar>, _ room: Int
) -> Int {
  var text = LineBuffer(reason, room)
  if let name = KindNumber.name(kind),
    let obstacle = MotionRegistry[MotionKind(rawValue: name.description)]?.obstacle(at: rate)
  {
    text.printable(obstacle)
  }
  return text.end()
}
