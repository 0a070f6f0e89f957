// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The activities of an application that wait to be saved.
@MainActor
struct UserActivityQueue {
  private var waiting: [UserActivity] = []
  private var isScheduled = false

  /// Adds `activity`, once.
  ///
  /// - Returns: true if the end of this pass has yet to be awaited
  mutating func add(_ activity: UserActivity) -> Bool {
    if !waiting.contains(where: { $0 === activity }) { waiting.append(activity) }
    defer { isScheduled = true }
    return !isScheduled
  }

  /// Removes and returns those that need to be saved, in the order of adding.
  mutating func drain() -> [UserActivity] {
    defer { waiting = [] }
    isScheduled = false
    return waiting.filter(\.needsSave)
  }
}

extension Application {
  /// The activity that the user is in: the first responder's, or the nearest on its chain.
  ///
  /// Without first responder the key window's chain counts, without key window this application's.
  public var currentUserActivity: UserActivity? {
    recipient.chain.lazy.compactMap(\.userActivity).first
  }

  /// Brings the activities that need it up to date, and hands each to ``saveUserActivity``.
  ///
  /// The application calls it once in a pass of the main loop of Foundation, Dispatch or an `async`
  /// `main`, if an activity needs it. A host with another loop calls it after each event; call it
  /// also before the app ends. What needs a save again meanwhile waits for the next call, and an
  /// activity that no responder has until one has it.
  public func saveUserActivities() {
    for activity in activitiesToSave.drain() where activity.isHeld(along: recipient) {
      activity.update(along: recipient)
      saveUserActivity(activity)
    }
  }

  /// Has the responders of the first responder's chain take up `activity`, in order.
  ///
  /// Call it at the start of the app, once the windows are there, or when another program hands an
  /// activity over. Without first responder the key window's chain counts, without key window this
  /// application's.
  ///
  /// - Parameter activity: what was saved, here or elsewhere
  public func restoreUserActivity(_ activity: UserActivity) {
    recipient.restoreUserActivityState(activity)
  }

  /// Notes to save `activity` in the next pass.
  func needsSave(_ activity: UserActivity) {
    guard activitiesToSave.add(activity) else { return }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.saveUserActivities() }
    }
  }
}
