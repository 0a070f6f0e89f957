// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionSensors
import SystemPackage

/// An accelerometer of another machine that samples, as long as the object lives.
///
/// It belongs to one thread, which blocks while it asks and reads: half a second for scans, two
/// seconds for any other answer of a server.
package final class NetworkAccelerometer {
  /// The properties of the accelerometer, with the rate, the trigger and the clock it samples with.
  package private(set) var info: AccelerometerInfo
  /// The time of the next read; nil if reads wait by themselves.
  package private(set) var due: ContinuousClock.Instant?

  private let server: NetworkContext
  private let mount: MountMatrix
  private let source: Source
  private var timestamps: TimestampRecovery

  private enum Source {
    case buffer(NetworkBuffer)
    /// Values that are read one after the other, this far apart.
    case axes([RawAxis], period: Duration)
  }

  /// The highest rate for reading single values: each takes three questions.
  private static let fastestPoll: Hertz = 1000

  /// Finds the best accelerometer of `server` and makes it sample.
  ///
  /// A way of sampling that the kernel there finds invalid leads to the next, and an accelerometer
  /// that cannot be read to the next best.
  ///
  /// - Parameters:
  ///   - server: connected just now
  ///   - rate: the sampling frequency wanted; the nearest rate above it is used
  ///   - silent: the ways of sampling that gave no reading, to try last
  /// - Throws: a ``NetworkError``; its buffer is off then
  package init(
    of server: NetworkContext, rate: Hertz, avoiding silent: Set<SamplingWay> = []
  ) throws(NetworkError) {
    self.server = server
    (mount, source, info) = try Self.answer(of: server) { () throws(AccelerometerError) in
      try AccelerometerChoice.automatic.first(in: server.context) {
        device throws(AccelerometerError) in
        try device.requireAxes()
        return try Self.sample(device, rate, avoiding: silent)
      }
    }
    switch source {
    case .buffer: due = nil
    case .axes: due = .now
    }
    timestamps = TimestampRecovery(
      areStamped: info.clock != .arrival, rate: info.rate ?? rate)
  }

  /// Makes `device` sample in one of its ways.
  private static func sample(
    _ device: IIODevice, _ rate: Hertz, avoiding silent: Set<SamplingWay>
  ) throws(AccelerometerError) -> (MountMatrix, Source, AccelerometerInfo) {
    // A program that was killed may have left it on; nothing can be set then.
    if device.isStreamable { _ = device.setBufferAttribute("enable", "0") }
    device.setRate(rate)
    let (ways, mount) = (device.samplingPlan().ways, device.mounting().matrix)
    // Without any way this says why.
    if ways.isEmpty { _ = try device.rawAxes() }
    var refusal = AccelerometerError.unusable(
      device: device.title, reason: "it cannot be sampled")
    for way in ways.filter({ !silent.contains($0) }) + ways.filter(silent.contains) {
      do throws(AccelerometerError) {
        var info = device.info(device.mounting())
        return (mount, try source(of: device, way, mount, rate, &info), info)
      } catch {
        refusal = error
        guard error.isInvalid else { break }
      }
    }
    throw refusal
  }

  /// Returns the result of `body`; a problem of the server takes precedence over its error.
  private static func answer<T>(
    of server: NetworkContext, _ body: () throws(AccelerometerError) -> T
  ) throws(NetworkError) -> T {
    let answer = Result { () throws(AccelerometerError) in try body() }
    try server.check()
    do throws(AccelerometerError) { return try answer.get() } catch { throw .accelerometer(error) }
  }

  /// Makes `device` sample in one way, and says so in `info`.
  private static func source(
    of device: IIODevice, _ way: SamplingWay, _ mount: MountMatrix, _ rate: Hertz,
    _ info: inout AccelerometerInfo
  ) throws(AccelerometerError) -> Source {
    info.sampling = way
    switch way {
    case .buffer:
      if device.trigger != nil { device.clearTrigger() }
    case .trigger(let name):
      // A timer has a rate of its own, whatever the rate of the accelerometer.
      if let rate = try device.use(triggerCalled: name).rate { info.rate = rate }
    case .poll:
      let rate = min(max(rate, 0.1), fastestPoll)
      (info.rate, info.clock) = (rate, .arrival)
      return .axes(try device.rawAxes(), period: .seconds(1 / rate))
    case .timer:
      preconditionFailure("NetworkAccelerometer: no timer can be made in another machine")
    }
    info.clock =
      device.streamedChannels.count > device.axes.count ? device.setClock() : .arrival
    // Each read is a round trip, which waits for as many scans as it asks for: rates are at most 1
    // MHz, and the tenths come from a rate that is written with few decimals.
    let gathered = Double(SamplingMode.gathering) * (info.rate ?? 0) / 1e9
    return .buffer(try NetworkBuffer(device, mount, scans: max(1, Int(gathered + 0.001))))
  }

  /// The next readings; none if no scan came in half a second.
  ///
  /// - Throws: a ``NetworkError``; the accelerometer is then of no use any more
  package func read() throws(NetworkError) -> [Reading] {
    var readings: [Reading] = []
    do throws(AccelerometerError) {
      switch source {
      case .buffer(let buffer):
        try buffer.read(into: &readings)
        timestamps.settle(&readings, from: 0, at: .now())
        if timestamps.areArrivals { info.clock = .arrival }
      case .axes(let axes, let period):
        // What is missed is not made up for.
        due = max((due ?? .now) + period, .now)
        readings = [
          Reading(timestamp: .now(), acceleration: mount.applied(to: try value(of: axes)))
        ]
      }
    } catch {
      try server.check()
      throw .accelerometer(error)
    }
    return readings
  }

  private func value(of axes: [RawAxis]) throws(AccelerometerError) -> Acceleration {
    var acceleration = Acceleration.zero
    do throws(Errno) {
      for (index, axis) in axes.enumerated() { acceleration[index] = try axis.acceleration() }
    } catch {
      throw .failed(action: "read", device: info.title, error: error)
    }
    return acceleration
  }
}
