// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PasteboardKit

@Suite("13 Pasteboard: where the files are")
struct PlacesTests {
  private func places(_ environment: [String: String], hasSession: Bool = true) -> [String?] {
    let places = PasteboardPlaces(environment: environment, user: 7) { path in
      path == "/run/user/7" && hasSession
    }
    return [places.lasting, places.memory]
  }

  @Test("the folders are those that the environment says")
  func environment() {
    #expect(
      places(["XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r", "HOME": "/h"]) == [
        "/s/pasteboards", "/r/pasteboards",
      ])
    #expect(
      places(["HOME": "/h", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": "r"]) == [
        "/h/.local/state/pasteboards", "/run/user/7/pasteboards",
      ])
    #expect(places([:], hasSession: false) == [nil, "/dev/shm/pasteboards-7"])
    #expect(
      places(["PASTEBOARD_DIRECTORY": "/p", "XDG_STATE_HOME": "/s", "HOME": "/h"]) == [
        "/p/lasting", "/p/memory",
      ])
  }

  @Test("P072 a folder that another user planted is not used, and another one is")
  func planted() throws {
    let places = PasteboardPlaces(environment: ["HOME": "/h"], user: 7) { _ in
      false
    } isForeign: {
      $0 == "/dev/shm/pasteboards-7"
    }
    #expect(places.memory == "/h/.local/state/pasteboards-session")
    // A folder of this name that this user has not made.
    let path = "/dev/shm/pasteboards-\(geteuid())"
    guard ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] == nil,
      !FileManager.default.fileExists(atPath: path)
    else { return }
    #expect(!PasteboardPlaces.current.memory.contains("session"))
  }

  @Test("/dev/shm is in memory, and /proc is not")
  func memory() throws {
    let path = "/dev/shm/PasteboardKitTests-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try PasteboardFolder(at: path).isInMemory)
    #expect(try !PasteboardFolder(at: "/proc/self/task").isInMemory)
  }
}
