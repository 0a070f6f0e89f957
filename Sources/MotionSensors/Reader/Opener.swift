// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// The events of devices that come and go, which wake a reader.
final class DeviceEvents {
  let monitor: UdevMonitor
  private let source: QueueSource

  /// A source of events from now on; nil where udev sends none.
  init?(of subsystems: [any AccelerometerSubsystem], _ reader: QueueBound<ReaderShell>?) {
    guard let monitor = UdevMonitor(of: subsystems),
      let source = try? reader?.readSource(
        copying: monitor.descriptor, { $0.processDeviceEvents() })
    else { return nil }
    (self.monitor, self.source) = (monitor, source)
  }
}

/// The open device of a reader, and the sources that wake the reader.
final class OpenStream {
  let device: OpenDevice
  /// The way of waiting for readings; nil while the chip watches.
  let loop: (any ReadingLoop)?
  let sources: [QueueSource]
  /// The accelerometer that samples; nil while the chip watches.
  let session: (any AccelerometerSession)?
  /// The order that it was opened for, as far as it says what is wanted.
  let ordered: SamplingDemand

  init(
    _ device: OpenDevice, for ordered: SamplingDemand, _ loop: (any ReadingLoop)? = nil,
    _ sources: [QueueSource] = []
  ) {
    (self.device, self.ordered, self.loop, self.sources) = (device, ordered, loop, sources)
    session = if case .sampling(let session, _) = device { session } else { nil }
  }

  /// The properties of the accelerometer.
  var info: AccelerometerInfo? {
    switch device {
    case .sampling(let session, _): session.info
    case .watching(let watch): watch.info
    }
  }
}

/// An order to the opener: find an accelerometer, and have it sample or watch.
struct OpeningOrder: Sendable {
  var choice: AccelerometerChoice
  /// The subsystems that may have the accelerometer.
  var subsystems: [any AccelerometerSubsystem]
  /// The mode, and the folder for notes about buffers; the demand has the rate.
  var sampling: SamplingOptions
  var demand: SamplingDemand
  /// The time of the order, on `CLOCK_BOOTTIME`, in nanoseconds.
  var time: Int64
  /// The results of earlier attempts.
  var memory: OpeningMemory

  /// Carries the order out; it may block for seconds.
  ///
  /// - Returns: the open device, and the results
  func carriedOut() -> OpeningReport {
    var memory = memory
    let result = Result { () throws(AccelerometerError) in
      try subsystems.first(for: choice) { subsystem throws(AccelerometerError) in
        try subsystem.open(choice, demand, sampling, &memory)
      }
    }
    return OpeningReport(order: self, result: result, memory: memory)
  }
}

/// The opener's report on an order.
struct OpeningReport {
  let order: OpeningOrder
  /// The open device, and the refusals of its chip's events; or the reason why nothing is open.
  var result: Result<(OpenDevice, [AccelerometerError]), AccelerometerError>
  var memory: OpeningMemory
}

/// The openings and closings under way, so that another opening does not overtake them: with two
/// readers on the same queues, the second would find the node busy.
final class Closings {
  private var count = 0
  private var openings: [@Sendable () -> Void] = []

  /// Notes that an opening or a closing is under way.
  func begin() {
    count += 1
  }

  /// Notes that an opening was reported, or that the opener got a closing.
  func end() {
    count -= 1
    beginNext()
  }

  /// Begins an opening as soon as nothing is under way: `order` gives it to the opener.
  func beginOpening(_ order: @escaping @Sendable () -> Void) {
    openings.append(order)
    beginNext()
  }

  private func beginNext() {
    guard count == 0, !openings.isEmpty else { return }
    begin()
    openings.removeFirst()()
  }
}

/// A reader's access to the opener from the sensor queue: it orders the opening and closing of
/// devices, which may block for seconds, and remembers its orders.
final class Opener {
  /// The longest rest without readings while the chip reports no movement, 10 min: its interrupt
  /// may be stuck.
  private static let longestRest = Duration.seconds(600)

