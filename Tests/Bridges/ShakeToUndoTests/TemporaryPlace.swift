// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for one test.
final class TemporaryPlace {
  let path: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "undo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
