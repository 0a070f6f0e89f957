import ArgumentParser
import MotionBus

/// The bus on which a command looks for the daemon.
public enum DaemonBus: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The bus of the machine.
  case system
  /// The bus of the user's session.
  case session

  /// The bus.
  public var address: BusAddress {
    switch self {
    case .system: .system
    case .session: .session
    }
  }
}

/// The option that names the bus of the daemon, the same in every command that may talk to it.
public struct DaemonOptions: ParsableArguments {
  @Option(help: "The bus on which motiond runs.")
  var bus = DaemonBus.system

  /// Options with their defaults.
  public init() {}

  /// The bus.
  public var address: BusAddress { bus.address }
}
