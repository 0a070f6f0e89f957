// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// UIKit's names, so that the compiler tells a developer who ports an app what is called what here.

import Foundation

@available(*, unavailable, renamed: "Responder") public typealias UIResponder = Responder
@available(*, unavailable, renamed: "Application") public typealias UIApplication = Application
@available(*, unavailable, renamed: "Window") public typealias UIWindow = Window
@available(*, unavailable, renamed: "View") public typealias UIView = View
@available(*, unavailable, renamed: "Control") public typealias UIControl = Control
@available(*, unavailable, renamed: "Event") public typealias UIEvent = Event
@available(*, unavailable, renamed: "Touch") public typealias UITouch = Touch
@available(*, unavailable, renamed: "GestureRecognizer")
public typealias UIGestureRecognizer = GestureRecognizer
@available(*, unavailable, renamed: "TapGestureRecognizer")
public typealias UITapGestureRecognizer = TapGestureRecognizer
@available(*, unavailable, renamed: "LongPressGestureRecognizer")
public typealias UILongPressGestureRecognizer = LongPressGestureRecognizer
@available(*, unavailable, renamed: "PanGestureRecognizer")
public typealias UIPanGestureRecognizer = PanGestureRecognizer
@available(*, unavailable, renamed: "PinchGestureRecognizer")
public typealias UIPinchGestureRecognizer = PinchGestureRecognizer
@available(*, unavailable, renamed: "SwipeGestureRecognizer")
public typealias UISwipeGestureRecognizer = SwipeGestureRecognizer
@available(*, unavailable, renamed: "RotationGestureRecognizer")
public typealias UIRotationGestureRecognizer = RotationGestureRecognizer
@available(*, unavailable, renamed: "GestureRecognizerDelegate")
public typealias UIGestureRecognizerDelegate = GestureRecognizerDelegate
@available(*, unavailable, renamed: "ApplicationDelegate")
public typealias UIApplicationDelegate = ApplicationDelegate
@available(*, unavailable, renamed: "TextDelegate")
public typealias UITextFieldDelegate = TextDelegate
@available(*, unavailable, renamed: "TextDelegate")
public typealias UITextViewDelegate = TextDelegate
@available(*, unavailable, renamed: "KeyInput") public typealias UIKeyInput = KeyInput
@available(*, unavailable, renamed: "TextInputMode")
public typealias UITextInputMode = TextInputMode
@available(*, unavailable, renamed: "KeyPress") public typealias UIPress = KeyPress
@available(*, unavailable, message: "a Responder acts, and the app's toolkit shows the views")
public typealias UIViewController = Responder
@available(*, unavailable, renamed: "EditMenu") public typealias UIMenuController = EditMenu
@available(*, unavailable, renamed: "EditMenu") public typealias UIEditMenuInteraction = EditMenu
@available(*, unavailable, renamed: "EditMenu.Item") public typealias UIMenuItem = EditMenu.Item
@available(*, unavailable, renamed: "KeyCommand") public typealias UIKeyCommand = KeyCommand
@available(*, unavailable, renamed: "TextResponder") public typealias UITextField = TextResponder
@available(*, unavailable, renamed: "TextResponder") public typealias UITextView = TextResponder
@available(*, unavailable, renamed: "UserActivity") public typealias NSUserActivity = UserActivity

extension Responder {
  @available(*, unavailable, renamed: "next") public var nextResponder: Responder? { next }
  @available(*, unavailable, renamed: "target(forAction:withSender:)")
  public func targetForAction(_ action: Action, withSender sender: Any?) -> Responder? { nil }
}

extension Application {
  @available(*, unavailable, renamed: "shared")
  public static func sharedApplication() -> Application { shared }
  @available(*, unavailable, message: "open(_:) reports a URL that no program opens")
  public func canOpenURL(_ url: URL) -> Bool { false }
  @available(*, unavailable, renamed: "open(_:)") public func openURL(_ url: URL) {}
  @available(*, unavailable, message: "the app keeps its windows; keyWindow is the one in front")
  public var windows: [Window] { [] }
}

extension Window {
  @available(*, unavailable, renamed: "makeKey()") public func makeKeyAndVisible() {}
  @available(*, unavailable, message: "set the controller's next to the window")
  public var rootViewController: Responder? { nil }
}

extension View {
  @available(*, unavailable, message: "the app's toolkit draws") public func setNeedsDisplay() {}
}

extension Touch {
  @available(*, unavailable, renamed: "location(in:)")
  public func locationInView(_ view: View?) -> CGPoint { .zero }
}

extension GestureRecognizer {
  @available(*, unavailable, renamed: "require(toFail:)")
  public func requireGestureRecognizerToFail(_ other: GestureRecognizer) {}
  @available(*, unavailable, renamed: "location(in:)")
  public func locationInView(_ view: View?) -> CGPoint { .zero }
}

extension EditMenu {
  @available(*, unavailable, renamed: "show(from:rect:)")
  public func showMenu(from target: Responder, rect: CGRect) {}
  @available(*, unavailable, renamed: "hide()") public func hideMenu() {}
  @available(*, unavailable, message: "set isMenuVisible")
  public func setMenuVisible(_ isVisible: Bool, animated: Bool) {}
}
