// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import ProcessTestSupport
import SystemPackage
import TestSupport
import TestTraits
import Testing

@Suite(
  .waits,
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon is missing: apt-get install dbus-daemon"))
struct BusDaemonTests {
  @Test("the events of a recording on the bus are those of its replay, at another time")
  func sameAsReplay() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--format", "json")
    try daemon.shake()
    let heard = monitor.events()
    #expect(try monitor.end() == 0)
    let replay = try RunningCommand.run(
      "motionctl", "replay", "--format", "json", "samples/short-shake.csv"
    ).output.compactMap(EventJSON.init)
    #expect(heard.map(\.rest) == replay.map(\.rest))
    #expect(replay.count == 2)
    #expect(Set(zip(heard, replay).map { $0.time - $1.time }).count == 1)
  }

  @Test("a file is played in real time, once a client has claimed")
  func file() throws {
    let bus = try PrivateBus()
    let daemon = try RunningCommand(
      "motiond", ["--bus", "session", "--source", "samples/short-shake.csv"],
      environment: bus.environment)
    let monitor = try bus.start(["monitor", "--wait", "--format", "json"])
    let (began, ended) = (try #require(monitor.nextEvent()), try #require(monitor.nextEvent()))
    // Not before its reading was due.
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    #expect(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) >= ended.time)
    #expect((began.phase, ended.phase) == ("began", "ended"))
    #expect(ended.time - began.time == 1_000_000_000)
    #expect(try daemon.finish().status == 0)
    #expect(try monitor.end() == 0)
  }

  @Test("a second daemon on the same bus ends with what to do about it")
  func second() throws {
    let first = try BusDaemon()
    let second = try RunningCommand.run(
      "motiond", "--bus", "session", "--source", "-", environment: first.environment)
    #expect(second.status == 1)
    #expect(
      second.errors == "motiond: the name org.motiond.Motion1 is taken on this bus; "
        + "is the program running already?\n")
    #expect(try first.finish().status == 0)
  }

  @Test("without a bus it ends, and says which it looked for", arguments: ["session", "system"])
  func noBus(_ name: String) throws {
    let result = try RunningCommand.run(
      "motiond", "--bus", name, "--source", "-",
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
      ])
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("motiond: cannot reach the \(name) bus: No such file"))
  }

  @Test("a pipe is always read: what it brought before a claim is no motion of that claim")
  func livePipe() throws {
    let daemon = try BusDaemon()
    try daemon.shake()
    _ = daemon.command.lines(upTo: "the recording plays")
    let monitor = try daemon.monitor("--format", "json")
    try daemon.shakeAgain()
    let events = monitor.events()
    #expect(events.map(\.phase) == ["began", "ended"])
    #expect(try monitor.end() == 0)
    // Those of the first shake are in no statistics.
    daemon.command.send(SIGUSR1)
    let count = try Samples.shortShake().split(separator: "\n").count { !$0.contains(/[a-z]/) }
    #expect(daemon.command.lines(upTo: " readings, 0 of them").last?.contains(" \(count) ") == true)
  }

  @Test("SIGHUP reads the options again; what is wrong with them is said, and nothing changes")
  func reload() throws {
    let daemon = try BusDaemon(options: "")
    func reload(_ options: String) throws -> String {
      try daemon.reload(options)
      #expect(try daemon.notifications.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
      #expect(try daemon.notifications.next() == "READY=1")
      return daemon.command.lines(upTo: "options").last ?? ""
    }
    var answer = try reload("--sensitivity enormous")
    let unchanged = "the options stay as they are: \(daemon.optionsFile.path): "
    #expect(answer.contains(unchanged + "The value 'enormous'"), "\(answer)")
    answer = try reload("--scheduling fifo")
    #expect(answer.contains(unchanged + "--scheduling takes a restart"))
    answer = try reload("--print json --window 2 --stats")
    #expect(answer.hasSuffix("options read again: --print json --window 2 --stats"))
    try daemon.shake()
    _ = daemon.command.lines(upTo: "the recording plays")
    #expect(daemon.command.events().map(\.phase) == ["began", "ended"])
    try FileManager.default.removeItem(at: daemon.optionsFile)
    daemon.command.send(SIGHUP)
    let refusal = "cannot read the options in \(daemon.optionsFile.path)"
    #expect(daemon.command.nextLine()?.contains(refusal) == true)
    let (status, messages) = try daemon.finish()
    #expect(status == 0)
    #expect(messages.last?.hasSuffix(" readings, 0 of them dropped") == true, "\(messages)")
  }

  @Test("a reload reaches the claims of clients that omit an option, and no others")
  func reloadOfClaims() throws {
    let daemon = try BusDaemon(options: "--window 0.3")
    let monitors = [
      try daemon.monitor("--format", "json"),
      try daemon.monitor("--format", "json", "--window", "0.3"),
    ]
    func phases(_ monitor: RunningCommand) -> [String?] { monitor.events().map(\.phase) }
    try daemon.shake()
    for monitor in monitors { #expect(phases(monitor) == ["began", "cancelled"]) }
    try daemon.reload("--window 1")
    _ = daemon.command.lines(upTo: "options read again")
    // The service answers after it has passed the new demand to the daemon, which is served before
    // the signal.
    _ = try MotionDaemon(.address(daemon.bus.address)).status()
    daemon.command.send(SIGUSR1)
    _ = daemon.command.lines(upTo: "readings")
    try daemon.shakeAgain()
    #expect(phases(monitors[0]) == ["began", "ended"])
    #expect(phases(monitors[1]) == ["began", "cancelled"])
    for monitor in monitors { #expect(try monitor.end() == 0) }
    #expect(try daemon.finish().status == 0)
  }

  @Test("other options for printed events cancel the motion that is printed, no client's")
  func reloadInMotion() throws {
    // A pipe that is silent for two seconds is an interruption, which cancels too; on a busy
    // machine the reload may take as long, but not every time.
    var phases: [String?] = []
    for _ in 0..<5 where phases != ["began", "ended"] { phases = try phasesAroundReload() }
    #expect(phases == ["began", "ended"])
  }

  /// The phases of the motion of a client, with a reload in the middle of it.
  private func phasesAroundReload() throws -> [String?] {
    let daemon = try BusDaemon(options: "--print json")
    let monitor = try daemon.monitor("--format", "json", "--sensitivity", "medium")
    let lines = try Samples.shortShake().split(separator: "\n")
    try daemon.command.write(Samples.halfAShake(lines: 170))
    _ = daemon.command.lines(upTo: "began")
    try daemon.reload("--print json --sensitivity high")
    // Events and messages come through two streams, in any order.
    var output: [String] = []
    func has(_ text: String) -> Bool { output.contains { $0.contains(text) } }
    while !has("options read again") || !has("cancelled"),
      let line = daemon.command.nextLine()
    {
      output.append(line)
    }
    #expect(output.compactMap(EventJSON.init).map(\.phase) == ["cancelled"])
    try daemon.command.write(lines.dropFirst(170).joined(separator: "\n") + "\n")
    let phases = monitor.events().map(\.phase)
    #expect(try monitor.end() == 0)
    #expect(try daemon.finish().status == 0)
    return phases
  }

  @Test("a bus that does not let it be the daemon is a matter of permission")
  func notAllowed() throws {
    let bus = try PrivateBus(policy: PrivateBus.ownerlessPolicy)
    let result = try RunningCommand.run(
      "motiond", "--bus", "session", "--source", "-",
      environment: bus.environment)
    #expect(result.status == 77)
    #expect(result.errors.contains("own the name org.motiond.Motion1"))
  }

  @Test("readers of samples that have left are forgotten; of others there are 16 at most")
  func readers() throws {
    let daemon = try BusDaemon()
    let client = try MotionDaemon(.address(daemon.bus.address))
    for _ in 0..<40 { try client.openSamples().close() }
    var held: [FileDescriptor] = []
    defer { for pipe in held { try? pipe.close() } }
    while held.count < 40, let pipe = try? client.openSamples() { held.append(pipe) }
    // The bus may not have let go yet of the last that was closed.
    #expect((15...16).contains(held.count))
    #expect(try daemon.finish().status == 0)
  }

  @Test("SIGUSR1 shows what became of the readings")
  func statistics() throws {
    let daemon = try BusDaemon(["--print", "text"])
    try daemon.shake()
    _ = daemon.command.lines(upTo: "ended")
    daemon.command.send(SIGUSR1)
    let line = daemon.command.lines(upTo: "of them").last ?? ""
    #expect(line.hasSuffix(" readings, 0 of them dropped"), "\(line)")
    #expect(try daemon.finish().status == 0)
  }

  @Test("systemd learns that it serves, that it is alive, and that it ends")
  func notifications() throws {
    // Every tenth of a second, half of what is allowed.
    let daemon = try BusDaemon(environment: ["WATCHDOG_USEC": "200000"])
    for _ in 0..<2 { #expect(try daemon.notifications.next() == "WATCHDOG=1") }
    #expect(try daemon.finish().status == 0)
    var last = try daemon.notifications.next()
    while last == "WATCHDOG=1" { last = try daemon.notifications.next() }
    #expect(last == "STOPPING=1")
  }

  @Test("real-time scheduling that is refused is said, with what it takes, and not missed")
  func scheduling() throws {
    let tools = ["/usr/bin/setpriv", "/usr/bin/prlimit"]
    try #require(tools.allSatisfy(FileManager.default.isExecutableFile), "util-linux is missing")
    // Root without the two capabilities; others have none.
    let drop = geteuid() == 0 ? [tools[0], "--bounding-set=-sys_nice,-ipc_lock"] : []
    let words =
      drop + [
        tools[1], "--rtprio=0", "--memlock=0", RunningCommand.url(of: "motiond").path, "--bus",
        "none", "--source", "samples/short-shake.csv", "--scheduling", "fifo",
      ]
    let command = try RunningCommand(words[0], Array(words.dropFirst()))
    #expect(command.lines().count == 2)
    let result = try command.finish()
    #expect(result.status == 0)
    #expect(result.errors.contains("the kernel refused SCHED_FIFO (Operation not permitted)"))
    #expect(result.errors.contains("LimitRTPRIO=10"))
  }

  @Test("in a small crowd, and when things break, nothing is lost (Tests/Rigs/Load: a large one)")
  func crowd() throws {
    let result = try RunningCommand.run("MotionLoad", "--short")
    #expect(result.status == 0, "\(result.output.joined(separator: "\n"))\n\(result.errors)")
  }
}
