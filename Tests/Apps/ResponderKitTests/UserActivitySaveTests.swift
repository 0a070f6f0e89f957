// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import ResponderKit
import Testing

@Suite("User activities: saving and restoring")
@MainActor
struct UserActivitySaveTests {
  private let log = Log()
  private let application = Application()
  private let window: Window
  private let page: Doer
  private let field: Doer
  private let activity = UserActivity(activityType: "com.example.editing")

  init() {
    window = Window(application: application)
    page = Doer("page", log, next: window)
    field = Doer("field", log, next: page)
    application.keyWindow = window
    field.becomeFirstResponder()
    application.saveUserActivity = { [log] in log.note("saved \($0.userInfo.count)") }
  }

  @Test("A010 a responder has no activity, and keeps the one it has")
  func held() {
    #expect(field.userActivity == nil)
    var activity: UserActivity? = UserActivity(activityType: "a")
    let kept = Weakly(activity: activity)
    field.userActivity = activity
    page.userActivity = activity
    activity = nil
    field.userActivity = nil
    #expect(kept.activity != nil && page.userActivity === kept.activity)
    page.userActivity = nil
    #expect(kept.activity == nil)
  }

  @Test("A011 the current one is the nearest on the first responder's chain")
  func current() {
    #expect(application.currentUserActivity == nil)
    let (outer, inner) = (UserActivity(activityType: "a"), UserActivity(activityType: "b"))
    application.userActivity = activity
    #expect(application.currentUserActivity === activity)
    page.userActivity = outer
    #expect(application.currentUserActivity === outer)
    field.userActivity = inner
    #expect(application.currentUserActivity === inner)
    field.resignFirstResponder()
    #expect(application.currentUserActivity === activity)
    window.userActivity = outer
    #expect(application.currentUserActivity === outer)
    application.keyWindow = nil
    #expect(application.currentUserActivity === activity)
  }

  @Test("A012 the delegate, each responder that has it, and the application, in this order")
  func order() {
    let other = Doer("other", log, next: window)
    let former = Doer("former", log, next: window)
    for holder in [page, other, former] { holder.userActivity = activity }
    former.userActivity = UserActivity(activityType: "a")
    activity.delegate = log
    activity.needsSave = true
    application.saveUserActivities()
    #expect(log.drain() == ["will save", "page updates", "other updates", "saved 2"])
    application.saveUserActivities()
    #expect(log.drain() == [])
  }

  @Test("A012 a responder that overrides the property is found on the chain")
  func overridden() {
    let own = Owner(log, next: page)
    own.becomeFirstResponder()
    own.activity.needsSave = true
    // Nobody was given it, so it waits for the application of the process.
    page.userActivity = own.activity
    application.saveUserActivities()
    #expect(log.drain() == ["page updates", "owner updates", "saved 2"])
  }

  @Test("A017 what is saved is what the delegate and the responders put in anew")
  func emptied() {
    page.userActivity = activity
    activity.delegate = log
    activity.addUserInfoEntries(from: ["old": 1])
    log.whenSaving = { $0.addUserInfoEntries(from: ["count": .integer($0.userInfo.count)]) }
    activity.needsSave = true
    application.saveUserActivities()
    #expect(activity.userInfo == ["count": 0, "page": ""])
    #expect(log.drain() == ["will save", "page updates", "saved 2"])
  }

  @Test("A017 an activity that no responder brings up to date keeps its user info")
  func kept() {
    let plain = Responder()
    plain.userActivity = activity
    plain.next = window
    activity.delegate = log
    activity.addUserInfoEntries(from: ["old": 1, "title": "a"])
    log.whenSaving = { $0.addUserInfoEntries(from: ["title": .string($0.title ?? "b")]) }
    activity.needsSave = true
    application.saveUserActivities()
    application.saveUserActivities()
    #expect(activity.userInfo == ["old": 1, "title": "b"])
  }

