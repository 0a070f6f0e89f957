/// A way to get readings out of an accelerometer.
public enum SamplingWay: Hashable, Sendable {
  /// Through its buffer, which it fills by itself, as those with a hardware FIFO do.
  case buffer
  /// Through its buffer, which the trigger of this name fills.
  case trigger(String)
  /// Through its buffer, which a high-resolution timer of the kernel's fills. It is made for the reader.
  case timer
  /// Without a buffer: one raw value after the other, timed by the reader.
  case poll
}

extension SamplingWay: CustomStringConvertible, Encodable {
  /// In words, for users.
  public var description: String {
    switch self {
    case .buffer: "through its own buffer"
    case .trigger(let name): "through a buffer, by the trigger \(name)"
    case .timer: "through a buffer, by a timer of the kernel's"
    case .poll: "one value at a time (poll)"
    }
  }

  /// Writes its kind: `buffer`, `trigger`, `timer` or `poll`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .buffer: try container.encode("buffer")
    case .trigger: try container.encode("trigger")
    case .timer: try container.encode("timer")
    case .poll: try container.encode("poll")
    }
  }
}
