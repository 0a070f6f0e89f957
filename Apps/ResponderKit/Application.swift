// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ShakeUndo
import TouchCore
import UndoKit

/// The application: it sends events to the key window, and undoes on a shake that no responder
/// handled.
///
/// ```swift
/// let window = Window()
/// Application.shared.keyWindow = window
/// Application.shared.sendEvent(Event(motion))
/// ```
///
/// Touches come in by ``receive(_:in:)``.
///
/// Names and behavior are those documented for UIKit's `UIApplication`, but for the
/// <doc:Differences>. All of it belongs to the main actor.
open class Application: Responder {
  /// The application of this process.
  ///
  /// A convenience: windows belong to it by default. To have a subclass of yours here, set it
  /// before the first window of it is made; to set it later traps.
  public static var shared: Application {
    get { theShared }
    set {
      ensure(
        !isSharedInUse, "Application.shared: set it before you make the first window")
      theShared = newValue
    }
  }
  private static var theShared = Application()
  private static var isSharedInUse = false

  /// Notes that this application has a window.
  func noteWindow() {
    if self === Self.theShared { Self.isSharedInUse = true }
  }

  private lazy var motionDelivery = MotionDelivery(of: self)
  lazy var touchDelivery = TouchDelivery(of: self)
  private(set) lazy var shakes = {
    let shakes = ShakeToUndo(.nothing) { [weak self] in
      // Without a first responder a dialog of the toolkit may have the focus.
      self?.keyWindow?.firstResponder?.nearestUndoManager
    }
    shakes.onIgnored = { [weak self] in self?.noteIgnored($0) }
    shakes.whenAskingChanges = { [weak self] in self?.focusChanged() }
    return shakes
  }()
  /// The loops of ``sendEvents(from:onShake:alsoInBackground:)``.
  var feeds: [MotionFeed] = []
  /// The key window that does not lead to this application, once that was reported.
  private weak var strayKeyWindow: Window?

  private lazy var watchers: [any ChainWatcher] = [
    ChainStep(of: self) { $0.keyWindow?.dropLostFirstResponder() },
    ChainStep(of: self) { $0.reloadInputViews(isForced: false) },
  ]

  /// The edit menu on the screen; there is at most one.
  weak var visibleMenu: EditMenu?
  /// A Boolean value that indicates whether commands for media are delivered.
  private var receivesRemoteControl = false
  /// The distances and times of taps and gestures, unless a recognizer has its own.
  ///
  /// Taps that were counted are forgotten when it changes; a gesture that goes on keeps its own.
  public var touchConfiguration = TouchConfiguration() {
    didSet { touchDelivery.forgetTaps() }
  }

  /// The number of calls of ``beginIgnoringInteractionEvents()`` that have no end yet.
  private var ignoringDepth = 0

  /// The window that has the user's attention, and so receives the events.
  ///
  /// Set it as your toolkit moves the focus, and to `nil` while the application is inactive because
  /// another one has it: then a shake undoes nothing, touches are cancelled, and the application
  /// wants no motions, so that the accelerometer can be off. A motion that began in another window
  /// is cancelled there; a touch goes on. The window is not owned. Its chain should lead to this
  /// application; otherwise unhandled shakes are lost.
  public weak var keyWindow: Window? {
    didSet {
      Window.postKeyChange(from: oldValue, to: keyWindow)
      hadKeyWindow = keyWindow != nil
      if hadKeyWindow { everHadKeyWindow = true }
      if oldValue !== keyWindow {
        oldValue?.keyApplication = nil
        keyWindow?.keyApplication = self
      }
      keyWindowChanged()
      if oldValue !== keyWindow { tellStates() }
    }
  }
  /// True if a key window was set, also if it is gone by now.
  private var hadKeyWindow = false
  /// A Boolean value that indicates whether a window ever was key.
  private(set) var everHadKeyWindow = false
  private var lostShake = LostShake()
  private var reported: Set<ResponderDiagnostic> = []

  /// A Boolean value that indicates whether an unhandled shake leads to undo and redo: by default
  /// `true`.
  ///
  /// Responders receive motion events either way.
  public var applicationSupportsShakeToEdit = true

  /// The reaction to an unhandled shake: `.undo`, `.ask` or `.nothing`; at first nil.
  ///
  /// ``sendEvents(from:onShake:alsoInBackground:)`` sets it. While it is nil a shake does nothing,
  /// and the first one that ends reports ``ResponderDiagnostic/onShakeNotSet``. The user is not
  /// asked when there is nothing to undo or redo, nor while an earlier question is open.
  public var onShake: ShakeReaction?

