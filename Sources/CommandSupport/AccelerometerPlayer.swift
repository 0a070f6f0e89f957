import Glibc
import MotionBus
import MotionIIO
import Synchronization

/// Plays an accelerometer live: what its reader tells, on the thread that plays.
public struct AccelerometerPlayer {
  private let choice: AccelerometerChoice
  private let sampling: SamplingOptions
  private let bus: BusAddress?

  /// A player of the accelerometer `choice`.
  ///
  /// - Parameters:
  ///   - choice: which accelerometer
  ///   - sampling: how it is sampled
  ///   - bus: where a motiond may be that reads it already: its readings are taken then, as a second
  ///     reader would stop it
  public init(
    _ choice: AccelerometerChoice, _ sampling: SamplingOptions, besides bus: BusAddress? = nil
  ) {
    self.choice = choice
    self.sampling = sampling
    self.bus = bus
  }

  /// Plays until a signal.
  ///
  /// - Parameters:
  ///   - signals: what stops it
  ///   - waiting: whether to wait for an accelerometer if there is none
  ///   - body: called for each step, in order
  /// - Returns: how it ended
  /// - Throws: a ``Failure`` if there is no accelerometer and it is not to wait; what `body` throws
  public func play(
    _ signals: borrowing StopSignals, waiting: Bool = false, _ body: (SourceStep) throws -> Void
  ) throws -> SourceEnding {
    if let bus, let held = HeldAccelerometer(choice, on: bus) {
      return try held.play(signals, body)
    }
    let mailbox = try Mailbox()
    let reader = AccelerometerReader(choice, sampling: sampling) { mailbox.put($0) }
    defer { reader.stop() }
    do throws(AccelerometerError) {
      try reader.start(waiting: waiting)
    } catch {
      // Read by motiond for somebody else than a client, who would have claimed it.
      if error.isBusy, let bus, let held = HeldAccelerometer(choice, on: bus, isBusy: true) {
        return try held.play(signals, body)
      }
      throw Failure(error)
    }
    while case .ready = signals.waitToRead(mailbox.descriptor) {
      for event in mailbox.takeAll() { try event.forEachStep(body) }
    }
    reader.stop()
    for event in mailbox.takeAll() { try event.forEachStep(body) }
    return .stopped
  }
}

/// Events on their way from the reader's queue to the thread that waits for them.
private final class Mailbox: Sendable {
  /// Readable while there are events.
  let descriptor: Int32
  private let writeEnd: Int32
  private let events = Mutex<[AccelerometerReader.Event]>([])

  init() throws(Failure) {
    (descriptor, writeEnd) = try makePipe()
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  func put(_ event: AccelerometerReader.Event) {
    events.withLock {
      if $0.isEmpty { _ = write(writeEnd, [1], 1) }
      $0.append(event)
    }
  }

  func takeAll() -> [AccelerometerReader.Event] {
    events.withLock { events in
      guard !events.isEmpty else { return [] }
      var byte: UInt8 = 0
      _ = read(descriptor, &byte, 1)
      defer { events = [] }
      return events
    }
  }
}
