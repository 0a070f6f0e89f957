// SPDX-License-Identifier: Apache-2.0

import TestSupport
import TestTraits
import Testing

@testable import DesktopInput

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
