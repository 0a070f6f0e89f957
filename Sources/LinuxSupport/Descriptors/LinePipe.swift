// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A pipe for lines to a child.
///
/// A child that is gone, or reads nothing, misses the lines: the program never waits for the child.
public final class LinePipe {
  let readEnd: FileDescriptor
  private let writeEnd: FileDescriptor
  private var isOpen = true

  /// A pipe that no child has yet.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init() throws(Failure) {
    do { (readEnd, writeEnd) = try FileDescriptor.ownPipe() } catch {
      throw Failure(.failure, "cannot make a pipe: \(error)")
    }
    _ = fcntl(writeEnd.rawValue, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close()
    try? readEnd.close()
  }

  /// Writes `line`, of at most 4095 bytes, and a newline; if the pipe is full, writes nothing.
  public func write(_ line: String) {
    guard isOpen else { return }
    _ = try? writeEnd.writeAll((line + "\n").utf8)
  }

  /// Ends the lines.
  public func close() {
    if isOpen { try? writeEnd.close() }
    isOpen = false
  }
}
