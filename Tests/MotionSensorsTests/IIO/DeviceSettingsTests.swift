// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MotionSensors

@Suite struct DeviceSettingsTests {
  /// A folder like a device's in sysfs, which is removed at the end.
  private final class Device {
    let devices: String
    let id = "iio:device0"

    init(enabled: Bool) throws {
      devices = NSTemporaryDirectory() + "buffer-\(UUID().uuidString)"
      for folder in ["buffer", "scan_elements", "trigger"] {
        try FileManager.default.createDirectory(
          atPath: "\(devices)/\(id)/\(folder)", withIntermediateDirectories: true)
      }
      for (attribute, value) in [
        ("buffer/enable", enabled ? "1" : "0"), ("buffer/length", "128"),
        ("buffer/watermark", "1"), ("trigger/current_trigger", "mine"),
        ("scan_elements/in_accel_x_en", "1"), ("scan_elements/in_timestamp_en", "0"),
        ("scan_elements/in_accel_x_type", "le:s16/16>>0"),
      ] { self[attribute] = value }
    }

    deinit {
      try? FileManager.default.removeItem(atPath: devices)
    }

    subscript(attribute: String) -> String? {
      get {
        (try? String(contentsOfFile: "\(devices)/\(id)/\(attribute)", encoding: .utf8))?
          .trimmingCharacters(in: .newlines)
      }
      set { write("\(newValue ?? "")\n", to: attribute) }
    }

    private func write(_ text: String, to attribute: String) {
      // In place, as sysfs has it: the folder stays the same.
      _ = FileManager.default.createFile(
        atPath: "\(devices)/\(id)/\(attribute)", contents: Data(text.utf8))
    }

    /// As a reader leaves it that was killed.
    func use() {
      for (attribute, value) in [
        ("buffer/enable", "1"), ("buffer/length", "2"), ("trigger/current_trigger", "ours"),
        ("scan_elements/in_accel_x_en", "0"), ("scan_elements/in_timestamp_en", "1"),
      ] { self[attribute] = value }
    }

    /// The settings as they are, of a reader that takes the buffer.
    func found() throws -> DeviceSettings {
      var found = try #require(DeviceSettings(of: id, in: devices))
      found.takeBuffer()
      return found
    }

    var settings: [String?] {
      [
        "buffer/enable", "buffer/length", "trigger/current_trigger", "scan_elements/in_accel_x_en",
        "scan_elements/in_timestamp_en",
      ].map { self[$0] }
    }
  }

  @Test("a watermark follows the length, beyond which the kernel refuses it")
  func watermark() throws {
    let device = try Device(enabled: false)
    device["buffer/watermark"] = "64"
    let found = try device.found()
    device.use()
    device["buffer/watermark"] = "2"
    let watch = inotify_init1(Int32(O_NONBLOCK))
    defer { close(watch) }
    let isWatched =
      inotify_add_watch(watch, "\(device.devices)/\(device.id)/buffer", UInt32(IN_MODIFY)) >= 0
    try #require(isWatched)
    found.putBack()
    var events = [UInt8](repeating: 0, count: 4096)
    let length = read(watch, &events, events.count)
    // Each has the length of its name at byte 12, and the name at byte 16.
    var names: [String] = []
    var start = 0
    while start + 16 <= length {
      let end = start + 16 + Int(events[start + 12])
      names.append(String(decoding: events[(start + 16)..<end].prefix { $0 != 0 }, as: UTF8.self))
      start = end
    }
    #expect(names == ["enable", "length", "watermark"])
    #expect(device["buffer/watermark"] == "64")
  }

  @Test("a device without a buffer has no settings")
  func none() throws {
    let device = try Device(enabled: false)
    #expect(DeviceSettings(of: "iio:device1", in: device.devices) == nil)
  }

  @Test("a note survives a crash, and counts once")
  func note() throws {
    let device = try Device(enabled: false)
    let notes = SettingsNotes(directory: device.devices)
    let found = try device.found()
    #expect(DeviceSettings(text: found.text) == found)
    notes.add(found)
    device.use()
    #expect(notes.putBack() == ["\(device.devices)/\(device.id)"])
    #expect(device.settings == ["0", "128", "mine", "1", "0"])
    // Another program's from now on.
    device.use()
    #expect(notes.putBack() == [])
    #expect(device.settings.first == "1")
  }

  @Test("of several directories the first has the notes")
  func directories() {
    #expect(SettingsNotes(inFirstOf: "/run/a:/run/b") == SettingsNotes(directory: "/run/a"))
    #expect(SettingsNotes(inFirstOf: "/run/a") == SettingsNotes(directory: "/run/a"))
    #expect(SettingsNotes(inFirstOf: "") == nil)
    #expect(SamplingOptions().notes == nil)
  }

  @Test("the note of a device that is gone says nothing about one of the same name")
  func anotherDevice() throws {
    let device = try Device(enabled: false)
    let found = try device.found()
    let notes = SettingsNotes(directory: device.devices)
    let folder = "\(device.devices)/\(device.id)"
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-gone")
    try FileManager.default.copyItem(atPath: folder + "-gone", toPath: folder)
    notes.add(found)
    device.use()
    #expect(notes.putBack() == [])
    #expect(device.settings.first == "1")
  }

  @Test(
    "a text that is not a note is refused", arguments: ["", "/a\n", "/a\nb\n", "/a\n1\nbuffer\n"])
  func nonsense(text: String) {
    #expect(DeviceSettings(text: text) == nil)
  }
}
