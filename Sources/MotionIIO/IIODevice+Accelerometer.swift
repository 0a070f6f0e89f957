/// An IIO device as an accelerometer: its attributes, wherever its driver put them.
extension IIODevice {
  /// What is known of it without switching its buffer on.
  ///
  /// - Parameter isRemote: whether it is another machine's
  /// - Returns: what is known, and what there is against using it
  func info(isRemote: Bool) -> AccelerometerInfo {
    var layout: ScanLayout?
    var mount: (matrix: MountMatrix, source: MountMatrixSource)?
    var problem: String?
    do throws(AccelerometerError) {
      mount = try mountMatrix(isRemote: isRemote)
      if isStreamable { layout = try self.layout() } else { _ = try rawAxes() }
    } catch { problem = error.reason }
    let plan = samplingPlan(isRemote: isRemote)
    return AccelerometerInfo(
      id: id, name: name, label: label, location: location, axes: axes, rate: rate, rates: rates,
      scale: axisChannels?.first.flatMap { number("scale", of: $0) }, range: layout?.range,
      mountMatrix: mount?.matrix, mountMatrixSource: mount?.source, trigger: plan.trigger,
      hasBuffer: isStreamable, sampling: plan.ways.first, problem: problem)
  }

  /// |acceleration| now, in m/s², one axis after the other.
  var magnitude: Double? {
    let values = (axisChannels ?? []).compactMap { channel -> Double? in
      guard let raw = number("raw", of: channel), let scale = number("scale", of: channel) else {
        return nil
      }
      return (raw + (number("offset", of: channel) ?? 0)) * scale
    }
    return values.count == 3 ? values.reduce(0) { $0 + $1 * $1 }.squareRoot() : nil
  }

  /// Its sampling frequency in Hz.
  var rate: Double? {
    sharedAttribute("sampling_frequency").flatMap { Self.frequency($0) }
  }

  /// The sampling frequencies it has, in Hz, ascending.
  var rates: [Double] {
    (sharedAttribute("sampling_frequency_available") ?? "").split(separator: " ")
      .compactMap { Self.frequency($0) }.sorted()
  }

  /// The frequency in Hz that `text` says; nil if no accelerometer has it.
  private static func frequency(_ text: some StringProtocol) -> Double? {
    Double(text).flatMap { (0.001...1_000_000).contains($0) ? $0 : nil }
  }

  /// Sets the sampling frequency nearest above `wanted` Hz, else the highest there is.
  ///
  /// A device that does not let it be set keeps the one it has.
  func setRate(_ wanted: Double) {
    let rates = rates
    let rate = rates.first { $0 >= wanted * 0.999 } ?? rates.last ?? wanted
    guard self.rate != rate else { return }
    // Integers first: some drivers take no fraction, not even .0.
    for text in rate == rate.rounded() ? ["\(Int(rate))", "\(rate)"] : ["\(rate)"] {
      if setAttribute("sampling_frequency", text) { return }
      for channel in axisChannels ?? [] {
        // Mostly one attribute shared by all axes.
        if channel.setAttribute("sampling_frequency", text) { return }
      }
    }
  }

  /// Sets the highest sampling frequency that it says it has.
  func setHighestRate() {
    if let highest = rates.last { setRate(highest) }
  }

  /// Makes its timestamps `CLOCK_BOOTTIME` where it can, and tells what they are then.
  func setClock() -> AccelerometerInfo.Clock {
    for clock in [AccelerometerInfo.Clock.boottime, .monotonic] {
      if attribute("current_timestamp_clock") == clock.rawValue
        || setAttribute("current_timestamp_clock", clock.rawValue)
      {
        return clock
      }
    }
    return .realtime
  }

  /// The channels that make a reading: x, y, z and, where scans can have it, the timestamp.
  var streamedChannels: [IIOChannel] {
    (axisChannels ?? []) + [timestampChannel].compactMap { $0 }.filter(\.isScanElement)
  }

  /// The layout of scans of the ``streamedChannels``.
  func layout() throws(AccelerometerError) -> ScanLayout {
    guard let axisChannels, isStreamable else {
      throw .unusable(device: title, reason: "its axes cannot be streamed through a buffer")
    }
    var axes: [ScanLayout.Element] = []
    for channel in axisChannels {
      var element = try element(channel)
      (element.offset, element.scale) = try calibration(of: channel)
      axes.append(element)
    }
    guard let timestamp = timestampChannel, timestamp.isScanElement else {
      return ScanLayout(axes: axes, timestamp: nil)
    }
    return ScanLayout(axes: axes, timestamp: try element(timestamp))
  }

  /// Its axes, as they are read without a buffer.
  func rawAxes() throws(AccelerometerError) -> [RawAxis] {
    guard let axisChannels, isReadable else {
      throw .unusable(
        device: title, reason: "its axes can neither be streamed through a buffer nor read singly")
    }
    var axes: [RawAxis] = []
    for channel in axisChannels {
      let (offset, scale) = try calibration(of: channel)
      axes.append(RawAxis(channel: channel, offset: offset, scale: scale))
    }
    return axes
  }

  /// What is added to the raw values of `channel`, and what the sum is multiplied by to give m/s².
  private func calibration(
    of channel: IIOChannel
  ) throws(AccelerometerError) -> (offset: Double, scale: Double) {
    guard let scale = number("scale", of: channel), scale > 0 else {
      throw .unusable(device: title, reason: "\(channel.id) has no scale")
    }
    return (number("offset", of: channel) ?? 0, scale)
  }

  private func element(_ channel: IIOChannel) throws(AccelerometerError) -> ScanLayout.Element {
    guard let format = channel.format else {
      throw .unusable(device: title, reason: "\(channel.id) has a format that makes no sense")
    }
    return ScanLayout.Element(format, index: channel.index)
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