  @Test("A018 an activity that nobody has is not saved, until a responder has it")
  func unheld() {
    activity.delegate = log
    page.userActivity = activity
    activity.needsSave = true
    page.userActivity = nil
    application.saveUserActivities()
    #expect(log.drain() == [] && activity.needsSave)
    field.userActivity = activity
    application.saveUserActivities()
    #expect(log.drain() == ["will save", "field updates", "saved 1"])
    #expect(!activity.needsSave)
  }

  @Test("A013 however often it is set, a pass of the main loop saves once")
  func batched() async {
    page.userActivity = activity
    for _ in 0..<5 { activity.needsSave = true }
    #expect(log.drain() == [])
    await passMainLoop()
    #expect(log.drain() == ["page updates", "saved 1"])
    #expect(!activity.needsSave)
    activity.needsSave = true
    activity.needsSave = false
    await passMainLoop()
    #expect(log.drain() == [])
    activity.needsSave = true
    await passMainLoop()
    #expect(log.drain() == ["page updates", "saved 1"])
  }

  @Test("A014 what needs a save again meanwhile waits for the next pass")
  func again() async {
    page.userActivity = activity
    page.whileUpdating = { [activity] in activity.needsSave = true }
    activity.needsSave = true
    application.saveUserActivities()
    #expect(log.drain() == ["page updates", "saved 1"])
    page.whileUpdating = nil
    #expect(activity.needsSave)
    await passMainLoop()
    #expect(log.drain() == ["page updates", "saved 1"])
  }

  @Test("A015 it is restored along the chain, unless one keeps it")
  func restored() {
    application.restoreUserActivity(activity)
    #expect(log.drain() == ["field restores", "page restores"])
    field.passesOn = false
    application.restoreUserActivity(activity)
    #expect(log.drain() == ["field restores"])
    application.keyWindow = nil
    application.restoreUserActivity(activity)
    #expect(log.drain() == [])
  }

  @Test("A016 what was saved to a file is restored in other responders")
  func roundTrip() throws {
    let name = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let file = UserActivityFile(path: name.path)
    defer { try? file.remove() }
    application.saveUserActivity = { try? file.write($0.state) }
    field.text = "written"
    field.userActivity = activity
    activity.needsSave = true
    application.saveUserActivities()
    let next = UserActivitySaveTests()
    next.application.restoreUserActivity(UserActivity(try file.read()))
    #expect(next.field.text == "written")
    #expect(next.page.text == "")
  }

  /// Returns once the main queue has done what it had.
  private func passMainLoop() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}

private struct Weakly {
  weak var activity: UserActivity?
}

/// What happened.
@MainActor
private final class Log: Journal, UserActivityDelegate {
  var whenSaving: (UserActivity) -> Void = { _ in }

  func userActivityWillSave(_ userActivity: UserActivity) {
    note("will save")
    whenSaving(userActivity)
  }
}

/// A responder with a text that it puts into activities.
@MainActor
private class Doer: Able {
  let name: String
  let log: Log
  var text = ""
  var passesOn = true
  var whileUpdating: (() -> Void)?

  init(_ name: String, _ log: Log, next: Responder) {
    self.name = name
    self.log = log
    super.init()
    self.next = next
  }

  override func updateUserActivityState(_ activity: UserActivity) {
    log.note("\(name) updates")
    activity.addUserInfoEntries(from: [name: .string(text)])
    whileUpdating?()
    super.updateUserActivityState(activity)
  }

  override func restoreUserActivityState(_ activity: UserActivity) {
    log.note("\(name) restores")
    if case .string(let text) = activity.userInfo[name] { self.text = text }
    if passesOn { super.restoreUserActivityState(activity) }
  }
}

/// A responder whose activity nobody can set.
private final class Owner: Doer {
  let activity = UserActivity(activityType: "com.example.own")

  init(_ log: Log, next: Responder) { super.init("owner", log, next: next) }

  override var userActivity: UserActivity? {
    get { activity }
    set {}
  }
}
