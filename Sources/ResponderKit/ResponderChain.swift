extension Responder {
  /// This responder, its `next`, and so on to the end.
  var chain: some Sequence<Responder> {
    sequence(first: self) { $0.next }
  }

  /// The nearest window on the chain, for a window itself.
  ///
  /// Searched for each time: nobody but the client knows when the chain changes.
  var window: Window? {
    for case let window as Window in chain { return window }
    return nil
  }

  /// The nearest application on the chain, for an application itself.
  var application: Application? {
    for case let application as Application in chain { return application }
    return nil
  }

  /// Whether the chain of this responder passes through `other`.
  func follows(_ other: Responder) -> Bool {
    chain.contains { $0 === other }
  }
}
