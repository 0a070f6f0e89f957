// SPDX-License-Identifier: Apache-2.0

/// A user's choice of an accelerometer of this machine.
///
/// `auto` is the best accelerometer of the Industrial I/O subsystem (IIO), or else a drive guard;
/// `iio:NAME` is an accelerometer of IIO; `input` is the first one that the kernel shows as an
/// input device, such as a game controller; `input:NAME` is the input device of this name.
public struct AccelerometerChoice: Hashable, Sendable {
  /// A subsystem of the kernel that has accelerometers.
  public enum Subsystem: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Industrial I/O.
    case iio
    /// Input devices: game controllers, drive guards.
    case input
  }

  /// The subsystem; nil for the best accelerometer of this machine.
  public var subsystem: Subsystem?
  /// The name, label, address or id of the accelerometer; nil for the best one.
  public var name: String?

  /// The best accelerometer of this machine: of IIO, or else a drive guard.
  ///
  /// It never takes a game controller, because players shake controllers: users must choose one.
  public static let automatic = AccelerometerChoice(nil, name: nil)

  /// The accelerometer of this name.
  ///
  /// - Parameters:
  ///   - subsystem: the subsystem that has it
  ///   - name: its name, label, address or id; nil for the best one
  public init(_ subsystem: Subsystem, name: String? = nil) {
    self.init(Optional(subsystem), name: name)
  }

  private init(_ subsystem: Subsystem?, name: String?) {
    (self.subsystem, self.name) = (subsystem, name)
  }

  /// Reads `auto`, `iio:NAME`, `input` or `input:NAME`; nil for anything else, such as a file's
  /// name.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .automatic
    case "input": self.init(.input)
    default:
      guard
        let subsystem = Subsystem.allCases.first(where: { text.hasPrefix("\($0.rawValue):") }),
        case let name = text.dropFirst(subsystem.rawValue.count + 1), !name.isEmpty
      else { return nil }
      self.init(subsystem, name: String(name))
    }
  }
}

extension AccelerometerChoice: CustomStringConvertible {
  /// The choice as users write it.
  public var description: String {
    switch (subsystem, name) {
    case (nil, _): "auto"
    case (let subsystem?, nil): subsystem.rawValue
    case (let subsystem?, let name?): "\(subsystem.rawValue):\(name)"
    }
  }
}
