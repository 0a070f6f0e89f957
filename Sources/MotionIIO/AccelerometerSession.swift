import MotionCore

/// An accelerometer that samples, in one way, until it is let go.
final class AccelerometerSession {
  /// What is known of it, with the rate, the trigger and the clock it samples with.
  private(set) var info: AccelerometerInfo
  /// The way in which it is sampled.
  let way: SamplingWay
  /// How its readings are waited for.
  let waiting: BufferTuning.Waiting

  private let device: IIODevice
  private let mount: MountMatrix
  private var source: Source
  private var stamps: ScanStamps

  private enum Source {
    case buffer(ScanBuffer)
    case axes([RawAxis])
    case closed
  }

  /// The fastest that single values are read, in Hz: each takes three system calls and an axis has one.
  private static let fastestPoll = 1000.0

  /// Makes `device` sample in one way.
  ///
  /// - Parameters:
  ///   - choice: which one it is
  ///   - options: how it is to be sampled; its rate is set
  ///   - device: the accelerometer, which nobody is reading
  ///   - way: one of its ways
  /// - Throws: an ``AccelerometerError``; everything is as it was then
  init(
    _ choice: AccelerometerChoice, _ options: SamplingOptions, _ device: IIODevice,
    _ way: SamplingWay
  ) throws(AccelerometerError) {
    self.way = way
    var device = device
    var timer: TimerTrigger?
    switch way {
    case .buffer:
      if device.trigger != nil { device.clearTrigger() }
    case .trigger(let name):
      _ = try device.use(triggerCalled: name)
    case .timer:
      (timer, device) = try Self.withTimer(choice, options, device)
    case .poll:
      // Each value waits for the next sample, with some drivers for two.
      device.setHighestRate()
    }
    self.device = device
    mount = try device.mountMatrix(isRemote: choice.isRemote).matrix
    var info = device.info(isRemote: choice.isRemote)
    info.sampling = way
    if way == .poll {
      let rate = min(max(options.rate, 0.1), Self.fastestPoll)
      source = .axes(try device.rawAxes())
      waiting = .timer(Int64(1e9 / rate))
      stamps = ScanStamps(scansTell: false, rate: rate)
      (info.rate, info.clock) = (rate, .arrival)
    } else {
      let tuning = BufferTuning(
        options.mode, rate: info.rate, hardwareFifo: device.hardwareFifo, isRemote: choice.isRemote)
      let tells = device.streamedChannels.count > device.axes.count
      info.clock = tells ? device.setClock() : .arrival
      source = .buffer(try ScanBuffer(device, mount, tuning, timer: timer))
      waiting = tuning.waiting
      stamps = ScanStamps(scansTell: tells, rate: info.rate ?? options.rate)
    }
    self.info = info
  }

  /// Makes a timer the trigger of `device`; the device is found anew, among triggers with this one.
  private static func withTimer(
    _ choice: AccelerometerChoice, _ options: SamplingOptions, _ device: IIODevice
  ) throws(AccelerometerError) -> (TimerTrigger, IIODevice) {
    let timer: TimerTrigger
    do throws(SystemError) {
      timer = try TimerTrigger(for: device.id)
    } catch {
      throw .failed(action: "make a trigger for", device: device.title, number: error.number)
    }
    let again = try choice.find(in: try IIOContext(uri: choice.uri))
    let trigger = try again.use(triggerCalled: timer.name)
    timer.isUsed(by: again)
    trigger.setRate(options.rate)
    return (timer, again)
  }

  /// What to call the accelerometer when talking to users.
  var title: String { device.title }

  /// Switches its buffer off, whoever still holds the session.
  func close() {
    source = .closed
  }

  /// Becomes readable when readings are waiting; nil if there is nothing like that.
  var pollDescriptor: Int32? {
    switch source {
    case .buffer(let buffer): buffer.pollDescriptor
    case .axes, .closed: nil
    }
  }

  /// Whether its buffer is off though it was switched on: another program did that.
  var isSwitchedOff: Bool {
    switch source {
    case .buffer: device.bufferAttribute("enable") == "0"
    case .axes, .closed: false
    }
  }

  /// Appends the readings that are waiting to `readings`.
  ///
  /// - Parameters:
  ///   - readings: what to append to
  ///   - arrival: what `CLOCK_BOOTTIME` shows, for readings without a timestamp of their own
  /// - Returns: whether the buffer was full, so that there may be more to read without blocking
  /// - Throws: an ``AccelerometerError`` after which it is of no use any more
  func read(
    into readings: inout [Reading], arrival: Timestamp
  ) throws(AccelerometerError) -> Bool {
    switch source {
    case .closed:
      return false
    case .buffer(let buffer):
      let start = readings.count
      let wasFull = try buffer.read(into: &readings)
      stamps.settle(&readings, from: start, at: arrival)
      if stamps.areArrivals { info.clock = .arrival }
      return wasFull
    case .axes(let axes):
      var acceleration = SIMD3<Double>.zero
      do throws(SystemError) {
        for (index, axis) in axes.enumerated() { acceleration[index] = try axis.acceleration() }
      } catch {
        throw .failed(action: "read", device: title, number: error.number)
      }
      // Taken just now: there is nothing to spread.
      readings.append(
        Reading(timestamp: arrival, acceleration: mount.applied(to: acceleration)))
      return false
    }
  }
}
