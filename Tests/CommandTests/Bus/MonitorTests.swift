// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

@Suite(.waits, .enabled(if: PrivateBus.isInstalled))
struct MonitorTests {
  private let daemon: BusDaemon

  init() throws { daemon = try BusDaemon() }

  @Test("text is for people")
  func text() throws {
    let monitor = try daemon.monitor()
    try daemon.shake()
    let lines = [monitor.nextLine(), monitor.nextLine()].map { $0 ?? "" }
    #expect(lines[0].wholeMatch(of: /motiond: \d+\.\d{3} s  shake began/) != nil)
    #expect(lines[1].contains("s  shake ended: 0.87 s, 8 swings, peak 20.9 m/s², along x"))
    #expect(try monitor.end() == 0)
  }

  @Test("only the events of the phases that are asked for are printed and run a program")
  func phases() throws {
    let monitor = try daemon.monitor(
      "--on", "ended,recognized", "--exec", "sh", "--", "-c", "echo ran for $MOTION_PHASE")
    try daemon.shake()
    let lines = monitor.lines(upTo: "ran for ended")
    #expect(lines.contains { $0.contains("shake ended") })
    #expect(!lines.contains { $0.contains("began") })
    #expect(try monitor.end() == 0)
  }

  @Test("without options, motiond's own apply")
  func defaults() throws {
    let daemon = try BusDaemon(["--window", "0.3"])
    let monitors = [
      try daemon.monitor(), try daemon.monitor("--motions", "all", "--sensitivity", "0.6"),
      try daemon.monitor("--window", "1"), try daemon.monitor("--option", "shake.window=1"),
    ]
    try daemon.shake()
    let cancelled = "cancelled: it went on for too long"
    for (monitor, end) in zip(monitors, [cancelled, cancelled, "shake ended", "shake ended"]) {
      #expect(monitor.nextLine()?.contains("shake began") == true)
      #expect(monitor.nextLine()?.contains(end) == true)
      #expect(try monitor.end() == 0)
    }
  }

  @Test("a program has what happened in its environment, and its output is not the monitor's")
  func environment() throws {
    let script = "echo $MOTION_PHASE,$MOTION_MOTION,$MOTION_AXIS,$MOTION_SWINGS,$MOTION_DIRECTION"
    // Messages first, results nowhere.
    let monitor = try daemon.bus.start(
      ["monitor", "--exec", "/bin/sh", "--exec-max-age", "600", "--", "-c", script],
      through: "2>&1 >/dev/null")
    _ = monitor.lines(upTo: "watching")
    try daemon.shake()
    #expect(monitor.nextLine() == "began,shake,,,")
    #expect(monitor.nextLine()?.hasPrefix("ended,shake,x,8,") == true)
    #expect(try monitor.end() == 0)
  }

  @Test("nothing in it is of another event")
  func inheritedEnvironment() throws {
    let words = ["--exec", "printenv", "--exec-max-age", "600", "--"]
    let names = ["MOTION_PHASE", "MOTION_REASON"]
    let monitor = try daemon.bus.start(
      ["monitor"] + words + names, through: "2>&1",
      with: ["MOTION_PHASE": "stale", "MOTION_REASON": "stale"])
    _ = monitor.lines(upTo: "watching")
    try daemon.shake()
    // As there is no reason.
    let lines = monitor.lines(upTo: "printenv failed with status 1")
    #expect(lines.contains("began"))
    #expect(!lines.contains("stale"))
    #expect(try monitor.end() == 0)
  }

  @Test("no shell sees the arguments of a program")
  func noShell() throws {
    let monitor = try daemon.monitor("--exec", "echo", "--", "a;$(id) `id`", "*", "", "--x")
    try daemon.shake()
    #expect(monitor.lines(upTo: "a;").last == "a;$(id) `id` *  --x")
    #expect(try monitor.end() == 0)
  }

