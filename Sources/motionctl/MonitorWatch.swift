import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemPackage

/// Waits for events of motiond, and for its readings if rejections are to be explained.
struct MonitorWatch {
  private let isWaiting: Bool
  private let isExplaining: Bool
  private let claim: MotionClaim
  private let address: BusAddress
  private let emit: (MotionFinding) throws -> Void
  private let events = Inbox()
  private let connection: MotionConnection
  private var explainer: ReadingExplainer?
  private var wasConnected = false

  /// The events of the connection that were not handled yet.
  private final class Inbox {
    var events: [MotionConnection.Event] = []
  }

  /// A watch that claims motions of motiond.
  ///
  /// - Parameters:
  ///   - address: the bus of motiond
  ///   - claim: the motions
  ///   - isWaiting: true to wait for motiond if it is not running
  ///   - isExplaining: true to explain rejections too
  ///   - emit: called for each event and each rejection
  /// - Throws: a ``BusError`` if there is no bus
  init(
    _ address: BusAddress, _ claim: MotionClaim, isWaiting: Bool, isExplaining: Bool,
    _ emit: @escaping (MotionFinding) throws -> Void
  ) throws(BusError) {
    self.isWaiting = isWaiting
    self.isExplaining = isExplaining
    self.claim = claim
    self.emit = emit
    self.address = address
    let events = events
    connection = try MotionConnection(address, claim: claim) { events.events.append($0) }
  }

  /// Watches until a signal.
  ///
  /// - Throws: a ``BusError`` if there is no daemon, no readings to explain, or the bus is gone; a ``Failure`` if
  ///   readings cannot be parsed; the error of `emit`
  mutating func run(_ signals: borrowing StopSignals) throws {
    while true {
      connection.process()
      let received = events.events
      events.events = []
      for event in received { try take(event) }
      var wishes = [(connection.descriptor, connection.events)]
      if let explainer { wishes.append((explainer.input.descriptor.rawValue, Int16(POLLIN))) }
      guard events.events.isEmpty else { continue }
      switch signals.wait(for: wishes, milliseconds: connection.timeoutMilliseconds) {
      case .stopped: return
      case .ready, .timedOut:
        guard try explainer?.explain(signals, emit) == false else { continue }
        explainer = nil
        try tell("motiond sends no more readings to explain")
      }
    }
  }

  private mutating func take(_ event: MotionConnection.Event) throws {
    switch event {
    case .motion(let motion): try emit(.event(motion))
    case .noAccelerometer: try tell("motiond has no accelerometer; waiting for one")
    case .connected:
      wasConnected = true
      if isExplaining, explainer == nil {
        let daemon = try MotionDaemon(address)
        // Options that the claim omits are motiond's.
        let options = claim.options.completed(from: try daemon.defaults())
        explainer = ReadingExplainer(
          try daemon.openSamples(), options.configurations(of: claim.motions))
      }
      try tell("watching")
    case .unavailable(let error):
      guard isWaiting || wasConnected else { throw error }
      try tell(wasConnected ? "motiond is gone; waiting for it" : "\(error); waiting for motiond")
    case .disconnected(let error): throw error
    }
  }

  private func tell(_ text: String) throws {
    try OutputFile.standardError.write("motionctl monitor: \(text)\n")
  }
}

/// Explains rejections: the reasons for which motions in motiond's readings were not recognized.
///
/// It has detectors of its own, with the configurations of the claim.
private struct ReadingExplainer {
  /// The readings.
  let input: InputFile
  private var parser = RecordingParser()
  private var pipeline: MotionPipeline

  /// An explainer of the readings in the pipe `descriptor`, which it closes.
  init(_ descriptor: FileDescriptor, _ motions: Set<MotionConfiguration>) {
    input = InputFile(pipe: descriptor, name: "motiond's readings")
    pipeline = MotionPipeline(motions, isExplaining: true)
  }

  /// Explains the readings that have come.
  ///
  /// - Parameters:
  ///   - signals: the signals that end a wait
  ///   - emit: called for each rejection
  /// - Returns: false at the end of the readings
  /// - Throws: a ``Failure`` if they cannot be parsed; the error of `emit`
  mutating func explain(
    _ signals: borrowing StopSignals, _ emit: (MotionFinding) throws -> Void
  ) throws -> Bool {
    var readings: [Reading] = []
    let piece = try input.read(signals, within: .zero) { bytes in
      do throws(RecordingError) {
        try parser.parse(bytes) { readings.append($0) }
      } catch { throw Failure(.badData, "\(input.path): \(error)") }
    }
    var rejections: [MotionFinding] = []
    for reading in readings {
      pipeline.take(reading) { finding, _ in
        if case .rejection = finding { rejections.append(finding) }
      }
    }
    for rejection in rejections { try emit(rejection) }
    return piece != .end
  }
}
