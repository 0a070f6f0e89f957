// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// The accelerometers of Industrial I/O, through libiio.
package struct IIOAccelerometers: AccelerometerSubsystem {
  /// All IIO accelerometers of this machine.
  package init() {}

  package var subsystem: AccelerometerChoice.Subsystem { .iio }
  package var devicePrefix: String { "iio:device" }

  /// Sensors are few, and seldom come or go.
  package func mayBeAccelerometer(_ id: String) -> Bool { true }

  package var candidates: [String] {
    (Folder.names(in: "/sys/bus/iio/devices") ?? []).filter { $0.hasPrefix(devicePrefix) }
  }

  package func accelerometers(busy: String?) throws(AccelerometerError) -> [AccelerometerInfo] {
    try IIOContext().accelerometers.map { device in
      var info = device.localInfo
      if !device.names.contains(where: { $0 == busy }) { info.magnitude = device.magnitude }
      return info
    }
  }

  package func info(
    _ choice: AccelerometerChoice
  ) throws(AccelerometerError) -> AccelerometerInfo {
    try choice.first(in: IIOContext()) { device throws(AccelerometerError) in
      try device.localInfo.usable()
    }
  }

  package func open(
    _ choice: AccelerometerChoice, _ demand: SamplingDemand, _ sampling: SamplingOptions,
    _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> (OpenDevice, [AccelerometerError]) {
    try choice.first(in: IIOContext()) { device throws(AccelerometerError) in
      try IIOVisit(device, sampling).open(demand, &memory)
    }
  }
}

extension AccelerometerChoice {
  /// Calls `body` with one accelerometer of `context` after the other until one can be read.
  ///
  /// Without a name the best comes first: a usable one with three axes, read through a buffer, with
  /// the display.
  package func first<T>(
    in context: IIOContext, _ body: (IIODevice) throws(AccelerometerError) -> T
  ) throws(AccelerometerError) -> T {
    try candidates(in: context).firstReadable(or: .noAccelerometer(uri: context.uri), body)
  }

  /// Returns the accelerometers of `context` to try, the best first: one if it has a name.
  private func candidates(in context: IIOContext) throws(AccelerometerError) -> [IIODevice] {
    let all = context.accelerometers
    let matching = name.map { name in all.filter { $0.names.contains(name) } } ?? all
    if let name, matching.count > 1 {
      throw .ambiguous(name: name, choices: matching.map { "iio:\($0.id)" })
    }
    guard !matching.isEmpty else {
      guard let name, !all.isEmpty else { throw .noAccelerometer(uri: context.uri) }
      throw .unknown(name: name, choices: all.map { "iio:\($0.id) (\($0.name ?? "no name"))" })
    }
    return matching
  }
}

extension OpeningMemory.Key {
  /// The key of `device`.
  init(_ device: IIODevice) { self.init(id: device.id, name: device.name) }
}
