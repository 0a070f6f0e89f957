// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CDesktop
import Dispatch
import Glibc
import MotionBus
import TestSupport
import Testing

@testable import DesktopInput

/// Services of desktops that refuse, hang, or say what is not so.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled, "needs dbus-daemon"))
struct DesktopBusTests {
  private static let mutter = "org.gnome.Mutter.RemoteDesktop"

  private let bus: PrivateBus

  init() throws { bus = try PrivateBus() }

  private func connection() throws -> BusConnection { try BusConnection(.address(bus.address)) }

  private var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": "/tmp"]
  }

  @Test func aServiceThatIsNotThereIsNamed() throws {
    let session = try connection()
    #expect(
      MutterKeys(environment, on: session).availability()
        == .unavailable(
          why: "org.gnome.Mutter.RemoteDesktop is not on the session bus",
          remedy: "it is there in a session of its desktop"))
    guard case .unavailable = KWinWindows(environment, on: session).availability(),
      case .unavailable = KWinKeys(on: session).availability(),
      case .unavailable = PortalKeys(environment, on: session).availability()
    else {
      Issue.record("something works without a service")
      return
    }
  }

  @Test func aBusThatStandsStillIsNotWaitedFor() throws {
    let session = try connection()
    // Not flushed, which would wait for the bus.
    defer { session.close() }
    bus.freeze()
    #expect(throws: DesktopError.late(server: Self.mutter, action: "open a session of keys")) {
      try MutterKeys(environment, on: session, patience: .milliseconds(50)).prepare()
    }
    #expect(throws: DesktopError.self) {
      try KWinWindows(environment, on: session).activeWindow(within: .milliseconds(50))
    }
  }

  @Test func mutterThatDoesNotAnswerIsNotWaitedFor() throws {
    let gate = DispatchSemaphore(value: 0)
    let mutter = try FakeService(Self.mutter, on: bus) { _ in gate.wait() }
    defer { gate.signal() }
    #expect(throws: DesktopError.late(server: Self.mutter, action: "open a session of keys")) {
      try MutterKeys(environment, on: connection(), patience: .milliseconds(50)).prepare()
    }
    #expect(mutter.members == ["CreateSession"])
  }

  @Test func keysThatAreDownAreReleasedAfterAnError() throws {
    let mutter = try FakeService(Self.mutter, on: bus) { call in
      switch (call.member, call.values) {
      case ("CreateSession", _): try call.message.reply([.path("/session/1")])
      case (_, [.uint32(0x7a), .bool(true)]):
        try call.message.reply(error: "org.test.Error", "locked\nscreen")
      default: try call.message.reply()
      }
    }
    let pace = FakePace()
    let keys = try MutterKeys(
      environment, on: connection(), pace: pace.pace, patience: .seconds(5))
    let error = #expect(throws: DesktopError.self) { try keys.type(.controlZ) }
    #expect(error?.description.contains("\n") == false)
    #expect(
      mutter.calls.suffix(5) == [
        "NotifyKeyboardKeysym uint32(65507) bool(true)",
        "NotifyKeyboardKeysym uint32(122) bool(true)",
        "NotifyKeyboardKeysym uint32(122) bool(false)",
        "NotifyKeyboardKeysym uint32(65507) bool(false)", "Stop ",
      ])
    #expect(pace.waits.first == KeyStroke.ActiveLayout.settling)
  }

  @Test func aSessionThatMutterEndedIsOpenedAnew() throws {
    let mutter = try FakeService(Self.mutter, on: bus) { call in
      switch call.member {
      case "CreateSession": try call.message.reply([.path("/session/1")])
      case "Get":
        try call.message.reply(error: "org.freedesktop.DBus.Error.UnknownObject", "no such session")
      default: try call.message.reply()
      }
    }
    let keys = try MutterKeys(
      environment, on: connection(), pace: FakePace().pace, patience: .seconds(5))
    try keys.prepare()
    try keys.prepare()
    #expect(mutter.members.filter { $0 == "CreateSession" }.count == 2)
  }

  @Test func aSessionThatMutterDoesNotStartIsStopped() throws {
    let mutter = try FakeService(Self.mutter, on: bus) { call in
      switch call.member {
      case "CreateSession": try call.message.reply([.path("/session/1")])
      case "Start": try call.message.reply(error: "org.test.Error", "not now")
      default: try call.message.reply()
      }
    }
    let keys = try MutterKeys(environment, on: connection())
    #expect(throws: DesktopError.self) { try keys.prepare() }
    #expect(mutter.members == ["CreateSession", "Start", "Stop"])
  }

  @Test func kwinIsToldOfASocketThatIsOfNoUse() throws {
    let kwin = try FakeService("org.kde.KWin", on: bus) { call in
      guard call.member == "connectToEIS" else { return try call.message.reply() }
      let socket = open("/dev/null", O_RDONLY | O_CLOEXEC)
      defer { close(socket) }
      try call.message.reply([.descriptor(socket), .int32(7)])
    }
    #expect(throws: DesktopError.self) { try KWinKeys(on: connection()).prepare() }
    #expect(kwin.calls == ["connectToEIS int32(1)", "disconnect int32(7)"])
  }

  @Test func kwinThatCannotReadTheScriptSaysSo() throws {
    let kwin = try FakeService("org.kde.KWin", on: bus) { call in
      try call.message.reply(call.member == "loadScript" ? [.int32(-1)] : [])
    }
    let error = #expect(throws: DesktopError.self) {
      try KWinWindows(environment, on: connection()).activeWindow(within: .seconds(5))
    }
    #expect(error?.description.contains("cannot read the script") == true)
    #expect(kwin.members == ["loadScript", "unloadScript"])
  }

  @Test func whatAnotherProcessReportsIsNotHeard() throws {
    let address = bus.address
    let kwin = try FakeService("org.kde.KWin", on: bus) { call in
      switch call.member {
      case "loadScript": try call.message.reply([.int32(3)])
      case "run":
        guard let client = call.message.sender else { return }
        let other = try BusConnection(.address(address))
        for (connection, title) in [(other, "false"), (call.connection, "true")] {
          let report = try connection.call(
            client, "/org/motiond/ShakeToUndo/Window", "org.motiond.ShakeToUndo.Window", "Report",
            [.string("{7}"), .string("42"), .string("notes"), .string(title), .string("")])
          var isSent = false
          try connection.send(report) { _ in isSent = true }
          while connection === other, !isSent {
            try connection.process()
            var wish = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wish, 1, 1000)
          }
        }
        try call.message.reply()
      default: try call.message.reply()
      }
    }
    let window = try KWinWindows(environment, on: connection()).activeWindow(
      within: .seconds(5))
    #expect(
      window
        == ActiveWindow(
          identity: "kwin:{7}", processID: 42, applicationID: "notes", title: "true"))
    #expect(kwin.members == ["loadScript", "run", "unloadScript"])
  }

  @Test func kwinWithoutItsSocketSaysSo() throws {
    let kwin = try FakeService("org.kde.KWin", on: bus) { call in
      try call.message.reply(
        error: "org.freedesktop.DBus.Error.UnknownObject", "no such object path")
    }
    #expect(throws: DesktopError.self) { try KWinKeys(on: connection()).prepare() }
    #expect(kwin.members == ["connectToEIS"])
  }
}
