// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Foundation
import MotionBus
import TestSupport
import TestTraits
import Testing

@testable import DesktopInput

@Suite(.waits) struct KWinReportTests {
  @Test func aReportIsAWindowAndSaysWhetherItIsADialog() throws {
    let texts = ["{1}", "7", "org.example.Notes", String(repeating: "a", count: 600), ""]
    let window = try #require(ActiveWindow(texts.map { .string($0) }))
    #expect(window.processID == 7 && window.applicationID == "org.example.Notes")
    #expect(window.title?.utf8.count == 512 && !window.mayBeDialog)
    let dialog = try #require(ActiveWindow((texts.dropLast() + ["yes"]).map { .string($0) }))
    #expect(dialog.mayBeDialog)
    #expect(ActiveWindow(texts.dropLast().map { .string($0) }) == nil)
    #expect(ActiveWindow(["", "", "", "", ""].map { .string($0) }) == nil)
  }
}

@Suite(
  .waits,
  .enabled(
    if: CompositorRig.isInstalled("kwin_wayland"),
    "needs kwin-wayland, wev and libglib2.0-bin: apt-get install them"))
struct KWinTests {
  @Test func theActiveWindowIsDescribed() throws {
    let rig = try CompositorRig.kwin()
    // A window that is active: all of KWin is there now.
    let window = try rig.window()
    let windows = try KWinWindows(rig.environment, on: rig.session())
    guard case .works = windows.availability() else {
      Issue.record("\(windows.availability())")
      return
    }
    let active = try #require(try windows.activeWindow(within: .seconds(5)))
    #expect(active.title == "wev" && active.applicationID == "wev")
    #expect(active.processID == window.program.process.processIdentifier)
    #expect(try windows.activeWindow(within: .seconds(5)) == active)
    // Nothing of it stays.
    let files = try FileManager.default.contentsOfDirectory(atPath: rig.folder.path)
    #expect(!files.contains { $0.hasSuffix(".js") })
  }

  @Test(.enabled(if: desktop_has_library("libei.so.1"), "needs libei1, and so Debian 13"))
  func keysAreThoseOfTheActiveLayout() throws {
    let rig = try CompositorRig.kwin(layouts: "us,de,ru")
    let window = try rig.window()
    let keys = try KWinKeys(on: rig.session())
    guard case .works = keys.availability() else {
      // KWin has the socket from Plasma 6.1 on.
      print("KWinTests: \(keys.availability())")
      return
    }
    for (layout, key) in [("0", "z 44"), ("1", "z 21"), ("2", "Cyrillic_ya 44")] {
      try ChildProgram.run(
        [
          "gdbus", "call", "--session", "-d", "org.kde.keyboard", "-o", "/Layouts", "-m",
          "org.kde.KeyboardLayouts.setLayout", layout,
        ], rig.environment)
      try keys.prepare()
      try keys.type(.controlZ)
      #expect(
        try window.keys(4, withCodes: true) == [
          "press Control_L 29", "press \(key)", "release \(key)", "release Control_L 29",
        ])
      keys.close()
    }
  }
}

@Suite(
  .waits,
  .enabled(
    if: CompositorRig.isInstalled("mutter"),
    "needs mutter, wev and libglib2.0-bin: apt-get install them"))
struct MutterTests {
  @Test func keysReachAProgramInAFreshSession() throws {
    let rig = try CompositorRig.mutter()
    let window = try rig.window()
    let keys = try MutterKeys(rig.environment, on: rig.session())
    guard case .works = keys.availability() else {
      Issue.record("\(keys.availability())")
      return
    }
    for _ in 0..<3 {
      try keys.prepare()
      try keys.type(.controlZ)
      #expect(
        try window.keys(4, withCodes: true) == [
          "press Control_L 29", "press z 44", "release z 44", "release Control_L 29",
        ])
      keys.close()
    }
    try keys.type(.undoKey)
    #expect(try window.keys(2) == ["press Undo", "release Undo"])
    // The same session serves again.
    try keys.type(.controlShiftZ)
    #expect(try window.keys(6).contains("press Z"))
    keys.close()
  }
}
