// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TestSupport

/// A command that runs on an accelerometer made of files: umockdev's sysfs, and a pipe for its
/// node.
///
/// The kernel's part is played here, as far as it can be in files: scans come only once the buffer
/// is on for good. A pipe is no kfifo, though: nothing is flushed, dropped, or refused to a second
/// reader.
package final class MockedAccelerometer {
  package let command: RunningCommand
  private let root: String
  private let process: pid_t
  private let description: URL
  /// The pipe, once it is held open.
  private var held: Int32?

  /// What one step is, in m/s², as `Umockdev/accelerometer.umockdev` says.
  package static let scale = 0.019153600
  /// Where umockdev is, if it is installed.
  package static let umockdev = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(
    separator: ":"
  )
  .map { "\($0)/umockdev-run" }.first(where: FileManager.default.isExecutableFile)

  /// Starts the command `name` on it.
  ///
  /// - Parameters:
  ///   - name: the command
  ///   - arguments: its arguments
  ///   - variables: put into its environment
  ///   - change: makes another device of it, line by line of its description
  /// - Throws: a ``Problem``, or why it cannot be started
  package init(
    _ name: String, _ arguments: [String], environment variables: [String: String] = [:],
    changed change: ([String]) -> [String] = { $0 }
  ) throws {
    guard let umockdev = Self.umockdev else { throw Problem.notInstalled }
    let folder = RunningCommand.packageRoot.appendingPathComponent(
      "Tests/ProcessTestSupport/Umockdev")
    let lines = try String(
      contentsOf: folder.appendingPathComponent("accelerometer.umockdev"), encoding: .utf8
    ).split(separator: "\n").map(String.init)
    description = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).umockdev")
    try Data((change(lines).joined(separator: "\n") + "\n").utf8).write(to: description)
    command = try RunningCommand(
      umockdev,
      ["-d", description.path, "--", folder.appendingPathComponent("run.sh").path]
        + [RunningCommand.url(of: name).path] + arguments,
      environment: variables.merging(["MOCK_LIMIT": "\(Deadline.seconds - 10)"]) { $1 })
    let words = command.nextLine()?.split(separator: " ") ?? []
    guard words.count == 2, let process = pid_t(words[1]) else { throw Problem.notStarted }
    (root, self.process) = (String(words[0]), process)
  }

  deinit {
    if let held { close(held) }
    try? FileManager.default.removeItem(at: description)
  }

  package enum Problem: Error {
    case notInstalled, notStarted, timeout
    case system(String, Int32)
  }

  /// Sends the command the signal `number`.
  package func send(_ number: Int32) {
    kill(process, number)
  }

  /// Plays `readings` as soon as the command has switched the buffer on; gives back what the sensor
  /// makes of them, which has steps and an end.
  ///
  /// After ``hold()`` it plays at once.
  @discardableResult package func play(_ readings: [Reading]) throws -> [Reading] {
    // Opened for reading too: a pipe without a reader cannot be opened for writing.
    let node = open("\(root)/dev/iio:device0", O_RDWR | O_CLOEXEC)
    guard node >= 0 else { throw Problem.system("open", errno) }
    defer { close(node) }
    if held == nil { try waitUntilOn() }
    return try readings.map { reading in
      let steps = (reading.acceleration / Self.scale).rounded(.toNearestOrEven)
        .clamped(lowerBound: SIMD3(repeating: -2048), upperBound: SIMD3(repeating: 2047))
      let raw = SIMD3<Int16>(steps)
      let scan = Self.scan(raw, at: reading.timestamp.nanoseconds)
      guard write(node, scan, scan.count) == scan.count else {
        throw Problem.system("write", errno)
      }
      // The decimal product, as `record` writes it: the binary one may differ in the last place.
      let product = (SIMD3<Double>(raw) * Self.scale * 1e9).rounded(.toNearestOrEven) / 1e9
      return Reading(timestamp: reading.timestamp, acceleration: product)
    }
  }

  /// Holds the pipe open, so that what is played while the command does not read is there later.
  package func hold() {
    held = open("\(root)/dev/iio:device0", O_RDWR | O_CLOEXEC)
  }

  /// The bytes of a scan: three values of 12 bits in 16, a gap, a timestamp.
  private static func scan(_ raw: SIMD3<Int16>, at nanoseconds: Int64) -> [UInt8] {
    // The bits below a value are garbage, and so are those of the gap.
    let words = [raw.x, raw.y, raw.z].map { UInt16(bitPattern: $0) << 4 | 0xB } + [0xDEAD]
    let stamp = UInt64(bitPattern: nanoseconds)
    return words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      + (0..<8).map { UInt8(truncatingIfNeeded: stamp >> ($0 * 8)) }
  }

  /// Waits until the command reads the attribute that MOCK_STUCK names; it gets no answer as long
  /// as the result is open.
  package func waitUntilStuck(at attribute: String) throws -> FileHandle {
    let path = "\(root)/sys/bus/iio/devices/iio:device0/\(attribute)"
    let watch = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(watch) }
    guard inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0 else {
      throw Problem.system("watch", errno)
    }
    // A pipe that has a writer is opened at once, and read in vain.
    let end = open(path, O_RDWR | O_CLOEXEC)
    guard end >= 0 else { throw Problem.system("open", errno) }
    let handle = FileHandle(fileDescriptor: end, closeOnDealloc: true)
    var opens = 0
    while opens < 2 {
      var wish = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, Deadline.milliseconds) == 1 else { throw Problem.timeout }
      var events = [UInt8](repeating: 0, count: 4096)
      opens += read(watch, &events, events.count) / MemoryLayout<inotify_event>.size
    }
    return handle
  }

  /// Whether the buffer is on.
  package var isOn: Bool { value("enable") == "1" }

  /// Waits until the buffer is on, and will not be switched off again to be set up.
  package func waitUntilOn() throws {
    // In this order: the reader switches the buffer on, off for the watermark, and on again. Before
    // that the watermark is never 1.
    try wait { value("watermark") == "1" && value("enable") == "1" }
  }

  /// Waits until the buffer is off.
  package func waitUntilOff() throws {
    try wait { value("enable") == "0" }
  }

  private func wait(until isSo: () -> Bool) throws {
    let watch = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(watch) }
    guard inotify_add_watch(watch, buffer, UInt32(IN_MODIFY)) >= 0 else {
      throw Problem.system("watch", errno)
    }
    while !isSo() {
      var wish = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, Deadline.milliseconds) == 1 else { throw Problem.timeout }
      var events = [UInt8](repeating: 0, count: 4096)
      _ = read(watch, &events, events.count)
    }
  }

  /// How many descriptors of the accelerometer the command has open.
  package func openNodes() throws -> Int {
    let folder = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count {
      // One that is gone by now is not open.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      return target == "\(root)/dev/iio:device0"
    }
  }

  /// How many descriptors and threads the command has.
  package func belongings() throws -> (descriptors: Int, threads: Int) {
    let counts = try ["fd", "task"].map {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\($0)").count
    }
    return (counts[0], counts[1])
  }

  /// Writes `value` to the attribute `name`, as another program would.
  package func set(_ name: String, to value: String) throws {
    let file = "\(root)/sys/bus/iio/devices/iio:device0/\(name)"
    let descriptor = open(file, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard write(descriptor, value, value.utf8.count) == value.utf8.count else {
      throw Problem.system("write", errno)
    }
  }

  /// Tells the command, as udev does, that `action` (`add` or `remove`) happened to `device`.
  ///
  /// umockdev has a socket in place of each of udev's netlink sockets.
  package func announce(_ action: String, of device: String = "iio:device0") throws {
    let lines = [
      "ACTION=\(action)", "DEVPATH=/devices/platform/mock/\(device)", "SUBSYSTEM=iio",
      "DEVTYPE=iio_device", "DEVNAME=/dev/\(device)", "SEQNUM=1", "MAJOR=1", "MINOR=2",
    ]
    let properties = lines.map { $0 + "\0" }.joined()
    // libudev's monitor header: a magic number, sizes, and hashes that only the kernel filters by.
    let size = UInt32(properties.utf8.count)
    var message = Array("libudev\0".utf8)
    for word: UInt32 in [UInt32(0xFEED_CAFE).bigEndian, 40, 40, size, 0, 0, 0, 0] {
      withUnsafeBytes(of: word) { message += $0 }
    }
    message += Array(properties.utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: root)
    where name.hasPrefix("event") {
      try send(message, to: "\(root)/\(name)")
    }
  }

  private func send(_ message: [UInt8], to path: String) throws {
    let sender = socket(AF_UNIX, Int32(SOCK_RAW.rawValue), 0)
    defer { close(sender) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let sent = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        sendto(
          sender, message, message.count, 0, $0.baseAddress,
          socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // Sockets that were closed leave their names behind.
    guard sent == message.count || errno == ECONNREFUSED else {
      throw Problem.system("send", errno)
    }
  }

  private var buffer: String { "\(root)/sys/bus/iio/devices/iio:device0/buffer" }

  /// What stands in the attribute `name` of the buffer; libiio writes over what was there, with a
  /// zero at the end.
  private func value(_ name: String) -> Substring? {
    FileManager.default.contents(atPath: "\(buffer)/\(name)").flatMap {
      String(decoding: $0, as: UTF8.self).split { $0 == "\0" || $0.isWhitespace }.first
    }
  }
}
