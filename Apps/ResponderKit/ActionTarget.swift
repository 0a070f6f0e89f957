// SPDX-License-Identifier: Apache-2.0

/// An object that performs actions where it is named as their target: a responder, or any other,
/// such as a model.
///
/// UIKit takes any object. What is no responder is on no chain, so it is found by name alone.
@MainActor
public protocol ActionTarget: AnyObject {
  /// Returns this object's implementation of `action`; nil if it has none.
  func method(for action: Action) -> Action.Method?
}
