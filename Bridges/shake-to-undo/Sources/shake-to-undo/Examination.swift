// SPDX-License-Identifier: Apache-2.0

import MotionCore
import SystemBus

/// The facts about a field that its role does not tell: fields of one line without an undo, and
/// terminals that a page of the web shows as text.
extension Surveyor {
  /// The focus as it counts, and the undo of a field of its toolkit.
  func examined(
    _ finding: Accessibility.Finding, until deadline: Timestamp
  ) -> (focus: Focus?, fieldUndo: FieldUndo) {
    let focus = finding.focus
    guard var focus, focus.kind == .singleLine || focus.kind == .text, let object = focus.object,
      let bus = accessibility.waiting
    else { return (focus, .unclear) }
    guard let toolkit = finding.toolkit(of: object, bus, until: deadline) else {
      focus.kind = .unknown
      return (focus, .unclear)
    }
    if toolkit.isWeb {
      focus.kind = web(focus, object, bus, until: deadline)
    }
    return (focus, toolkit.fieldUndo)
  }

  /// The kind of a field of the web.
  private func web(
    _ focus: Focus, _ object: AccessibleObject, _ bus: BusConnection, until deadline: Timestamp
  ) -> Focus.Kind {
    let ofWindow: UInt32 = 1
    let answers = bus.ask(
      [
        Call(
          destination: object.busName, path: object.path, interface: "org.a11y.atspi.Component",
          member: "GetExtents", values: [.uint32(ofWindow)]),
        Call(
          destination: object.busName, path: object.path,
          interface: "org.a11y.atspi.Accessible", member: "GetAttributes"),
      ], until: deadline)
    guard let extents = answers[0]?.first?.values, extents.count == 4,
      case .int32(let width) = extents[2], case .int32(let height) = extents[3],
      case .texts(let attributes)? = answers[1]?.first
    else { return .unknown }
    let isTerminal = WebField.isTerminal(
      width: width, height: height, classes: attributes["class"] ?? "")
    return isTerminal ? .terminal : focus.kind
  }
}

extension Accessibility.Finding {
  /// The toolkit of `object`: a page of WebKit is a program of its own in the window of another.
  fileprivate func toolkit(
    of object: AccessibleObject, _ bus: BusConnection, until deadline: Timestamp
  ) -> Toolkit? {
    guard object.busName != program else { return toolkit }
    return AccessibleTree(bus: bus, deadline: deadline)
      .toolkit(of: .init(busName: object.busName, path: AccessibleTree.root))
  }
}

/// The toolkit of a program, as AT-SPI names it.
struct Toolkit: Hashable {
  var name: String
  var version: String

  /// True for those that show pages of the web: Chromium, Electron, WebKit.
  ///
  /// Firefox obeys the key Undo, which is nothing to a terminal in a page.
  var isWeb: Bool { ["chromium", "webkit"].contains { name.lowercased().hasPrefix($0) } }

  /// The undo of its fields of one line; GTK 4 calls itself GTK.
  var fieldUndo: FieldUndo {
    switch name {
    case "gtk" where !version.hasPrefix("4"): .none
    case "Qt": .own
    default: .unclear
    }
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
