// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport

/// The settings of a device that a reader changes: it reads all of them before, and puts them back
/// after.
///
/// Another program may have set them, such as iio-sensor-proxy: it opens the device only now and
/// then, and would find its buffer off for ever.
struct DeviceSettings: Hashable, Sendable {
  /// The folder of the device in sysfs.
  let folder: String
  /// The inode of the folder: another device may get the same name later.
  let inode: UInt64
  /// The values of attributes by their path in the folder, as they were.
  let values: [String: String]
  /// The values that the reader gave to attributes that other programs may set meanwhile: they go
  /// back only where they still read that.
  private(set) var given: [String: String] = [:]
  /// A Boolean value that indicates whether the reader has taken the buffer, with its trigger and
  /// its elements: they go back whatever they read.
  private(set) var hasTakenBuffer = false

  static let enable = "buffer/enable"
  /// The attributes of the buffer, in the order for setting them: the kernel refuses a watermark
  /// beyond the length.
  private static let buffer = ["trigger/current_trigger", "buffer/length", "buffer/watermark"]
  private static let elements = "scan_elements"
  private static let clock = "current_timestamp_clock"
  private static let events = "events"

  /// A Boolean value that indicates whether the buffer was on.
  var isEnabled: Bool { values[Self.enable] == "1" }

  /// The present settings of the device `id`; nil if it is gone.
  init?(of id: String, in devices: String = "/sys/bus/iio/devices") {
    folder = "\(devices)/\(id)"
    guard let inode = Self.inode(of: folder) else { return nil }
    self.inode = inode
    var names = [Self.enable, Self.clock] + Self.buffer
    names += entries(of: "\(folder)/\(Self.elements)").filter { $0.hasSuffix("_en") }
      .map { "\(Self.elements)/\($0)" }
    names += entries(of: "\(folder)/\(Self.events)").filter { $0.hasSuffix("_en") }
      .map { "\(Self.events)/\($0)" }
    names += entries(of: folder).filter { $0.hasSuffix("sampling_frequency") }
    var values: [String: String] = [:]
    for name in names { values[name] = SmallFile.attribute(at: "\(folder)/\(name)") }
    self.values = values
  }

  /// Notes that the reader takes the buffer.
  mutating func takeBuffer() {
    hasTakenBuffer = true
  }

  /// Notes that the buffer is as it was again.
  mutating func returnBuffer() {
    hasTakenBuffer = false
  }

  /// Notes the values that the reader has just given to rate, clock and events.
  mutating func noteGiven() {
    for (name, value) in values where Self.mayBeShared(name) {
      guard let now = SmallFile.attribute(at: "\(folder)/\(name)"), now != (given[name] ?? value)
      else {
        continue
      }
      given[name] = now
    }
  }

  private static func mayBeShared(_ name: String) -> Bool {
    name == clock || name.hasPrefix(events + "/") || name.hasSuffix("sampling_frequency")
  }

  /// Puts the settings back where they differ; without the device it does nothing.
  func putBack() {
    guard isPresent else { return }
    // The kernel accepts no setting while the buffer is on, so it goes on last.
    if hasTakenBuffer, isOn { write("0", to: Self.enable) }
    let elements = values.keys.filter { $0.hasPrefix(Self.elements + "/") }.sorted()
    for name in hasTakenBuffer ? Self.buffer + elements : [] {
      guard let value = values[name], read(name) != value else { continue }
      write(value + "\n", to: name)
    }
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      guard let old = values[name], old != value, read(name) == value else { continue }
      if !write(old, to: name), errno == EBUSY, isOn { offAndOn { write(old, to: name) } }
    }
    if hasTakenBuffer, isEnabled { write("1", to: Self.enable) }
  }

  /// Makes a change while the buffer is off, which may be a neighbor's, and at once on again: some
  /// drivers accept no setting while it is on.
  ///
  /// - Returns: true if it is on again
  @discardableResult func offAndOn(_ change: () -> Void) -> Bool {
    write("0", to: Self.enable)
    change()
    return write("1", to: Self.enable)
  }

  private func read(_ name: String) -> String? { SmallFile.attribute(at: "\(folder)/\(name)") }
  @discardableResult private func write(_ text: String, to name: String) -> Bool {
    writeFile("\(folder)/\(name)", text)
  }

  /// A Boolean value that indicates whether this device is there, and not another with its name.
  private var isPresent: Bool { Self.inode(of: folder) == inode }

  /// A Boolean value that indicates whether the device's buffer is on now.
  var isOn: Bool { isPresent && read(Self.enable) == "1" }

  private static func inode(of folder: String) -> UInt64? {
    var status = stat()
    return stat(folder + "/", &status) == 0 ? UInt64(status.st_ino) : nil
  }
}

