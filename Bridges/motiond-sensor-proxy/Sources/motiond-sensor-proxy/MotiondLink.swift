// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemPackage

/// motiond as this program uses it: whether it has an accelerometer, and its pipe of readings.
///
/// Used by one thread, like its connection.
final class MotiondLink {
  private let connection: BusConnection
  private let log: Log
  private let onAccelerometer: (Bool) -> Void
  private let onPose: (ScreenPose) -> Void
  private var feed = SampleFeed()
  private var owner: String?
  /// A Boolean value that indicates whether motiond says that it has an accelerometer.
  private var hasAccelerometer = false
  private var (isOfInput, isInBase) = (false, false)
  private var matches: [BusSlot] = []
  /// The number of the call for a pipe that is not answered.
  private var call: UInt64?
  private var pipe: Pipe?
  /// The time of the next attempt, on `CLOCK_MONOTONIC`; nil for none.
  private var attempt: Timestamp?

  /// The rate that the detector needs, in Hz.
  static let rate = 10.0
  /// The longest wait for a pipe: motiond may have to be started, and polkit asked.
  private static let patience = Duration.seconds(90)

  /// The pause after a read: where others claim more, readings come faster than the detector needs.
  private static let rest = Duration.milliseconds(80)
  /// The number of reads before the bridge gives back what only opening needed.
  private static let settled = 20

  /// An open pipe, and what was read from it so far.
  fileprivate struct Pipe {
    let descriptor: FileDescriptor
    /// The end of the pause after a read, on `CLOCK_MONOTONIC`; nil for none.
    var rest: Timestamp?
    /// The number of reads, up to ``settled``.
    var reads = 0
    var parser = RecordingParser()
    var detector = ScreenDetector()
  }

  /// Watches for a motiond on the bus, which is started if none runs.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - log: for problems with motiond
  ///   - onAccelerometer: called with true when motiond has an accelerometer, and with false when
  ///     it has none or is gone
  ///   - onPose: called with each new pose
  /// - Throws: a ``BusError`` if the connection broke
  init(
    _ connection: BusConnection, _ log: Log, onAccelerometer: @escaping (Bool) -> Void,
    onPose: @escaping (ScreenPose) -> Void
  ) throws(BusError) {
    (self.connection, self.log) = (connection, log)
    (self.onAccelerometer, self.onPose) = (onAccelerometer, onPose)
    matches = [
      try connection.matchOwner(of: Motion1.name) { [weak self] in self?.process(owner: $0) },
      try connection.match(
        """
        type='signal',sender='\(Motion1.name)',path='\(Motion1.path)',member='PropertiesChanged',\
        interface='org.freedesktop.DBus.Properties',arg0='\(Motion1.interface)'
        """
      ) { [weak self] in self?.process(change: $0) },
    ]
    let question = try connection.callBus("GetNameOwner", [.string(Motion1.name)])
    try connection.send(question) { [weak self] result in
      if case .success(let values) = result, case .string(let owner)? = values.first {
        self?.process(owner: owner)
      } else {
        try? self?.askForAccelerometer(starting: true)
      }
    }
  }

  deinit {
    try? pipe?.descriptor.close()
  }

  /// The descriptor to wait for; nil while no readings are wanted, or none come, and for a while
  /// after a read.
  var descriptor: Int32? { pipe?.rest == nil ? pipe?.descriptor.rawValue : nil }

  /// The time of the next work without an event, on `CLOCK_MONOTONIC`; nil for none.
  var deadline: Timestamp? { pipe?.rest ?? attempt }

  /// Processes that clients want readings, or no longer do.
  func want(_ isWanted: Bool) {
    perform(feed.process(.wanted(isWanted)))
  }

  /// Tries again if it is time.
  func processTime() {
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    if let end = pipe?.rest, now >= end { pipe?.rest = nil }
    guard let due = attempt, now >= due else { return }
    attempt = nil
    perform(feed.process(.due))
  }

  // MARK: Presence

  private func process(owner: String?) {
    let former = self.owner
    self.owner = owner
    guard let owner else {
      (hasAccelerometer, isOfInput, isInBase) = (false, false, false)
      return onAccelerometer(false)
    }
    guard owner != former else { return }
    try? askForAccelerometer(starting: false)
    perform(feed.process(.appeared))
  }

