/// The input views of an application.
@MainActor
struct InputState {
  var views = InputViews()
  /// The first responder that they were found for, as a number, because it may be gone.
  var owner: ObjectIdentifier?
}

extension Application {
  /// The input views in force: those of the key window's first responder.
  public var inputViews: InputViews { inputState.views }

  /// Finds the input views anew, if there is another first responder.
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
    let before = inputState.views
    let views = first.map { InputViews(of: $0) } ?? InputViews()
    inputState.views = views
    switch (before.isEmpty, views.isEmpty) {
    case (true, true): break
    case (true, false): inputPresenter?.show(views)
    case (false, false): inputPresenter?.update(views)
    case (false, true): inputPresenter?.hide()
    }
  }
}
