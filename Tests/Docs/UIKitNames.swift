// SPDX-License-Identifier: Apache-2.0

// What the compiler tells a developer who types UIKit's and Foundation's names: Tests/Docs/snippets
// compares it, by `swiftc -verify`.

import Foundation
import PasteboardKit
import ResponderKit
import UndoKit

let types: [Any.Type] = [
  UIResponder.self,  // expected-error {{renamed to 'Responder'}}
  UIApplication.self,  // expected-error {{renamed to 'Application'}}
  UIWindow.self,  // expected-error {{renamed to 'Window'}}
  UIView.self,  // expected-error {{renamed to 'View'}}
  UIControl.self,  // expected-error {{renamed to 'Control'}}
  UIEvent.self,  // expected-error {{renamed to 'Event'}}
  UITouch.self,  // expected-error {{renamed to 'Touch'}}
  UIGestureRecognizer.self,  // expected-error {{renamed to 'GestureRecognizer'}}
  UITapGestureRecognizer.self,  // expected-error {{renamed to 'TapGestureRecognizer'}}
  UILongPressGestureRecognizer.self,  // expected-error {{renamed to 'LongPressGestureRecognizer'}}
  UIPanGestureRecognizer.self,  // expected-error {{renamed to 'PanGestureRecognizer'}}
  UIPinchGestureRecognizer.self,  // expected-error {{renamed to 'PinchGestureRecognizer'}}
  UISwipeGestureRecognizer.self,  // expected-error {{renamed to 'SwipeGestureRecognizer'}}
  UIRotationGestureRecognizer.self,  // expected-error {{renamed to 'RotationGestureRecognizer'}}
  UITextInputMode.self,  // expected-error {{renamed to 'TextInputMode'}}
  UIPress.self,  // expected-error {{renamed to 'KeyPress'}}
  UIViewController.self,  // expected-error {{a Responder acts}}
  UIMenuController.self,  // expected-error {{renamed to 'EditMenu'}}
  UIEditMenuInteraction.self,  // expected-error {{renamed to 'EditMenu'}}
  UIMenuItem.self,  // expected-error {{renamed to 'EditMenu.Item'}}
  UIKeyCommand.self,  // expected-error {{renamed to 'KeyCommand'}}
  UITextField.self,  // expected-error {{renamed to 'TextResponder'}}
  UITextView.self,  // expected-error {{renamed to 'TextResponder'}}
  NSUserActivity.self,  // expected-error {{renamed to 'UserActivity'}}
  NSUndoManager.self,  // expected-error {{renamed to 'UndoManager'}}
  UIPasteboard.self,  // expected-error {{renamed to 'Pasteboard'}}
]

typealias Delegates = (
  any UIGestureRecognizerDelegate,  // expected-error {{renamed to 'GestureRecognizerDelegate'}}
  any UIApplicationDelegate,  // expected-error {{renamed to 'ApplicationDelegate'}}
  any UITextFieldDelegate,  // expected-error {{renamed to 'TextDelegate'}}
  any UITextViewDelegate,  // expected-error {{renamed to 'TextDelegate'}}
  any UIKeyInput  // expected-error {{renamed to 'KeyInput'}}
)

final class Page: Responder {
  // expected-error@+1 {{renamed to 'motionBegan(_:with:)'}}
  override func motionBegan(_ motion: Event.EventSubtype, withEvent event: Event?) {}
  // expected-note@-1 {{remove 'override' modifier}}
  // expected-error@+1 {{renamed to 'motionEnded(_:with:)'}}
  override func motionEnded(_ motion: Event.EventSubtype, withEvent event: Event?) {}
  // expected-note@-1 {{remove 'override' modifier}}
  // expected-error@+1 {{renamed to 'motionCancelled(_:with:)'}}
  override func motionCancelled(_ motion: Event.EventSubtype, withEvent event: Event?) {}
  // expected-note@-1 {{remove 'override' modifier}}
  // expected-error@+1 {{renamed to 'touchesBegan(_:with:)'}}
  override func touchesBegan(_ touches: Set<Touch>, withEvent event: Event?) {}
  // expected-note@-1 {{remove 'override' modifier}}
  // expected-error@+1 {{renamed to 'touchesMoved(_:with:)'}}
  override func touchesMoved(_ touches: Set<Touch>, withEvent event: Event?) {}
  // expected-note@-1 {{remove 'override' modifier}}
  // expected-error@+1 {{renamed to 'touchesEnded(_:with:)'}}
  override func touchesEnded(_ touches: Set<Touch>, withEvent event: Event?) {}
  // expected-note@-1 {{remove 'override' modifier}}
  // expected-error@+1 {{renamed to 'touchesCancelled(_:with:)'}}
  override func touchesCancelled(_ touches: Set<Touch>, withEvent event: Event?) {}
  // expected-note@-1 {{remove 'override' modifier}}
}

@MainActor
func port(
  _ view: View, _ window: Window, _ touch: Touch, _ tap: TapGestureRecognizer, _ url: URL,
  _ undo: UndoManager
) {
  _ = view.nextResponder  // expected-error {{renamed to 'next'}}
  // expected-error@+1 {{renamed to 'target(forAction:withSender:)'}}
  _ = view.targetForAction(.copy, withSender: nil)
  // expected-error@+1 {{'sharedApplication()' has been renamed to 'shared'}}
  let application = Application.sharedApplication()
  // expected-error@+1 {{open(_:) reports a URL that no program opens}}
  _ = application.canOpenURL(url)
  application.openURL(url)  // expected-error {{'openURL' has been renamed to 'open(_:)'}}
  _ = application.windows  // expected-error {{keyWindow is the one in front}}
  window.makeKeyAndVisible()  // expected-error {{renamed to 'makeKey()'}}
  _ = window.rootViewController  // expected-error {{set the controller's next to the window}}
  view.setNeedsDisplay()  // expected-error {{the app's toolkit draws}}
  _ = touch.locationInView(view)  // expected-error {{renamed to 'location(in:)'}}
  tap.requireGestureRecognizerToFail(tap)  // expected-error {{renamed to 'require(toFail:)'}}
  _ = tap.locationInView(view)  // expected-error {{renamed to 'location(in:)'}}
  EditMenu.shared.showMenu(from: view, rect: .zero)  // expected-error {{'show(from:rect:)'}}
  EditMenu.shared.hideMenu()  // expected-error {{renamed to 'hide()'}}
  EditMenu.shared.setMenuVisible(true, animated: true)  // expected-error {{set isMenuVisible}}
  undo.registerUndoWithTarget(view, selector: "x", object: nil)  // expected-error {{a method}}
  _ = Pasteboard.generalPasteboard()  // expected-error {{renamed to 'general'}}
}