  /// Stores an activity that was brought up to date: by default nothing is stored.
  ///
  /// Called once for each activity that needs it in a pass of the main loop:
  /// ``saveUserActivities()``.
  public var saveUserActivity: @MainActor (UserActivity) -> Void = { _ in }

  /// The object that shows the input views, which is not owned; without one they are a model only.
  public weak var inputPresenter: (any InputPresenter)?

  /// The object that opens URLs of this app, which is not owned.
  public weak var delegate: (any ApplicationDelegate)?

  /// The object that has other programs open URLs: by default by the desktop's command.
  public var urlOpener: any URLOpener = DesktopURLOpener()

  /// The board that texts copy to and paste from: at first one of this application alone.
  ///
  /// See ``TextBoard`` for the board of all programs of the user.
  public var pasteboard: any TextBoard = LocalTextBoard()

  /// The board with the text that was searched for last, which texts search for.
  public var findPasteboard: any TextBoard = LocalTextBoard()

  /// The place of the keyboard.
  var keyboard = KeyboardFrame()

  /// The input views in force.
  var inputState = InputState()

  /// The activities to save in the next pass.
  var activitiesToSave = UserActivityQueue()

  override var asApplication: Application? { self }

  /// Gives `event` to the key window, which gives it to its first responder; from there it goes up
  /// the chain.
  ///
  /// Without first responder the key window receives it, without key window the application. The
  /// responders that received a motion's beginning receive its end, and nobody else. A responder
  /// that has left the chain of the current first responder gets a cancellation as soon as the
  /// application notices, and at the latest with the next event; the end then starts at the nearest
  /// other.
  ///
  /// Touches go to the windows where their fingers began, whichever is key.
  ///
  /// All edits made in one event are undone as one, also in an application that runs neither
  /// Foundation's nor Dispatch's main loop; edits made before the event are not among them.
  open func sendEvent(_ event: Event) {
    UndoManager.endEvent()
    defer { UndoManager.endEvent() }
    // The step that it is part of began with a look at the links.
    if event.type != .touches { linksChanged() }
    reportWeakLinks()
    if event.type == .touches {
      touchDelivery.forEachRecipient { $0.sendEvent(event) }
      return
    }
    // A window of another application's would deliver there: that mistake was just reported.
    guard let keyWindow, keyWindow.application === self else {
      return deliver(event, in: keyWindow)
    }
    let open = event.endedMotion.flatMap(motionDelivery.sequence(of:))
    keyWindow.sendEvent(event)
    // The window may have kept the end to itself, but what began must end.
    if let open { motionDelivery.cutShort(open) }
  }

  /// Delivers an event without touches to the first responder of `window`, to it, or to the
  /// application.
  func deliver(_ event: Event, in window: Window?) {
    let recipient = window?.firstResponder ?? window ?? self
    if let motion = event.motionEvent {
      motionDelivery.send(motion, to: recipient)
    } else if let key = event.keyPress {
      let isPerformed = window != nil && perform(key, in: event, from: recipient)
      event.answer?.isPerformed = isPerformed
    } else if event.type != .remoteControl || receivesRemoteControl {
      event.deliver(to: recipient)
    }
  }

  /// Performs `action` in `target`, or in the first responder on the chain that can perform it.
  ///
  /// Without target the chain is searched from where events start: the key window's first
  /// responder, or else that window. If none there performs the action, the chain of `sender`
  /// is searched. A target that is named is not asked whether it can.
  ///
  /// - Parameters:
  ///   - action: the action
  ///   - target: the object that performs it; `nil` to search for a responder
  ///   - sender: the sender, such as a button
  ///   - event: the event that caused the action, if any
  /// - Returns: true if the action was performed
  @discardableResult
  open func sendAction(
    _ action: Action, to target: (any ActionTarget)?, from sender: Any?, for event: Event?
  ) -> Bool {
    let target: (any ActionTarget)? = target ?? searchTarget(of: action, from: sender)
    guard let method = target?.method(for: action) else { return false }
    method(sender, event)
    return true
  }

  /// The application's implementation of `action`: it undoes and redoes.
  ///
  /// As a shake does, so do ``Action/undo`` and ``Action/redo`` concern the undo manager of the key
  /// window's first responder, or of the nearest on its chain that has one; none while no window is
  /// key. They are implemented while it has something to undo or redo, and the client has no group
  /// open in it.
  ///
  /// - Parameter action: the action
  /// - Returns: a method that is called at once or not at all
  open override func method(for action: Action) -> Action.Method? {
    switch action {
    case .undo where recipient !== self: recipient.nearestUndoManager?.undoMethod
    case .redo where recipient !== self: recipient.nearestUndoManager?.redoMethod
    default: super.method(for: action)
    }
  }

