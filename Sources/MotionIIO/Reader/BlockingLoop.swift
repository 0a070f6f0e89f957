import LinuxSupport
import SystemPackage

/// Reads, and blocks in libiio: over a network it has no descriptor to wait for.
///
/// A turn is one read, as nothing can interrupt it.
final class BlockingLoop: ReadingLoop {
  let isWoken = false

  func sources(
    _ reader: ReaderShell, _ session: AccelerometerSession
  ) throws(Errno) -> [QueueSource] { [] }

  func turn(_ reader: ReaderShell, _ stream: OpenStream) throws(Errno) {
    reader.tick()
  }
}
