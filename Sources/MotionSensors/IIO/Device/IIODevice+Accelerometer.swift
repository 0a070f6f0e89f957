// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// An IIO device as an accelerometer: its attributes, wherever its driver put them.
extension IIODevice {
  /// The properties of the accelerometer, read without switching its buffer on.
  ///
  /// The parameters are what its machine knows beyond the attributes.
  ///
  /// - Parameters:
  ///   - mounting: its mounting
  ///   - canMakeTimer: true if the kernel can make a trigger for a reader
  ///   - events: the events that its chip recognizes
  /// - Returns: the properties, and the problem if the device is unusable
  package func info(
    _ mounting: Mounting, canMakeTimer: Bool = false, events: [ChipEvent] = []
  ) -> AccelerometerInfo {
    var layout: ScanLayout?
    var problem: String?
    do throws(AccelerometerError) {
      layout = try usableLayout()
    } catch { problem = error.reason }
    let plan = samplingPlan(canMakeTimer: canMakeTimer)
    var info = AccelerometerInfo(
      id: id, name: name, label: label, location: location, axes: axes, rate: rate,
      rates: rateSet.listed, rateRange: rateSet.range,
      scale: axisChannels?.first.flatMap { number("scale", of: $0) }, range: layout?.range,
      trigger: plan.trigger,
      hasBuffer: isStreamable, sampling: plan.ways.first,
      events: events, problem: problem)
    info.place = place
    info.set(mounting)
    return info
  }

  /// The properties of an accelerometer of this machine.
  var localInfo: AccelerometerInfo {
    info(
      mounting(udev: udevMatrix), canMakeTimer: TimerTrigger.isAvailable(),
      events: EventAttributes(of: id).events)
  }

