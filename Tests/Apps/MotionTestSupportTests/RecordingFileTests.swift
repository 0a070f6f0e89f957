// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionTestSupport
import Testing

@Suite("Recordings in files")
struct RecordingFileTests {
  private func withFile<Result>(
    _ text: String, _ body: (URL) throws -> Result
  ) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file)
  }

  @Test("A recording is read as it was written")
  func reads() throws {
    let read = try withFile(Recording.shake.text) { try Recording(contentsOf: $0) }
    // A failure would print every reading of a whole recording.
    let isTheSame = read.text == Recording.shake.text
    #expect(isTheSame)
  }

  @Test("An error names file, line and byte")
  func badLine() throws {
    try withFile("timestamp_ns,x,y,z\n0,0,0,much\n") { file in
      let error = #expect(throws: RecordingFileError.self) { try Recording(contentsOf: file) }
      #expect(error?.description.hasPrefix("\(file.path):2:7: ") == true)
    }
  }

  @Test("A file that is not there")
  func missing() {
    #expect(throws: CocoaError.self) {
      try Recording(contentsOf: URL(fileURLWithPath: "/nonexistent/shake.csv"))
    }
  }
}
