// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore

/// The recordings in `samples/`.
package enum Samples {
  /// The text of the sample `name`.
  package static func text(_ name: String) throws -> String {
    let file = RunningCommand.packageRoot.appending(path: "samples/\(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// A short shake, which began by its 140th line.
  package static func shortShake() throws -> String { try text("short-shake.csv") }

  /// The first lines of a short shake: by default as far as it has begun, and not ended.
  package static func halfAShake(lines: Int = 140) throws -> String {
    try shortShake().split(separator: "\n").prefix(lines).joined(separator: "\n") + "\n"
  }

  /// The readings of a short shake.
  package static func readings() throws -> [Reading] {
    try Recording(parsing: Array(shortShake().utf8).span).readings
  }

  /// A recording of swings of `amplitude` m/s² at 3 Hz, from 1 to 1.8 s.
  package static func swings(_ amplitude: Double) -> String {
    (0..<300).reduce(into: "timestamp_ns,x,y,z\n") { text, index in
      let time = Double(index) / 100
      let x = (1..<1.8).contains(time) ? amplitude * sin(6 * .pi * (time - 1)) : 0
      text += "\(index * 10_000_000),\(x),0,9.8\n"
    }
  }
}

/// A folder of a test's own, which goes with this object.
package final class TemporaryFolder {
  /// Where it is.
  package let url: URL
  /// Where it is.
  package var path: String { url.path }

  /// Makes one.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of `name` in it.
  package func file(_ name: String) -> String { url.appending(path: name).path }

  /// Writes `text` to the file `name` in it, and returns its path.
  package func write(_ text: String, to name: String = "a.csv") throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return file(name)
  }

  /// The names of all that is in it, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
