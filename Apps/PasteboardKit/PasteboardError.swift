// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The reason that a pasteboard could not be read or written.
public enum PasteboardError: Error, Hashable, Sendable {
  /// The folder at `path` cannot be used, so the pasteboard is this process's own until it can.
  case unusableFolder(path: String, reason: String)
  /// The folder at `path` is on a disk, so concealed items are this process's own.
  case notInMemory(path: String)
  /// The file at `path` is a link, belongs to another user, or the like; it is left alone.
  case unusableFile(path: String, reason: String)
  /// The file at `path` is not a pasteboard; it is left alone.
  case foreign(path: String)
  /// The file at `path` is a pasteboard's, but cannot be read; it is left alone.
  case damaged(path: String)
  /// The file at `path` has a format that is not known here; it is left alone.
  case otherFormat(path: String, format: Int)
  /// The file at `path` has, or would have, more than `limit` bytes; nothing changed.
  case tooBig(path: String, bytes: Int, limit: Int)
  /// A value of that type is neither a URL nor a property list; nothing changed.
  case unsupportedValue(type: String, swiftType: String)
  /// Another process has held the lock at `path` for too long; nothing changed.
  case busy(path: String)
  /// Doing `action` to the file at `path` failed; nothing changed. `number` is the system's error.
  case failed(action: String, path: String, number: Int32)
}

extension PasteboardError: CustomStringConvertible {
  /// The action that failed, its file or folder, the reason and the remedy, in one line.
  public var description: String {
    switch self {
    case .unusableFolder(let path, let reason):
      "cannot share the pasteboard through the folder \(path): \(reason); other apps do not see it"
    case .notInMemory(let path):
      "cannot share the concealed items through the folder \(path): it is not in memory; "
        + "other apps do not see them (set XDG_RUNTIME_DIR to a folder on a tmpfs)"
    case .unusableFile(let path, let reason):
      "cannot use the pasteboard's file \(path): \(reason); move it away"
    case .foreign(let path):
      "cannot read the pasteboard's file \(path): another program's; move it away"
    case .damaged(let path):
      "cannot read the pasteboard's file \(path): damaged; move it away"
    case .otherFormat(let path, let format):
      "cannot read the pasteboard's file \(path): its format is \(format), and this app knows "
        + "\(PasteboardHeader.format); update the app, or move the file away"
    case .tooBig(let path, let bytes, let limit):
      "cannot use \(bytes) bytes in the pasteboard's file \(path): at most \(limit) are allowed; "
        + "copy the location instead"
    case .unsupportedValue(let type, let swiftType):
      "cannot write a value of \(swiftType) for the type \(type): "
        + "it is neither a URL nor a property list; write data instead"
    case .busy(let path):
      "cannot lock \(path): another process holds it (is one stopped?); try again"
    case .failed(let action, let path, let number):
      "cannot \(action) \(path): \(Self.systemText(number))"
    }
  }

  /// The system's text for an error number.
  static func systemText(_ number: Int32) -> String {
    String(cString: strerror(number))
  }

  /// A Boolean value that indicates whether the pasteboard goes on within this process alone.
  var leavesProcessAlone: Bool {
    switch self {
    case .unusableFolder, .notInMemory: true
    case .unusableFile, .foreign, .damaged, .otherFormat, .tooBig, .unsupportedValue, .busy,
      .failed:
      false
    }
  }
}
