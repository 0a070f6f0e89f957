// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A motiond that is fed through its standard input.
final class DaemonProcess {
  private let process = Process()
  private let input = Pipe()
  private let errors: URL

  /// Starts one on the bus at `address`, which it takes for such a bus.
  init(on address: String, as bus: String = "session") throws {
    // This program lies beside it.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "motiond")
    process.arguments = ["--bus", bus, "--source", "-"]
    // As in motiond.service: with a heap for each thread, and thresholds that grow, what large
    // messages took is kept.
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        "DBUS_\(bus.uppercased())_BUS_ADDRESS": address, "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "2097152",
        "MALLOC_TRIM_THRESHOLD_": "4194304",
      ]) { $1 }
    errors = FileManager.default.temporaryDirectory.appending(path: "motiond-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.start()
    try input.fileHandleForReading.close()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: errors)
  }

  /// The pipe for readings.
  var pipe: FileHandle { input.fileHandleForWriting }

  /// Kills the daemon.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The exit status and the last error message; nil while it runs.
  var ending: String? {
    guard !process.isRunning else { return nil }
    return "motiond ended (\(process.terminationStatus)): \(messages.last ?? "")"
  }

  /// By how many nanoseconds its events are later than the readings, as it says before the first
  /// event: it takes the first reading for one of the moment at which it came.
  var clockShift: Int64? {
    messages.lazy.compactMap { $0.firstMatch(of: /clock_shift_ns=(-?\d+)/) }.first
      .flatMap { Int64($0.1) }
  }

  private var messages: [Substring] {
    ((try? String(contentsOf: errors, encoding: .utf8)) ?? "").split(separator: "\n")
  }

  /// Its private memory, in kB.
  var memory: Int { Self.status("RssAnon:", of: "\(process.processIdentifier)") }

  /// The most memory that it ever had, in kB.
  var peakMemory: Int { Self.status("VmHWM:", of: "\(process.processIdentifier)") }

  /// The private memory of this process, in kB.
  static var ownMemory: Int { status("RssAnon:", of: "self") }

  /// The number of its open descriptors.
  var descriptors: Int {
    let folder = "/proc/\(process.processIdentifier)/fd"
    return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  private static func status(_ key: String, of process: String) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(key) }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
