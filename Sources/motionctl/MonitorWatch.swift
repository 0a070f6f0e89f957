// SPDX-License-Identifier: Apache-2.0

import Commands
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemPackage

/// Waits for events of motiond, and for its readings if it explains rejections.
struct MonitorWatch {
  private let isWaiting: Bool
  private let isExplaining: Bool
  private let claim: MotionClaim
  private let address: BusAddress
  private let emit: (MotionFinding) throws -> Void
  private let inbox: MotionInbox
  private var explainer: ReadingExplainer?
  private var wasConnected = false

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
    inbox = try MotionInbox(address, claim)
  }

  /// Watches until a signal.
  ///
  /// - Throws: a ``BusError`` without a daemon, a bus or readings to explain; a ``Failure`` if
  ///   readings cannot be parsed; the error of `emit`
  mutating func run(_ signals: borrowing StopSignals) throws {
    while true {
      for event in inbox.drain() { try process(event) }
      let readings = explainer.map { [($0.input.descriptor.rawValue, Int16(POLLIN))] } ?? []
      guard inbox.wait(signals, for: readings) != .stopped else { return }
      guard try explainer?.explain(signals, emit) == false else { continue }
      explainer = nil
      try MonitorCommand.report("motiond sends no more readings to explain")
    }
  }

  private mutating func process(_ event: MotionConnection.Event) throws {
    switch event {
    case .motion(let motion): try emit(.event(motion))
    case .noAccelerometer:
      try MonitorCommand.report("motiond has no accelerometer; waiting for one")
    case .connected:
      wasConnected = true
      if isExplaining, explainer == nil {
        let daemon = try MotionDaemon(address)
        // Options that the claim omits are motiond's.
        let options = claim.options.completed(from: try daemon.defaults())
        explainer = ReadingExplainer(
          try daemon.openSamples(), options.configurations(of: claim.motions))
      }
      // Older versions of motiond have no status.
      let status = DaemonStatus((try? MotionDaemon(address).fullStatus()) ?? [:])
      let isLimited = inbox.uniqueName.map(status.isLimited) ?? false
      try MonitorCommand.report(
        "watching" + (isLimited ? ", but \(BusCheck.limited); motionctl doctor says more" : ""))
    case .unavailable(let error):
      guard isWaiting || wasConnected else { throw error }
      try MonitorCommand.report(
        wasConnected ? "motiond is gone; waiting for it" : "\(error); waiting for motiond")
    case .disconnected(let error): throw error
    }
  }
}

/// Explains why motions in motiond's readings were not recognized.
///
/// It has its own detectors, with the configurations of the claim.
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
      pipeline.process(reading) { finding, _ in
        if case .rejection = finding { rejections.append(finding) }
      }
    }
    for rejection in rejections { try emit(rejection) }
    return piece != .end
  }
}