  /// Opens the node of a device of this machine, which one program at a time may have open.
  ///
  /// - Returns: the descriptor, for the caller to close
  /// - Throws: an ``AccelerometerError`` if it does not open: for example, another program has it
  func openNode() throws(AccelerometerError) -> Int32 {
    let node = Glibc.open("/dev/\(id)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard node >= 0 else { throw .failed(action: "open", device: title, error: .last) }
    return node
  }

  /// The mount matrix that udev has for a device of this machine.
  var udevMatrix: String? { Udev.property("ACCEL_MOUNT_MATRIX", of: id, in: .iio) }

  /// The |acceleration| now, in m/s², one axis after the other; nil if it cannot be read.
  package var magnitude: MetersPerSecondSquared? {
    let values = try? rawAxes().map { try $0.acceleration() }
    return values?.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  /// The sampling frequency.
  package var rate: Hertz? {
    sharedAttribute("sampling_frequency").flatMap { Self.frequency($0) }
  }

  /// The available sampling frequencies.
  package var rateSet: RateSet {
    RateSet(sharedAttribute("sampling_frequency_available") ?? "")
  }

  /// Returns the frequency in Hz in `text`; nil if no accelerometer has such a frequency.
  private static func frequency(_ text: some StringProtocol) -> Hertz? {
    Double(text).flatMap { SamplingDemand.possibleRates.contains($0) ? $0 : nil }
  }

  /// Sets the sampling frequency nearest above `wanted` Hz, or else the highest one.
  ///
  /// A device with a fixed frequency keeps it.
  package func setRate(_ wanted: Hertz) {
    let rate = rateSet.nearest(to: wanted)
    guard self.rate != rate else { return }
    // Integers first: some drivers accept no fraction, not even .0.
    for text in rate == rate.rounded() ? ["\(Int(rate))", "\(rate)"] : ["\(rate)"] {
      if setAttribute("sampling_frequency", text) { return }
      for channel in axisChannels ?? [] {
        // Most devices have one attribute for all axes.
        if channel.setAttribute("sampling_frequency", text) { return }
      }
    }
  }

  /// Sets the clock of the timestamps to `CLOCK_BOOTTIME` if possible, and returns the clock.
  package func setClock() -> AccelerometerInfo.Clock {
    for clock in [AccelerometerInfo.Clock.boottime, .monotonic] {
      if attribute("current_timestamp_clock") == clock.rawValue
        || setAttribute("current_timestamp_clock", clock.rawValue)
      {
        return clock
      }
    }
    return .realtime
  }

  /// The channels of a reading: x, y, z and, if scans can have it, the timestamp.
  package var streamedChannels: [IIOChannel] {
    (axisChannels ?? []) + [timestampChannel].compactMap { $0 }
  }

  /// Returns the channels of the x, y and z axes.
  private func allAxes() throws(AccelerometerError) -> [IIOChannel] {
    guard let axisChannels else {
      throw .unusable(
        device: title,
        reason: "it has only \(axes.joined(separator: " and ")), and a shake needs x, y and z")
    }
    return axisChannels
  }

  /// Throws an ``AccelerometerError`` if one of the x, y and z axes is missing.
  package func requireAxes() throws(AccelerometerError) { _ = try allAxes() }

  /// Returns the layout of scans; nil if its axes are read singly.
  ///
  /// - Throws: an ``AccelerometerError`` if its attributes say that it is unusable
  private func usableLayout() throws(AccelerometerError) -> ScanLayout? {
    if isStreamable { return try layout() }
    _ = try rawAxes()
    return nil
  }

  /// Returns the layout of scans of the ``streamedChannels``.
  package func layout() throws(AccelerometerError) -> ScanLayout {
    let axisChannels = try allAxes()
    guard isStreamable else {
      throw .unusable(device: title, reason: "its axes cannot be streamed through a buffer")
    }
    let axes = try axisChannels.map { channel throws(AccelerometerError) in
      var element = try element(channel)
      (element.offset, element.scale) = try calibration(of: channel)
      return element
    }
    return ScanLayout(axes: axes, timestamp: try timestampChannel.map(element))
  }

  /// Returns the axes for reading without a buffer.
  package func rawAxes() throws(AccelerometerError) -> [RawAxis] {
    let axisChannels = try allAxes()
    guard isReadable else {
      throw .unusable(
        device: title, reason: "its axes can neither be streamed through a buffer nor read singly")
    }
    return try axisChannels.map { channel throws(AccelerometerError) in
      let (offset, scale) = try calibration(of: channel)
      return RawAxis(channel: channel, offset: offset, scale: scale)
    }
  }

  /// Returns the offset to add to raw values of `channel`, and the factor that turns the sum into
  /// m/s².
  private func calibration(
    of channel: IIOChannel
  ) throws(AccelerometerError) -> (offset: Double, scale: Double) {
    guard let scale = number("scale", of: channel), scale != 0 else {
      throw .unusable(device: title, reason: "\(channel.id) has no scale")
    }
    guard scale > 0 else {
      throw .unusable(device: title, reason: "\(channel.id) has a negative scale")
    }
    return (number("offset", of: channel) ?? 0, scale)
  }

  private func element(_ channel: IIOChannel) throws(AccelerometerError) -> ScanLayout.Element {
    guard let format = channel.format else {
      throw .unusable(device: title, reason: "\(channel.id) has a format that makes no sense")
    }
    return ScanLayout.Element(format: format, index: channel.index)
  }

  private func number(_ name: String, of channel: IIOChannel) -> Double? {
    (channel.attribute(name) ?? attribute(name)).flatMap { Double($0) }.flatMap {
      $0.isFinite ? $0 : nil
    }
  }

  private func sharedAttribute(_ name: String) -> String? {
    attribute(name) ?? axisChannels?.lazy.compactMap { $0.attribute(name) }.first
  }
}

extension IIODevice {
  /// The place of the accelerometer: by udev's hardware database, or else by the label of the
  /// device tree (`accel-display`, `accel-base`) and by `location` of ChromeOS' embedded controller
  /// (`lid`, `base`).
  ///
  /// Source: `ACCEL_LOCATION` of systemd's `60-sensor.hwdb`, which is `display` or `base`.
  var place: AccelerometerInfo.Place {
    AccelerometerInfo.Place(udevLocation.map { [$0] } ?? [label, location].compactMap { $0 })
  }

  /// The place from udev's hardware database, or else from the driver.
  var location: String? {
    udevLocation ?? attribute("location")
  }

  private var udevLocation: String? {
    context.isLocal ? Udev.property("ACCEL_LOCATION", of: id, in: .iio) : nil
  }

  /// Returns whether udev now reports another mounting than `mounting`, or another place than in
  /// `info`.
  func isMountedOtherwise(than mounting: Mounting, _ info: AccelerometerInfo) -> Bool {
    self.mounting(udev: udevMatrix) != mounting || location != info.location
  }

  /// The rank among accelerometers, 0 for the best: one that is usable, then one with three axes,
  /// then one that streams through a buffer, then the one with the display.
  var rank: Int {
    (isUsable ? 0 : 18) + (3 - axes.count) * 6 + (isStreamable ? 0 : 3) + place.rank
  }

  /// False if its attributes say that it is unusable.
  private var isUsable: Bool {
    do throws(AccelerometerError) { _ = try usableLayout() } catch { return false }
    return true
  }
}

extension AccelerometerInfo.Place {
  /// The place that `texts` of udev or a driver name.
  init(_ texts: [String]) {
    let words = texts.map { $0.lowercased() }
    if words.contains(where: { $0.includes("display") || $0.includes("lid") }) {
      self = .display
    } else {
      self = words.contains { $0.includes("base") } ? .base : .unknown
    }
  }

  /// The rank among accelerometers that are alike otherwise, 0 for the best.
  fileprivate var rank: Int {
    switch self {
    case .display: 0
    case .unknown: 1
    case .base: 2
    }
  }
}

extension String {
  /// Returns whether `word` is part of this text.
  ///
  /// `contains(_:)` of a text would link the library of regular expressions into the daemon: 0.9
  /// MB.
  fileprivate func includes(_ word: String) -> Bool {
    indices.contains { self[$0...].hasPrefix(word) }
  }
}
