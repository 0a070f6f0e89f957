import CommandSupport
import Glibc
import MotionBus
import MotionCore

/// Says of the motions in the daemon's readings that were not taken for shakes what they lacked.
///
/// It has a detector of its own, with the configuration of the claim.
final class ReadingExplainer {
  /// Readable while there are readings.
  let descriptor: Int32
  private var parser = RecordingParser()
  private var recognition: Recognition
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// An explainer of the readings in the pipe `descriptor`, which it closes.
  init(_ descriptor: Int32, _ claim: MotionClaim) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let sensitivity: Sensitivity =
      switch claim.sensitivity {
      case .low: .low
      case .medium: .medium
      case .high: .high
      }
    let shake = ShakeConfiguration(sensitivity: sensitivity, window: claim.window)
    recognition = Recognition(shake, isExplaining: true)
  }

  deinit {
    close(descriptor)
  }

  /// Explains the readings that have come.
  ///
  /// - Parameter emit: called for each explanation
  /// - Throws: a ``Failure`` if there are no more readings to come; what `emit` throws
  func explain(_ emit: (Finding) throws -> Void) throws {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else {
      throw Failure(.unavailable, "motiond sends no more readings to explain")
    }
    let piece = Array(buffer[..<count])
    var readings: [Reading] = []
    do throws(RecordingError) {
      try parser.parse(piece.span) { readings.append($0) }
    } catch { throw Failure(.badData, "motiond's readings: \(error)") }
    for reading in readings {
      try recognition.take(.reading(reading)) { finding in
        if case .rejection = finding { try emit(finding) }
      }
    }
  }
}
