// SPDX-License-Identifier: Apache-2.0

import DesktopInput

/// The reason why an undo did not work: in English for the log, and for the person in the language
/// of the session.
struct FailureReason: Hashable, ExpressibleByStringInterpolation {
  var text: String
  var shown: String

  /// A reason that the log explains; a person reads what to do.
  init(stringLiteral text: String) {
    (self.text, shown) = (text, Texts.tryAgain)
  }

  /// The reason of a key that was not sent.
  init(_ error: DesktopError) {
    text = "\(error)"
    shown =
      switch error {
      case .unavailable: Texts.noKeys
      case .late, .lost: Texts.desktopIsLate
      case .heldKey(let key): Texts.held(key)
      case .outdated, .stopped: Texts.tryAgain
      }
  }
}
