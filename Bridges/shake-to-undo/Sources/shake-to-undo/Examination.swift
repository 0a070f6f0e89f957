// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore

/// The facts about a field that its role does not tell: fields of one line without an undo, and
/// terminals that a page of the web shows as text.
extension Surveyor {
  /// The focus as it counts, and the toolkit that it is of.
  func examined(
    _ finding: Accessibility.Finding, until deadline: Timestamp
  ) -> (focus: Focus?, toolkit: Toolkit?) {
    let focus = finding.focus
    guard var focus, focus.kind == .singleLine || focus.kind == .text, let object = focus.object,
      let bus = accessibility.waiting
    else { return (focus, finding.toolkit) }
    guard let toolkit = finding.toolkit(of: object, bus, until: deadline) else {
      focus.kind = .unknown
      return (focus, nil)
    }
    if toolkit.mayBeWeb { focus.kind = web(focus, object, toolkit, bus, until: deadline) }
    return (focus, toolkit)
  }

  /// The kind of a field of the web.
  private func web(
    _ focus: Focus, _ object: AccessibleObject, _ toolkit: Toolkit, _ bus: BusConnection,
    until deadline: Timestamp
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
      case .int32(let width) = extents[2], case .int32(let height) = extents[3]
    else { return .unknown }
    // Gecko learns it only now; its key is nothing to a terminal.
    if toolkit.family == .gecko, width < 0 { return focus.kind }
    var classes = ""
    if case .texts(let attributes)? = answers[1]?.first {
      classes = attributes["class"] ?? ""
    } else if toolkit.family == .web {
      // Qt 5 has no attributes at all, and Gecko not always.
      return .unknown
    }
    let isTerminal = WebField.isTerminal(width: width, height: height, classes: classes)
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
