// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit

/// A first responder that implements and refuses what a test sets, and notes what it does.
@MainActor
final class CommandTarget: Able {
  var implemented: Set<Action> = []
  var refused: Set<Action> = []
  var commands: [KeyCommand]? = []
  /// Where it is in its next responder.
  var origin = CGPoint.zero
  /// Called while it performs an action.
  var whilePerforming: (() -> Void)?
  private(set) var performed: [(action: Action, sender: Any?, event: Event?)] = []
  private(set) var askedBy: [Any?] = []
  private(set) var received: [Event] = []
  var passesOn = true

  init(_ implemented: Action..., next: Responder) {
    self.implemented = Set(implemented)
    super.init()
    self.next = next
  }

  override func method(for action: Action) -> Action.Method? {
    guard implemented.contains(action) else { return super.method(for: action) }
    return { sender, event in
      self.performed.append((action, sender, event))
      self.whilePerforming?()
    }
  }

  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    askedBy.append(sender)
    return !refused.contains(action) && super.canPerformAction(action, withSender: sender)
  }

  override var keyCommands: [KeyCommand]? { commands }

  override func remoteControlReceived(with event: Event?) {
    if let event { received.append(event) }
    if passesOn { super.remoteControlReceived(with: event) }
  }

  override func convertToWindow(_ rect: CGRect) -> CGRect {
    super.convertToWindow(rect.offsetBy(dx: origin.x, dy: origin.y))
  }
}

/// A window in which an editor that is first responder follows a panel.
@MainActor
final class Desk {
  let application = Application()
  let window: Window
  let panel: CommandTarget
  let editor: CommandTarget

  init() {
    window = Window(application: application)
    panel = CommandTarget(next: window)
    editor = CommandTarget(next: panel)
    application.keyWindow = window
    editor.becomeFirstResponder()
  }
}

extension Action {
  static let zoom = Action(rawValue: "zoom")
  static let rotate = Action(rawValue: "rotate")
}