  @Test("programs run one after the other, while events go on")
  func order() throws {
    let gate = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    #expect(mkfifo(gate, 0o600) == 0)
    defer { unlink(gate) }
    // Open for both, so that no writing waits for a program that was ended.
    let handle = try FileHandle(forUpdating: URL(filePath: gate))
    let script = "echo start $MOTION_PHASE; read x < \(gate); echo end $MOTION_PHASE"
    let monitor = try daemon.monitor("--exec", "/bin/sh", "--", "-c", script)
    try daemon.shake()
    var lines = monitor.lines(upTo: "shake ended")
    if !lines.contains("start began") { lines += monitor.lines(upTo: "start began") }
    #expect(lines.count { $0.hasPrefix("start") || $0.hasPrefix("end") } == 1)
    for phase in ["began", "ended"] {
      if phase == "ended" { #expect(monitor.nextLine() == "start ended") }
      try handle.write(contentsOf: Data("go\n".utf8))
      #expect(monitor.nextLine() == "end \(phase)")
    }
    #expect(try monitor.end() == 0)
  }

  @Test("a program that takes too long is ended with all that it started")
  func limit() throws {
    var monitor: RunningCommand
    var child: String?
    // A loaded machine may end a program before it has started its child; one of these limits lets
    // it.
    var limits = ["0.3", "3", "20"][...]
    repeat {
      let limit = try #require(limits.first)
      limits = limits.dropFirst()
      monitor = try daemon.monitor(
        "--exec", "/bin/sh", "--exec-limit", limit, "--", "-c",
        "sleep 1000 & echo child $!; wait")
      if limit == "0.3" { try daemon.shake() } else { try daemon.shakeAgain() }
      let lines = monitor.lines(upTo: "took longer than \(limit)")
      child = lines.first { $0.hasPrefix("child ") }.map { String($0.dropFirst(6)) }
      if child == nil { _ = try monitor.end() }
    } while child == nil
    let process = try #require(child)
    #expect(settles { !isRunning(process) })
    // The next event has its turn.
    #expect(monitor.lines(upTo: "took longer").last?.contains("took longer") == true)
    #expect(try monitor.end() == 0)
  }

  @Test("an event that waited for too long runs nothing, and is counted")
  func outdated() throws {
    let monitor = try daemon.monitor("--exec", "echo", "--exec-max-age", "0.000001", "--", "ran")
    try daemon.shake()
    let lines = monitor.lines(upTo: "was not run for 'shake began', which waited")
    #expect(lines.last?.hasSuffix("; 1 so far") == true)
    #expect(
      monitor.lines(upTo: "was not run for 'shake ended'").last?.hasSuffix("; 2 so far") == true)
    #expect(!lines.contains("ran"))
    #expect(try monitor.end() == 0)
  }

  @Test("the monitor's end is that of the program, too")
  func end() throws {
    let monitor = try daemon.monitor(
      "--exec", "/bin/sh", "--", "-c", "sleep 1000 & echo child $!; wait")
    try daemon.shake()
    let line = monitor.lines(upTo: "child").last ?? ""
    let child = try #require(line.split(separator: " ").last.map(String.init))
    #expect(try monitor.end() == 0)
    // It was killed, which the kernel carries out when it comes to it.
    #expect(settles { !isRunning(child) })
  }

  @Test("a program that fails is reported, and the watch goes on")
  func failing() throws {
    let monitor = try daemon.monitor("--exec", "false")
    try daemon.shake()
    var lines: [String] = []
    while lines.count(where: { $0 == "motionctl monitor: false failed with status 1" }) < 2 {
      guard let line = monitor.nextLine() else {
        Issue.record("\(lines)")
        break
      }
      lines.append(line)
    }
    #expect(lines.count { $0.hasPrefix("motiond: ") } == 2)
    #expect(try monitor.end() == 0)
  }

  @Test(
    "what cannot be done is reported before anything happens",
    arguments: [
      (
        ["--exec", "notify-send shake"], 66, "no program 'notify-send shake' to run; its arguments"
      ),
      (["--exec", "/"], 66, "no program '/' to run; its arguments come"),
      (["--on", "end"], 64, "expected began, ended, cancelled, recognized"),
      (["--exec", "true", "--exec-max-age=0"], 64, "expected more than 0 and at most 86400"),
      (["--exec", "true", "--exec-max-age=-1"], 64, "expected more than 0 and at most 86400"),
      (["--exec", "true", "--exec-max-age=86401"], 64, "expected more than 0 and at most 86400"),
    ] as [([String], Int32, String)])
  func refused(_ words: [String], _ status: Int32, _ message: String) throws {
    let result = try daemon.bus.motionctl(["monitor"] + words)
    #expect((result.status, result.output) == (status, []))
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("--explain says what a motion lacked, from the readings of motiond")
  func explain() throws {
    let monitor = try daemon.monitor("--explain", "--format", "json")
    let text = Samples.swings(6)
    try daemon.command.write(text)
    let replay = try RunningCommand.run(
      "motionctl", "replay", "--explain", "--format", "json", "-", input: text)
    let expected = replay.output.map {
      $0.replacing("\"source\":\"-\"", with: "\"source\":\"motiond\"")
    }
    #expect(expected.count == 1)
    #expect(monitor.nextLine() == expected.first)
    #expect(try monitor.end() == 0)
  }

  @Test(
    "without a daemon it waits for one; one that was there is waited for in any case",
    arguments: [[], ["--explain"]])
  func wait(_ options: [String]) throws {
    let bus = try PrivateBus()
    let monitor = try bus.start(["monitor", "--wait"] + options, through: "2>&1")
    for waits in ["; waiting for motiond", "motiond is gone; waiting for it"] {
      let line = monitor.lines(upTo: "waiting for").last ?? ""
      #expect(line.hasSuffix(waits))
      let daemon = try RunningCommand(
        "motiond", ["--bus", "session", "--source", "-"], environment: bus.environment)
      #expect(monitor.lines(upTo: "watching").last == "motionctl monitor: watching")
      try daemon.write(Samples.shortShake())
      #expect(monitor.nextLine()?.contains("shake began") == true)
      #expect(monitor.nextLine()?.contains("shake ended") == true)
      #expect(try daemon.end() == 0)
    }
    #expect(try monitor.end() == 0)
  }

  /// Whether the process of this number runs; a zombie counts as ended.
  private func isRunning(_ process: String) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let state = text.split(separator: ")").last?.split(separator: " ").first
    else { return false }
    return state != "Z" && state != "X"
  }
}
