// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that has the content of an activity, for the next start of the app or another program.
///
/// <doc:UserActivities> shows how an app writes and reads it. Both wait for the disk; a file has at
/// most ``UserActivity/State/sizeLimit`` bytes.
public struct UserActivityFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String

  /// The file at `path`, which need not be there; its folder does.
  public init(path: String) {
    self.path = path
  }

  /// Writes `state` in place of what was there, and waits until it is on the disk.
  ///
  /// The file is written beside its place and moved there when it is whole: a failure or a crash
  /// leaves what was there. The user alone can read it.
  ///
  /// - Parameter state: the content
  /// - Throws: why the file could not be written
  public func write(_ state: UserActivity.State) throws(UserActivityError) {
    let data = try state.encoded()
    let part = "\(path)-\(UUID().uuidString.prefix(8)).part"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(of: "write", at: part) }
    var number: Int32 = 0
    if !Self.write(data, to: descriptor) || fsync(descriptor) != 0 { number = errno }
    close(descriptor)
    if number == 0, rename(part, path) != 0 { number = errno }
    guard number == 0 else {
      unlink(part)
      throw .failed(action: "write", path: path, number: number)
    }
  }

  /// Reads the content.
  ///
  /// - Throws: ``UserActivityError/missing(path:)`` if there is no file, as at the first start of
  ///   an app; otherwise why it cannot be used
  public func read() throws(UserActivityError) -> UserActivity.State {
    // A pipe must not block it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : failure(of: "read", at: path)
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(of: "read", at: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let limit = UserActivity.State.sizeLimit
    let data: Data?
    do { data = try handle.read(upToCount: limit + 1) } catch {
      throw .failed(action: "read", path: path, number: EIO)
    }
    return try UserActivity.State(encoded: data ?? Data(), source: "the file \(path)")
  }

  /// Removes the file, because there is nothing to be taken up; without one nothing happens.
  ///
  /// - Throws: why it could not be removed
  public func remove() throws(UserActivityError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(of: "remove", at: path) }
  }

  private func failure(of action: String, at path: String) -> UserActivityError {
    .failed(action: action, path: path, number: errno)
  }

  private static func write(_ data: Data, to descriptor: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
