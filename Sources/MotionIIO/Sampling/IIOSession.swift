// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import MotionReader
import SystemPackage

/// An accelerometer that samples, in one way, until it is let go.
final class IIOSession: AccelerometerSession {
  /// The properties of the accelerometer, with the rate, the trigger and the clock it samples with.
  var info: AccelerometerInfo
  /// The readings of the last read, and the time on `CLOCK_BOOTTIME` when they came, in
  /// nanoseconds.
  var latest: (readings: [Reading], arrival: Int64) { (batch.readings, batch.arrival) }
  /// The timestamp of the last reading there was.
  private(set) var lastReading: Timestamp?
  /// A Boolean value that indicates whether it was noted that its way of sampling delivers
  /// readings.
  private(set) var isProven = false
  /// The way in which it is sampled.
  let way: SamplingWay
  /// The way of waiting for its readings.
  let waiting: SessionWaiting

  /// A Boolean value that indicates whether another program had switched the buffer on, which now
  /// has no readings until the session is closed.
  var hasTakenBuffer: Bool { found?.isEnabled ?? false }

  private let device: IIODevice
  /// What udev and the device said of its mounting when it was opened.
  private let mountingFound: Mounting
  /// True if udev says something else of its place and its mount matrix than when it was opened.
  var isMountedOtherwise: Bool { device.isMountedOtherwise(than: mountingFound, info) }
  private var scales: ScaleWatch
  /// The settings of the buffer before the session; nil if it has none here.
  private let found: BufferSettings?
  /// Where those settings are noted.
  private let notes: BufferNotes?
  private let mount: MountMatrix
  private var source: Source
  private var batch: Batch

  private enum Source {
    case buffer(ScanBuffer)
    case axes([RawAxis])
    case closed
  }

  /// The readings of one read.
  ///
  /// In one property, as each access to a property of an object is checked for conflicts, which
  /// takes 90 instructions.
  private struct Batch {
    var readings: [Reading] = []
    /// The time on `CLOCK_BOOTTIME` when they came, in nanoseconds.
    var arrival = bootTime()
    var timestamps: TimestampRecovery

    init(areStamped: Bool, rate: Hertz) {
      timestamps = TimestampRecovery(areStamped: areStamped, rate: rate)
    }

    /// The most readings of one turn: ten seconds at 6.4 kHz.
    private static let mostReadings = 1 << 16

    /// Reads the scans that are waiting, as far as one turn takes them.
    ///
    /// - Returns: true if the buffer was full
    mutating func drain(_ buffer: ScanBuffer) throws(AccelerometerError) -> Bool {
      readings.removeAll(keepingCapacity: true)
      var wasFull = false
      while true {
        let start = readings.count
        let isFull = try buffer.read(into: &readings)
        arrival = bootTime()
        timestamps.settle(&readings, from: start, at: Timestamp(nanoseconds: arrival))
        // A node that never runs dry gets the next turn as the others do.
        guard isFull, readings.count < Self.mostReadings else { return wasFull || isFull }
        wasFull = true
      }
    }
  }

  /// The highest rate at which single values are read: each takes three system calls and an axis
  /// has one.
  private static let fastestPoll: Hertz = 1000

