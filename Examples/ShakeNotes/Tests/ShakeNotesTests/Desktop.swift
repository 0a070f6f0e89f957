// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A desktop for one test: an X server without a screen, a bus, and motiond on it.
///
/// Whatever a test waits for has a deadline: after 60 s all of it is killed, and ends what waits.
final class Desktop {
  private var environment = ProcessInfo.processInfo.environment
  private let started = StartedProcesses()
  private let deadline: DispatchWorkItem

  enum Problem: Error {
    /// A program did not start, or did not say what it should.
    case missing(String)
  }

  /// The folder of the test bundle, and of ShakeNotes.
  static let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  /// The root of the whole repository.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The folder of motiond and motionctl: `make examples` builds them before the tests.
  static let commands = repository.appendingPathComponent(".build/make/debug")

  init() throws {
    let started = started
    deadline = DispatchWorkItem { started.kill() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: deadline)
    // The first GTK of a machine without a desktop: no GPU, no accessibility bus, no settings.
    environment.merge([
      "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
      "GSETTINGS_BACKEND": "memory", "PASTEBOARD_DIRECTORY": TestPasteboards.folder,
      "LANG": "C.UTF-8",
    ]) { $1 }
    // Both say where they are once they listen.
    let display = try start(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "640x400x24", "-nolisten", "tcp"], started)
    environment["DISPLAY"] = ":\(try display.line())"
    let bus = try start(
      "dbus-daemon", ["--session", "--nofork", "--print-address=1"], started)
    environment["DBUS_SESSION_BUS_ADDRESS"] = try bus.line()
    _ = try start(Self.commands.appendingPathComponent("motiond").path, ["--bus", "session"])
  }

  deinit {
    deadline.cancel()
    started.kill()
  }

  /// Starts a program of the desktop, which can read `input`.
  func start(_ program: String, _ arguments: [String], input: String? = nil) throws -> Output {
    try start(program, arguments, started, input: input)
  }

  private func start(
    _ program: String, _ arguments: [String], _ started: StartedProcesses, input: String? = nil
  ) throws -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let standardInput = Pipe()
    process.standardInput = standardInput
    // A thread of Dispatch's blocks signals, and so would its children.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    try process.run()
    started.add(process)
    try standardInput.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
    try standardInput.fileHandleForWriting.close()
    return Output(process, pipe.fileHandleForReading)
  }

  /// Runs a program to its end.
  ///
  /// - Returns: what it printed; nil if it failed
  @discardableResult
  func run(_ program: String, _ arguments: String...) throws -> String? {
    let output = try start(program, arguments)
    let text = String(decoding: output.pipe.readDataToEndOfFile(), as: UTF8.self)
    output.process.waitUntilExit()
    return output.process.terminationStatus == 0 ? text : nil
  }

  /// Presses keys, as `xdotool key` names them.
  func press(_ keys: String...) throws {
    try succeed("xdotool", ["key"] + keys)
  }

  /// Types `text`.
  func type(_ text: String) throws {
    try succeed("xdotool", ["type", text])
  }

  /// Clicks at a point of the screen, where the only window is at the top left.
  func click(_ x: Int, _ y: Int, button: Int = 1) throws {
    try succeed("xdotool", ["mousemove", "\(x)", "\(y)", "click", "\(button)"])
  }

  /// Has motiond simulate a shake.
  func shake() throws {
    try succeed(
      Self.commands.appendingPathComponent("motionctl").path,
      ["simulate", "shake", "--bus", "session"])
  }

  /// Has motiond simulate one shake, once `program` has a claim and nobody else.
  func shake(onceClaimedBy program: Output) throws {
    let motionctl = Self.commands.appendingPathComponent("motionctl").path
    let client = "process \(program.process.processIdentifier),"
    var status = ""
    repeat {
      guard !started.areKilled else { throw Problem.missing("one claim, of \(client) \(status)") }
      status = try run(motionctl, "status", "--bus", "session") ?? ""
    } while !(status.contains(client) && status.split(separator: "process").count == 2)
    try shake()
  }

  /// Has another program copy `text`.
  ///
  /// - Returns: the program, which goes on until another program copies
  func copyElsewhere(_ text: String) throws -> Output {
    try start("xclip", ["-quiet", "-i", "-selection", "clipboard"], input: text)
  }

  /// Has another program paste until that is `text`, or nothing.
  func pasteElsewhere(until text: String?) throws {
    var pasted: String?
    repeat {
      guard !started.areKilled else {
        throw Problem.missing(
          "\(text ?? "nothing") on the clipboard: there is \(pasted ?? "nothing")")
      }
      pasted = try run("xclip", "-o", "-selection", "clipboard")
      // The deadline ends a program that waits, which then fails.
    } while pasted != text || started.areKilled
  }

  /// Runs a program to its end, and throws if it failed.
  func succeed(_ program: String, _ arguments: [String]) throws {
    let output = try start(program, arguments)
    output.process.waitUntilExit()
    guard output.process.terminationStatus == 0 else {
      throw Problem.missing(([program] + arguments).joined(separator: " "))
    }
  }

  /// A program's output, line by line.
  final class Output {
    let process: Process
    let pipe: FileHandle
    private var unread = Data()

    init(_ process: Process, _ pipe: FileHandle) {
      (self.process, self.pipe) = (process, pipe)
    }

    /// Waits for the next line.
    func line() throws -> String {
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          defer { unread.removeSubrange(...end) }
          return String(decoding: unread[..<end], as: UTF8.self)
        }
        let piece = pipe.availableData
        guard !piece.isEmpty else { throw Problem.missing("a line of output") }
        unread.append(piece)
      }
    }
  }
}

/// The processes to be killed in the end, or at the deadline, on another thread.
private final class StartedProcesses: Sendable {
  private let state = Mutex<(processes: [Process], isOver: Bool)>(([], false))

  /// A Boolean value that indicates whether they were killed.
  var areKilled: Bool { state.withLock { $0.isOver } }

  func add(_ process: Process) {
    state.withLock { $0.processes.append(process) }
  }

  func kill() {
    state.withLock { state in
      for each in state.processes.reversed() where each.isRunning {
        _ = Glibc.kill(each.processIdentifier, SIGKILL)
      }
      state = ([], true)
    }
  }
}