  /// Asks whether to undo if `motion` is a shake; passes on other motions.
  ///
  /// An override that does not call `super` turns shake-to-edit off.
  open override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    guard askWhetherToEdit(after: event, motion) else {
      return super.motionEnded(motion, with: event)
    }
  }

  /// Asks the client whether to undo or redo after a shake, if there is anything to.
  ///
  /// - Returns: true if it asked a question or one is still open
  func askWhetherToEdit(after event: Event?, _ motion: Event.EventSubtype? = nil) -> Bool {
    guard motion ?? event?.subtype == .motionShake else { return false }
    let origin = event?.sequence.map { $0.origin(in: keyWindow) } ?? recipient
    guard applicationSupportsShakeToEdit,
      (origin ?? recipient).editingInteractionConfiguration == .default
    else { return false }
    guard let onShake else {
      reportOnce(.onShakeNotSet)
      return false
    }
    if onShake.isNothing { return false }
    let undoManager = keyWindow == nil ? nil : origin?.nearestUndoManager
    if shakes.isAsking {
      noteIgnored(.questionIsOpen)
      return true
    }
    if let undoManager, shakes.react(onShake, in: undoManager) { return true }
    let diagnostic = lostShake.diagnostic(in: keyWindow, hadWindow: everHadKeyWindow, undoManager)
    if let diagnostic { report(diagnostic) }
    return false
  }

  /// Reports a mistake in the links between responders, windows and application, once for each, or
  /// a gesture's state that cannot follow: by default on standard error.
  ///
  /// The links are weak, and an event that follows a missing one is lost without a trace. Override
  /// it to show the diagnostic elsewhere.
  open func report(_ diagnostic: ResponderDiagnostic) {
    FileHandle.standardError.write(Data("ResponderKit: \(diagnostic)\n".utf8))
  }

  func noteIgnored(_ reason: ShakeToUndo.IgnoredReason) {
    // LostShake looks for the mistake that leaves nothing to undo.
    if reason != .nothingToUndo { reportOnce(.shakeIgnored(reason)) }
  }

  func reportOnce(_ diagnostic: ResponderDiagnostic) {
    if reported.insert(diagnostic).inserted { report(diagnostic) }
  }

  func reportWeakLinks() {
    if let keyWindow {
      guard keyWindow.application !== self, strayKeyWindow !== keyWindow else { return }
      strayKeyWindow = keyWindow
      report(.keyWindowWithoutApplication)
    } else if hadKeyWindow {
      hadKeyWindow = false
      report(.keyWindowReleased)
    }
  }

  // MARK: Remote control

  /// Has commands for media delivered to the responders from now on.
  ///
  /// ``Responder/remoteControlReceived(with:)`` of the first responder receives them first. Whether
  /// the application plays anything does not matter. Not counted: one end is enough.
  open func beginReceivingRemoteControlEvents() {
    receivesRemoteControl = true
  }

  /// Has commands for media ignored, as they are at first.
  open func endReceivingRemoteControlEvents() {
    receivesRemoteControl = false
  }

  // MARK: Ignoring

  /// A Boolean value that indicates whether more calls began to ignore interaction than ended it.
  open var isIgnoringInteractionEvents: Bool { ignoringDepth > 0 }

  /// Has touches ignored until the matching end, such as during an animation; calls are counted.
  ///
  /// Touches and gestures that go on are cancelled at once. A finger that is put down meanwhile is
  /// ignored until it lifts, also after the end. Motions, keys and remote control go on.
  open func beginIgnoringInteractionEvents() {
    ignoringDepth += 1
    touchDelivery.cancelAll()
  }

  /// Ends what one ``beginIgnoringInteractionEvents()`` began; one too many has no effect.
  open func endIgnoringInteractionEvents() {
    ignoringDepth = max(0, ignoringDepth - 1)
  }

  /// The responder where the chain begins.
  var recipient: Responder {
    keyWindow?.firstResponder ?? keyWindow ?? self
  }

  private func searchTarget(of action: Action, from sender: Any?) -> Responder? {
    recipient.target(forAction: action, withSender: sender)
      ?? (sender as? Responder)?.target(forAction: action, withSender: sender)
  }
}

extension Application {
  /// Ends what a changed chain, first responder or key window has left without its place.
  func linksChanged() {
    for watcher in watchers { watcher.chainChanged() }
  }

  /// Has `watcher` called after each change, until it is removed.
  func addWatcher(_ watcher: any ChainWatcher) { watchers.append(watcher) }

  func removeWatcher(_ watcher: any ChainWatcher) { watchers.removeAll { $0 === watcher } }
}
