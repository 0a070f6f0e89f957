// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines that a process writes to a pipe, one by one.
public struct LineReader {
  private let pipe: FileHandle
  private var buffer = Data()

  /// A reader of `pipe` from now on.
  public init(_ pipe: FileHandle) {
    self.pipe = pipe
  }

  /// The number of bytes that were written and not read.
  public var unreadBytes: Int {
    var count: Int32 = 0
    _ = ioctl(pipe.fileDescriptor, UInt(FIONREAD), &count)
    return Int(count) + buffer.count
  }

  /// Waits for the next line, and returns it without the newline; nil at the end.
  public mutating func next() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let piece = pipe.availableData
      guard !piece.isEmpty else { return nil }
      buffer.append(piece)
    }
  }
}

/// A pipe that is full, and that nobody reads as long as it lives.
package func fullPipe() throws -> Pipe {
  let pipe = Pipe()
  while pipe.fileHandleForWriting.hasRoom {
    try pipe.fileHandleForWriting.write(contentsOf: Data(count: Int(PIPE_BUF)))
  }
  return pipe
}

extension FileHandle {
  /// A Boolean value that indicates whether a line can be written now.
  package var hasRoom: Bool {
    var wish = pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wish, 1, 0) > 0
  }
}
