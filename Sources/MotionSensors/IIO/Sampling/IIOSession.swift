// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// An accelerometer that samples, in one way, until it is released.
final class IIOSession: AccelerometerSession {
  /// The properties of the accelerometer, with the rate, the trigger and the clock it samples with.
  var info: AccelerometerInfo
  /// The readings of the last read, and the time on `CLOCK_BOOTTIME` when they came, in
  /// nanoseconds.
  var latest: (readings: [Reading], arrival: Int64) { (batch.readings, batch.arrival) }
  /// The timestamp of the last reading.
  var lastReading: Timestamp? { batch.last }
  /// A Boolean value that indicates whether the memory already knows that its way of sampling
  /// delivers readings.
  private(set) var isProven = false
  /// The way of sampling.
  let way: SamplingWay
  /// The way of waiting for the session's readings.
  var waiting: SessionWaiting {
    // Readings without times of their own would come together at each look.
    if case .buffer(let interval) = tuned, batch.timestamps.areArrivals { return .timer(interval) }
    return tuned
  }
  /// The way of waiting for readings that have times.
  private let tuned: SessionWaiting

  /// A Boolean value that indicates whether another program had switched the buffer on.
  ///
  /// That program gets no readings until the session closes.
  var hasTakenBuffer: Bool { found?.settings.isEnabled ?? false }

  private let device: IIODevice
  /// The mounting that udev and the device reported at the opening.
  private let mountingFound: Mounting
  /// A Boolean value that indicates whether udev reports another place or mount matrix than at the
  /// opening.
  var isMountedOtherwise: Bool { device.isMountedOtherwise(than: mountingFound, info) }
  private var scales: ScaleWatch
  /// The settings of the device before; nil once the session is closed.
  private var found: FoundSettings?
  /// The rate that motiond wants of the device; nil for the rate that it has.
  private let askedRate: Hertz?
  private let rateSet: RateSet
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
  /// They are one property: Swift checks each access to an object's property for conflicts, which
  /// takes 90 instructions.
  private struct Batch {
    var readings: [Reading] = []
    /// The time on `CLOCK_BOOTTIME` when they came, in nanoseconds.
    var arrival = bootTime()
    /// The timestamp of the last reading of all batches.
    private(set) var last: Timestamp?
    var timestamps: TimestampRecovery

    init(areStamped: Bool, rate: Hertz) {
      timestamps = TimestampRecovery(areStamped: areStamped, rate: rate)
    }

    /// Holds `acceleration` alone, which was read just now: there is nothing to spread.
    mutating func hold(_ acceleration: Acceleration) {
      let timestamp = Timestamp(nanoseconds: arrival)
      last = timestamp
      readings = [Reading(timestamp: timestamp, acceleration: acceleration)]
    }

    /// The most readings of one turn: ten seconds at 6.4 kHz.
    private static let mostReadings = 1 << 16

    /// Reads the waiting scans, as many as one turn takes.
    ///
    /// - Returns: true if the buffer was full
    mutating func drain(_ buffer: ScanBuffer) throws(AccelerometerError) -> Bool {
      readings.removeAll(keepingCapacity: true)
      defer { last = readings.last?.timestamp ?? last }
      var wasFull = false
      while true {
        let start = readings.count
        let isFull = try buffer.read(into: &readings)
        arrival = bootTime()
        timestamps.settle(&readings, from: start, at: Timestamp(nanoseconds: arrival))
        // A node that never runs dry gets its next turn like the others.
        guard isFull, readings.count < Self.mostReadings else { return wasFull || isFull }
        wasFull = true
      }
    }
  }

  /// The highest rate for reading single values: each takes three system calls, and an axis has
  /// one.
  private static let fastestPoll: Hertz = 1000