  /// Reads the properties once; their changes are announced.
  private func askForAccelerometer(starting isStarting: Bool) throws(BusError) {
    let call = try connection.call(
      Motion1.name, Motion1.path, "org.freedesktop.DBus.Properties", "GetAll",
      [.string(Motion1.interface)], starting: isStarting)
    try connection.send(call, timeout: Self.patience) { [weak self] result in
      guard case .success(let values) = result, case .dictionary(let all)? = values.first else {
        return
      }
      self?.process(properties: all)
    }
  }

  /// A controller, a sensor whose axes are not known, or one in the base, with the keyboard, says
  /// nothing about the screen.
  private func process(properties: [String: BusValue]) {
    if case .bool(let has)? = properties["HasAccelerometer"] { hasAccelerometer = has }
    if case .string(let subsystem)? = properties["Subsystem"] { isOfInput = subsystem == "input" }
    if case .string(let place)? = properties["Place"] { isInBase = place == "base" }
    onAccelerometer(hasAccelerometer && !isOfInput && !isInBase)
  }

  private func process(change: BusMessage) {
    // Any client can send such a signal to this connection alone.
    guard change.sender == owner, let values = try? change.read(),
      values.count == 3, case .dictionary(let changes) = values[1],
      ["HasAccelerometer", "Subsystem", "Place"].contains(where: { changes[$0] != nil })
    else { return }
    process(properties: changes)
  }

  // MARK: Readings

  private func perform(_ actions: [SampleFeed.Action]) {
    for action in actions {
      switch action {
      case .open(let isStarting): open(starting: isStarting)
      case .close: close()
      case .retry(let delay):
        attempt = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: delay.nanoseconds)
      case .report(let problem): log.write(problem, .warning)
      case .reportRecovery: log.write("motiond gives readings again", .notice)
      }
    }
  }

  private func open(starting isStarting: Bool) {
    attempt = nil
    do throws(BusError) {
      let message = try connection.call(
        Motion1.name, Motion1.path, Motion1.interface, "OpenSamplesWith",
        [.dictionary(["rate": .double(Self.rate)])], starting: isStarting)
      call = try connection.send(message, timeout: Self.patience) { [weak self] in
        self?.process(answer: $0)
      }
    } catch { perform(feed.process(.refused(error))) }
  }

  private func process(answer: Result<[BusValue], BusError>) {
    call = nil
    do throws(BusError) {
      guard case .descriptor(let number)? = try answer.get().first else {
        throw .failed(action: "take the pipe of motiond", .protocolError)
      }
      do throws(Errno) {
        // The message closes its own.
        let descriptor = try FileDescriptor(rawValue: number).copy()
        _ = fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK)
        pipe = Pipe(descriptor: descriptor)
      } catch { throw .failed(action: "take the pipe of motiond", error) }
      perform(feed.process(.opened))
    } catch .refused(let method, let name, let message) {
      let error = BusError(refusing: method, of: Motion1.program, name, message)
      perform(feed.process(.refused(error)))
    } catch { perform(feed.process(.refused(error))) }
  }

  private func close() {
    attempt = nil
    if let call { connection.forget(call) }
    call = nil
    try? pipe?.descriptor.close()
    pipe = nil
  }

  /// Reads what has come through the pipe.
  func read() {
    guard var pipe else { return }
    self.pipe = nil
    var poses: [ScreenPose] = []
    let hasEnded = pipe.read { poses.append($0) }
    if pipe.reads < Self.settled {
      pipe.reads += 1
      if pipe.reads == Self.settled { StartupMemory.release() }
    }
    pipe.rest = .now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: Self.rest.nanoseconds)
    self.pipe = pipe
    for pose in poses { onPose(pose) }
    if hasEnded { perform(feed.process(.ended)) } else { feed.succeed() }
  }
}

extension MotiondLink.Pipe {
  /// Reads what is there.
  ///
  /// - Parameter body: called with each new pose
  /// - Returns: true if the pipe has ended, or has something else than a recording in it
  fileprivate mutating func read(_ body: (ScreenPose) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
      do {
        var count = buffer.count
        while count == buffer.count {
          count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
          guard count > 0 else { return true }
          let bytes = UnsafeBufferPointer(rebasing: buffer[..<count]).span
          try parser.parse(bytes) { reading in
            if let pose = detector.process(reading) { body(pose) }
          }
        }
        return false
      } catch Errno.resourceTemporarilyUnavailable, Errno.interrupted {
        return false
      } catch { return true }
    }
  }
}
