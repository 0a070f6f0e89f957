import Foundation
import Glibc

/// Tells which files of folders were put in place or removed, by whatever process, on the main
/// queue.
@MainActor
final class FolderWatcher {
  private let descriptor: Descriptor
  private let source: any DispatchSourceRead

  /// Creates a watcher of no folder; nil if the system has no more of them.
  ///
  /// - Parameter onChange: Takes the names of the files, or nil if any may have changed.
  init?(onChange: @escaping @MainActor (Set<String>?) -> Void) {
    guard let descriptor = Descriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))) else {
      return nil
    }
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated { onChange(Self.changes(from: descriptor)) }
    }
    // The descriptor must not be closed before the source is done with it.
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
  }

  isolated deinit {
    source.cancel()
  }

  /// Watches a folder; one that is watched already, or is not there, makes no difference.
  func watch(_ path: String) {
    inotify_add_watch(
      descriptor.number, path,
      UInt32(IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW))
  }

  /// The names in all events that wait; nil if some were lost, or concern a folder.
  private static func changes(from descriptor: Descriptor) -> Set<String>? {
    var names: Set<String>? = []
    withUnsafeTemporaryAllocation(
      byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      while let count = Optional(read(descriptor.number, buffer.baseAddress, buffer.count)),
        count > 0
      {
        var offset = 0
        while offset < count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          if event.len == 0 {
            names = nil
          } else {
            names?.insert(
              String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self))
          }
        }
      }
    }
    return names
  }
}
