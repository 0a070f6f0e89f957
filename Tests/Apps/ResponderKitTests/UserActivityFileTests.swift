// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing

@Suite("User activities: files")
struct UserActivityFileTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("A004 an activity is at most 1 MiB, and a bigger one changes no file")
  func tooBig() throws {
    let file = folder.file("activity")
    try file.write(.full)
    var big = UserActivity.State.full
    let limit = UserActivity.State.sizeLimit
    big.userInfo["text"] = .string(String(repeating: "a", count: limit))
    #expect(
      throws: UserActivityError.tooBig(source: "the activity com.example.editing", limit: limit)
    ) { try file.write(big) }
    #expect(try file.read() == .full)
    try Data(repeating: 32, count: limit + 1).write(to: URL(fileURLWithPath: file.path))
    #expect(throws: UserActivityError.tooBig(source: "the file \(file.path)", limit: limit)) {
      try file.read()
    }
  }

  @Test("A005 a file is replaced as a whole, and the user's alone")
  func wholeFile() throws {
    let file = folder.file("activity")
    #expect(throws: UserActivityError.missing(path: file.path)) { try file.read() }
    try file.remove()
    try file.write(UserActivity.State(activityType: "first"))
    let old = try #require(FileHandle(forReadingAtPath: file.path))
    try file.write(.full)
    // Who had it open reads what it was.
    let before = try #require(try old.readToEnd())
    #expect(try UserActivity.State(encoded: before).activityType == "first")
    #expect(try file.read() == .full)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try folder.names() == ["activity"])
    try file.remove()
    #expect(try folder.names() == [])
  }

  @Test("A006 a file that cannot be used is an error that says what to do, and leaves nothing")
  func unusable() throws {
    let folderless = UserActivityFile(path: "\(folder.path)/none/activity")
    let error = #expect(throws: UserActivityError.self) { try folderless.write(.full) }
    #expect("\(try #require(error))".contains("No such file or directory"))
    let itself = UserActivityFile(path: folder.path)
    #expect(throws: UserActivityError.notAFile(path: folder.path)) { try itself.read() }
    #expect(throws: UserActivityError.failed(action: "write", path: folder.path, number: EISDIR)) {
      try itself.write(.full)
    }
    #expect(try folder.names() == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/..").allSatisfy {
        !$0.hasPrefix("\((folder.path as NSString).lastPathComponent)-")
      })
  }
}

/// A folder that is removed with it.
private final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> UserActivityFile { UserActivityFile(path: "\(path)/\(name)") }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }
}
