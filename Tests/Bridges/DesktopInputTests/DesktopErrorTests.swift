// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopInput

@Suite struct DesktopErrorTests {
  @Test func errorsSayWhatToDo() {
    let error = DesktopError.unavailable(
      action: "send keys", why: "there is no X server", remedy: "start one")
    #expect(error.description == "cannot send keys: there is no X server; start one")
    #expect(DesktopError.heldKey("Shift").description.contains("release it"))
  }
}