  /// Makes the accelerometer of `visit` sample in one way.
  ///
  /// - Parameters:
  ///   - visit: the visit, which has the device, its properties and its settings; no program reads
  ///     it
  ///   - options: the rate, which is already set, and the mode
  ///   - way: one of its ways
  /// - Throws: an ``AccelerometerError``; the buffer is off then
  init(
    _ visit: IIOVisit, _ options: SamplingOptions, _ way: SamplingWay
  ) throws(AccelerometerError) {
    (self.way, found) = (way, visit.found)
    var device = visit.device
    info = visit.info
    rateSet = device.rateSet
    var timer: TimerTrigger?
    var trigger: IIODevice?
    switch way {
    case .buffer:
      if device.trigger != nil { device.clearTrigger() }
      info.trigger = nil
    case .trigger(let name):
      trigger = try device.use(triggerCalled: name)
    case .timer:
      // libiio's context does not know a trigger that came after it: here alone it takes a second.
      (timer, device) = try Self.withTimer(options, device)
      trigger = device.trigger
    case .poll:
      // Each value waits for the next sample, with some drivers for two.
      if let highest = info.highestRate { visit.changing { device.setRate(highest) } }
    }
    askedRate = device.rate == nil ? nil : rateSet.nearest(to: options.rate)
    self.device = device
    // The watch must begin before readings use the scales.
    scales = ScaleWatch(device, at: bootTime())
    mountingFound = visit.mounting
    let mounting = options.mountMatrix.map { Mounting($0, from: .option) } ?? mountingFound
    mount = mounting.matrix
    info.set(mounting)
    info.sampling = way
    // A timer has its own rate, whatever the rate of the accelerometer.
    info.rate = trigger?.rate ?? device.rate
    if let trigger { info.trigger = trigger.name }
    if way == .poll {
      let rate = Self.pollRate(options.rate)
      source = .axes(try device.rawAxes())
      tuned = .timer(Int64(1e9 / rate))
      batch = Batch(areStamped: false, rate: rate)
      (info.rate, info.clock) = (rate, .arrival)
    } else {
      let areStamped = device.streamedChannels.count > device.axes.count
      let tuning = BufferTuning(
        options.mode, rate: info.rate, areStamped: areStamped, hardwareFifo: device.hardwareFifo)
      info.clock = areStamped ? visit.changing { device.setClock() } : .arrival
      source = .buffer(try ScanBuffer(device, mount, tuning, timer: timer))
      tuned = tuning.waiting
      batch = Batch(areStamped: areStamped, rate: info.rate ?? options.rate)
    }
  }

  /// Makes a timer the trigger of `device`, and finds the device again, in a context with the new
  /// trigger.
  private static func withTimer(
    _ options: SamplingOptions, _ device: IIODevice
  ) throws(AccelerometerError) -> (TimerTrigger, IIODevice) {
    let timer: TimerTrigger
    do throws(Errno) {
      timer = try TimerTrigger(for: device.id)
    } catch {
      throw .failed(action: "make a trigger for", device: device.title, error: error)
    }
    guard let again = try IIOContext().devices.first(where: { $0.id == device.id }) else {
      throw .removed(device: device.title)
    }
    let trigger = try again.use(triggerCalled: timer.name)
    timer.isUsed(by: again)
    trigger.setRate(options.rate)
    return (timer, again)
  }

  /// Returns whether the session samples as it would for a demand of `rate`.
  func serves(_ rate: Hertz) -> Bool {
    switch way {
    // What was asked for: a device rounds the rate, or keeps its own.
    case .buffer, .trigger: askedRate == nil || askedRate == rateSet.nearest(to: rate)
    case .timer: false
    case .poll: info.rate == Self.pollRate(rate)
    }
  }

  /// Returns the rate of timed reads for the `wanted` rate.
  private static func pollRate(_ wanted: Hertz) -> Hertz {
    min(max(wanted, 0.1), fastestPoll)
  }

  /// A Boolean value that indicates whether the session has not closed yet.
  var isOpen: Bool {
    switch source {
    case .buffer, .axes: true
    case .closed: false
    }
  }

  /// The key of the accelerometer in the memory of openings.
  var key: OpeningMemory.Key { OpeningMemory.Key(device) }

  deinit {
    close()
  }

  /// Lets go of the device, even while references to the session remain: it is as it was before
  /// once the watch of its chip has, too.
  func close() {
    guard isOpen else { return }
    source = .closed
    found = nil
  }

  /// A descriptor that becomes readable when readings are waiting; nil if there is none.
  var pollDescriptor: Int32? {
    switch source {
    case .buffer(let buffer): buffer.pollDescriptor
    case .axes, .closed: nil
    }
  }

  /// The clock alone: an IIO chip states its scale, and needs no check.
  var reported: (clock: AccelerometerInfo.Clock?, isChecked: Bool?) { (info.clock, nil) }
  /// No time of its own: the rule for its rate decides.
  var longestSilence: Int64? { nil }

  func delivered(_ memory: inout OpeningMemory) {
    memory.delivered(way, of: key)
    isProven = true
  }

  /// Notes a silent way: a trigger can be set and never fire, and another way may do better.
  func gaveUp(_ memory: inout OpeningMemory, _ problem: AccelerometerError?) {
    if problem == nil, lastReading == nil { memory.stayedSilent(way, of: key) }
  }

  /// Returns an error if another program switched the buffer off.
  func problemWhileSilent() -> AccelerometerError? {
    switch source {
    case .buffer:
      device.bufferAttribute("enable") == "0" ? .switchedOff(device: device.title) : nil
    case .axes, .closed: nil
    }
  }

  /// Returns an error if another program has set other scales than the session uses; it looks at
  /// most every five seconds.
  func problem(at now: Int64) -> AccelerometerError? {
    scales.hasChanged(at: now) && isOpen ? .rescaled(device: device.title) : nil
  }

  /// Reads the waiting readings into ``latest``.
  ///
  /// - Returns: true if the buffer was full, so that readings may be lost
  /// - Throws: an ``AccelerometerError`` that ends the use of the session; the readings before the
  ///   problem are in ``latest``
  func read() throws(AccelerometerError) -> Bool {
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
      batch.hold(mount.applied(to: acceleration))
      return false
    }
  }
}
