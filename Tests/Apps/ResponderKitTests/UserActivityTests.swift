// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing

@Suite("User activities: their content")
struct UserActivityTests {
  @Test("A001 an activity has a type, title, user info, web page and keywords")
  @MainActor func properties() {
    let activity = UserActivity(activityType: "com.example.editing")
    #expect(activity.state == UserActivity.State(activityType: activity.activityType))
    activity.title = "Letter"
    activity.keywords.insert("post")
    activity.webpageURL = URL(string: "https://example.com")
    activity.addUserInfoEntries(from: ["line": 1, "name": "a"])
    activity.addUserInfoEntries(from: ["line": 2])
    #expect(activity.userInfo == ["line": 2, "name": "a"])
    #expect(activity.state.title == "Letter" && activity.state.keywords == ["post"])
    #expect(UserActivity(activity.state).state == activity.state)
  }

  @Test("A002 all of it survives as data, which are the same for the same content")
  func encoding() throws {
    let data = try UserActivity.State.full.encoded()
    #expect(try UserActivity.State(encoded: data) == UserActivity.State.full)
    for _ in 0..<10 { #expect(try UserActivity.State.full.encoded() == data) }
    let empty = UserActivity.State(activityType: "")
    #expect(try UserActivity.State(encoded: empty.encoded()) == empty)
  }

  @Test(
    "A003 what is no activity is refused, with a reason",
    arguments: [
      ("", UserActivityError.damaged(source: "x")), ("{}", .damaged(source: "x")),
      (#"{"format":1}"#, .damaged(source: "x")),
      (#"{"format":1,"activity":{}}"#, .damaged(source: "x")),
      (
        #"{"format":1,"activity":{"activityType":"a","userInfo":{"a":{"s":1}}}}"#,
        .damaged(source: "x")
      ),
      (
        #"{"format":1,"activity":{"activityType":"a","userInfo":{"a":{"bool":true,"integer":1}}}}"#,
        .damaged(source: "x")
      ),
      (#"{"format":2,"activity":"new"}"#, .otherFormat(source: "x", format: 2)),
    ])
  func refused(text: String, reason: UserActivityError) {
    #expect(throws: reason) { try UserActivity.State(encoded: Data(text.utf8), source: "x") }
  }

  @Test("A003 what a later version adds is passed over; what is missing is empty")
  func tolerant() throws {
    let text = #"{"format":1,"more":0,"activity":{"activityType":"a","new":1}}"#
    let state = try UserActivity.State(encoded: Data(text.utf8))
    #expect(state == UserActivity.State(activityType: "a"))
  }
}

extension UserActivity.State {
  /// An activity that has everything.
  static var full: Self {
    var state = UserActivity.State(activityType: "com.example.editing")
    state.title = "Ein Brief, 手紙 \u{0}"
    state.userInfo = [
      "line": 3, "scale": 1.5, "isPinned": true, "name": "a", "none": [], "all": ["b", ["c": -1]],
      "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "bytes": .data(Data([0, 255])),
      "far": .number(.infinity), "whole": .number(2),
    ]
    state.userInfo["place"] = URL(string: "file:///a%20b").map { .url($0) }
    state.webpageURL = URL(string: "https://example.com/a?b=c")
    state.keywords = ["b", "a", "c"]
    return state
  }
}

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
