// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TouchCore
import UndoKit

/// The way of touches from the panel to the windows: each finger's window, and what each event has.
@MainActor
final class TouchDelivery: ChainWatcher {
  private unowned let application: Application
  private var tracker = TouchTracker()
  private var counter = TapCounter()
  /// The scenes that deliver touches: one for each window that has, or had, any.
  private var scenes: [TouchScene] = []
  /// Steps that came while another was being delivered.
  private var waiting: [(step: TouchStep, window: Window?)] = []
  private var isDelivering = false
  /// Calls that the app wants made at a time.
  var calls = DelayedCalls()
  /// A view is on its way within its window.
  private var isMoving = false

  init(of application: Application) {
    self.application = application
    application.addWatcher(self)
  }

  // MARK: Input

  func receive(_ step: TouchStep, in window: Window?) {
    waiting.append((step, window))
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !waiting.isEmpty {
      let (step, window) = waiting.removeFirst()
      application.linksChanged()
      process(step, in: window)
      scenes.removeAll(where: \.isOver)
    }
  }

  private func process(_ step: TouchStep, in window: Window?) {
    switch step {
    case .frame(let frame):
      // Its contacts are not kept, so that the tracker need not copy them.
      tracker.process(frame) { frame in
        advance(to: frame.timestamp)
        calls.learn(frame.timestamp)
        process(frame, in: window ?? application.keyWindow)
      }
    case .time(let now):
      tracker.advance(to: now)
      advance(to: now)
      calls.learn(now)
    case .interruption:
      var frames: [ContactFrame] = []
      tracker.interrupt { frames.append($0) }
      for scene in scenes { scene.isInterrupted = true }
      for frame in frames { process(frame, in: nil) }
      for scene in scenes {
        scene.interrupt()
        scene.isInterrupted = false
      }
      calls.interrupt()
      forgetTaps()
    }
  }

  /// Counts taps from the start, by the application's configuration.
  func forgetTaps() {
    counter = TapCounter(application.touchConfiguration)
  }

  private func process(_ frame: ContactFrame, in window: Window?) {
    var hits: [(contact: Contact, view: View, window: Window)] = []
    for contact in frame.contacts {
      switch contact.phase {
      case .began:
        if let (view, window) = hit(contact, in: window) { hits.append((contact, view, window)) }
      case .moved, .stationary, .ended, .cancelled: update(contact, at: frame.timestamp)
      }
    }
    // A hit test is an app's code: what it cancels or ignores comes before the first beginning.
    for (contact, view, window) in hits where !application.isIgnoringInteractionEvents {
      begin(contact, on: view, in: window)
    }
    var hasChanged = false
    for scene in scenes where scene.prepare(at: frame.timestamp) { hasChanged = true }
    guard hasChanged else { return }
    let event = event(at: frame.timestamp)
    application.sendEvent(event)
    for scene in scenes where scene.isConcerned { scene.finish(event) }
  }

  private func hit(_ contact: Contact, in window: Window?) -> (View, Window)? {
    guard let window, window.application === application,
      !application.isIgnoringInteractionEvents
    else { return nil }
    let place = CGPoint(contact.location, in: nil)
    if window === application.keyWindow { application.visibleMenu?.hide(forTouchAt: place) }
    return window.hitTest(place, with: nil).map { ($0, window) }
  }

  private func begin(_ contact: Contact, on view: View, in window: Window) {
    let count = counter.count(contact, target: view.number, at: contact.timestamp)
    scene(of: window).begin(Touch.Moment(contact: contact, tapCount: count), on: view, in: window)
  }

  private func update(_ contact: Contact, at now: Timestamp) {
    for scene in scenes {
      guard let touch = scene.touch(contact.id) else { continue }
      let count = counter.count(contact, target: touch.target, at: now)
      touch.update(Touch.Moment(contact: contact, tapCount: count))
    }
  }

  private func event(at timestamp: Timestamp) -> Event {
    let touches =
      scenes.count == 1 ? scenes[0].touchSet : scenes.reduce(into: []) { $0.formUnion($1.touchSet) }
    return Event(touches: touches, at: timestamp)
  }

  private func scene(of window: Window) -> TouchScene {
    if let scene = scenes.first(where: { $0.window === window }) { return scene }
    let scene = TouchScene(of: window)
    scenes.append(scene)
    return scene
  }

  // MARK: Time

  var deadline: Timestamp? {
    var due: Timestamp?
    for scene in scenes {
      if let other = scene.deadline { due = due.map { min($0, other) } ?? other }
    }
    guard let call = calls.deadline else { return due }
    return due.map { min($0, call) } ?? call
  }

  /// Carries out what is due by `now`, in the order of the times when it is due.
  private func advance(to now: Timestamp) {
    while let due = deadline, due <= now {
      calls.learn(due)
      UndoManager.endEvent()
      for scene in scenes where scene.deadline == due {
        scene.advance(to: due, with: event(at: due))
      }
      for call in calls.removeCalls(dueAt: due) {
        UndoManager.endEvent()
        call.perform()
      }
      UndoManager.endEvent()
    }
  }

  // MARK: Sending

  /// Calls `body` with the windows that have touches in the event that is being sent, and have not
  /// received it.
  func forEachRecipient(_ body: (Window) -> Void) {
    for scene in scenes where scene.isWaiting {
      if let window = scene.window { body(window) }
    }
  }

  /// Delivers `event` to the recognizers and views of `window`, unless they have received it.
  func deliver(_ event: Event, in window: Window) {
    scenes.first { $0.window === window }?.deliver(event)
  }

  // MARK: Cancelling

  /// Cancels all touches, which are ignored until they lift, and all gestures.
  func cancelAll() {
    forgetTaps()
    for scene in scenes { scene.cancelAll() }
  }

  /// Cancels the touches whose views or receivers have left their place.
  func chainChanged() {
    guard !isMoving else { return }
    for scene in scenes { scene.cutShort(scene.touches.filter { !$0.isConnected }) }
  }

  /// Lets `body` move `view` within its window, where its touches go on.
  func move(_ view: View, _ body: () -> Void) {
    isMoving = true
    body()
    for touch in scenes.flatMap(\.touches) where touch.view?.follows(view) == true {
      touch.receivers?.rearrange()
    }
    isMoving = false
    application.linksChanged()
  }

  /// Cancels the touches in `view`, which is about to leave its superview.
  func cancelTouches(in view: View) {
    for scene in scenes {
      scene.cutShort(scene.touches.filter { $0.view?.isDescendant(of: view) == true })
    }
  }
}
