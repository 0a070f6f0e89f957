// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import MotionSensors

/// A source of readings.
public enum Source: Sendable {
  /// A real accelerometer.
  case accelerometer(AccelerometerChoice)
  /// The file or pipe of this path; `-` is standard input.
  case recording(String)
  /// Readings in memory, with increasing timestamps.
  case readings([Reading])

  /// Parses a source as users write it: `auto`, `iio:NAME`, `input`, `input:NAME`, else a
  /// file.
  public init(_ text: String) {
    self = AccelerometerChoice(text).map { .accelerometer($0) } ?? .recording(text)
  }

  /// A Boolean value that indicates whether it is a regular file, which is always ready to read.
  public var isFile: Bool {
    guard case .recording(let path) = self else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// A Boolean value that indicates whether it is a pipe in a folder, where one program after the
  /// other can write; other sources end with their writer.
  public var isNamedPipe: Bool {
    guard case .recording(let path) = self else { return false }
    return InputFile.isNamedPipe(path)
  }
}
