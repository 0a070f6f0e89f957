// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// A part of an application that ends what a change of chain, focus or key window leaves behind.
@MainActor
protocol ChainWatcher: AnyObject {
  func chainChanged()
}

/// A watcher without a state of its own.
final class ChainStep: ChainWatcher {
  private weak var application: Application?
  private let step: (Application) -> Void

  init(of application: Application, _ step: @escaping (Application) -> Void) {
    (self.application, self.step) = (application, step)
  }

  func chainChanged() { application.map(step) }
}

extension Responder {
  /// This responder, its `next`, and so on to the end.
  var chain: some Sequence<Responder> {
    sequence(first: self) { $0.next }
  }

  /// The undo manager of the nearest on the chain that has one.
  ///
  /// Unlike ``undoManager`` it is not hidden by a responder whose own is nil.
  var nearestUndoManager: UndoManager? {
    chain.lazy.compactMap(\.undoManager).first
  }

  /// The nearest window on the chain, for a window itself.
  ///
  /// Searched for each time: only the client knows when the chain changes.
  var nearestWindow: Window? {
    var responder: Responder? = self
    while let current = responder {
      if let window = current.asWindow { return window }
      responder = current.next
    }
    return nil
  }

  /// The nearest application on the chain, for an application itself.
  var application: Application? {
    var responder: Responder? = self
    while let current = responder {
      if let application = current.asApplication { return application }
      responder = current.next
    }
    return nil
  }

  /// A Boolean value that indicates whether the chain of this responder passes through `other`.
  func follows(_ other: Responder) -> Bool {
    var responder: Responder? = self
    while let current = responder {
      if current === other { return true }
      responder = current.next
    }
    return false
  }
}
