// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A real dbus-daemon of its own, which is gone with this object.
public final class PrivateBus {
  /// The address for clients.
  public let address: String
  /// What a program needs in its environment to find it, as its session bus.
  public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }
  private var daemon: Process
  private let folder: URL

  /// Starts a bus.
  ///
  /// - Parameters:
  ///   - services: service files to activate, by name: what stands in `NAME.service`
  ///   - policy: elements of the configuration, such as `<limit>`; by default everybody may do all
  /// - Throws: an error if it does not start
  public init(services: [String: String] = [:], policy: String = PrivateBus.openPolicy) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in services {
      try Data(text.utf8).write(to: folder.appending(path: "\(name).service"))
    }
    try Self.write(policy, in: folder)
    (daemon, address) = try Self.start(folder)
  }

  /// Starts it again at the same address, after ``stop()``.
  public func restart() throws {
    (daemon, _) = try Self.start(folder)
  }

  /// Writes another policy, which the bus reads when a client calls `ReloadConfig`.
  public func write(policy: String) throws {
    try Self.write(policy, in: folder)
  }

  private static func write(_ policy: String, in folder: URL) throws {
    let configuration = folder.appending(path: "bus.conf")
    try Data(Self.configuration(folder.path, policy).utf8).write(to: configuration)
  }

  private static func start(_ folder: URL) throws -> (Process, address: String) {
    let daemon = Process()
    daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    daemon.arguments = [
      "--config-file=\(folder.appending(path: "bus.conf").path)", "--nofork", "--print-address=1",
    ]
    let output = Pipe()
    daemon.standardOutput = output
    try daemon.start()
    // The daemon prints its address once it listens, or closes the pipe.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    // Without the identifier, which is another at the next start.
    let address = line.prefix { $0 != "," && !$0.isNewline }
    guard !address.isEmpty else { throw Problem.notStarted }
    return (daemon, String(address))
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A Boolean value that indicates whether the bus runs.
  public var isRunning: Bool { daemon.isRunning }

  /// Ends the bus: all its clients lose their connections.
  public func stop() {
    guard daemon.isRunning else { return }
    // A child of a dispatch thread has every signal blocked that can be.
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  /// Has it stand still: it reads nothing any more, and its clients do not notice.
  public func freeze() {
    kill(daemon.processIdentifier, SIGSTOP)
    // A busy machine lets it run for a while: not before it stands still is this over.
    var information = siginfo_t()
    let process = id_t(daemon.processIdentifier)
    while waitid(P_PID, process, &information, WEXITED | WSTOPPED | WNOWAIT) < 0 && errno == EINTR {
    }
  }

  /// Has it go on after ``freeze()``.
  public func thaw() { kill(daemon.processIdentifier, SIGCONT) }

  /// A problem with the bus.
  public enum Problem: Error {
    /// The daemon ended before it listened.
    case notStarted
  }

  /// A Boolean value that indicates whether this machine has a dbus-daemon.
  public static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")
  }

  /// Everybody may own every name and talk to everybody.
  public static let openPolicy = """
    <policy context="default">
      <allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
    </policy>
    """

  /// Every user may talk to every other, and none may own a name.
  public static let ownerlessPolicy = """
    <policy context="default">
      <allow send_destination="*"/><allow receive_sender="*"/><deny own="*"/>
    </policy>
    """

  private static func configuration(_ folder: String, _ policy: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(folder)/bus</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(folder)</servicedir>
      \(policy)
    </busconfig>
    """
  }
}
