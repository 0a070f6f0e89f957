// SPDX-License-Identifier: Apache-2.0

import CSystemBus

/// An interface of an object on a bus, in one table.
package struct BusInterface: Sendable {
  /// A value that a method takes or returns, or that a signal carries.
  package struct Argument: Sendable {
    /// The name of the argument; empty if no argument of the member has a name.
    package let name: String
    /// The type of the argument, as a D-Bus signature.
    package let type: String
    /// The meaning of the argument, for a reference.
    package let about: String

    /// An argument `name` of the type `type`.
    package init(_ name: String, _ type: String, _ about: String = "") {
      (self.name, self.type, self.about) = (name, type, about)
    }
  }

  /// A method, property or signal, by name.
  package enum Member: Sendable {
    /// A method that everybody may call.
    case method(String, _ arguments: [Argument] = [], returns: [Argument] = [])
    /// A property of this type that nobody can set; a signal announces its changes.
    case property(String, String)
    /// A property of this type that everybody can set; a signal announces its changes.
    case writable(String, String)
    /// A signal.
    case signal(String, _ arguments: [Argument] = [])
  }

  /// The name of the interface.
  package let name: String
  /// The path of the object with the interface.
  package let path: String
  /// The members, in the order that an introspection shows them.
  package let members: [Member]

  /// The interface `name` of the object at `path`.
  package init(_ name: String, at path: String, _ members: [Member]) {
    (self.name, self.path, self.members) = (name, path, members)
  }
}

/// The table of an interface for sd-bus, which reads it while the object is exported: it stays at
/// one place in memory, like all its texts.
final class InterfaceTable {
  let entries: UnsafeMutablePointer<sd_bus_vtable>
  private let count: Int
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ interface: BusInterface) {
    count = interface.members.count + 2
    entries = .allocate(capacity: count)
    fill(0, MOTION_BUS_START)
    for (index, member) in interface.members.enumerated() {
      switch member {
      case .method(let name, let arguments, let results):
        fill(index + 1, MOTION_BUS_METHOD, name, arguments, results)
      case .property(let name, let type):
        fill(index + 1, MOTION_BUS_PROPERTY, name, [BusInterface.Argument("", type)])
      case .writable(let name, let type):
        fill(index + 1, MOTION_BUS_WRITABLE, name, [BusInterface.Argument("", type)])
      case .signal(let name, let arguments): fill(index + 1, MOTION_BUS_SIGNAL, name, arguments)
      }
    }
    fill(count - 1, MOTION_BUS_END)
  }

  deinit {
    for text in texts { text.deallocate() }
    entries.deallocate()
  }

  private func fill(
    _ index: Int, _ kind: motion_bus_kind, _ name: String = "",
    _ arguments: [BusInterface.Argument] = [], _ results: [BusInterface.Argument] = []
  ) {
    let names = (arguments + results).filter { !$0.name.isEmpty }.map { $0.name + "\0" }
    motion_bus_fill(
      entries + index,
      motion_bus_member(
        kind: kind, name: text(name), signature: text(arguments.map(\.type).joined()),
        result: text(results.map(\.type).joined()), argument_names: text(names.joined())))
  }

  /// Returns a copy of `text` that lasts as long as the table.
  private func text(_ text: String) -> UnsafePointer<CChar> {
    // The copy has the zero bytes, which end the names of arguments.
    let characters = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
    for (index, character) in characters.enumerated() {
      (copy + index).initialize(to: character)
    }
    texts.append(copy)
    return UnsafePointer(copy)
  }
}
