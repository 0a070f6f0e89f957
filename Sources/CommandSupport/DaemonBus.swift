import ArgumentParser
import Glibc
import MotionBus

/// On which bus a command looks for the daemon.
public enum DaemonBus: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The machine's.
  case system
  /// The user's.
  case session

  /// The bus.
  public var address: BusAddress {
    switch self {
    case .system: .system
    case .session: .session
    }
  }
}

/// The option that says where the daemon is, the same in every command that may talk to it.
public struct DaemonOptions: ParsableArguments {
  @Option(help: "The bus of the daemon.")
  var bus = DaemonBus.system

  /// Options with their defaults.
  public init() {}

  /// The bus.
  public var address: BusAddress { bus.address }
}

extension Failure {
  /// The failure to get something from the daemon, or to be it.
  public init(_ error: BusError) {
    switch error {
    case .noBus, .disconnected, .noDaemon: self.init(.unavailable, "\(error)")
    case .refused(_, Motion1.ErrorName.accessDenied, let message),
      .refused(_, Motion1.ErrorName.interactionRequired, let message):
      self.init(.notPermitted, message)
    case .refused(_, Motion1.ErrorName.invalidArguments, let message):
      self.init(.badData, message)
    case .failed(_, EACCES), .failed(_, EPERM): self.init(.notPermitted, "\(error)")
    case .refused, .failed, .nameTaken: self.init(.failure, "\(error)")
    }
  }
}