  private weak var own: QueueBound<ReaderShell>?
  private let queues: SensorQueues
  private let choice: AccelerometerChoice
  private let subsystems: [any AccelerometerSubsystem]
  private let sampling: SamplingOptions
  private let times: ReaderTimes
  var memory = OpeningMemory()

  init(
    _ own: QueueBound<ReaderShell>, _ queues: SensorQueues, _ choice: AccelerometerChoice,
    of subsystems: [any AccelerometerSubsystem], _ sampling: SamplingOptions, _ times: ReaderTimes
  ) {
    (self.own, self.queues, self.choice) = (own, queues, choice)
    (self.subsystems, self.sampling, self.times) = (subsystems, sampling, times)
  }

  /// Orders the opening of the accelerometer for `demand` at `now`: the reader gets an
  /// ``OpeningReport``.
  func open(_ demand: SamplingDemand, at now: Int64) {
    let order = OpeningOrder(
      choice: choice, subsystems: subsystems, sampling: sampling, demand: demand, time: now,
      memory: memory)
    let (own, opener) = (own, queues.opener)
    let closings = queues.closings
    closings.send {
      $0.beginOpening {
        opener.async {
          let report = Handover(order.carriedOut())
          own?.async { $0.handle(report.value) }
          // By now, the closing of a device opened in vain is under way.
          closings.async { $0.end() }
        }
      }
    }
  }

  /// Takes a report, and returns the open device with the sources to wait for, and the refusals of
  /// its chip's events.
  ///
  /// It closes the device if there are no sources to be had.
  func opened(
    _ report: OpeningReport
  ) throws(AccelerometerError) -> (OpenStream, [AccelerometerError]) {
    memory = report.memory
    let (device, refusals) = try report.result.get()
    let ordered = report.order.demand
    do throws(Errno) { return (try waiting(for: device, ordered), refusals) } catch {
      close(OpenStream(device, for: ordered)) {}
      throw .failed(action: "watch", device: "\(choice)", error: error)
    }
  }

  /// Orders the closing of `stream`, and then calls `report` on the opener.
  func close(_ stream: OpenStream, _ report: @escaping @Sendable () -> Void) {
    let device = Handover(stream.device)
    let (opener, closings) = (queues.opener, queues.closings)
    closings.send { $0.begin() }
    // The node is busy as long as a source has a copy of its descriptor.
    QueueSource.close(stream.sources, on: queues.sensor.queue) {
      opener.async {
        device.value.close()
        report()
      }
      closings.send { $0.end() }
    }
  }

  /// Returns whether `stream` is what an order for `demand` would open.
  func serves(_ demand: SamplingDemand, by stream: OpenStream) -> Bool {
    guard let info = stream.info else { return false }
    let events = stream.device.watch?.events ?? []
    // Another opening does not repeat what this one tried in vain.
    let tried = Set(stream.ordered.events.keys)
    let wanted = Set(info.events).intersection(demand.events.keys)
    guard wanted.subtracting(tried.subtracting(events)) == events else { return false }
    switch (demand.rate(with: events), stream.session) {
    case (let rate?, let session?): return session.serves(rate)
    case (nil, nil): return true
    case (nil, _?), (_?, nil): return false
    }
  }

  private func waiting(
    for device: OpenDevice, _ ordered: SamplingDemand
  ) throws(Errno) -> OpenStream {
    guard let own else { throw .canceled }
    var sources: [QueueSource] = []
    if let watch = device.watch {
      sources.append(try own.readSource(copying: watch.descriptor) { $0.processChipEvents() })
    }
    switch device {
    case .watching(let watch):
      if watch.events.contains(.motion) {
        let clock = watch.info.clock
        sources.append(
          own.timer(every: Self.longestRest) { reader in
            if let now = clock?.now { reader.handler(.moved(at: now)) }
          })
      }
      return OpenStream(device, for: ordered, nil, sources)
    case .sampling(let session, _):
      let loop: any ReadingLoop =
        switch session.waiting {
        case .descriptor: PollLoop(times)
        case .timer, .buffer:
          TimedLoop(times, session.waiting, isPolling: session.info.sampling == .poll)
        }
      sources += try loop.sources(own, session)
      return OpenStream(device, for: ordered, loop, sources)
    }
  }
}
