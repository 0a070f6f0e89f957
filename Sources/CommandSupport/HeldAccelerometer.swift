import MotionBus
import MotionCore
import MotionIIO

/// An accelerometer that a running motiond reads already, and shares.
///
/// A second reader of the same device would stop the first: libiio switches its buffer off.
public struct HeldAccelerometer {
  /// What is known of it, with the rate that it is read at.
  public let info: AccelerometerInfo
  private let bus: BusAddress

  /// The accelerometer `choice`; nil if no motiond on `bus` is reading it.
  ///
  /// - Parameters:
  ///   - choice: which accelerometer
  ///   - bus: where motiond may be
  ///   - isBusy: whether somebody is known to be reading it; else that is seen from clients' claims
  public init?(_ choice: AccelerometerChoice, on bus: BusAddress, isBusy: Bool = false) {
    guard !choice.isRemote, let status = try? MotionDaemon(bus).status(),
      isBusy || status.isClaimed, let device = status.device, var info = try? choice.info,
      [info.name, info.label, info.id].contains(device)
    else { return nil }
    info.rate = status.rate
    info.clock = nil
    self.info = info
    self.bus = bus
  }

  /// Plays what motiond reads, until a signal.
  ///
  /// - Parameters:
  ///   - signals: what stops it
  ///   - body: called for each step, in order
  /// - Returns: how it ended
  /// - Throws: a ``Failure`` if motiond refuses, or stops sending; what `body` throws
  public func play(
    _ signals: borrowing StopSignals, _ body: (SourceStep) throws -> Void
  ) throws -> SourceEnding {
    let pipe: Int32
    do throws(BusError) {
      pipe = try MotionDaemon(bus).openSamples()
    } catch { throw Failure(error) }
    var input = InputFile(pipe: pipe, name: "motiond")
    var player = RecordingPlayer(.live)
    try body(.started(info))
    switch try player.play(&input, signals, body) {
    case .stopped: return .stopped
    case .finished:
      throw Failure(.unavailable, "motiond has stopped sending readings; what came is incomplete")
    }
  }

  /// |acceleration| now, in m/s²; nil if motiond does not tell this user, or nothing for a second.
  public func magnitude(_ signals: borrowing StopSignals) -> Double? {
    guard let pipe = try? MotionDaemon(bus).openSamples() else { return nil }
    var input = InputFile(pipe: pipe, name: "motiond")
    var parser = RecordingParser()
    var magnitude: Double?
    while magnitude == nil {
      let piece = try? input.read(signals, within: .seconds(1)) { bytes in
        try parser.parse(bytes) { reading in
          magnitude = (reading.acceleration * reading.acceleration).sum().squareRoot()
        }
      }
      guard case .bytes = piece else { return nil }
    }
    return magnitude
  }
}