extension DeviceSettings {
  /// The settings as text, which ``init(text:)`` reads.
  var text: String {
    let lines =
      values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      + given.sorted { $0.key < $1.key }.map { ">\($0.key)=\($0.value)" }
      + (hasTakenBuffer ? [">buffer=taken"] : [])
    return ([folder, "\(inode)"] + lines).joined(separator: "\n") + "\n"
  }

  /// The settings in `text`; nil for another text.
  init?(text: String) {
    let lines = text.split(separator: "\n")
    guard lines.count >= 2, let inode = UInt64(lines[1]) else { return nil }
    var (values, given): ([String: String], [String: String]) = ([:], [:])
    for line in lines.dropFirst(2) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      if parts[0].hasPrefix(">") {
        given[String(parts[0].dropFirst())] = String(parts[1])
      } else {
        values[String(parts[0])] = String(parts[1])
      }
    }
    hasTakenBuffer = given.removeValue(forKey: "buffer") != nil
    (folder, self.inode, self.values, self.given) = (String(lines[0]), inode, values, given)
  }
}

/// The settings that one opening has found: they go back when its session and its watch have let go
/// of them.
///
/// Only the opener's queue uses it.
final class FoundSettings {
  private(set) var settings: DeviceSettings {
    didSet { if settings != oldValue { notes?.add(settings) } }
  }
  private let notes: SettingsNotes?
  private var isKept = true

  /// The settings of the device `id` as they are now; nil if it is gone.
  init?(of id: String, notes: SettingsNotes?) {
    guard let settings = DeviceSettings(of: id) else { return nil }
    (self.settings, self.notes) = (settings, notes)
    notes?.add(settings)
  }

  deinit {
    guard isKept else { return }
    settings.putBack()
    notes?.remove(settings)
  }

  /// Notes that the reader takes the buffer from now on.
  func takeBuffer() {
    settings.takeBuffer()
  }

  /// Has the reader change rate, clock or events while the buffer is off; the note comes before,
  /// for a crash between.
  func changingWhileOff(_ change: () -> Void) {
    settings.takeBuffer()
    if settings.offAndOn({ changing(change) }) { settings.returnBuffer() }
  }

  /// Has the reader change rate, clock or events, and notes what they became.
  func changing<Result, E: Error>(_ change: () throws(E) -> Result) throws(E) -> Result {
    defer { settings.noteGiven() }
    return try change()
  }

  /// Leaves all as it is, as another program has the device now.
  func forget() {
    isKept = false
    notes?.remove(settings)
  }
}

/// The notes of a process about the settings that it changed, for the process after a crash.
///
/// The notes are files in a directory that outlives the process. Only such a note distinguishes a
/// buffer that a crash left on from a buffer that another program has switched on.
package struct SettingsNotes: Hashable, Sendable {
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

  /// Notes `settings` until their restoration, in place of an earlier note of them.
  func add(_ settings: DeviceSettings) {
    writeFile(path(of: settings), settings.text, creating: true)
  }

  /// Removes the note of `settings`.
  func remove(_ settings: DeviceSettings) {
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
      if let settings = ((try? SmallFile.text(of: path, "the settings")) ?? nil).flatMap(
        DeviceSettings.init(text:)),
        !Self.isRead(settings)
      {
        if settings.hasTakenBuffer, settings.isOn, !settings.isEnabled {
          devices.append(settings.folder)
        }
        settings.putBack()
      }
      unlink(path)
    }
    return devices
  }

  private static let suffix = ".settings"

  private func path(of settings: DeviceSettings) -> String {
    "\(directory)/\(settings.folder.split(separator: "/").last ?? "")\(Self.suffix)"
  }

  /// Returns whether a program has the device open: only one can at a time.
  private static func isRead(_ settings: DeviceSettings) -> Bool {
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

/// Writes a small file, and returns whether that worked; if not, `errno` has the reason.
@discardableResult
private func writeFile(_ path: String, _ text: String, creating: Bool = false) -> Bool {
  let flags = O_WRONLY | O_CLOEXEC | O_TRUNC | (creating ? O_CREAT : 0)
  let descriptor = open(path, flags, 0o644)
  guard descriptor >= 0 else { return false }
  let count = write(descriptor, text, text.utf8.count)
  let error = errno
  close(descriptor)
  errno = error
  return count >= 0
}

private func entries(of folder: String) -> [String] {
  Folder.names(in: folder) ?? []
}
