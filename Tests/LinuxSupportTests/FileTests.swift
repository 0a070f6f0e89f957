// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemPackage
import TestTraits
import Testing

@testable import LinuxSupport

@Suite(.waits) final class FileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("motion-files-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  @Test("a file appears whole, and none is replaced unless that is wanted")
  func output() throws {
    try OutputFile.create("\(folder)/a") { try $0.write("one") }
    #expect(text("a") == "one")
    let error = try #require(throws: Failure.self) {
      try OutputFile.create("\(folder)/a", hint: "use --force") { try $0.write("two") }
    }
    #expect(error.description.contains("use --force, or choose another name"))
    #expect(text("a") == "one")
    try OutputFile.create("\(folder)/a", overwriting: true) { try $0.write([0x33]) }
    #expect(text("a") == "3")
    #expect(Folder.names(in: folder) == ["a"])
  }

  @Test("a link stays a link; one into nowhere says where it leads")
  func links() throws {
    for (name, target) in [
      ("a", "b"), ("b", "\(folder)/c"), ("loop", "loop"), ("lost", "none/file"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: target)
    }
    for content in ["made", "replaced"] {
      try OutputFile.create("\(folder)/a", overwriting: true) { try $0.write(content) }
      #expect(text("c") == content)
    }
    for (name, words) in [("loop", "Too many levels"), ("lost", "it links to \(folder)/none/file")]
    {
      let error = try #require(throws: Failure.self) {
        try OutputFile.create("\(folder)/\(name)", overwriting: true) { _ in }
      }
      #expect(error.description.contains(words))
    }
    #expect(
      try Folder.names(in: folder)?.filter {
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.type]
          as? FileAttributeType == .typeSymbolicLink
      } == ["a", "b", "loop", "lost"])
  }

  @Test("of a failure nothing is left, or the part, which the message names")
  func part() throws {
    let fail = { (file: OutputFile) throws in
      try file.write("half")
      throw Failure(.badData, "broken")
    }
    #expect(throws: Failure.self) { try OutputFile.create("\(folder)/a", fail) }
    #expect(Folder.names(in: folder) == [])
    let error = try #require(throws: Failure.self) {
      try OutputFile.create("\(folder)/a", keepsPart: true, fail)
    }
    let name = try #require(Folder.names(in: folder)?.first)
    #expect(error.status == .badData)
    #expect(error.description.hasSuffix("what was written before is in \(folder)/\(name)"))
    #expect(text(name) == "half")
  }

  @Test("a file is read in pieces, packed or not, until its end or a request to stop")
  func input() throws {
    let path = "\(folder)/a"
    try OutputFile.create(path) { try $0.write("plain") }
    let gzip = try ChildProcess(["gzip", "-k", path], from: "gzip")
    #expect(gzip.finish() == 0)
    try withSignals { signals in
      for name in [path, "\(path).gz"] {
        let file = try InputFile(path: name)
        #expect(file.isPacked == (name != path))
        #expect(String(decoding: try file.bytes(signals), as: UTF8.self) == "plain")
      }
      signals.request.raise()
      #expect(try InputFile(path: path).read(signals) { _ in } == .stopped)
    }
  }

  @Test("what cannot be read is named, with a status of its own")
  func unreadable() throws {
    try OutputFile.create("\(folder)/a.zip") { try $0.write([0x50, 0x4B, 3, 4]) }
    for (name, status) in [("none", ExitStatus.noInput), (".", .noInput), ("a.zip", .badData)] {
      let error = try #require(throws: Failure.self) {
        try InputFile(path: "\(self.folder)/\(name)")
      }
      #expect(error.status == status)
      #expect(error.description.contains("\(folder)/\(name)"))
    }
  }

  @Test("a small file is a regular one of at most 64 KiB, or none at all")
  func small() throws {
    let path = "\(folder)/a"
    #expect(try SmallFile.text(of: path, "the options") == nil)
    try OutputFile.create(path) { try $0.write("--window 2\n") }
    #expect(try SmallFile.text(of: path, "the options") == "--window 2\n")
    try OutputFile.create(path, overwriting: true) {
      try $0.write([UInt8](repeating: 0x20, count: 65_537))
    }
    for path in [path, folder] {
      let error = try #require(throws: Failure.self) { try SmallFile.text(of: path, "the options") }
      #expect(error.status == .noInput)
      #expect(error.description.hasPrefix("cannot read the options in \(path): it "))
    }
  }

  @Test("the names in a folder are sorted, and what is no folder has none")
  func names() throws {
    for name in ["b", "a"] { try OutputFile.create("\(folder)/\(name)") { try $0.write("") } }
    #expect(Folder.names(in: folder) == ["a", "b"])
    #expect(Folder.names(in: "\(folder)/a") == nil)
    #expect(Folder.exists(at: folder))
    #expect(!Folder.exists(at: "\(folder)/a"))
  }
}
