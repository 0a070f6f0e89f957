// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionReader

/// The settings of a device's buffer that a reader changes: it reads them before, and restores them
/// after.
///
/// Another program may have set them, such as iio-sensor-proxy: it opens the device only now and
/// then, and would find its buffer off for ever.
struct BufferSettings: Hashable, Sendable {
  /// The folder of the device in sysfs.
  let folder: String
  /// The inode of the folder: another device may get the same name later.
  let inode: UInt64
  /// The values of attributes by their path in the folder.
  let values: [String: String]

  static let enable = "buffer/enable"
  /// The attributes in the order for setting them: the kernel refuses a watermark beyond the
  /// length.
  private static let attributes = ["trigger/current_trigger", "buffer/length", "buffer/watermark"]
  private static let elements = "scan_elements"

  /// A Boolean value that indicates whether the buffer was on.
  var isEnabled: Bool { values[Self.enable] == "1" }

  /// The present settings of the device `id`; nil if it has no buffer, or is gone.
  init?(of id: String, in devices: String = "/sys/bus/iio/devices") {
    folder = "\(devices)/\(id)"
    guard let inode = Self.inode(of: folder), let isOn = readFile("\(folder)/\(Self.enable)") else {
      return nil
    }
    self.inode = inode
    var values = [Self.enable: isOn]
    let elements = entries(of: "\(folder)/\(Self.elements)").filter { $0.hasSuffix("_en") }
    for attribute in Self.attributes + elements.map({ "\(Self.elements)/\($0)" }) {
      values[attribute] = readFile("\(folder)/\(attribute)")
    }
    self.values = values
  }

  /// Puts the settings back where they differ; without the device it does nothing.
  func putBack() {
    guard isPresent else { return }
    // The kernel accepts no setting while the buffer is on, so it goes on last.
    if isOn { writeFile("\(folder)/\(Self.enable)", "0") }
    let elements = values.keys.filter { $0.hasPrefix(Self.elements + "/") }
    for attribute in Self.attributes + elements {
      let path = "\(folder)/\(attribute)"
      guard let value = values[attribute], readFile(path) != value else { continue }
      writeFile(path, value + "\n")
    }
    if isEnabled { writeFile("\(folder)/\(Self.enable)", "1") }
  }

  /// A Boolean value that indicates whether this device is there, and not another with its name.
  private var isPresent: Bool { Self.inode(of: folder) == inode }

  /// A Boolean value that indicates whether the device's buffer is on now.
  var isOn: Bool { isPresent && readFile("\(folder)/\(Self.enable)") == "1" }

  private static func inode(of folder: String) -> UInt64? {
    var status = stat()
    return stat(folder + "/", &status) == 0 ? UInt64(status.st_ino) : nil
  }
}

extension BufferSettings {
  /// The settings as text, which ``init(text:)`` reads.
  var text: String {
    let lines = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([folder, "\(inode)"] + lines).joined(separator: "\n") + "\n"
  }

  /// The settings in `text`; nil for another text.
  init?(text: String) {
    let lines = text.split(separator: "\n")
    guard lines.count >= 2, let inode = UInt64(lines[1]) else { return nil }
    var values: [String: String] = [:]
    for line in lines.dropFirst(2) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      values[String(parts[0])] = String(parts[1])
    }
    (folder, self.inode, self.values) = (String(lines[0]), inode, values)
  }
}

/// The notes of a process about its switched-on buffers, for the process after a crash.
///
/// The notes are files in a directory that outlives the process. Only such a note distinguishes a
/// buffer that a crash left on from a buffer that another program has switched on.
package struct BufferNotes: Hashable, Sendable {
  /// The folder of the notes.
  package let directory: String

  /// Notes in the first of `directories`; nil if there is none.
  ///
  /// The directories have colons between them, like the `RuntimeDirectory=` that systemd gives a
  /// service.
  package init?(inFirstOf directories: String) {
    guard let first = directories.split(separator: ":").first else { return nil }
    directory = String(first)
  }

  /// Notes in the existing `directory`.
  init(directory: String) {
    self.directory = directory
  }

  /// Notes `settings` until their restoration.
  func add(_ settings: BufferSettings) {
    writeFile(path(of: settings), settings.text, creating: true)
  }

  /// Removes the note of `settings`.
  func remove(_ settings: BufferSettings) {
    unlink(path(of: settings))
  }

  /// Restores all noted settings, except for devices that another program is reading.
  ///
  /// Call it before the process reads any device.
  ///
  /// - Returns: the folders of the devices with buffers that were on
  package func putBack() -> [String] {
    var devices: [String] = []
    for name in entries(of: directory) where name.hasSuffix(Self.suffix) {
      let path = "\(directory)/\(name)"
      if let settings = readFile(path, isWhole: true).flatMap(BufferSettings.init(text:)),
        !Self.isRead(settings)
      {
        if settings.isOn, !settings.isEnabled { devices.append(settings.folder) }
        settings.putBack()
      }
      unlink(path)
    }
    return devices
  }

  private static let suffix = ".buffer"

  private func path(of settings: BufferSettings) -> String {
    "\(directory)/\(settings.folder.split(separator: "/").last ?? "")\(Self.suffix)"
  }

  /// Returns whether a program has the device open: only one can at a time.
  private static func isRead(_ settings: BufferSettings) -> Bool {
    let node = "/dev/\(settings.folder.split(separator: "/").last ?? "")"
    let descriptor = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return false
    }
    return errno == EBUSY
  }
}

// MARK: Files

/// Returns the content of a small file, without the newline at its end; nil if it is unreadable.
private func readFile(_ path: String, isWhole: Bool = false) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = read(descriptor, &bytes, bytes.count)
  guard count >= 0 else { return nil }
  let text = String(decoding: bytes[..<count], as: UTF8.self)
  return isWhole ? text : String(text.prefix { $0 != "\n" })
}

private func writeFile(_ path: String, _ text: String, creating: Bool = false) {
  let flags = O_WRONLY | O_CLOEXEC | (creating ? O_CREAT | O_TRUNC : 0)
  let descriptor = open(path, flags, 0o644)
  guard descriptor >= 0 else { return }
  // A setting that refuses to be written stays as it is: there is no remedy.
  _ = write(descriptor, text, text.utf8.count)
  close(descriptor)
}

private func entries(of folder: String) -> [String] {
  Folder.names(in: folder) ?? []
}
