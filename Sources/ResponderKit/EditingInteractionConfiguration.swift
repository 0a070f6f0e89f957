/// Whether the system's ways of editing work in a responder; a shake that undoes is one.
///
/// UIKit's `UIEditingInteractionConfiguration`. There it is also about gestures of the fingers,
/// which this library does not know.
public enum EditingInteractionConfiguration: Hashable, Sendable {
  /// A shake does not undo or redo anything.
  case none
  /// A shake that nobody handled leads to undo and redo.
  case `default`
}
