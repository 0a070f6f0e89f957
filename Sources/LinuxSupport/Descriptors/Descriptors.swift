// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import SystemPackage

extension FileDescriptor {
  /// Returns another descriptor of the same file, closed when the process runs another program.
  ///
  /// `duplicate()` of swift-system lets it pass to children. C: `fcntl(F_DUPFD_CLOEXEC)`.
  ///
  /// - Throws: the system's error
  package func copy() throws(Errno) -> FileDescriptor {
    let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    return FileDescriptor(rawValue: copy)
  }

  /// Makes a pipe whose ends close when the process runs another program.
  ///
  /// Those of `pipe()` of swift-system pass to a child that another thread starts meanwhile: the
  /// reader then never learns that the writer is gone. C: `pipe2(O_CLOEXEC)`.
  ///
  /// - Throws: the system's error
  package static func ownPipe() throws(Errno) -> (
    readEnd: FileDescriptor, writeEnd: FileDescriptor
  ) {
    var ends: [Int32] = [-1, -1]
    guard pipe_closed_on_exec(&ends) == 0 else { throw .last }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }
}

extension FileDescriptor {
  /// Makes a file in memory with `bytes`, to be read from its start; it goes with its last
  /// descriptor.
  ///
  /// - Throws: the system's error
  package static func inMemory(
    named name: String, _ bytes: some Sequence<UInt8>
  ) throws(Errno) -> FileDescriptor {
    let file = FileDescriptor(rawValue: memory_file(name))
    guard file.rawValue >= 0 else { throw .last }
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
      return file
    } catch {
      try? file.close()
      throw Errno(of: error)
    }
  }
}

extension Errno {
  /// The error of the C library's last failing call on this thread.
  package static var last: Errno { Errno(rawValue: errno) }

  /// The error that swift-system threw, which declares no type for it.
  init(of error: any Error) {
    self = error as? Errno ?? .ioError
  }
}
