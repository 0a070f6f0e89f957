import Glibc

extension AccelerometerSession {
  /// How long a remote accelerometer may keep a read waiting, in milliseconds.
  private static let timeout: UInt32 = 500

  /// Finds the accelerometer that `choice` says and makes it sample.
  ///
  /// A way of sampling that the kernel finds invalid leads to the next.
  ///
  /// - Parameters:
  ///   - choice: which one
  ///   - options: how it is to be sampled
  ///   - memory: which ways worked before, and which did not
  /// - Returns: the session
  /// - Throws: an ``AccelerometerError``; its buffer is off then, unless another program reads it
  static func open(
    _ choice: AccelerometerChoice, _ options: SamplingOptions, _ memory: inout SamplingMemory
  ) throws(AccelerometerError) -> AccelerometerSession {
    let context = try IIOContext(uri: choice.uri)
    if choice.isRemote { context.setTimeout(milliseconds: timeout) }
    let device = try choice.find(in: context)
    if device.isStreamable {
      if !choice.isRemote { try checkFree(device) }
      // A process that was killed may have left it on; nothing can be set then.
      _ = device.setBufferAttribute("enable", "0")
    }
    device.setRate(options.rate)
    let ways = device.samplingPlan(isRemote: choice.isRemote).ways
    // Without any way this says why.
    if ways.isEmpty { _ = try device.rawAxes() }
    var refusal = AccelerometerError.unusable(device: device.title, reason: "it cannot be sampled")
    for _ in ways {
      guard let way = memory.next(among: ways) else { break }
      do throws(AccelerometerError) {
        return try AccelerometerSession(choice, options, device, way)
      } catch {
        guard error.isInvalid || way == .timer && !error.isBusy else { throw error }
        memory.failed(way)
        refusal = error
      }
    }
    throw refusal
  }

  /// Refuses a device that another program is reading.
  ///
  /// libiio would notice too, but only after it had switched that program's buffer off.
  private static func checkFree(_ device: IIODevice) throws(AccelerometerError) {
    let descriptor = Glibc.open("/dev/\(device.id)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .failed(action: "open", device: device.title, number: errno)
    }
    Glibc.close(descriptor)
  }
}
