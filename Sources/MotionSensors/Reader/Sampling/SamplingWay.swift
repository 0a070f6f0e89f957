// SPDX-License-Identifier: Apache-2.0

/// A way to sample an accelerometer.
public enum SamplingWay: Hashable, Sendable {
  /// Through its buffer, which the accelerometer fills by itself, as with a hardware FIFO.
  case buffer
  /// Through its buffer, which the trigger of this name fills.
  case trigger(String)
  /// Through its buffer, by a high-resolution timer of the kernel, which the reader makes.
  case timer
  /// Without a buffer: the reader reads one raw value after the other at set times.
  case poll
}

extension SamplingWay: CustomStringConvertible, Encodable {
  /// The way in words, for users.
  public var description: String {
    switch self {
    case .buffer: "through its own buffer"
    case .trigger(let name): "through a buffer, by the trigger \(name)"
    case .timer: "through a buffer, by a kernel timer"
    case .poll: "one value at a time (poll)"
    }
  }

  /// The kind of the way: `buffer`, `trigger`, `timer` or `poll`.
  package var word: String {
    switch self {
    case .buffer: "buffer"
    case .trigger: "trigger"
    case .timer: "timer"
    case .poll: "poll"
    }
  }

  /// Writes the kind of the way.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }
}
