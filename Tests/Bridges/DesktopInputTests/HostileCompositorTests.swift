// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestTraits
import Testing

@testable import DesktopInput

/// A compositor that sends what none should.
@Suite(.waits, .enabled(if: !isMissing("libwayland-client.so.0"), "needs libwayland-client0"))
struct HostileCompositorTests {
  @Test(arguments: [FakeCompositor.Manner.closing, .nonsense])
  func aConnectionThatBreaksIsLost(manner: FakeCompositor.Manner) throws {
    let compositor = try FakeCompositor(manner)
    #expect(throws: DesktopError.self) {
      try WaylandWindows(compositor.environment).activeWindow(within: .seconds(5))
    }
    #expect(throws: DesktopError.self) { try VirtualKeyboard(compositor.environment).prepare() }
  }

  @Test(arguments: [FakeCompositor.Manner.silent, .endless])
  func nothingIsWaitedForLonger(manner: FakeCompositor.Manner) throws {
    let compositor = try FakeCompositor(manner)
    let error = #expect(throws: DesktopError.self) {
      try WaylandWindows(compositor.environment).activeWindow(within: .milliseconds(50))
    }
    #expect(
      error == .late(server: WaylandServer.name, action: "ask for the active window"))
  }

  @Test func thousandsOfWindowsAreFine() throws {
    let compositor = try FakeCompositor(.windows(5000, title: String(repeating: "<b>", count: 900)))
    let windows = WaylandWindows(compositor.environment)
    let window = try #require(try windows.activeWindow(within: .seconds(30)))
    #expect(window.identity == "wayland:1.5000")
    #expect(window.title?.utf8.count == ActiveWindow.longestText)
  }

  @Test func tooManyWindowsAreRefused() throws {
    let compositor = try FakeCompositor(.windows(20_000, title: "again"))
    #expect(throws: DesktopError.self) {
      try WaylandWindows(compositor.environment).activeWindow(within: .seconds(30))
    }
  }

  @Test func anEventOfALaterVersionIsIgnored() throws {
    let compositor = try FakeCompositor(.later)
    let window = try WaylandWindows(compositor.environment).activeWindow(within: .seconds(30))
    #expect(window?.title == "one")
  }

  @Test func withoutACompositorTheReasonIsSaid() throws {
    for environment in [[:], ["WAYLAND_DISPLAY": "wayland-0"]] {
      let availability = WaylandWindows(environment).availability()
      #expect(
        availability
          == .unavailable(
            why: "WAYLAND_DISPLAY and XDG_RUNTIME_DIR name no compositor",
            remedy: "run it inside the session"))
    }
    let compositor = try FakeCompositor(.windows(1, title: "one"))
    #expect(
      VirtualKeyboard(compositor.environment).availability()
        == .unavailable(
          why: "the Wayland compositor lacks zwp_virtual_keyboard", remedy: "use another way"))
  }

  @Test func aCompositorWithoutADeviceOfInputLacksASeat() throws {
    let compositor = try FakeCompositor(.seatless)
    #expect(
      VirtualKeyboard(compositor.environment).availability()
        == .unavailable(
          why: "the Wayland compositor has no seat, as no input device is there",
          remedy: "connect a keyboard, a pointer or a touch screen"))
  }
}

private func isMissing(_ library: String) -> Bool {
  guard let handle = dlopen(library, RTLD_LAZY) else { return true }
  dlclose(handle)
  return false
}
