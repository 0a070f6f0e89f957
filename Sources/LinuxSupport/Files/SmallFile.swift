// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A file of options or settings.
package enum SmallFile {
  /// The most bytes of such a file.
  private static let mostBytes = 1 << 16

  /// Returns the text of the file at `path`, without waiting for the file.
  ///
  /// - Parameters:
  ///   - path: the file
  ///   - contents: a name for the text in a message, such as "the options"
  /// - Returns: the text; nil if there is no such file
  /// - Throws: a ``Failure`` if it is unreadable, is no regular file or has more than 64 KiB
  package static func text(of path: String, _ contents: String) throws(Failure) -> String? {
    func failure(_ reason: String) -> Failure {
      Failure(.noInput, "cannot read \(contents) in \(path): \(reason)")
    }
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? file.close() }
      var status = stat()
      // A pipe may never end, and a folder reads as empty.
      guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw failure("it is not a regular file")
      }
      var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      guard count <= mostBytes else { throw failure("it has more than \(mostBytes) bytes") }
      return String(decoding: bytes[..<count], as: UTF8.self)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch let failure as Failure {
      throw failure
    } catch { throw failure("\(error)") }
  }

  /// Returns the line in the attribute of sysfs at `path`, and waits for its driver; nil if it is
  /// unreadable.
  package static func attribute(at path: String) -> String? {
    guard
      let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
    else { return nil }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }) else {
      return nil
    }
    // In a file that is no attribute, the zero stays that libiio writes at the end.
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return String(text.prefix { $0 != "\n" && $0 != "\0" })
  }
}

/// A file that the user alone reads, such as a key.
package enum PrivateFile {
  /// Replaces the file at `path` as a whole, or makes it.
  ///
  /// - Throws: the system's error; the file at `path` is as it was then
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Errno) {
    let (file, part) = try create("\(path)-")
    defer { try? file.close() }
    do {
      try file.writeAll(bytes)
      guard fsync(file.rawValue) == 0, rename(part, path) == 0 else { throw Errno.last }
    } catch {
      unlink(part)
      throw Errno(of: error)
    }
  }

  /// Creates a new file, which the caller closes and removes.
  ///
  /// - Parameters:
  ///   - start: its path up to six characters that tell it from others
  ///   - ending: what follows them, such as `.js`
  /// - Returns: the file, open for writing, and its path
  /// - Throws: the system's error
  package static func create(
    _ start: String, ending: String = ""
  ) throws(Errno) -> (file: FileDescriptor, path: String) {
    var template = Array("\(start)XXXXXX\(ending)".utf8CString)
    // mkstemps gives only the user permission to read.
    let number = mkstemps(&template, Int32(ending.utf8.count))
    guard number >= 0 else { throw .last }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (FileDescriptor(rawValue: number), path)
  }
}

/// A folder of the file system.
public enum Folder {
  /// Returns whether there is a folder at `path`.
  public static func exists(at path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the names in the folder at `path`, sorted; nil if it is unreadable.
  public static func names(in path: String) -> [String]? {
    guard let stream = opendir(path) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
