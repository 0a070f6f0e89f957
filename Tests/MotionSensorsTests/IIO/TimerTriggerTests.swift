// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemPackage
import Testing

@testable import MotionSensors

/// Triggers made in configfs, played by a folder.
@Suite struct TimerTriggerTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString
  ).path

  @Test("it is there until it is let go")
  func life() throws {
    #expect(!TimerTrigger.isAvailable(in: folder))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(TimerTrigger.isAvailable(in: folder))
    var trigger: TimerTrigger? = try TimerTrigger(for: "iio:device3", in: folder)
    #expect(trigger?.name == "motiond-iio-device3")
    #expect(try contents() == ["motiond-iio-device3"])
    trigger = nil
    #expect(try contents() == [])
  }

  @Test("one that a crash left behind is used again, and removed in the end")
  func left() throws {
    let left = "\(folder)/motiond-iio-device3"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var trigger: TimerTrigger? = try TimerTrigger(for: "iio:device3", in: folder)
    #expect(trigger?.name == "motiond-iio-device3")
    trigger = nil
    #expect(try contents() == [])
  }

  @Test("where none can be made that is said")
  func refused() {
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try TimerTrigger(for: "iio:device3", in: folder)
    }
  }

  private func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }
}
