// SPDX-License-Identifier: Apache-2.0

import TouchCore

extension GestureRecognizer {
  /// A recognizer that must fail first, which is not owned.
  struct Requirement {
    weak var recognizer: GestureRecognizer?
  }

  /// Lets this one be recognized only once `other` has failed.
  ///
  /// A circle of requirements is misuse, and traps.
  public func require(toFail other: GestureRecognizer) {
    ensure(
      !other.requires(self),
      "GestureRecognizer.require(toFail:): these recognizers would wait for each other forever")
    requirements.append(Requirement(recognizer: other))
    scene?.relate(self)
  }

  /// A Boolean value that indicates whether it may have to wait for another, or let another wait.
  var isRelating: Bool { kind == .custom || delegate != nil || !requirements.isEmpty }

  /// A Boolean value that indicates whether this one waits, directly or not, for `other`.
  private func requires(_ other: GestureRecognizer) -> Bool {
    self === other || requirements.contains { $0.recognizer?.requires(other) == true }
  }

  /// A Boolean value that indicates whether this one is to wait for `other` to fail.
  func mustWait(for other: GestureRecognizer) -> Bool {
    requirements.contains { $0.recognizer === other }
      || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }
}
