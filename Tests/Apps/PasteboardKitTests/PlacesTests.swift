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

  @Test("/dev/shm is in memory, and /proc is not")
  func memory() throws {
    let path = "/dev/shm/PasteboardKitTests-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try PasteboardFolder(at: path).isInMemory)
    #expect(try !PasteboardFolder(at: "/proc/self/task").isInMemory)
  }
}
