// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// Says when the file of settings was changed, wherever links lead to it.
///
/// The file may be a link into another folder, or its folder may be one, as stow and home-manager
/// make them. So it watches the file's real folder for the file's name, and each folder and each
/// link on the way there for being moved or removed: what happens beside them wakes nobody. Where
/// the way ends, the folder waits for the missing name.
///
/// Used by one thread. Without a descriptor, as by a limit of the system, it watches nothing.
final class SettingsWatch {
  private let path: String
  private let watch: FileDescriptor
  /// The names that count, by the number of a watch; none for a step on the way.
  private var names: [Int32: Set<String>] = [:]

  /// Watches the file at `path`, whose folder is made if need be.
  ///
  /// - Throws: a ``Failure`` if it cannot be watched
  init(_ path: String) throws(Failure) {
    try SettingsFile.makeFolder(of: path)
    self.path = path
    watch = FileDescriptor(rawValue: inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
    guard watch.rawValue >= 0, add() else {
      throw Failure(.failure, "cannot watch \(path): \(Errno.last)")
    }
  }

  deinit {
    if watch.rawValue >= 0 { try? watch.close() }
  }

  /// Readable after a change.
  var descriptor: Int32 { watch.rawValue }

  /// Reads what has come.
  ///
  /// - Returns: true if the file was changed, made or removed, or may be another one now
  func drain() -> Bool {
    var isChanged = false
    withUnsafeTemporaryAllocation(
      byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      while let count = try? watch.read(into: buffer), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          // A watch that was removed may still have events here.
          guard let names = names[event.wd] else { continue }
          let name = buffer[start..<min(offset, count)].prefix { $0 != 0 }
          isChanged =
            isChanged || name.isEmpty || names.contains(String(decoding: name, as: UTF8.self))
        }
      }
    }
    if isChanged { _ = add() }
    return isChanged
  }

  // MARK: The way to the file

  private struct Step: Hashable {
    var path: String
    var mask: Int
    /// The name that counts there; nil for what happens to `path` itself.
    var name: String?
  }

  /// Watches each step of the way; it looks again at a way that changes meanwhile.
  private func add() -> Bool {
    for _ in 0..<4 {
      let former = names.keys
      names = [:]
      let steps = Self.steps(to: path)
      // Several things in one folder may count.
      for (path, parts) in Dictionary(grouping: steps, by: \.path) {
        let mask = parts.reduce(0) { $0 | $1.mask }
        let number = inotify_add_watch(watch.rawValue, path, UInt32(mask))
        if number >= 0 { names[number] = Set(parts.compactMap(\.name)) }
      }
      for number in former where names[number] == nil {
        inotify_rm_watch(watch.rawValue, number)
      }
      if steps == Self.steps(to: path) { return names.values.contains { !$0.isEmpty } }
    }
    return true
  }

  private static func steps(to path: String) -> [Step] {
    let moved = Int(IN_MOVE_SELF) | Int(IN_DELETE_SELF)
    var (steps, folder, links): ([Step], String, Int) = ([], "", 0)
    var rest = path.split(separator: "/")[...]
    while let name = rest.popFirst() {
      guard name != "." else { continue }
      guard name != ".." else {
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        continue
      }
      let place = "\(folder)/\(name)"
      let parent = folder.isEmpty ? "/" : folder
      var status = stat()
      guard lstat(place, &status) == 0 else {
        let made = Int(IN_CREATE) | Int(IN_MOVED_TO) | Int(IN_CLOSE_WRITE)
        return steps + [Step(path: parent, mask: made, name: String(name))]
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard links <= 40, let target = SymbolicLink.target(of: place) else { return steps }
        steps.append(Step(path: place, mask: moved | Int(IN_DONT_FOLLOW)))
        if target.hasPrefix("/") { folder = "" }
        rest = target.split(separator: "/") + rest
      case S_IFDIR:
        steps.append(Step(path: place, mask: moved))
        folder = place
      default:
        let written =
          Int(IN_CLOSE_WRITE) | Int(IN_MOVED_TO) | Int(IN_MOVED_FROM) | Int(IN_DELETE)
        return steps + [Step(path: parent, mask: written, name: String(name))]
      }
    }
    return steps
  }
}
