// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MQTTRelay
import MotionCore
import MotionMQTT
import SystemPackage

struct CollectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Write the captures that devices send as recordings, until SIGINT or SIGTERM.",
    discussion: """
      A device that runs with --allow-captures sends one when its id is published to motion/DEVICE/command/capture, and \
      once an hour at most. Each becomes a file DEVICE-ID.csv in the folder, which motionctl and motion-lab read: once it \
      is whole, its hash is right, and it is a recording. A file that is there already stays. Files and refusals are \
      reported on standard error.

      Example: motion-mqtt collect --from broker.local captures, and then \
      mosquitto_pub -h broker.local -t motion/kiosk1/command/capture -m ticket7
      """)

  @Option(help: ArgumentHelp("The broker's name or address.", valueName: "broker"))
  var from: String

  @OptionGroup var broker: BrokerArguments

  @Option(help: ArgumentHelp("The beginning of the topics.", valueName: "prefix"))
  var topic = "motion"

  @Argument(help: "The folder for the recordings, which must be there.", completion: .directory)
  var directory: String

  func validate() throws {
    guard MQTTDevice("x", prefix: topic) != nil else {
      throw ValidationError("--topic '\(topic)' cannot begin a topic")
    }
  }

  func run() throws {
    try Failure.reporting {
      let signals = try StopSignals()
      let folder = try CaptureFolder(directory)
      var assembly = CaptureAssembly(prefix: topic)
      var random = SystemRandomNumberGenerator()
      var link = try BrokerLink(
        broker.address(from, signals),
        identifier: "motion-collect-\(String(random.next() as UInt64, radix: 16))",
        subscription: assembly.filter, longestPayload: CaptureHead.longestChunk)
      var isStopped = false
      while !isStopped {
        try link.process()
        for (topic, payload) in link.takeReceived() {
          try report(assembly.add(topic, payload, at: .now()), folder)
        }
        isStopped = signals.wait(for: link.wishes, milliseconds: link.timeoutMilliseconds)
      }
      try link.close(within: .seconds(2))
    }
  }

  private func report(_ outcome: CaptureAssembly.Outcome, _ folder: CaptureFolder) throws {
    switch outcome {
    case .added, .senseless: break
    case .refused(let key, let reason): Log.write("\(key.device), \(key.id): \(reason)", .notice)
    case .whole(let key, let head, let file):
      guard Packing.hash(file) == head.hash,
        let recording = Packing.unpacked(file, length: head.recordingLength),
        (try? Recording(parsing: recording.span)) != nil
      else {
        return Log.write("\(key.device), \(key.id): what came is no recording", .error)
      }
      Log.write(try folder.write(recording, "\(key.device)-\(key.id).csv"), .notice)
    }
  }
}

/// A folder to which recordings are added: whole, or not at all.
private struct CaptureFolder {
  private let path: String

  /// The folder at `path`.
  ///
  /// - Throws: a ``Failure`` if it cannot be written to
  init(_ path: String) throws(Failure) {
    self.path = path
    guard access(path, W_OK | X_OK) == 0 else {
      throw Failure(.cannotCreate, "cannot write into \(path): \(Errno(rawValue: errno))")
    }
  }

  /// Adds the file `name`.
  ///
  /// - Returns: what became of it, in words
  /// - Throws: a ``Failure`` if it cannot be written
  func write(_ bytes: [UInt8], _ name: String) throws(Failure) -> String {
    let whole = "\(path)/\(name)"
    let part = "\(path)/.\(name).part"
    do {
      let file = try FileDescriptor.open(
        FilePath(part), .writeOnly, options: [.create, .truncate, .closeOnExec, .noFollow],
        permissions: .ownerReadWrite)
      defer { unlink(part) }
      try file.closeAfter {
        try file.writeAll(bytes)
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      // Unlike a rename it replaces nothing.
      guard link(part, whole) == 0 else {
        let error = Errno(rawValue: errno)
        guard error == .fileExists else { throw error }
        return "\(whole) is there already, and stays"
      }
      return "\(whole) is written"
    } catch {
      throw Failure(.cannotCreate, "cannot write \(whole): \(error)")
    }
  }
}
