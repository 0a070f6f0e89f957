// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// An accelerometer made of files, and the program that uses it.
///
/// umockdev shows the program a separate /sys and /dev; a pipe is the device's node. This class
/// plays the kernel: scans while the buffer is on, raw values, timestamps of the chosen clock.
final class MockedDevice {
  private let program: ForegroundProgram
  private let process: pid_t
  private let folder: String
  private let node: FileDescriptor
  private let rawValues: [FileDescriptor]
  private let accesses: FileDescriptor
  /// The folder of the pipes to the wrapper, and of the description.
  private let control: TemporaryFolder
  /// A pipe that a watcher reads: if it ends without a byte, this process was killed.
  private let life: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  /// The resolution in m/s².
  private static let scale = 0.0001

  /// Starts a program with a device.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments
  ///   - rate: the sampling frequency that the device names
  ///   - acceleration: the values until the recording starts
  /// - Throws: a ``Failure`` if umockdev is missing or does not work
  init(running words: [String], at rate: Hertz, lying acceleration: Acceleration) throws {
    control = try TemporaryFolder()
    for name in ["root", "go"] {
      guard mkfifo("\(control.path)/\(name)", 0o600) == 0 else {
        throw Failure(.failure, "cannot make a pipe in \(control.path): \(Errno(rawValue: errno))")
      }
    }
    try OutputFile.create("\(control.path)/device") {
      try $0.write(Self.description(rate, acceleration))
    }
    do { life = try FileDescriptor.ownPipe() } catch {
      throw Failure(.failure, "cannot make a pipe: \(error)")
    }
    // The watcher is nobody's child, so that the program has no child that it does not know.
    let wrapper = """
      command exec 3< "$2" || { rm -rf "$1"; exit 70; }
      (trap '' HUP TERM; (read -r end <&3 || { rm -rf "$1"; kill $$; }) < /dev/null > /dev/null 2>&1 &)
      exec 3<&-
      node="$UMOCKDEV_DIR/dev/iio:device0"; rm -f "$node"; mkfifo "$node" || exit 70
      echo "$$ $UMOCKDEV_DIR" > "$1/root"; cat "$1/go"; shift 2; exec "$@"
      """
    program = try ForegroundProgram(
      [
        "umockdev-run", "-d", "\(control.path)/device", "--", "/bin/sh", "-c", wrapper, "sh",
        control.path, "/proc/\(getpid())/fd/\(life.readEnd.rawValue)",
      ]
        + words, from: "umockdev")
    // The path may have blanks.
    let said = try Self.line(of: "\(control.path)/root", while: program)
      .split(separator: " ", maxSplits: 1)
    guard said.count == 2, let process = pid_t(said[0]) else {
      throw Failure(.failure, "umockdev-run did not start the program")
    }
    self.process = process
    let root = String(said[1])
    folder = "\(root)/sys/devices/platform/mock/iio:device0"
    do {
      // For reading too: a pipe without a reader cannot be opened for writing.
      node = try .open(
        FilePath("\(root)/dev/iio:device0"), .readWrite, options: [.nonBlocking, .closeOnExec])
      rawValues = try ["x", "y", "z"].map { [folder] axis in
        try .open(FilePath("\(folder)/in_accel_\(axis)_raw"), .writeOnly, options: .closeOnExec)
      }
      accesses = FileDescriptor(rawValue: inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
      for axis in ["x", "y", "z"] {
        inotify_add_watch(accesses.rawValue, "\(folder)/in_accel_\(axis)_raw", UInt32(IN_ACCESS))
      }
      try FileDescriptor.open(FilePath("\(control.path)/go"), .writeOnly).close()
    } catch {
      throw Failure(.failure, "cannot open the device of umockdev: \(error)")
    }
  }

  deinit {
    _ = try? life.writeEnd.writeAll("\n".utf8)
    for end in [life.readEnd, life.writeEnd] { try? end.close() }
  }

  private static func description(_ rate: Hertz, _ acceleration: Acceleration) -> String {
    var lines = [
      "P: /devices/platform/mock/iio:device0", "N: iio:device0", "E: DEVNAME=/dev/iio:device0",
      "E: DEVTYPE=iio_device", "E: SUBSYSTEM=iio", "A: name=mock\\n",
      "A: in_accel_scale=\(scale)\\n",
      "A: sampling_frequency=\(rate.text(decimals: 3))\\n",
      "A: current_timestamp_clock=realtime\\n",
      "A: buffer/enable=0\\n", "A: buffer/length=2\\n", "A: buffer/watermark=1\\n",
    ]
    for (index, axis) in ["accel_x", "accel_y", "accel_z", "timestamp"].enumerated() {
      let type = index < 3 ? "le:s24/32>>0" : "le:s64/64>>0"
      lines += [
        "A: scan_elements/in_\(axis)_en=0\\n", "A: scan_elements/in_\(axis)_index=\(index)\\n",
        "A: scan_elements/in_\(axis)_type=\(type)\\n",
      ]
      if index < 3 { lines.append("A: in_\(axis)_raw=\(rawText(raw(acceleration)[index]))\\n") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func raw(_ acceleration: Acceleration) -> SIMD3<Int32> {
    SIMD3((acceleration / scale).rounded(.toNearestOrEven))
  }

  /// The text of a raw value, with a fixed width, so that a reader never sees half a value.
  private static func rawText(_ value: Int32) -> String {
    let digits = "\(value)"
    return String(repeating: " ", count: 10 - digits.count) + digits
  }

  /// The line that the wrapper writes into the pipe `path`.
  private static func line(of path: String, while program: ForegroundProgram) throws -> String {
    let pipe = try FileDescriptor.open(
      FilePath(path), .readOnly, options: [.nonBlocking, .closeOnExec])
    defer { try? pipe.close() }
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      var wish = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
      poll(&wish, 1, 20)
      let count = (try? bytes.withUnsafeMutableBytes { try pipe.read(into: $0) }) ?? 0
      if count > 0 { return String(decoding: bytes[..<count].filter { $0 != 10 }, as: UTF8.self) }
      if let status = program.status() {
        throw Failure(
          .failure, "umockdev-run ended with status \(status) before the program started")
      }
    }
  }

  /// Plays `readings` until the program ends.
  ///
  /// - Parameters:
  ///   - readings: one or more, with increasing timestamps
  ///   - signals: those that end the program too
  ///   - stopsProgram: true to end it a second after the last reading
  /// - Returns: the exit status of the program
  func play(
    _ readings: [Reading], _ signals: borrowing StopSignals, stopsProgram: Bool
  ) -> Int32 {
    let period = Duration.seconds(1 / (readings.rate ?? 100))
    var switchedOn: ContinuousClock.Instant?
    var isPolled = false
    var wasPlaying = false
    var (index, due, offset) = (0, ContinuousClock.now, Int64(0))
    var rest = Duration.zero
    var isStopped = false
    while true {
      if let status = program.status() { return status }
      let isOn = value("buffer/enable").hasPrefix("1")
      switchedOn = isOn ? switchedOn ?? .now : nil
      isPolled = isPolled || hasAccess
      let isPlaying =
        isPolled || switchedOn.map { $0.duration(to: .now) > .milliseconds(50) } ?? false
      let last = readings[min(index, readings.count - 1)]
      if isPlaying {
        if !wasPlaying {
          due = .now
          offset = now - last.timestamp.nanoseconds - rest.nanoseconds
        }
        // After the end the device stays as it was.
        let isOver = index >= readings.count
        if isOver { rest += period }
        let time = last.timestamp.nanoseconds + (isOver ? rest.nanoseconds : 0)
        write(last.acceleration, at: time + offset, scan: isOn)
        index += isOver ? 0 : 1
        let next =
          index < readings.count
          ? Duration.nanoseconds(readings[index].timestamp.nanoseconds(since: last.timestamp))
          : period
        due += next
      } else {
        due = .now + .milliseconds(10)
        drain()
      }
      wasPlaying = isPlaying
      if stopsProgram, rest > .seconds(1), !isStopped {
        isStopped = true
        kill(process, SIGTERM)
      }
      if case .stopped = signals.wait(until: due), !isStopped {
        isStopped = true
        kill(process, SIGTERM)
      }
      if isStopped { usleep(5000) }
    }
  }

  private func write(_ acceleration: Acceleration, at nanoseconds: Int64, scan: Bool) {
    let raw = Self.raw(acceleration)
    for axis in 0..<3 {
      _ = try? rawValues[axis].writeAll(toAbsoluteOffset: 0, Self.rawText(raw[axis]).utf8)
    }
    guard scan else { return }
    var bytes: [UInt8] = []
    for value in [raw.x, raw.y, raw.z, 0] {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    withUnsafeBytes(of: nanoseconds.littleEndian) { bytes += $0 }
    // A pipe that is full loses scans, as a kernel's buffer does.
    _ = try? node.writeAll(bytes)
  }

  /// Discards the scans that were not read before the buffer was switched off.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while ((try? bytes.withUnsafeMutableBytes { try node.read(into: $0) }) ?? 0) > 0 {}
  }

  /// True if a raw value was read since the last call.
  private var hasAccess: Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    return ((try? bytes.withUnsafeMutableBytes { try accesses.read(into: $0) }) ?? 0) > 0
  }

  /// The time in ns on the clock that the program chose.
  private var now: Int64 {
    let name = value("current_timestamp_clock")
    let clock =
      name.hasPrefix("boottime")
      ? CLOCK_BOOTTIME : name.hasPrefix("monotonic") ? CLOCK_MONOTONIC : CLOCK_REALTIME
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The attribute `name` of the device.
  private func value(_ name: String) -> String {
    guard let file = try? FileDescriptor.open(FilePath("\(folder)/\(name)"), .readOnly) else {
      return ""
    }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// Another program with the standard input, output and error of this command.
private final class ForegroundProgram {
  private let process: pid_t
  private var ended: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments
  ///   - package: the Debian package that has it
  /// - Throws: a ``Failure`` if it cannot be started
  init(_ words: [String], from package: String) throws(Failure) {
    process = try Child.start(words, from: package) { _ in }
  }

  deinit {
    if status() == nil { kill(process, SIGKILL) }
  }

  /// Its exit status, once it has ended; 128 and the number of the signal that ended it.
  func status() -> Int32? {
    if let ended { return ended }
    var word: Int32 = 0
    guard waitpid(process, &word, WNOHANG) == process else { return nil }
    ended = Child.exitStatus(word)
    return ended
  }
}
