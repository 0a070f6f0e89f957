// SPDX-License-Identifier: Apache-2.0

/// The input of the first responder, a keyboard or the app's own view, and the view above it.
///
/// An application shows the input views of its key window's first responder:
/// ``Application/inputViews``. It finds them when the first responder changes, and by
/// ``Responder/reloadInputViews()``: the nearest on its chain that has an input view or its
/// controller, and the same for the accessory. Without an input view a responder that is a
/// ``KeyInput`` has the keyboard.
@MainActor
public struct InputViews {
  /// The responder that is typed into; nil without one, or once it was released.
  public private(set) weak var responder: Responder?
  /// The keyboard or the view that types.
  public let input: Input
  /// The view above it; nil without one.
  public let accessory: Part?
  /// The language that is written.
  public let textInputMode: TextInputMode?

  /// The input of a responder: a keyboard, or the app's own view.
  public enum Input {
    /// Nothing to show.
    case none
    /// The keyboard of the system.
    case keyboard
    /// The app's own view, in place of the keyboard.
    case custom(Part)
  }

  /// A view, by itself or with its controller; if a responder has both, the view counts.
  public enum Part {
    /// A view.
    case view(View)
    /// A controller, which has a view or makes it on demand.
    case controller(InputViewController)

    /// The view to show; nil if the controller has none.
    @MainActor public var view: View? {
      switch self {
      case .view(let view): view
      case .controller(let controller): controller.inputView
      }
    }
  }

  /// The views while nothing is typed into.
  init() {
    (input, accessory, textInputMode) = (.none, nil, nil)
  }

  /// The views of `first`, a first responder.
  init(of first: Responder, mode: TextInputMode?) {
    responder = first
    let custom = first.chain.lazy.compactMap { Part($0.inputView, $0.inputViewController) }.first
    let isTypedInto = (first as? TextResponder)?.isEditable ?? (first is any KeyInput)
    input = custom.map(Input.custom) ?? (isTypedInto ? .keyboard : .none)
    accessory =
      first.chain.lazy.compactMap {
        Part($0.inputAccessoryView, $0.inputAccessoryViewController)
      }.first
    textInputMode = mode
  }

  /// A Boolean value that indicates whether there is nothing to show.
  public var isEmpty: Bool {
    switch input {
    case .none: accessory == nil
    case .keyboard, .custom: false
    }
  }
}

extension InputViews.Part {
  fileprivate init?(_ view: View?, _ controller: InputViewController?) {
    if let view {
      self = .view(view)
    } else if let controller {
      self = .controller(controller)
    } else {
      return nil
    }
  }
}

/// A responder that owns an input view or an accessory, and handles what is pressed in it.
open class InputViewController: Responder {
  private var view: View?

  /// The view; an override may make it when it is first asked for.
  open override var inputView: View? {
    get { view }
    set { view = newValue }
  }
}

/// A responder that text can be typed into, so that it has the keyboard.
@MainActor
public protocol KeyInput: Responder {
  /// A Boolean value that indicates whether there is any text.
  var hasText: Bool { get }
  /// Puts `text` in at the caret, or in place of the selection.
  func insertText(_ text: String)
  /// Removes the character before the caret, or the selection.
  func deleteBackward()
}

/// A language that is written, as the keyboard has it.
public struct TextInputMode: Hashable, Sendable, Codable {
  /// The language (`"de"`, `"en-US"`); nil if it is not known.
  public var primaryLanguage: String?

  /// The mode of a language, by its BCP 47 tag.
  public init(primaryLanguage: String?) {
    self.primaryLanguage = primaryLanguage
  }
}

/// An object that shows ``InputViews``, in a toolkit's panel or by the keyboard of the desktop.
@MainActor
public protocol InputPresenter: AnyObject {
  /// Shows `views`, where there was nothing.
  func show(_ views: InputViews)
  /// Shows `views` in place of those before: another responder has come, or its views changed.
  func update(_ views: InputViews)
  /// Removes all from the screen.
  func hide()
}
