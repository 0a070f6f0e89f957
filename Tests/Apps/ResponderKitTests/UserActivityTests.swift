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
