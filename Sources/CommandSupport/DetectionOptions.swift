import ArgumentParser
import MotionBus
import MotionCore

/// The options that say what counts as a shake, the same in every command.
public struct DetectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How little it takes: low, medium, high, or a number from 0 to 1.", valueName: "how-little"))
  var sensitivity = Sensitivity.medium

  @Option(
    help: ArgumentHelp(
      "Within how many seconds of its beginning a shake must stop.", valueName: "seconds"))
  var window = 1.0

  /// Options with their defaults.
  public init() {}

  /// Refuses what cannot be a window.
  public func validate() throws {
    guard window > 0, window <= 60 else {
      throw ValidationError("--window \(window): expected more than 0 and at most 60 seconds")
    }
  }

  /// The configuration of the detector that the options ask for.
  public var shake: ShakeConfiguration {
    ShakeConfiguration(sensitivity: sensitivity, window: window)
  }
}

extension Sensitivity: ExpressibleByArgument {
  private static let names = MotionClaim.Sensitivity.allCases.map {
    (name: $0.rawValue, value: $0.value)
  }

  /// The sensitivity that `argument` names, or a number from 0 to 1.
  public init?(argument: String) {
    if let named = Self.names.first(where: { $0.name == argument }) {
      self = named.value
    } else {
      guard let number = Double(argument) else { return nil }
      self.init(number)
    }
  }

  /// The name, where it has one: what help shows as the default.
  public var defaultValueDescription: String {
    Self.names.first { $0.value == self }?.name ?? "\(value)"
  }
}
