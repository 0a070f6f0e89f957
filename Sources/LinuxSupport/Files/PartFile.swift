// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A file under way: it is written beside its place, and moves there when it is whole and on the
/// disk.
struct PartFile {
  /// The descriptor to write to.
  let descriptor: FileDescriptor
  /// The path as the user named it.
  private let path: String
  private let place: Place
  private let isOverwriting: Bool
  private let hint: String

  private enum Place {
    /// A regular file, or none so far.
    case file(part: String, target: String)
    /// A device or a pipe, which cannot be replaced.
    case special
  }

  /// A part of the file `path`, which must not exist unless this replaces it.
  ///
  /// - Throws: a ``Failure`` that says why the part cannot be created
  init(of path: String, overwriting: Bool, hint: String) throws(Failure) {
    (self.path, isOverwriting, self.hint) = (path, overwriting, hint)
    var status = stat()
    // A link to nothing counts as a file, as for O_EXCL.
    guard overwriting || lstat(path, &status) != 0 else {
      throw Failure.creating(path, .fileExists, hint: hint)
    }
    let exists = stat(path, &status) == 0
    guard !exists || status.st_mode & S_IFMT == S_IFREG else {
      do { descriptor = try .open(FilePath(path), .writeOnly, options: .closeOnExec) } catch {
        throw Failure.creating(path, Errno(of: error), hint: hint)
      }
      place = .special
      return
    }
    // A link stays; this replaces the file that it names, or makes it.
    let target = exists ? Self.resolved(path) : try Self.end(ofLinks: path, hint)
    var part = FilePath(target).removingLastComponent()
    part.append("motion-")
    let new: (file: FileDescriptor, path: String)
    do throws(Errno) { new = try PrivateFile.create(part.string, ending: ".part") } catch {
      throw Failure.creating(path, error, hint: hint)
    }
    descriptor = new.file
    place = .file(part: new.path, target: target)
    // Until now only the user may read it.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor.rawValue, exists ? status.st_mode & 0o777 : 0o644 & ~mask)
  }

  /// Moves the file to its place.
  ///
  /// - Throws: a ``Failure``; afterwards the part is still there
  func commit() throws(Failure) {
    guard case .file(let part, let target) = place else { return }
    // Some file systems cannot sync, and say so.
    guard fsync(descriptor.rawValue) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw Failure(.failure, "cannot write \(path) to the disk: \(Errno.last)")
    }
    // A link never replaces a file. FAT has none.
    var moved = isOverwriting ? -1 : link(part, target)
    if moved == 0 {
      unlink(part)
    } else if isOverwriting || errno == EPERM && access(target, F_OK) != 0 {
      moved = rename(part, target)
    }
    guard moved == 0 else { throw Failure.creating(path, .last, hint: hint) }
    try? descriptor.close()
    let folder = FilePath(target).removingLastComponent()
    if let folder = try? FileDescriptor.open(
      folder.isEmpty ? "." : folder, .readOnly, options: .closeOnExec)
    {
      fsync(folder.rawValue)
      try? folder.close()
    }
  }

  /// Closes the part, which is not whole, and removes it.
  ///
  /// - Parameter keeping: true to keep the part unless it is empty
  /// - Returns: the name of a kept part; nil if there is none
  func discard(keeping: Bool) -> String? {
    let size = (try? descriptor.seek(offset: 0, from: .end)) ?? 0
    try? descriptor.close()
    guard case .file(let part, _) = place else { return nil }
    guard keeping, size > 0 else {
      unlink(part)
      return nil
    }
    return part
  }

  /// The path where links from `path` end, which has no file.
  private static func end(ofLinks path: String, _ hint: String) throws(Failure) -> String {
    var (end, status) = (FilePath(path), stat())
    var links = 0
    while lstat(end.string, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      links += 1
      guard links <= 40, let target = SymbolicLink.target(of: end.string) else {
        throw Failure.creating(path, .tooManySymbolicLinkLevels, hint: hint)
      }
      end.removeLastComponent()
      end.push(FilePath(target))
    }
    let folder = end.removingLastComponent()
    guard links == 0 || folder.isEmpty || Folder.exists(at: folder.string) else {
      throw Failure(.failure, "cannot create \(path): it links to \(end), where no folder is")
    }
    return end.string
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// A symbolic link.
package enum SymbolicLink {
  /// Returns the path that `link` has for its target; nil if it is no link.
  package static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let count = readlink(link, start, room.count)
      guard count > 0 else { return nil }
      return String(decoding: room.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
