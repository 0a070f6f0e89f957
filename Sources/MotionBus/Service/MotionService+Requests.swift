import MotionCore

extension MotionService {
  /// What the service asks of whoever runs it.
  public enum Request: Sendable {
    /// What the clients want of the accelerometer has changed to this.
    ///
    /// Whether they want readings is not part of it: who opens samples closes the pipe when done.
    case demand(Demand)
    /// An authorized client wants a motion simulated, by name or as the text of a recording.
    case simulate(String, reply: Reply<Void>)
    /// An authorized client wants readings: reply with the end of a pipe to read them from.
    ///
    /// The service closes it once it is sent, or cannot be.
    case openSamples(reply: Reply<Int32>)
    /// The bus is lost, and the service has stopped; nothing else is told after it.
    case disconnected(BusError)
  }

  /// What answers a request: to be called once, from any thread, at once or later.
  ///
  /// Only the first answer counts, and none after the service has stopped.
  public typealias Reply<Value> = @Sendable (Result<Value, Refusal>) -> Void

  /// Why a client does not get what it asks for.
  public struct Refusal: Error, Hashable, Sendable {
    /// The name of the D-Bus error, such as one of ``Motion1/ErrorName``.
    public let name: String
    /// What is wrong and what to do about it.
    public let message: String

    /// A refusal called `name`, which `message` explains.
    public init(name: String, message: String) {
      self.name = name
      self.message = message
    }

    static func invalid(_ message: String) -> Refusal {
      Refusal(name: Motion1.ErrorName.invalidArguments, message: message)
    }

    static func denied(_ message: String) -> Refusal {
      Refusal(name: Motion1.ErrorName.accessDenied, message: message)
    }
  }
}
