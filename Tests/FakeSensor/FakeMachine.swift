// SPDX-License-Identifier: Apache-2.0

import FakeSysfs
import Foundation
import Glibc
import Synchronization

/// A machine with accelerometers made of files: this process sees them as the kernel's, and a pipe
/// is the node of each.
///
/// There is one at a time. A pipe is no kfifo: nothing is flushed or dropped, and the buffer is on
/// when the file says so.
package final class FakeMachine: Sendable {
  private let root: URL
  private let nodes = Mutex<[String: Int32]>([:])

  /// A machine with `devices`, of which the first has `scans` waiting.
  package init(_ devices: [FakeDevice], _ scans: [UInt8] = []) throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "motiond-\(UUID().uuidString)")
    // A trigger called motiond-* is the one that the kernel makes once a timer is wanted.
    let hasTimer = devices.contains { $0.name?.hasPrefix("motiond-") ?? false }
    let timers = hasTimer ? ["sys/kernel/config/iio/triggers/hrtimer"] : []
    for folder in ["sys/bus/iio/devices", "dev", "refused"] + timers {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for device in devices { try add(device) }
    if let first = devices.first { play(scans, on: first.id) }
    fake_sysfs_show(root.path)
  }

  deinit {
    fake_sysfs_show(nil)
    for node in nodes.withLock({ $0.values.map(\.self) }) { close(node) }
    try? FileManager.default.removeItem(at: root)
  }

  /// Adds `device`, or changes it.
  package func add(_ device: FakeDevice) throws {
    if nodes.withLock({ $0[device.id] == nil }), device.id.hasPrefix("iio:") {
      let hasEvents = device.attributes.keys.contains { $0.hasPrefix("events/") }
      for id in [device.id] + (hasEvents ? [device.id + ".events"] : []) {
        let path = root.appendingPathComponent("dev/\(id)").path
        guard mkfifo(path, 0o600) == 0 else { throw FakeError.system("mkfifo", errno) }
        // For reading too: a pipe without a reader cannot be opened for writing.
        let node = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        nodes.withLock { $0[id] = node }
      }
    }
    let folder = root.appendingPathComponent(UUID().uuidString).path
    for (path, value) in device.files { try write(value, to: "\(folder)/\(path)") }
    let place = "sys/bus/iio/devices/\(device.id)"
    let refused = root.appendingPathComponent("refused/\(place)").path
    for (path, error) in device.refusals { try link("\(refused)/\(path)", to: "\(error)") }
    // At once: a reader that looks meanwhile sees the whole device, before or after. What the new
    // one no longer refuses is refused until it is there.
    try link("\(folder).link", to: folder)
    guard rename("\(folder).link", root.appendingPathComponent(place).path) == 0 else {
      throw FakeError.system("rename", errno)
    }
    if device.refusals.isEmpty { permitAll(of: device.id) }
  }

  /// Refuses nothing of the device `id` any longer; its attributes stay as they are.
  package func permitAll(of id: String = "iio:device0") {
    let refused = root.appendingPathComponent("refused/sys/bus/iio/devices/\(id)")
    try? FileManager.default.removeItem(at: refused)
  }

  private func link(_ path: String, to target: String) throws {
    try makeFolder(of: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func write(_ value: String, to path: String) throws {
    try makeFolder(of: path)
    try Data((value + "\n").utf8).write(to: URL(fileURLWithPath: path))
  }

  private func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// Writes the attribute `name` of the device `id`, as another program would.
  package func set(_ name: String, to value: String, of id: String = "iio:device0") throws {
    try write(value, to: root.appendingPathComponent("sys/bus/iio/devices/\(id)/\(name)").path)
  }

  /// Lets the bytes of scans wait at the node of the device `id`.
  package func play(_ scans: [UInt8], on id: String = "iio:device0") {
    guard let node = nodes.withLock({ $0[id] }), !scans.isEmpty else { return }
    precondition(Glibc.write(node, scans, scans.count) == scans.count, "the pipe is full")
  }

  /// The attribute `name` of the device `id`, as it was written last; nil if there is none.
  package func attribute(_ name: String, of id: String = "iio:device0") -> String? {
    let file = root.appendingPathComponent("sys/bus/iio/devices/\(id)/\(name)")
    // libiio writes over what was there, with a zero at the end.
    return FileManager.default.contents(atPath: file.path).map {
      String(decoding: $0, as: UTF8.self).split { $0 == "\0" || $0 == "\n" }.first.map(String.init)
        ?? ""
    }
  }

  /// All attributes of the device `id` by their paths, as they were written last.
  package func attributes(of id: String = "iio:device0") -> [String: String] {
    let folder = root.appendingPathComponent("sys/bus/iio/devices/\(id)").resolvingSymlinksInPath()
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).reduce(into: [:]) { attributes, path in
      let url = folder.appendingPathComponent(path)
      if (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true {
        attributes[path] = attribute(path, of: id)
      }
    }
  }

  /// A Boolean value that indicates whether the buffer of the device `id` is on.
  package func isOn(_ id: String = "iio:device0") -> Bool {
    attribute("buffer/enable", of: id) == "1"
  }
}

extension FakeDevice {
  /// The files of its folder in sysfs.
  fileprivate var files: [(path: String, value: String)] {
    var files = [("name", name), ("label", label), ("trigger/current_trigger", trigger)]
      .compactMap { path, value in value.map { (path, $0) } }
    for (key, value) in attributes {
      let words = key.split(separator: " ")
      switch (words.first, words.count) {
      case ("BUFFER"?, 2): files.append(("buffer/\(words[1])", value))
      case (_, 2): files.append(("in_\(words[0])_\(words[1])", value))
      default: files.append((key, value))
      }
    }
    let scanned = channels.compactMap { channel in channel.place.map { (channel.id, $0) } }
    for (id, place) in scanned {
      for (name, value) in [("en", "0"), ("index", "\(place.index)"), ("type", place.format)] {
        files.append(("scan_elements/in_\(id)_\(name)", value))
      }
    }
    if !scanned.isEmpty {
      for (name, value) in [("enable", "0"), ("length", "2"), ("watermark", "1")]
      where attributes["BUFFER \(name)"] == nil {
        files.append(("buffer/\(name)", value))
      }
    }
    return files
  }

  /// The paths in its folder that cannot be written, each with its error.
  fileprivate var refusals: [(path: String, error: Int32)] {
    refused.compactMap { what in
      switch what {
      case "buffer": ("buffer/length", refusal)
      case "trigger": ("trigger/current_trigger", refusal)
      default: (what, EACCES)
      }
    } + busy.map { ($0, -EBUSY) }
  }
}

/// Why a fake cannot do its work.
package enum FakeError: Error {
  case system(String, Int32)
  /// What was waited for did not come.
  case timeout(String)
}
