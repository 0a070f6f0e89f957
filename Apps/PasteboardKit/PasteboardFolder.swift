// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A folder of pasteboards' files, open for one operation.
///
/// It belongs to the user, and no other user may write to it. Every file in it is reached through
/// the folder's descriptor; links are not followed.
struct PasteboardFolder {
  let path: String
  private let descriptor: Descriptor

  /// The longest time that a writer waits for others.
  static let patience = Duration.milliseconds(100)

  private static let lockName = ".lock"
  private static let newName = ".new"
  static let newOwnerName = ".owner"

  /// Opens the folder, and makes it first if it is not there.
  init(at path: String) throws(PasteboardError) {
    if let there = try Self(existingAt: path) {
      self = there
      return
    }
    try Self.make(path)
    guard let made = try Self(existingAt: path) else {
      throw .unusableFolder(path: path, reason: PasteboardError.systemText(ENOENT))
    }
    self = made
  }

  /// Opens the folder; nil if it is not there.
  init?(existingAt path: String) throws(PasteboardError) {
    self.path = path
    let opened = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard let descriptor = Descriptor(opened) else {
      if errno == ENOENT { return nil }
      let isLink = errno == ENOTDIR || errno == ELOOP
      let reason = isLink ? "it is a link, or no folder" : PasteboardError.systemText(errno)
      throw .unusableFolder(path: path, reason: reason)
    }
    self.descriptor = descriptor
    var status = stat()
    fstat(descriptor.number, &status)
    guard status.st_uid == geteuid() else {
      throw .unusableFolder(path: path, reason: "it belongs to another user")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .unusableFolder(path: path, reason: "others may write to it (chmod 700 it)")
    }
  }

