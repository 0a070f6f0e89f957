// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Glibc
import Synchronization
import SystemPackage

@testable import MotionSensors

/// A folder that describes input devices as sysfs does.
final class FakeInput {
  let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "input-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Adds a node with the attributes of its device.
  func add(
    _ id: String, name: String, address: String = "", bus: String = "0003",
    vendor: String = "0000", product: String = "0000", properties: String = "40",
    axes: String = "7", keys: String = "0", misc: String = "0"
  ) throws {
    let attributes = [
      "name": name, "uniq": address, "properties": properties, "id/bustype": bus,
      "id/vendor": vendor, "id/product": product, "capabilities/abs": axes,
      "capabilities/key": keys, "capabilities/msc": misc,
    ]
    for (attribute, text) in attributes {
      let file = URL(filePath: "\(folder)/\(id)/device/\(attribute)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("\(text)\n".utf8).write(to: file)
    }
  }

  /// A DualSense by USB.
  func addDualSense(_ id: String = "event7", address: String = "aa:bb:cc:00:00:01") throws {
    try add(
      id, name: "DualSense Wireless Controller Motion Sensors", address: address, vendor: "054c",
      product: "0ce6", axes: "3f", misc: "20")
  }

  func addDriveGuard(_ id: String = "event3") throws {
    try add(id, name: "ST LIS3LV02DL Accelerometer", bus: "0019", properties: "0")
  }

  func addKeyboard(_ id: String = "event0") throws {
    try add(id, name: "AT Keyboard", properties: "0", axes: "0", keys: "fffffffffffffffe 0 1")
  }
}

/// A node whose events a test writes; of more than the kernel's room it keeps as much as evdev.c.
final class FakeNode: InputNode, Sendable {
  struct State {
    var events: [input_event] = []
    var axes: [Int32: input_absinfo] = [:]
    var error: Errno?
    var isOpen = true
    var asked = 0
  }

  let state = Mutex(State())
  let descriptor: Int32 = -1
  private let room: Int

  /// A node whose queue has room for so many events.
  init(
    resolution: Int32 = 8192, maximum: Int32 = 32768, values: [Int32] = [0, 0, 0], room: Int = 128
  ) {
    self.room = room
    state.withLock { state in
      for (axis, value) in [ABS_X, ABS_Y, ABS_Z].enumerated() {
        var info = input_absinfo()
        (info.value, info.minimum, info.maximum) = (values[axis], -maximum, maximum)
        info.resolution = resolution
        (state.axes[value], state.axes[value + 3]) = (info, info)
      }
    }
  }

  func begin(_ codes: [Int32]) throws(Errno) {}

  func axis(_ code: Int32) throws(Errno) -> input_absinfo {
    let axis = state.withLock { state in
      state.asked += 1
      return state.axes[code]
    }
    guard let axis else { throw .invalidArgument }
    return axis
  }

  func read(_ room: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int {
    let result: Result<Int, Errno> = state.withLock { state in
      if state.events.isEmpty, let error = state.error { return .failure(error) }
      // Only whole reports can be read.
      let whole = state.events.lastIndex {
        (Int32($0.type), Int32($0.code)) == (EV_SYN, SYN_REPORT)
      }
      let count = min(room.count, whole.map { $0 + 1 } ?? 0)
      for index in 0..<count { room[index] = state.events[index] }
      state.events.removeFirst(count)
      return .success(count)
    }
    return try result.get()
  }

  func close() { state.withLock { $0.isOpen = false } }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Sends events that come at `time`, in ns.
  func send(_ time: Int64, _ events: [(Int32, Int32, Int32)]) {
    state.withLock { state in
      for (type, code, value) in events {
        state.events.append(.at(time, type, code, value))
        // A full queue becomes the word of its loss, and the newest event.
        guard state.events.count == room else { continue }
        state.events = [.at(time, EV_SYN, SYN_DROPPED, 0)] + state.events.suffix(1)
      }
    }
  }

  /// Sends a frame of the axes, with the device's clock in µs if it has one.
  func sendFrame(_ time: Int64, _ values: [Int32], clock: UInt32? = nil) {
    var events = zip([ABS_X, ABS_Y, ABS_Z], values).map { (EV_ABS, $0, $1) }
    if let clock { events.append((EV_MSC, MSC_TIMESTAMP, Int32(bitPattern: clock))) }
    send(time, events + [(EV_SYN, SYN_REPORT, 0)])
  }
}

extension input_event {
  static func at(_ time: Int64, _ type: Int32, _ code: Int32, _ value: Int32) -> input_event {
    var event = input_event()
    event.time.tv_sec = Int(time / 1_000_000_000)
    event.time.tv_usec = Int(time % 1_000_000_000 / 1000)
    (event.type, event.code, event.value) = (UInt16(type), UInt16(code), value)
    return event
  }
}

extension Int {
  /// So many milliseconds in nanoseconds; too many wrap.
  var ms: Int64 { Int64(self).multipliedReportingOverflow(by: 1_000_000).partialValue }
}
