import ArgumentParser
import MotionIIO

/// Where readings come from.
public enum Source: Sendable {
  /// A real accelerometer.
  case accelerometer(AccelerometerChoice)
  /// The file of this path; `-` is standard input.
  case recording(String)

  /// Reads a source as users write it: `auto`, `iio:NAME`, a URI of libiio's, else a file.
  public init(_ text: String) {
    self = AccelerometerChoice(text).map { .accelerometer($0) } ?? .recording(text)
  }

  /// What help says of it.
  public static let help = ArgumentHelp(
    "auto, iio:NAME, a libiio URI such as ip:HOST, or a recording; - is standard input.",
    valueName: "source")
}

/// The options that say how an accelerometer samples, the same in every command.
public struct SensorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The sampling frequency of an accelerometer, or the nearest above that it has.",
      valueName: "hz"))
  var rate = 100.0

  @Option(
    help: ArgumentHelp(
      "prompt: each reading as it is taken. thrifty: up to 40 ms late, which nobody feels, and it "
        + "wakes the processor a seventh as often.",
      valueName: "mode"))
  var sampling = SamplingMode.thrifty

  /// Options with their defaults.
  public init() {}

  /// Refuses what cannot be a rate.
  public func validate() throws {
    guard rate > 0, rate <= 10_000 else {
      throw ValidationError("--rate \(rate): expected more than 0 and at most 10000 Hz")
    }
  }

  /// How an accelerometer is to be sampled.
  public var options: SamplingOptions { SamplingOptions(rate: rate, mode: sampling) }
}

extension SamplingMode: ExpressibleByArgument {}
