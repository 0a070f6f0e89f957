// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension MotionEvent {
  /// The phase in one word: `began`, `ended`, `recognized`, or the reason of the cancellation.
  var word: String {
    switch phase {
    case .began: "began"
    case .ended: "ended"
    case .cancelled(let reason): reason.rawValue
    case .recognized: "recognized"
    }
  }
}
