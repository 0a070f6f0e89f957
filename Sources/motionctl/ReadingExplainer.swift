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
    let sensitivity = claim.sensitivity ?? .medium
    let shake = ShakeConfiguration(sensitivity: sensitivity.value, window: claim.window ?? 1)
    recognition = Recognition(shake, isExplaining: true)
  }

  deinit {
    close(descriptor)
  }

  /// Explains the readings that have come.
  ///
  /// - Parameter emit: called for each explanation
  /// - Returns: whether there may be more
  /// - Throws: a ``Failure`` if they make no sense; what `emit` throws
  func explain(_ emit: (Finding) throws -> Void) throws -> Bool {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return true }
    guard count > 0 else { return false }
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
    return true
  }
}
