// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// The file of settings: each with its comment, for people to edit.
enum SettingsFile {
  /// Its path, in a folder of its own: others write into the folder above all day.
  ///
  /// - Parameter environment: the variables of the process
  /// - Returns: the path; nil without a home directory
  static func path(_ environment: [String: String]) -> String? {
    // XDG: a path that is not absolute is ignored.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.config" }
    return folder.map { "\($0)/shake-to-undo/settings.conf" }
  }

  /// The settings in the file at `path`, or the default ones if there is none.
  ///
  /// - Throws: a ``Failure`` that names the line that cannot be taken
  static func settings(at path: String) throws(Failure) -> Settings {
    guard let text = try SmallFile.text(of: path, "the settings") else { return Settings() }
    do throws(SettingsError) { return try Settings(text: text) } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// Changes settings in the file at `path`; comments and all other lines stay.
  ///
  /// - Parameters:
  ///   - assignments: each `KEY=VALUE`
  ///   - path: the file, which is made if need be, with its folder
  /// - Throws: a ``Failure``; the file is as it was then
  static func write(_ assignments: [String], to path: String) throws {
    var text = try SmallFile.text(of: path, "the settings") ?? Self.text(of: Settings())
    do throws(SettingsError) {
      var settings = Settings()
      for assignment in assignments {
        try settings.set(assignment)
        let (setting, value) = try Setting.parse(assignment)
        text = replacing(setting, by: value, in: text)
      }
    } catch { throw Failure(.usage, "\(error)") }
    try makeFolder(of: path)
    try OutputFile.create(path, overwriting: true) { try $0.write(text) }
  }

  /// The file for `settings`, with its comments.
  static func text(of settings: Settings) -> String {
    """
    # Shake to undo. A change counts once the file is saved. See man shake-to-undo.
    # A line that begins with # is a comment, or shows what holds by default.

    """
      + Setting.all.map { setting in
        let value = setting.value(settings)
        let isDefault = value == setting.value(Settings())
        return """

          # \(setting.comment)
          \(isDefault ? "#" : "")\(setting.name)=\(value)

          """
      }.joined()
  }

  /// `text` with the value in the last line that has the setting, or in a comment, or at the end.
  static func replacing(_ setting: Setting, by value: String, in text: String) -> String {
    func names(_ line: Substring, after prefix: String) -> Bool {
      let line = line.trimmingBlanks
      guard line.hasPrefix(prefix), let end = line.firstIndex(of: "=") else { return false }
      return line[..<end].dropFirst(prefix.count).trimmingBlanks == setting.name
    }
    var lines = text.lines
    let line = "\(setting.name)=\(value)"
    // What would count is the last of several.
    if let place = lines.lastIndex(where: { names($0, after: "") })
      ?? lines.lastIndex(where: { names($0, after: "#") })
    {
      lines[place] = line[...]
    } else {
      if lines.last == "" { lines.removeLast() }
      lines += [line[...], ""]
    }
    return lines.joined(separator: "\n")
  }

  /// Makes the folder of the file, and the one above.
  static func makeFolder(of path: String) throws(Failure) {
    let folder = FilePath(path).removingLastComponent()
    for folder in [folder.removingLastComponent(), folder] {
      guard mkdir(folder.string, 0o700) == 0 || errno == EEXIST else {
        throw Failure(.failure, "cannot make the folder \(folder): \(Errno.last)")
      }
    }
  }
}

/// Says when the file of settings was changed.
///
/// Used by one thread. Without a descriptor, as by a limit of the system, nothing is watched.
final class SettingsWatch {
  private let folder: String
  private let name: String
  private let watch: FileDescriptor

  /// Watches the folder of `path`, which is made if need be.
  ///
  /// - Throws: a ``Failure`` if it cannot be watched
  init(_ path: String) throws(Failure) {
    try SettingsFile.makeFolder(of: path)
    folder = FilePath(path).removingLastComponent().string
    name = FilePath(path).lastComponent?.string ?? ""
    watch = FileDescriptor(rawValue: inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
    guard watch.rawValue >= 0, add() else {
      throw Failure(.failure, "cannot watch \(folder): \(Errno.last)")
    }
  }

  deinit {
    if watch.rawValue >= 0 { try? watch.close() }
  }

  /// Readable after a change.
  var descriptor: Int32 { watch.rawValue }

  private func add() -> Bool {
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    return inotify_add_watch(watch.rawValue, folder, UInt32(mask)) >= 0
  }

  /// Reads what has come.
  ///
  /// - Returns: true if the file was changed, made or removed
  func drain() -> Bool {
    var isChanged = false
    var isGone = false
    withUnsafeTemporaryAllocation(
      byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      while let count = try? watch.read(into: buffer), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          let name = buffer[start..<min(offset, count)].prefix { $0 != 0 }
          isChanged = isChanged || name.elementsEqual(self.name.utf8)
          isGone = isGone || event.mask & UInt32(IN_IGNORED) != 0
        }
      }
    }
    guard isGone else { return isChanged }
    // Somebody has removed the folder.
    try? SettingsFile.makeFolder(of: "\(folder)/\(name)")
    _ = add()
    return true
  }
}
