// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// No claim, no sampling.
@Suite(.waits, .enabled(if: MockedAccelerometer.umockdev != nil && PrivateBus.isInstalled))
struct BusAccelerometerTests {
  private let bus: PrivateBus
  private let mock: MockedAccelerometer

  init() throws {
    bus = try PrivateBus()
    let notifications = try NotifySocket()
    mock = try MockedAccelerometer(
      "motiond", ["--bus", "session"],
      environment: bus.environment.merging(["NOTIFY_SOCKET": notifications.path]) { $1 })
    #expect(try notifications.next() == "READY=1")
  }

  @Test("it tells which accelerometer it has, and does not touch it before anybody claims")
  func idle() throws {
    let daemon = try MotionDaemon(.address(bus.address))
    var status = try daemon.status()
    #expect(status?.device == "mockaccel")
    #expect(status?.rate == 100)
    #expect(status?.isClaimed == false)
    #expect(!mock.isOn)
    let monitor = try monitor()
    status = try daemon.status()
    #expect(status?.isClaimed == true)
    try mock.waitUntilOn()
    monitor.send(SIGTERM)
    try mock.waitUntilOff()
    try expectEnd()
  }

  @Test(
    "it samples from the first claim on, and until the last claimant is gone", arguments: [15, 9])
  func claimants(_ signal: Int32) throws {
    // At once: a sensor that has sent nothing for a second is given up.
    let monitors = try (0..<2).map { _ in try bus.start(["monitor"], through: "2>&1") }
    for monitor in monitors { _ = monitor.lines(upTo: "watching") }
    let readings = try mock.play(Samples.readings())
    for monitor in monitors {
      #expect(monitor.nextLine()?.contains("began") == true)
      #expect(monitor.nextLine()?.contains("ended") == true)
    }
    monitors[0].send(signal)
    // The other still hears everything.
    let later = readings.map {
      Reading(
        timestamp: $0.timestamp.advanced(byNanoseconds: 3_000_000_000),
        acceleration: $0.acceleration)
    }
    try mock.play(later)
    #expect(monitors[1].nextLine()?.contains("began") == true)
    #expect(mock.isOn)
    monitors[1].send(signal)
    try mock.waitUntilOff()
    try expectEnd()
  }

  @Test("events carry the times of their readings, which are on the clock that clients see")
  func times() throws {
    let monitor = try monitor("--format", "json")
    let recording = Recording(readings: try mock.play(Samples.readings()))
    let heard = monitor.events()
    // First of all: a silence of a second is a reason of its own to switch it off.
    #expect(try monitor.end() == 0)
    try mock.waitUntilOff()
    try expectEnd()
    let replay = try RunningCommand.run(
      "motionctl", "replay", "--format", "json", "-", input: recording.text)
    #expect(heard == replay.output.compactMap(EventJSON.init))
    #expect(heard.count == 2)
  }

  @Test("who asks for the readings gets a recording: what could not be read back is left out")
  func samples() throws {
    let pipe = FileHandle(
      fileDescriptor: try MotionDaemon(.address(bus.address)).openSamples().rawValue,
      closeOnDealloc: true)
    let readings = Array(try Samples.readings().prefix(10))
    // One comes twice, and one too late.
    let played = try mock.play(Array(readings[..<5] + readings[3...4] + readings[5...]))
    var text = Data()
    let last = RecordingFormat.line(played[played.count - 1])
    while !text.suffix(last.utf8.count).elementsEqual(last.utf8) {
      let piece = pipe.availableData
      try #require(!piece.isEmpty)
      text += piece
    }
    let recording = try Recording(parsing: Array(text).span)
    #expect(recording.readings == Array(played[..<5] + played[7...]))
    try expectEnd()
  }

  @Test("real motions are reported during a simulation, and open ones of it make room for them")
  func simulation() throws {
    let monitor = try monitor("--format", "json")
    try mock.waitUntilOn()
    let daemon = try MotionDaemon(.address(bus.address))
    try daemon.simulate(BusDaemon.longRecording())
    let began = monitor.nextEvent()
    #expect(began?.phase == "began" && began?.isSimulated == true)
    try mock.play(Samples.readings())
    let events = monitor.events(3)
    #expect(events.map(\.phase) == ["cancelled", "began", "ended"])
    #expect(events.map(\.isSimulated) == [true, false, false])
    withExtendedLifetime(daemon) {}
    #expect(try monitor.end() == 0)
    try mock.waitUntilOff()
    try expectEnd()
  }

  @Test("who releases, or is active no more, lets it rest")
  func release() throws {
    let client = try MotionConnection(.address(bus.address)) { _ in }
    func process(until isSo: () throws -> Bool) throws {
      while try !isSo() {
        var wish = pollfd(fd: client.descriptor, events: Int16(client.events), revents: 0)
        try #require(poll(&wish, 1, Deadline.milliseconds) > 0, "a time-out")
        client.process()
      }
    }
    let daemon = try MotionDaemon(.address(bus.address))
    try process { try daemon.status()?.isClaimed == true }
    try mock.waitUntilOn()
    client.isActive = false
    try process { try daemon.status()?.isClaimed == false }
    try mock.waitUntilOff()
    try expectEnd()
  }

  private func monitor(_ arguments: String...) throws -> RunningCommand {
    let monitor = try bus.start(["monitor"] + arguments, through: "2>&1")
    _ = monitor.lines(upTo: "watching")
    return monitor
  }

  /// Stops the daemon, which must leave the buffer off.
  private func expectEnd() throws {
    mock.send(SIGTERM)
    #expect(mock.command.lines().last?.hasPrefix("buffer/enable=0 ") == true)
    let result = try mock.command.finish()
    #expect(result.status == 0)
    // One that is silent is switched off too, after seconds: that must not have been the reason.
    #expect(!result.errors.contains("has sent nothing"))
  }
}
