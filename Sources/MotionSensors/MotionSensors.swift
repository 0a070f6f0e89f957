// SPDX-License-Identifier: Apache-2.0

import Dispatch

extension [any AccelerometerSubsystem] {
  /// The subsystems of this machine that have accelerometers, in the order of the search.
  package static var ofThisMachine: Self { [IIOAccelerometers(), InputAccelerometers()] }
}

extension AccelerometerReader {
  /// A reader that has not started.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - sampling: the rate and the mode
  ///   - handler: called on the reader's queue, in order, for each event; it may call ``stop()``
  public convenience init(
    _ choice: AccelerometerChoice, sampling: SamplingOptions = SamplingOptions(),
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    self.init(choice, sampling: sampling, on: SensorQueues(), handler)
  }

  /// A reader on queues that its owner uses too.
  package convenience init(
    _ choice: AccelerometerChoice, sampling: SamplingOptions, on queues: SensorQueues,
    _ handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) {
    self.init(choice, of: .ofThisMachine, sampling: sampling, on: queues, handler)
  }
}

extension AccelerometerWatch {
  /// A watch of this machine that has begun; nil where udev sends no events, as in a container.
  ///
  /// - Parameters:
  ///   - queue: the queue for `handler`
  ///   - handler: called when a device that may be an accelerometer has come or gone
  public convenience init?(
    on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) {
    self.init(of: .ofThisMachine, on: queue, handler)
  }
}

extension AccelerometerChoice {
  /// Returns the accelerometers of this machine.
  ///
  /// - Parameter busy: the name or id of one that another program is reading: this does not measure
  ///   it
  /// - Returns: the properties of each: IIO accelerometers first, from the best on; unusable ones
  ///   last
  /// - Throws: an ``AccelerometerError`` if the kernel shows no sensors
  public static func accelerometers(
    busy: String? = nil
  ) throws(AccelerometerError) -> [AccelerometerInfo] {
    var all: [AccelerometerInfo] = []
    var absence: AccelerometerError?
    for subsystem in [any AccelerometerSubsystem].ofThisMachine {
      do throws(AccelerometerError) {
        all += try subsystem.accelerometers(busy: busy)
      } catch {
        // The other subsystem may have accelerometers.
        guard error.isAbsence else { throw error }
        absence = absence ?? error
      }
    }
    if all.isEmpty, let absence { throw absence }
    return all
  }

  /// The properties of the accelerometer, without reading from it.
  ///
  /// - Throws: an ``AccelerometerError`` if it is not there, or unusable
  public var info: AccelerometerInfo {
    get throws(AccelerometerError) {
      try [any AccelerometerSubsystem].ofThisMachine.first(for: self) {
        subsystem throws(AccelerometerError) in try subsystem.info(self)
      }
    }
  }
}
