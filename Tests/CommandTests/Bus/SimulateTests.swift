// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits, .enabled(if: PrivateBus.isInstalled))
struct SimulateTests {
  @Test(
    "a simulated motion is sent like a real one, and marked as simulated",
    arguments: [("shake", "ended"), ("long-shake", "cancelled")])
  func simulated(_ what: String, _ outcome: String) throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--format", "json")
    let result = try RunningCommand.run(
      "motionctl", "simulate", what, "--bus", "session", environment: daemon.environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == [])
    let events = (0..<2).compactMap { _ in monitor.nextLine().flatMap(EventJSON.init) }
    #expect(events.map(\.phase) == ["began", outcome])
    #expect(events.map(\.isSimulated) == [true, true])
    #expect(try monitor.end() == 0)
  }

  @Test("the environment says on which bus motiond is, and an option says otherwise")
  func environment() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--format", "json")
    let variables = daemon.environment.merging(["MOTIOND_BUS": "session"]) { $1 }
    let result = try RunningCommand.run(
      "motionctl", "simulate", "pickUp", "--bus", "system",
      environment: variables.merging(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"]) { $1 })
    #expect(result.status == 69 && result.errors.contains("system bus"), "\(result.errors)")
    let status = try RunningCommand.run("motionctl", "status", environment: variables)
    #expect(status.status == 0, "\(status.errors)")
    #expect(try monitor.end() == 0)
  }

  @Test("a motion without a duration is simulated by the name of its kind")
  func recognized() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--format", "json", "--motions", "pickUp")
    let result = try RunningCommand.run(
      "motionctl", "simulate", "pickUp", "--bus", "session", environment: daemon.environment)
    #expect(result.status == 0, "\(result.errors)")
    let event = monitor.nextLine().flatMap(EventJSON.init)
    #expect(event?.phase == "recognized")
    #expect(event?.isSimulated == true)
    #expect(try monitor.end() == 0)
  }

  @Test("a recording, while another is refused")
  func recording() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--format", "json")
    // Of the shake itself, and long after that a reading: it is under way until this test is over.
    let lines = try BusDaemon.shortShake().split(separator: "\n").filter { !$0.hasPrefix("#") }
    let text =
      ([lines[0]] + lines[95..<230] + ["60000000000,0,0,9.8\n"]).joined(separator: "\n")
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let first = try RunningCommand(
      "motionctl", ["simulate", file.path, "--bus", "session"], environment: daemon.environment)
    let began = monitor.nextLine().flatMap(EventJSON.init)
    let second = try RunningCommand.run(
      "motionctl", "simulate", "-", "--bus", "session", input: text,
      environment: daemon.environment)
    #expect(second.status == 1)
    #expect(
      second.errors
        == "motionctl simulate: a simulation is under way; try again when it is over\n")
    let events = [began, monitor.nextLine().flatMap(EventJSON.init)].compactMap { $0 }
    // It would wait for the end of the simulation.
    first.send(SIGTERM)
    #expect(try first.finish().status == 0)
    let replay = try RunningCommand.run("motionctl", "replay", "--format", "json", file.path)
      .output.compactMap(EventJSON.init)
    #expect(events.map(\.phase) == ["began", "ended"])
    #expect(events.map(\.phase) == replay.map(\.phase))
    #expect(events[1].time - events[0].time == replay[1].time - replay[0].time)
    #expect(try monitor.end() == 0)
  }

  @Test("motiond's end in a simulation is reported")
  func daemonEnds() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--format", "json")
    let lines = try BusDaemon.shortShake().split(separator: "\n").filter { !$0.hasPrefix("#") }
    let text = ([lines[0]] + lines[95..<165] + ["59000000000,0,0,9.8\n"]).joined(separator: "\n")
    let simulation = try RunningCommand(
      "motionctl", ["simulate", "-", "--bus", "session"], through: "2>&1",
      environment: daemon.environment)
    try simulation.write(text)
    try simulation.closeInput()
    #expect(monitor.nextLine().flatMap(EventJSON.init)?.phase == "began")
    try daemon.kill()
    #expect(simulation.nextLine() == "motionctl simulate: motiond ended before the simulation did")
    #expect(try simulation.finish().status == 69)
  }

  @Test("without a client that has claimed it says so, and fails")
  func nobody() throws {
    let daemon = try BusDaemon()
    let result = try RunningCommand.run(
      "motionctl", "simulate", "shake", "--bus", "session", environment: daemon.environment)
    #expect(result.status == 69)
    #expect(result.errors.contains("has claimed motions, so none receives the simulation"))
  }

  @Test("a recording ends with its caller, and its open motion is cancelled")
  func callerLeaves() throws {
    let daemon = try BusDaemon()
    let monitor = try daemon.monitor("--format", "json")
    let lines = try BusDaemon.shortShake().split(separator: "\n").filter { !$0.hasPrefix("#") }
    // The shake is cut off while it lasts, and nothing follows for most of a minute.
    let text = ([lines[0]] + lines[95..<165] + ["59000000000,0,0,9.8\n"]).joined(separator: "\n")
    let first = try RunningCommand(
      "motionctl", ["simulate", "-", "--bus", "session"], environment: daemon.environment)
    try first.write(text)
    try first.closeInput()
    #expect(monitor.nextLine().flatMap(EventJSON.init)?.phase == "began")
    first.send(SIGTERM)
    #expect(try first.finish().status == 0)
    #expect(monitor.nextLine().flatMap(EventJSON.init)?.phase == "cancelled")
    // There is room for the next one.
    let second = try RunningCommand.run(
      "motionctl", "simulate", "shake", "--bus", "session", environment: daemon.environment)
    #expect(second.status == 0, "\(second.errors)")
    #expect(monitor.nextLine().flatMap(EventJSON.init)?.phase == "began")
    #expect(try monitor.end() == 0)
  }

  @Test("a bad recording is reported with its line, and no daemon is needed for that")
  func badRecording() throws {
    let result = try RunningCommand.run(
      "motionctl", "simulate", "-", "--bus", "session", input: "timestamp_ns,x,y,z\n0,1,2\n",
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("motionctl simulate: -:2:"))
  }

  @Test("one that would take too long is refused")
  func longRecording() throws {
    let daemon = try BusDaemon()
    let result = try RunningCommand.run(
      "motionctl", "simulate", "-", "--bus", "session",
      input: "timestamp_ns,x,y,z\n0,1,2,3\n700000000000,1,2,3\n", environment: daemon.environment)
    #expect(result.status == 65)
    #expect(result.errors.contains("the recording is longer than 60 s"))
  }

  @Test("without a daemon it ends with what to do about it")
  func noDaemon() throws {
    let bus = try PrivateBus()
    let result = try RunningCommand.run(
      "motionctl", "simulate", "shake", "--bus", "session",
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(result.status == 69)
    #expect(result.errors.contains("motiond is not running"))
  }

  @Test("another user may not, without polkit to ask", .enabled(if: mayBecomeNobody))
  func otherUser() throws {
    let daemon = try BusDaemon(policy: PrivateBus.openPolicy + Self.everybody)
    let result = try RunningCommand.run(
      "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
      RunningCommand.url(of: "motionctl").path, "simulate", "shake", "--bus", "session",
      environment: daemon.environment)
    #expect(result.status == 77)
    #expect(result.errors.contains("only root may do that, as polkit cannot be asked"))
    #expect(try daemon.finish().status == 0)
  }

  private static let everybody = #"<policy context="mandatory"><allow user="*"/></policy>"#

  /// Whether tests run as root, and may run the command as another user.
  private static var mayBecomeNobody: Bool {
    guard geteuid() == 0 else { return false }
    let test = try? RunningCommand.run(
      "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
      RunningCommand.url(of: "motionctl").path, "--help")
    return test?.status == 0
  }
}
