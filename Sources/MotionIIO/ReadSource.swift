import Dispatch
import Glibc

/// A source that is active, and has a copy of a descriptor for itself: libraries close their own before
/// the source has let go of it.
///
/// - Parameters:
///   - descriptor: what to wait for
///   - queue: where `handler` is called
///   - handler: called whenever it is readable
/// - Returns: nil, and `errno` says why, if there can be no copy
func makeReadSource(
  copying descriptor: Int32, on queue: DispatchQueue, _ handler: @escaping () -> Void
) -> (any DispatchSourceRead)? {
  let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
  guard copy >= 0 else { return nil }
  let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
  source.setEventHandler(handler: handler)
  source.setCancelHandler { _ = close(copy) }
  source.activate()
  return source
}
