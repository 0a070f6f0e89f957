// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport

/// The state of this machine, read from files.
enum Machine {
  /// A process that has a device open.
  struct Holder: Hashable {
    let process: Int32
    let name: String
  }

  /// Owner, group and permissions of a file.
  struct Rights: Hashable {
    let user: uid_t
    let group: gid_t
    let mode: mode_t

    /// True if members of `group` may read and write it.
    func admits(group: gid_t) -> Bool { self.group == group && mode & 0o060 == 0o060 }

    /// As `ls` would show it, such as `root:motiond 660`.
    var text: String {
      let owner = getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
      let group = getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? "\(group)"
      return "\(owner):\(group) \(String(mode & 0o777, radix: 8))"
    }
  }

  /// The first line of the file at `path`; nil if it cannot be read.
  static func line(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    let text = textFromC { fgets($0, Int32($1), file) != nil } ?? ""
    // A process may have any name, so control characters are replaced.
    return String(
      (text.split(separator: "\n").first ?? "").map { character in
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
          ? character : "?"
      })
  }

  /// The first of `paths` that exists.
  static func first(of paths: [String]) -> String? {
    paths.first { access($0, F_OK) == 0 }
  }

  /// The file of the udev rules called `name`; nil if udev has none of that name.
  static func rule(_ name: String) -> String? {
    first(
      of: ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map {
        "\($0)/udev/rules.d/\(name)"
      })
  }

  /// The target of the symbolic link at `path`; nil without a link.
  static func target(of path: String) -> String? {
    textFromC { readlink(path, $0, $1 - 1) > 0 }
  }

  /// The rights to the file at `path`; nil if it is not there.
  static func rights(of path: String) -> Rights? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Rights(user: status.st_uid, group: status.st_gid, mode: status.st_mode)
  }

  /// The number of the group `name`; nil for an unknown group.
  static func group(_ name: String) -> gid_t? {
    getgrnam(name).map { $0.pointee.gr_gid }
  }

  /// The processes that have `node` open, as far as this user may see them.
  ///
  /// In a container it may have another name, and its name may be another device's: what counts is
  /// the device itself.
  static func holders(of node: String) -> [Holder] {
    guard let device = Device(node) else { return [] }
    return (Folder.names(in: "/proc") ?? []).compactMap { Int32($0) }.filter { process in
      (Folder.names(in: "/proc/\(process)/fd") ?? []).contains { descriptor in
        Device("/proc/\(process)/fd/\(descriptor)") == device
      }
    }.map { Holder(process: $0, name: line(of: "/proc/\($0)/comm") ?? "a program") }
  }

  /// The device or file behind a name in the file system.
  private enum Device: Equatable {
    case character(UInt)
    /// Anything else, such as the pipe that tests have for a device.
    case file(on: UInt, inode: UInt)

    /// The device or file at `path`, which is not opened; nil if there is nothing.
    init?(_ path: String) {
      var status = stat()
      // AT_STATX_DONT_SYNC: the server of a network's file system, which may be gone, is not asked.
      guard fstatat(AT_FDCWD, path, &status, 0x4000) == 0 else { return nil }
      self =
        status.st_mode & S_IFMT == S_IFCHR
        ? .character(status.st_rdev) : .file(on: status.st_dev, inode: status.st_ino)
    }
  }
}

/// The text that a function of the C library writes.
///
/// - Parameters:
///   - capacity: the size of the buffer, including the terminating zero
///   - write: writes at most that many bytes into the zeroed buffer; false if it fails
/// - Returns: the text; nil if the function failed
func textFromC(
  capacity: Int = 4096, _ write: (UnsafeMutablePointer<CChar>, Int) -> Bool
) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
    buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress, write(start, capacity) else { return nil }
    return String(cString: start)
  }
}