  /// Makes `device` sample in one way.
  ///
  /// - Parameters:
  ///   - choice: the choice that led to it
  ///   - options: the rate, which is set already, and the mode
  ///   - device: the accelerometer, which no program reads
  ///   - way: one of its ways
  ///   - found: the settings of its buffer, to be put back at the end
  /// - Throws: an ``AccelerometerError``; the buffer is off then
  init(
    _ choice: AccelerometerChoice, _ options: SamplingOptions, _ device: IIODevice,
    _ way: SamplingWay, found: BufferSettings?
  ) throws(AccelerometerError) {
    (self.way, self.found) = (way, found)
    notes = options.notes.map { BufferNotes(directory: $0) }
    var device = device
    var timer: TimerTrigger?
    var trigger: IIODevice?
    switch way {
    case .buffer:
      if device.trigger != nil { device.clearTrigger() }
    case .trigger(let name):
      trigger = try device.use(triggerCalled: name)
    case .timer:
      (timer, device) = try Self.withTimer(choice, options, device)
      trigger = device.trigger
    case .poll:
      // Each value waits for the next sample, with some drivers for two.
      if let highest = device.rateSet.highest { device.setRate(highest) }
    }
    self.device = device
    // Before its readings are computed with them.
    scales = ScaleWatch(device, at: bootTime())
    mountingFound = device.mounting(udev: device.udevMatrix)
    let mounting = options.mountMatrix.map { Mounting($0, from: .option) } ?? mountingFound
    mount = mounting.matrix
    info = device.localInfo
    info.set(mounting)
    info.sampling = way
    // A timer has a rate of its own, whatever the rate of the accelerometer.
    if let rate = trigger?.rate { info.rate = rate }
    if way == .poll {
      let rate = Self.pollRate(options.rate)
      source = .axes(try device.rawAxes())
      waiting = .timer(Int64(1e9 / rate))
      batch = Batch(areStamped: false, rate: rate)
      (info.rate, info.clock) = (rate, .arrival)
    } else {
      let tuning = BufferTuning(
        options.mode, rate: info.rate, hardwareFifo: device.hardwareFifo)
      let areStamped = device.streamedChannels.count > device.axes.count
      info.clock = areStamped ? device.setClock() : .arrival
      source = .buffer(try ScanBuffer(device, mount, tuning, timer: timer))
      waiting = tuning.waiting
      batch = Batch(areStamped: areStamped, rate: info.rate ?? options.rate)
    }
  }

  /// Makes a timer the trigger of `device`; the device is found anew, among triggers with this one.
  private static func withTimer(
    _ choice: AccelerometerChoice, _ options: SamplingOptions, _ device: IIODevice
  ) throws(AccelerometerError) -> (TimerTrigger, IIODevice) {
    let timer: TimerTrigger
    do throws(Errno) {
      timer = try TimerTrigger(for: device.id)
    } catch {
      throw .failed(action: "make a trigger for", device: device.title, error: error)
    }
    let again = try choice.find(in: IIOContext())
    let trigger = try again.use(triggerCalled: timer.name)
    timer.isUsed(by: again)
    trigger.setRate(options.rate)
    return (timer, again)
  }

  /// Returns true if it samples as it would if `rate` were wanted.
  func serves(_ rate: Hertz) -> Bool {
    switch way {
    case .buffer, .trigger: info.rate == device.rateSet.nearest(to: rate)
    case .timer: false
    case .poll: info.rate == Self.pollRate(rate)
    }
  }

  /// The rate of timed reads, where `wanted` is asked for.
  private static func pollRate(_ wanted: Hertz) -> Hertz {
    min(max(wanted, 0.1), fastestPoll)
  }

  /// False once it was closed.
  var isOpen: Bool {
    switch source {
    case .buffer, .axes: true
    case .closed: false
    }
  }

  /// The accelerometer, for what is remembered of it.
  var key: OpeningMemory.Key { OpeningMemory.Key(device) }

  deinit {
    close()
  }

  /// Switches its buffer off, or leaves it as it was found, though the session may still be
  /// referred to.
  func close() {
    guard isOpen else { return }
    source = .closed
    found?.putBack()
    if let found { notes?.remove(found) }
  }

  /// Becomes readable when readings are waiting; nil if there is nothing like that.
  var pollDescriptor: Int32? {
    switch source {
    case .buffer(let buffer): buffer.pollDescriptor
    case .axes, .closed: nil
    }
  }

  var clock: AccelerometerInfo.Clock? { info.clock }
  /// A chip of IIO says its scale, and is not checked.
  var isChecked: Bool? { nil }
  /// It is the rule of its rate.
  var longestSilence: Int64? { nil }

  func delivered(_ memory: inout OpeningMemory) {
    memory.delivered(way, of: key)
    isProven = true
  }

