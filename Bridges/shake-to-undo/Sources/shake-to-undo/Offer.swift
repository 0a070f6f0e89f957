// SPDX-License-Identifier: Apache-2.0

import DesktopInput

/// A way to have a program undo, or redo.
enum Way: Hashable, Sendable {
  /// An action that the program exports on the session bus.
  case exportedAction(ExportedAction)
  /// An item of the program's menu, by AT-SPI.
  case menuItem(AccessibleObject)
  /// A key, which goes to what has the focus.
  case key(KeyStroke, focus: AccessibleObject?)
}

extension Way {
  /// The way, for `--explain` and `doctor`.
  var text: String {
    switch self {
    case .exportedAction(let action): "its exported action \(action.name)"
    case .menuItem: "its menu item"
    case .key(let stroke, _):
      switch stroke {
      case .undoKey, .redoKey: "the key \(stroke.name)"
      case .controlZ, .controlShiftZ, .controlY: stroke.name
      }
    }
  }
}

extension Way {
  /// The words for a person: the key that was sent, or Undo.
  var shownText: String {
    if case .key(let stroke, _) = self { stroke.name } else { Texts.undo }
  }
}

/// An action of a program on the session bus.
struct ExportedAction: Hashable, Sendable {
  /// The interface that it is called by.
  enum Interface: Hashable, Sendable {
    /// `org.gtk.Actions`
    case gtk
    /// `org.kde.KMainWindow`
    case kde
  }

  var interface: Interface
  /// The program's unique name on the session bus.
  var busName: String
  /// The object with the action.
  var path: String
  /// The name of the action.
  var name: String
}

/// An object of the accessibility bus.
struct AccessibleObject: Hashable, Sendable {
  /// The unique name of its program on that bus.
  var busName: String
  /// Its path, which is valid.
  var path: String
}

/// A way to undo that was found in a program.
struct Offer: Hashable, Sendable {
  /// The readiness of an offer: something to undo, nothing, or unknown.
  enum Readiness: Hashable, Sendable {
    case ready
    case nothingToUndo
    /// The way does not show it, as with a key.
    case unknown
  }

  var way: Way
  var readiness: Readiness
  /// The program's own words for what would be undone, such as `Undo: Typing: "a"`.
  var label: String?
  /// The way to take the undo back; nil if none is known.
  var redo: Way?

  /// True if `other` is an offer of the same undo, whether its redo is known or not.
  func isSameUndo(as other: Self) -> Bool {
    way == other.way && readiness == other.readiness && label == other.label
  }
}

/// The part of a program that has the focus.
struct Focus: Hashable, Sendable {
  /// The kind of a part, as far as it matters for an undo.
  enum Kind: Hashable, Sendable {
    case terminal
    case password
    /// An entry of one line, such as a search field: the window's own undo is not its undo.
    case singleLine
    case text
    /// A page of the web that does not show what is edited in it.
    case page
    /// Something that is not edited, or does not show that it is.
    case other
    /// Something whose role or states did not come in time: it may be any kind.
    case unknown
  }

  var kind: Kind
  /// Nil if the object cannot be compared later.
  var object: AccessibleObject?
}

/// The lock of the screen, as far as it is known.
enum Lock: Hashable, Sendable {
  case open
  case locked
  /// Nothing here could tell.
  case untold
  /// Something that can tell did not answer in time.
  case late
}

/// The facts about the program that has the focus, learned when a shake began.
struct Survey: Hashable, Sendable {
  /// The active window; nil if none is, or none is known.
  var window: ActiveWindow?
  var lock = Lock.open
  /// True if the program of the window claims shakes by itself; nil if motiond, which knows, was
  /// late.
  var claimsShakes: Bool? = false
  /// Nil if accessibility does not show it.
  var focus: Focus?
  /// True if a dialog is active: its only undo is the undo of a field with the focus.
  var isDialog = false
  /// The toolkit of the part with the focus; nil if it is not known.
  var toolkit: Toolkit?
  /// Ways that know the program's undo, the best first.
  var offers: [Offer] = []
  /// True if the program does not answer what its main loop would answer at once.
  var isHung = false
  /// True if a second look shows more: its time was over, or a program had just begun to answer.
  var isCut = false
  /// The entry of the program's desktop file; nil without one.
  var entry: DesktopEntry?
}
