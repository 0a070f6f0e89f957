// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The input views of an application, and the languages of its contexts.
@MainActor
struct InputState {
  var views = InputViews()
  /// The first responder that they were found for, as a number, because it may be gone.
  var owner: ObjectIdentifier?
  var mode: TextInputMode?
  var contexts: [String: TextInputMode] = [:]
}

extension Responder {
  /// Forgets the language of a context of ``Application/shared``.
  public static func clearTextInputContextIdentifier(_ identifier: String) {
    Application.shared.clearTextInputContextIdentifier(identifier)
  }

  /// Posted when ``Application/currentInputMode`` changed.
  public nonisolated static let currentInputModeDidChangeNotification = Notification.Name(
    "CurrentInputModeDidChange")
}

extension Application {
  /// The input views in force, of the key window's first responder.
  public var inputViews: InputViews { inputState.views }

  /// The language that is written now; nil until the host knows it.
  public var currentInputMode: TextInputMode? { inputState.mode }

  /// The languages last used in each context, by ``Responder/textInputContextIdentifier``.
  ///
  /// An app that wants them at its next start stores them, and sets them then.
  public var textInputContexts: [String: TextInputMode] {
    get { inputState.contexts }
    set { inputState.contexts = newValue }
  }

  /// Takes the language that the user has chosen, as the host's keyboard reports it.
  ///
  /// The context of the first responder remembers it.
  ///
  /// - Parameter mode: the language
  public func setCurrentInputMode(_ mode: TextInputMode) {
    if let context = textInputContext { inputState.contexts[context] = mode }
    guard mode != inputState.mode else { return }
    adopt(mode)
    if inputState.owner != nil { reloadInputViews(isForced: true) }
  }

  /// Forgets the language that was last used in a context.
  public func clearTextInputContextIdentifier(_ identifier: String) {
    inputState.contexts[identifier] = nil
  }

  private var textInputContext: String? {
    keyWindow?.firstResponder?.chain.lazy.compactMap(\.textInputContextIdentifier).first
  }

  private func adopt(_ mode: TextInputMode?) {
    guard mode != inputState.mode else { return }
    inputState.mode = mode
    NotificationCenter.default.post(
      name: Responder.currentInputModeDidChangeNotification, object: nil)
  }

  /// Finds the input views again, if there is another first responder.
  ///
  /// - Parameter isForced: true to find them in any case
  func reloadInputViews(isForced: Bool) {
    // While one hands over to another, nothing is to come and go.
    if keyWindow?.isHandingOver == true { return }
    let first = keyWindow?.firstResponder
    let owner = first.map { ObjectIdentifier($0) }
    let isSame = owner == inputState.owner && (first == nil || inputState.views.responder != nil)
    guard isForced || !isSame else { return }
    inputState.owner = owner
    if !isSame, let remembered = textInputContext.flatMap({ inputState.contexts[$0] }) {
      adopt(remembered)
    }
    if let first { adopt(first.textInputMode) }
    let before = inputState.views
    let views = first.map { InputViews(of: $0, mode: inputState.mode) } ?? InputViews()
    inputState.views = views
    switch (before.isEmpty, views.isEmpty) {
    case (true, true): break
    case (true, false): inputPresenter?.show(views)
    case (false, false): inputPresenter?.update(views)
    case (false, true): inputPresenter?.hide()
    }
  }
}
