// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits, .enabled(if: PrivateBus.isInstalled))
struct SimulateTests {
  private let daemon: BusDaemon

  init() throws { daemon = try BusDaemon() }

  @Test(
    "a simulated motion is sent like a real one, and marked as simulated",
    arguments: [
      ("shake", "shake", ["began", "ended"]), ("long-shake", "shake", ["began", "cancelled"]),
      ("pickUp", "pickUp", ["recognized"]),
    ])
  func simulated(_ what: String, _ kind: String, _ phases: [String]) throws {
    let monitor = try daemon.monitor("--format", "json", "--motions", kind)
    let result = try daemon.motionctl("simulate", what)
    #expect((result.status, result.output, result.errors) == (0, [], ""))
    let events = monitor.events(phases.count)
    #expect(events.map(\.phase) == phases)
    #expect(events.allSatisfy { $0.isSimulated })
    #expect(try monitor.end() == 0)
  }

  @Test("a kind that nobody has claimed is named")
  func unclaimed() throws {
    let monitor = try daemon.monitor()
    let result = try daemon.motionctl("simulate", "tap")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "motionctl simulate: no client has claimed tap; they have claimed shake\n")
    #expect(try monitor.end() == 0)
  }

  @Test("the environment says on which bus motiond is, and an option says otherwise")
  func environment() throws {
    let monitor = try daemon.monitor("--format", "json")
    let variables = daemon.environment.merging(["MOTIOND_BUS": "session"]) { $1 }
    let result = try RunningCommand.run(
      "motionctl", "simulate", "pickUp", "--bus", "system",
      environment: variables.merging(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"]) { $1 })
    #expect(result.status == 69 && result.errors.contains("system bus"), "\(result.errors)")
    let status = try RunningCommand.run("motionctl", "status", environment: variables)
    #expect(status.status == 0, "\(status.errors)")
    let address = try #require(daemon.environment["DBUS_SESSION_BUS_ADDRESS"])
    let byAddress = try RunningCommand.run(
      "motionctl", "status", environment: ["MOTIOND_BUS": address])
    #expect(byAddress.status == 0, "\(byAddress.errors)")
    #expect(try monitor.end() == 0)
  }

  @Test("a recording, while another is refused")
  func recording() throws {
    let monitor = try daemon.monitor("--format", "json")
    let text = try BusDaemon.longRecording(shakeIsOver: true)
    let folder = try TemporaryFolder()
    let file = try folder.write(text)
    let first = try daemon.bus.start(["simulate", file])
    let began = monitor.events(1)
    let second = try daemon.motionctl("simulate", "-", input: text)
    #expect(second.status == 1)
    #expect(
      second.errors
        == "motionctl simulate: a simulation is under way; try again when it is over\n")
    let events = began + monitor.events(1)
    // It would wait for the end of the simulation.
    first.send(SIGTERM)
    #expect(try first.finish().status == 0)
    let replay = try RunningCommand.run("motionctl", "replay", "--format", "json", file)
      .output.compactMap(EventJSON.init)
    withExtendedLifetime(folder) {}
    #expect(events.map(\.phase) == ["began", "ended"])
    #expect(events.map(\.phase) == replay.map(\.phase))
    #expect(events[1].time - events[0].time == replay[1].time - replay[0].time)
    #expect(try monitor.end() == 0)
  }

  /// Simulates a shake, which is under way for most of a minute.
  private func simulateShake() throws -> RunningCommand {
    let command = try daemon.bus.start(["simulate", "-"], through: "2>&1")
    try command.write(BusDaemon.longRecording())
    try command.closeInput()
    return command
  }

  @Test("motiond's end in a simulation is reported")
  func daemonEnds() throws {
    let monitor = try daemon.monitor("--format", "json")
    let simulation = try simulateShake()
    #expect(monitor.nextEvent()?.phase == "began")
    try daemon.kill()
    #expect(simulation.nextLine() == "motionctl simulate: motiond ended before the simulation did")
    #expect(try simulation.finish().status == 69)
  }

  @Test("a recording ends with its caller, and its open motion is cancelled")
  func callerLeaves() throws {
    let monitor = try daemon.monitor("--format", "json")
    let first = try simulateShake()
    #expect(monitor.nextEvent()?.phase == "began")
    first.send(SIGTERM)
    #expect(try first.finish().status == 0)
    #expect(monitor.nextEvent()?.phase == "cancelled")
    // There is room for the next one.
    let second = try daemon.motionctl("simulate", "shake")
    #expect(second.status == 0, "\(second.errors)")
    #expect(monitor.nextEvent()?.phase == "began")
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

  @Test(
    "what reaches nobody, or takes too long, is refused",
    arguments: [
      ("shake", "", 69, "has claimed motions, so none receives the simulation"),
      (
        "-", "timestamp_ns,x,y,z\n0,1,2,3\n700000000000,1,2,3\n", 65,
        "the recording is longer than 60 s"
      ),
    ] as [(String, String, Int32, String)])
  func refused(_ what: String, _ input: String, _ status: Int32, _ message: String) throws {
    let result = try daemon.motionctl("simulate", what, input: input)
    #expect(result.status == status)
    #expect(result.errors.contains(message))
  }

  @Test("what is refused, as nobody has claimed motions, does not play for who claims next")
  func refusedIsOver() throws {
    #expect(try daemon.motionctl("simulate", "shake").status == 69)
    let monitor = try daemon.monitor("--format", "json")
    let result = try daemon.motionctl("simulate", "shake")
    #expect((result.status, result.errors) == (0, ""))
    #expect(monitor.events(2).map(\.phase) == ["began", "ended"])
    #expect(try monitor.end() == 0)
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
