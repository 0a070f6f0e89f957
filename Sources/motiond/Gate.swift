import CommandSupport
import Glibc

/// Something that opens once, and that a thread can wait for beside other things.
final class Gate: Sendable {
  /// Readable once the gate is open, and for good: nobody reads the byte.
  let descriptor: Int32
  private let writeEnd: Int32

  /// A closed gate.
  init() throws(Failure) {
    (descriptor, writeEnd) = try makePipe()
    // A full pipe is an open gate too.
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Opens it; once is enough.
  func open() {
    _ = write(writeEnd, [1], 1)
  }
}
