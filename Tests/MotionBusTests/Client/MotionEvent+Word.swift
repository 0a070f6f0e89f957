import MotionCore

extension MotionEvent {
  /// What a test says of it: `began`, `ended`, or why it was cancelled.
  var word: String {
    switch phase {
    case .began: "began"
    case .ended: "ended"
    case .cancelled(let reason): reason.rawValue
    }
  }
}
