// SPDX-License-Identifier: Apache-2.0

import DesktopInput

/// The toolkit of a program, as AT-SPI names it, and what it shows of its fields: pure.
///
/// Seen in programs of GTK 3.24 and 4.8, Qt 5.15 and 6.4, wxWidgets 3.2 (which is GTK's), Firefox
/// 153, Chromium 156, QtWebEngine 5.15 and LibreOffice 7.4.
struct Toolkit: Hashable {
  var name: String
  var version: String

  static let unknown = Self(name: "", version: "")

  /// The toolkits whose programs differ in what they show.
  enum Family {
    /// GTK 2 and 3: a field says `SINGLE_LINE`, and an editor `MULTI_LINE`.
    case gtk
    /// An editor says `MULTI_LINE`; a field says neither, and has the role of an editor.
    case gtk4
    /// As GTK 4. A spin box does not say that it is edited, and QtWebEngine says no class.
    case qt
    /// Firefox and its forks.
    case gecko
    /// Chromium, Electron, WebKit.
    case web
    case other
  }

  var family: Family {
    let name = name.lowercased()
    return switch name {
    case "gtk": self.name == "GTK" || version.hasPrefix("4") ? .gtk4 : .gtk
    case "qt": .qt
    case "gecko": .gecko
    case _ where ["chromium", "webkit"].contains { name.hasPrefix($0) }: .web
    default: .other
    }
  }

  /// True for a toolkit that may show a page of the web, whose fields are looked at.
  var mayBeWeb: Bool {
    switch family {
    case .qt, .gecko, .web: true
    case .gtk, .gtk4, .other: false
    }
  }

  /// The undo of its fields of one line.
  var fieldUndo: FieldUndo {
    switch family {
    case .gtk: .none
    case .qt: .own
    case .gtk4, .gecko, .web, .other: .unclear
    }
  }

  /// The keys that undo and redo in all its programs; nil where each program has its own.
  var strokes: (undo: KeyStroke, redo: KeyStroke)? {
    family == .gecko ? (.undoKey, .controlShiftZ) : nil
  }

  /// What a browser of it is started with to show what is edited in its pages; nil if it is not
  /// known.
  var pageSwitch: String? {
    switch family {
    case .qt: "QTWEBENGINE_CHROMIUM_FLAGS=--force-renderer-accessibility"
    case .web where name.lowercased().hasPrefix("chromium"): "--force-renderer-accessibility"
    case .gtk, .gtk4, .gecko, .web, .other: nil
    }
  }

  /// The meaning of `part` for an undo, if it has the focus.
  func kind(of part: AccessiblePart) -> Focus.Kind {
    switch part.role {
    case .password: .password
    case .terminal: .terminal
    case .spinButton where family == .qt: .singleLine
    case .documentWeb where !part.states.contains(.editable): .page
    case _ where !part.states.contains(.editable): .other
    default: isField(part) ? .singleLine : .text
    }
  }

  /// True for a field of one line: it says so, or is what its toolkit makes of one.
  private func isField(_ part: AccessiblePart) -> Bool {
    if part.states.contains(.singleLine) { return true }
    guard !part.states.contains(.multiLine) else { return false }
    let fields: [AccessibleRole] =
      switch family {
      case .gtk4, .qt: [.entry, .text, .comboBox, .spinButton]
      case .gtk, .gecko, .web, .other: [.entry]
      }
    return fields.contains(part.role)
  }
}

/// The undo of the fields of one line of a toolkit.
enum FieldUndo: Hashable, Sendable {
  /// None, as in GTK 2 and 3: Ctrl+Z there is the window's.
  case none
  /// Their own, as in Qt: a field takes Ctrl+Z before any shortcut of the window.
  case own
  /// Not known: the key may be the window's, if that has an undo.
  case unclear
}

/// A field of a page.
enum WebField {
  /// Editors that take their text by a field that nobody sees: Monaco and CodeMirror.
  private static let editors: Set = [
    "inputarea", "native-edit-context", "ime-text-area", "cm-content", "CodeMirror-code",
  ]
  /// The smallest field that a person could type into, in pixels.
  private static let smallest: (width: Int32, height: Int32) = (24, 8)

  /// True if the field takes keys for something else, as the hidden fields of xterm.js and noVNC
  /// do.
  static func isTerminal(width: Int32, height: Int32, classes: String) -> Bool {
    let classes = classes.split(separator: " ").map(String.init)
    if classes.contains(where: { $0.hasPrefix("xterm") }) { return true }
    guard !classes.contains(where: editors.contains) else { return false }
    return width < smallest.width || height < smallest.height
  }
}
