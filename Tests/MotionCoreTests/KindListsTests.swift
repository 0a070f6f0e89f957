// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TestSupport
import TestTraits
import Testing

/// That what no compiler sees names every kind of the registry: the microcontroller's table,
/// libmotion, and rigs that `make test` does not run.
@Suite(.waits) struct KindListsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..")
  private static let kinds = Set(MotionRegistry.kinds.map(\.rawValue))

  private func text(of file: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
  }

  @Test("Tests/Embedded/Kinds.swift has a case for each kind, numbered from 0")
  func embedded() throws {
    let cases = try text(of: "Tests/Embedded/Kinds.swift")
      .matches(of: /case (\d+): run\((\w)(\w*)Detector\(/)
    let names = cases.map { "\($0.output.2.lowercased())\($0.output.3)" }
    #expect(Set(names) == Self.kinds)
    #expect(cases.map(\.output.1) == names.indices.map { "\($0)" })
  }

  @Test("libmotion has a number for each kind, from 0, in motion.h and in KindNumber")
  func library() throws {
    let constants = try text(of: "Bridges/libmotion/include/motion.h")
      .split(separator: "enum motion_kind {")[1].prefix { $0 != "}" }
      .matches(of: /MOTION_(\w+) = (\d+)/)
    let names = try text(of: "Bridges/libmotion/Sources/EventOutput.swift")
      .matches(of: /case (\d+): "(\w+)"/)
    #expect(Set(names.map { "\($0.output.2)" }) == Self.kinds)
    for list in [constants.map(\.output.2), names.map(\.output.1)] {
      #expect(list.map { "\($0)" } == (0..<Self.kinds.count).map { "\($0)" })
    }
    let spelled = constants.map { $0.output.1.replacing("_", with: "").lowercased() }
    #expect(spelled == names.map { $0.output.2.lowercased() })
  }

  @Test(
    "a list of a rig has each kind once",
    arguments: [
      ("Tests/Rigs/VM/rig/events.py", "KINDS", []),
      // A sensor at rest would end the readings that its faults are about.
      ("Tests/Rigs/Faults/run", "MOTIONS", ["still"]),
    ] as [(String, String, Set<String>)])
  func rig(_ file: String, _ name: String, without others: Set<String>) throws {
    let text = try text(of: file)
    // From the name to the end of its list or string.
    let list = try #require(
      text.firstMatch(of: try Regex("(?m)^\(name) = [\\[\"]([^\\]=]*?)(\\]|\"$)")))
    let names = String(list.output[1].substring ?? "").matches(of: /\w+/).map { "\($0.output)" }
    #expect(Set(names) == Self.kinds.subtracting(others))
    #expect(names.count == Set(names).count)
  }

  @Test("Tests/new-kind puts a kind into the registry and into each list, and refuses one there is")
  func template() throws {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    defer { try? FileManager.default.removeItem(at: copy) }
    for path in [
      "Sources/MotionCore", "Tests/MotionCoreTests", "Tests/Lab", "Tests/Embedded", "Tests/Rigs",
      "Bridges/libmotion", "Tests/Bridges/libmotion", "Tests/new-kind",
    ] {
      let target = copy.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Self.root.appendingPathComponent(path), to: target)
    }
    func status(_ arguments: String...) throws -> Int32 {
      let process = Process()
      // By its interpreter: a file just written, which a child of another test may still hold open,
      // cannot be executed.
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [copy.appendingPathComponent("Tests/new-kind").path] + arguments
      process.standardOutput = FileHandle.nullDevice
      try process.start()
      process.waitUntilExit()
      return process.terminationStatus
    }
    // 70 if a list has no twist to put it beside.
    #expect(try status("headNod") == 0)
    #expect(try status("headNod") == 64)
    #expect(try status("shake") == 64)
    #expect(try status("Nod") == 64)
    let made = try FileManager.default.contentsOfDirectory(
      atPath: copy.appendingPathComponent("Sources/MotionCore/Recognition/HeadNod").path)
    #expect(Set(made) == ["HeadNod.swift", "HeadNodDetector.swift"])
    let registry = copy.appendingPathComponent(
      "Sources/MotionCore/Recognition/MotionRegistry.swift")
    #expect(try String(contentsOf: registry, encoding: .utf8).contains(".And<HeadNodDetector>\n"))
    let header = copy.appendingPathComponent("Bridges/libmotion/include/motion.h")
    #expect(
      try String(contentsOf: header, encoding: .utf8)
        .contains(",\n  MOTION_HEAD_NOD = \(Self.kinds.count)\n};"))
  }
}