  /// Makes a folder for the user alone, and its parents.
  ///
  /// They are made in folders of the user or of root only: root's in a user's home would lock that
  /// user out.
  private static func make(_ path: String) throws(PasteboardError) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    var status = stat()
    if stat(parent, &status) != 0 {
      guard errno == ENOENT else { throw unusable(path, errno) }
      try make(parent)
      guard stat(parent, &status) == 0 else { throw unusable(path, errno) }
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .unusableFolder(path: path, reason: "\(parent) belongs to another user")
    }
    guard mkdir(path, 0o700) == 0 else {
      if errno == EEXIST { return }
      throw unusable(path, errno)
    }
    // The process's mask may have taken rights away.
    chmod(path, 0o700)
  }

  private static func unusable(_ path: String, _ number: Int32) -> PasteboardError {
    .unusableFolder(path: path, reason: PasteboardError.systemText(number))
  }

  /// A Boolean value that indicates whether the folder's files are kept in memory only.
  var isInMemory: Bool {
    var status = stat()
    fstat(descriptor.number, &status)
    // The C library's macros are not imported; see gnu_dev_major(3).
    let device = status.st_dev
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & ~0xFF
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    return mounts.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == "\(major):\(minor)",
        let separator = fields.firstIndex(of: "-"), separator + 1 < fields.count
      else { return false }
      return ["tmpfs", "ramfs"].contains(fields[separator + 1])
    }
  }

  /// The result of `body` for the bytes of a file; nil if it does not exist.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - limit: The most bytes that it may have.
  ///   - first: The number of bytes to read at first; all are read if `body` returns nil.
  ///   - body: Takes those, and the number of all.
  /// - Returns: What `body` returns; nil if the file does not exist.
  /// - Throws: Why the file cannot be read, or what `body` throws.
  func read<Result>(
    _ name: String, limit: Int, first: Int,
    _ body: (Data, Int) throws(PasteboardError) -> Result?
  ) throws(PasteboardError) -> Result? {
    guard let file = try open(name, O_RDONLY) else { return nil }
    let size = Int(try check(file, name).st_size)
    guard size <= limit else { throw .tooBig(path: place(of: name), bytes: size, limit: limit) }
    if size > first, let result = try body(try bytes(of: file, name, first), size) { return result }
    return try body(try bytes(of: file, name, size), size)
  }

  private func bytes(
    of file: Descriptor, _ name: String, _ size: Int
  ) throws(PasteboardError) -> Data {
    var data = Data(count: size)
    var count = 0
    while count < size {
      let more = data.withUnsafeMutableBytes {
        pread(file.number, $0.baseAddress.map { $0 + count }, size - count, count)
      }
      guard more > 0 else {
        if more < 0, errno == EINTR { continue }
        if more == 0 { throw .damaged(path: place(of: name)) }
        throw failure("read", name)
      }
      count += more
    }
    return data
  }

  /// Puts a file with those bytes in place of the one there is, at once and whole.
  ///
  /// Requires the lock: unfinished files share one name.
  func replace(_ name: String, with data: Data) throws(PasteboardError) {
    try remove(Self.newName)
    guard let file = try open(Self.newName, O_WRONLY | O_CREAT | O_EXCL) else {
      throw failure("create", Self.newName)
    }
    do throws(PasteboardError) {
      fchmod(file.number, 0o600)
      try write(data, to: file)
      guard fsync(file.number) == 0 else { throw failure("write", Self.newName) }
      guard renameat(descriptor.number, Self.newName, descriptor.number, name) == 0 else {
        throw failure("write", name)
      }
    } catch {
      unlinkat(descriptor.number, Self.newName, 0)
      throw error
    }
  }

  private func write(_ data: Data, to file: Descriptor) throws(PasteboardError) {
    var count = 0
    while count < data.count {
      let more = data.withUnsafeBytes {
        Glibc.write(file.number, $0.baseAddress.map { $0 + count }, data.count - count)
      }
      guard more >= 0 || errno == EINTR else { throw failure("write", Self.newName) }
      count += max(0, more)
    }
  }

  /// Removes a file, if it exists.
  func remove(_ name: String) throws(PasteboardError) {
    // Asked first, because a read-only folder refuses before it looks.
    guard !contains(name) || unlinkat(descriptor.number, name, 0) == 0 || errno == ENOENT else {
      throw failure("remove", name)
    }
  }

  /// A Boolean value that indicates whether there is something of that name.
  func contains(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// The names of the files.
  func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Calls `body` while no other process may write.
  ///
  /// The kernel gives the lock back when a process dies.
  func locked<Result>(
    patience: Duration = PasteboardFolder.patience, _ body: () throws(PasteboardError) -> Result
  ) throws(PasteboardError) -> Result {
    let file = try openToLock(Self.lockName)
    let clock = ContinuousClock()
    let end = clock.now + patience
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("lock", Self.lockName) }
      guard clock.now < end else { throw .busy(path: place(of: Self.lockName)) }
      usleep(.random(in: 100..<1000))
    }
    defer { flock(file.number, LOCK_UN) }
    return try body()
  }

  /// Makes a file that is locked when others can see it, for as long as the result is referred to.
  ///
  /// Requires the lock of the folder, and that there is no such file.
  func lockNew(_ name: String) throws(PasteboardError) -> Descriptor {
    try remove(Self.newOwnerName)
    let file = try openToLock(Self.newOwnerName)
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0,
      renameat(descriptor.number, Self.newOwnerName, descriptor.number, name) == 0
    else { throw failure("lock", name) }
    return file
  }

  /// Gives a file that is open another name; false if that cannot be.
  func link(_ file: Descriptor, as name: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(file.number)", descriptor.number, name, AT_SYMLINK_FOLLOW)
      == 0
  }

  /// A Boolean value that indicates whether there is such a file, and a process has locked it.
  func isLocked(_ name: String) -> Bool {
    // A file that was open for writing would tell the watchers of its end.
    guard let file = try? open(name, O_RDONLY) else { return false }
    return flock(file.number, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private func openToLock(_ name: String) throws(PasteboardError) -> Descriptor {
    guard let file = try open(name, O_RDWR | O_CREAT) else { throw failure("create", name) }
    _ = try check(file, name)
    return file
  }

  /// Opens a file; nil if it does not exist.
  private func open(_ name: String, _ flags: Int32) throws(PasteboardError) -> Descriptor? {
    // A named pipe must not keep the process waiting.
    let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    if let file = Descriptor(openat(descriptor.number, name, flags, 0o600)) { return file }
    let creates = flags & O_CREAT != 0
    switch errno {
    case ELOOP: throw .unusableFile(path: place(of: name), reason: "it is a link")
    case ENXIO: throw .unusableFile(path: place(of: name), reason: "it is no regular file")
    case ENOENT where !creates: return nil
    case EROFS where creates, EACCES where creates, EPERM where creates, ENOENT where creates:
      throw .unusableFolder(path: path, reason: PasteboardError.systemText(errno))
    default: throw failure("open", name)
    }
  }

  /// Throws unless the file is a regular one that the user owns and no other user may write.
  private func check(_ file: Descriptor, _ name: String) throws(PasteboardError) -> stat {
    var status = stat()
    fstat(file.number, &status)
    let reason: String? =
      if status.st_mode & S_IFMT != S_IFREG {
        "it is no regular file"
      } else if status.st_uid != geteuid() {
        "it belongs to another user"
      } else if status.st_mode & 0o022 != 0 {
        "others may write to it"
      } else {
        nil
      }
    if let reason { throw .unusableFile(path: place(of: name), reason: reason) }
    return status
  }

  private func place(of name: String) -> String {
    "\(path)/\(name)"
  }

  private func failure(_ action: String, _ name: String) -> PasteboardError {
    .failed(action: action, path: place(of: name), number: errno)
  }
}

/// A file descriptor, closed with the last reference to it.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over what a function of the system's returned; nil if it failed.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit {
    close(number)
  }
}
