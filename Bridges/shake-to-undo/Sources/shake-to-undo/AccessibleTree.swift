// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore

/// The objects of programs, asked on the accessibility bus until a deadline.
///
/// No search by a program is called (`Collection`), and `GetChildren` only of parts that say that
/// they are few: see ``AccessiblePart/Listing``.
struct AccessibleTree: AccessibleSource {
  let bus: BusConnection
  let deadline: Timestamp

  fileprivate static let accessible = "org.a11y.atspi.Accessible"
  static let application = "org.a11y.atspi.Application"
  static let action = "org.a11y.atspi.Action"
  static let root = "/org/a11y/atspi/accessible/root"

  func states(of objects: [AccessibleObject], _ isLate: inout Bool) -> [AccessibleStates?] {
    let answers = bus.answers(to: objects.map { .state(of: $0) }, until: deadline)
    if answers.contains(where: { $0 == nil }) { isLate = true }
    return answers.map { AccessibleStates(answer: try? $0?.get()) }
  }

  func roles(of objects: [AccessibleObject]) -> [AccessibleRole?] {
    bus.ask(objects.map { Self.call($0, "GetRole") }, until: deadline)
      .map { $0?.first?.number.map(AccessibleRole.init) }
  }

  func counts(of objects: [AccessibleObject]) -> [Int?] {
    bus.ask(
      objects.map { .property($0.busName, $0.path, Self.accessible, "ChildCount") },
      until: deadline
    ).map { if case .int32(let count)? = $0?.first { Int(count) } else { nil } }
  }

  func names(of objects: [AccessibleObject]) -> [String?] {
    bus.ask(objects.map { .name(of: $0) }, until: deadline).map { $0?.first?.text }
  }

  func children(of parts: [AccessiblePart]) -> [[AccessibleObject]?] {
    bus.ask(parts.map { Self.call($0.object, "GetChildren") }, until: deadline)
      .map { $0.map(Self.objects) }
  }

  func children(oneByOne part: AccessiblePart) -> [AccessibleObject?] {
    let calls = (0..<part.count).map { index in
      Self.call(part.object, "GetChildAtIndex", [.int32(Int32(index))])
    }
    return bus.ask(calls, until: deadline).map { $0?.first.flatMap(Self.object) }
  }

  func bindings(of objects: [AccessibleObject]) -> [String?] {
    let calls = objects.map { object in
      Call(
        destination: object.busName, path: object.path, interface: Self.action,
        member: "GetKeyBinding", values: [.int32(0)])
    }
    return bus.ask(calls, until: deadline).map { $0?.first?.text }
  }

  /// The toolkit of a program, with empty texts if it does not tell; nil if it is late.
  func toolkit(of program: AccessibleObject) -> Toolkit? {
    let calls = ["ToolkitName", "Version"].map {
      Call.property(program.busName, program.path, Self.application, $0)
    }
    let texts = bus.answers(to: calls, until: deadline).map { answer in
      answer.map { (try? $0.get())?.first?.text ?? "" }
    }
    guard let name = texts[0], let version = texts[1] else { return nil }
    return Toolkit(name: name, version: version)
  }

  /// The roots of the programs on the bus, which its registry lists.
  func programs(atMost most: Int) -> [AccessibleObject] {
    let registry = AccessibleObject(busName: "org.a11y.atspi.Registry", path: Self.root)
    let answer = bus.ask(Self.call(registry, "GetChildren"), until: deadline)
    return Array(Self.objects(answer ?? []).prefix(most))
  }

  /// The windows of each of `programs`: nil of one that did not answer, or listed more than it
  /// counted; none of one that has too many.
  func windows(of programs: [AccessibleObject]) -> [[AccessibleObject]?] {
    let counts = counts(of: programs)
    let listed = programs.indices.filter { index in
      counts[index].map { (1...AccessiblePart.mostChildren).contains($0) } ?? false
    }
    let answers = bus.ask(
      listed.map { Self.call(programs[$0], "GetChildren") }, until: deadline)
    var windows: [[AccessibleObject]?] = counts.map { $0 == nil ? nil : [] }
    for (index, answer) in zip(listed, answers) {
      // A program that lists more than it counted takes the time of the others.
      windows[index] = answer.map(Self.objects).flatMap {
        $0.count > AccessiblePart.mostChildren ? nil : $0
      }
    }
    return windows
  }

  fileprivate static func call(
    _ object: AccessibleObject, _ member: String, _ values: [BusValue] = []
  ) -> Call {
    Call(
      destination: object.busName, path: object.path, interface: accessible, member: member,
      values: values)
  }

  /// The objects in an answer of type `a(so)`.
  private static func objects(_ answer: [BusValue]) -> [AccessibleObject] {
    (answer.first?.values ?? []).compactMap(object)
  }

  private static func object(_ value: BusValue) -> AccessibleObject? {
    guard value.values.count == 2, case .string(let name) = value.values[0],
      case .path(let path) = value.values[1], path != "/org/a11y/atspi/null"
    else { return nil }
    return AccessibleObject(busName: name, path: path)
  }
}

extension AccessibleStates {
  /// The states in an answer to ``Call/state(of:)``; nil without any.
  init?(answer: [BusValue]?) {
    self.init(words: answer?.first?.values.compactMap(\.number) ?? [])
  }
}

extension Call {
  /// The call for the states of an object.
  static func state(of object: AccessibleObject) -> Call {
    AccessibleTree.call(object, "GetState")
  }

  /// The call for the name of an object.
  static func name(of object: AccessibleObject) -> Call {
    .property(object.busName, object.path, AccessibleTree.accessible, "Name")
  }
}