  /// A trigger can be set and never fire: another way may do better.
  func gaveUp(_ memory: inout OpeningMemory, _ problem: AccelerometerError?) {
    if problem == nil, lastReading == nil { memory.stayedSilent(way, of: key) }
  }

  /// Another program may have switched its buffer off.
  func problemWhileSilent() -> AccelerometerError? {
    switch source {
    case .buffer:
      device.bufferAttribute("enable") == "0" ? .switchedOff(device: device.title) : nil
    case .axes, .closed: nil
    }
  }

  /// Another program may have set other scales than its readings are computed with; it looks at
  /// most every five seconds.
  func problem(at now: Int64) -> AccelerometerError? {
    scales.hasChanged(at: now) && isOpen ? .rescaled(device: device.title) : nil
  }

  /// Reads the readings that are waiting into ``latest``.
  ///
  /// - Returns: true if the buffer was full, so that readings may be lost
  /// - Throws: an ``AccelerometerError`` after which it is of no use any more; the readings before
  ///   the problem are in ``latest``
  func read() throws(AccelerometerError) -> Bool {
    defer { lastReading = batch.readings.last?.timestamp ?? lastReading }
    switch source {
    case .closed:
      batch.readings = []
      return false
    case .buffer(let buffer):
      defer { if batch.timestamps.areArrivals { info.clock = .arrival } }
      return try batch.drain(buffer)
    case .axes(let axes):
      batch.readings = []
      batch.arrival = bootTime()
      var acceleration = Acceleration.zero
      do throws(Errno) {
        for (index, axis) in axes.enumerated() { acceleration[index] = try axis.acceleration() }
      } catch {
        throw .failed(action: "read", device: device.title, error: error)
      }
      // Read just now: there is nothing to spread.
      batch.readings = [
        Reading(
          timestamp: Timestamp(nanoseconds: batch.arrival),
          acceleration: mount.applied(to: acceleration))
      ]
      return false
    }
  }
}

extension IIOSession {
  /// Finds the accelerometer that `choice` says and makes it sample.
  ///
  /// A way of sampling that the kernel finds invalid leads to the next.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - options: the rate and the mode
  ///   - memory: the ways that stayed silent before
  /// - Returns: the session
  /// - Throws: an ``AccelerometerError``; its buffer is off then, unless another program reads it
  static func open(
    _ choice: AccelerometerChoice, _ options: SamplingOptions, _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> IIOSession {
    let device = try choice.find(in: IIOContext())
    let notes = options.notes.map { BufferNotes(directory: $0) }
    var found: BufferSettings?
    if device.isStreamable {
      try checkFree(device)
      found = BufferSettings(of: device.id)
      if let found { notes?.add(found) }
      // A process that was killed may have left it on; nothing can be set then.
      _ = device.setBufferAttribute("enable", "0")
    }
    device.setRate(options.rate)
    let ways = device.samplingPlan(canMakeTimer: TimerTrigger.isAvailable()).ways
    // Without any way this says why.
    if ways.isEmpty { _ = try device.rawAxes() }
    var refusal = AccelerometerError.unusable(device: device.title, reason: "it cannot be sampled")
    for way in memory.ways(among: ways, of: OpeningMemory.Key(device)) {
      do throws(AccelerometerError) {
        return try IIOSession(choice, options, device, way, found: found)
      } catch {
        refusal = error
        guard error.isInvalid || way == .timer && !error.isBusy else { break }
      }
    }
    if !refusal.isBusy { found?.putBack() }
    if let found { notes?.remove(found) }
    throw refusal
  }

  /// Throws an error if another program is reading the device.
  ///
  /// libiio would notice too, but only after it had switched that program's buffer off.
  private static func checkFree(_ device: IIODevice) throws(AccelerometerError) {
    let descriptor = Glibc.open("/dev/\(device.id)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .failed(action: "open", device: device.title, error: .last)
    }
    Glibc.close(descriptor)
  }
}
