import Glibc
import MotionCore

extension ServiceSession {
  /// What to ask of whoever runs the service.
  enum Request {
    case demand(Demand)
    case simulate(String, call: Int)
    case openSamples(call: Int)
  }

  /// An answer to a call that was passed on.
  enum Answer: Sendable {
    case done
    /// A descriptor, which is closed whatever becomes of it.
    case descriptor(Int32)
    case refused(MotionService.Refusal)

    /// Closes what the answer holds.
    func discard() {
      switch self {
      case .descriptor(let number): _ = Glibc.close(number)
      case .done, .refused: return
      }
    }
  }
}
