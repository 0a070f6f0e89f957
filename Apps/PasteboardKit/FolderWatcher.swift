// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Tells, on the main queue, which files of folders any process put in place, removed, or closed
/// after it wrote to them.
///
/// If a folder is not there, it watches the nearest one above, until somebody makes the folder. It
/// leaves out what it cannot watch, such as a link, a file or one watch more than the system gives;
/// then the app hears of what others write only when it uses the pasteboard.
@MainActor
final class FolderWatcher {
  /// The system's call that watches a path, or one that a test has in its place.
  ///
  /// It takes the descriptor, the path and what to watch, and returns a number, or -1 with the
  /// reason in `errno`.
  typealias Add = @MainActor (Int32, String, UInt32) -> Int32

  private let descriptor: Descriptor
  private let add: Add
  private let source: any DispatchSourceRead
  /// The folders above those that are not there, by the kernel's number, with the names that are
  /// missing in them.
  private var gaps: [Int32: Set<String>] = [:]

  /// Creates a watcher of no folder; nil if the system has no more of them.
  ///
  /// - Parameters:
  ///   - add: What watches a path.
  ///   - onChange: Takes the names of the files, or nil if any may have changed, and folders need
  ///     watching again.
  init?(
    add: @escaping Add = { inotify_add_watch($0, $1, $2) },
    onChange: @escaping @MainActor (Set<String>?) -> Void
  ) {
    self.add = add
    guard let descriptor = Descriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))) else {
      return nil
    }
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        let changes = self.changes()
        if changes != [] { onChange(changes) }
      }
    }
    // The descriptor must not be closed before the source is done with it.
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
  }

  isolated deinit {
    source.cancel()
  }

  /// Watches folders, there or not, and no others; those that are watched already make no
  /// difference.
  func watch(_ paths: [String]) {
    var gaps: [Int32: Set<String>] = [:]
    for path in paths where !watchFolder(path) {
      // What was made before the parent was watched would not be heard, so it is tried again. Each
      // parent is below the one before, or the folder is there and refused.
      var depth = 0
      while let gap = watchParent(of: path), gap.path.utf8.count > depth {
        gaps[gap.number, default: []].insert(gap.missing)
        var status = stat()
        guard lstat(gap.path, &status) == 0, !watchFolder(path) else { break }
        depth = gap.path.utf8.count
      }
    }
    for number in self.gaps.keys where gaps[number] == nil {
      inotify_rm_watch(descriptor.number, number)
    }
    self.gaps = gaps
  }

  private func watchFolder(_ path: String) -> Bool {
    add(
      descriptor.number, path,
      UInt32(IN_MOVED_TO | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR | IN_DONT_FOLLOW)
    ) >= 0
  }

  /// Watches the nearest folder above `path`.
  ///
  /// - Returns: Its number, and the name and path of what is missing, or no folder, in it; nil if
  ///   none can be watched.
  private func watchParent(of path: String) -> (number: Int32, missing: String, path: String)? {
    var child = path[...]
    while let slash = child.lastIndex(of: "/") {
      let parent = slash == child.startIndex ? "/" : String(child[..<slash])
      let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) | UInt32(IN_MASK_ADD)
      let number = add(descriptor.number, parent, mask)
      if number >= 0 { return (number, String(child[slash...].dropFirst()), String(child)) }
      guard errno == ENOENT || errno == ENOTDIR, parent != "/" else { return nil }
      child = child[..<slash]
    }
    return nil
  }

  /// The names in all events that wait; nil if some were lost, or concern a folder.
  private func changes() -> Set<String>? {
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
          let name = String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
          // A folder that was moved away would still be watched.
          if event.mask & UInt32(IN_MOVE_SELF) != 0 {
            inotify_rm_watch(descriptor.number, event.wd)
          }
          if event.mask & UInt32(IN_IGNORED) != 0 {
            continue
          } else if let missing = gaps[event.wd] {
            if missing.contains(name) { names = nil }
          } else if event.len == 0 {
            names = nil
          } else {
            names?.insert(name)
          }
        }
      }
    }
    return names
  }
}
