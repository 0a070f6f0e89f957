// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc

/// An object on the bus, exported as long as this object lives.
///
/// One thread at a time may use it, as with its connection.
package final class ExportedObject {
  private let table: InterfaceTable
  private let record = UnsafeMutablePointer<motion_bus_object>.allocate(capacity: 1)
  private var slot: OpaquePointer?
  private let property: (String) -> BusValue?
  private let change: (String, BusValue) -> Bool
  private let method: (BusMessage) -> Void

  /// Exports the object.
  ///
  /// - Parameters:
  ///   - interface: its interface, with its path
  ///   - connection: the connection to the bus
  ///   - property: returns the value of a property
  ///   - change: sets a property to a value of the right type; returns false if the property cannot
  ///     have it
  ///   - method: called with each call of a method, with the right types; it answers, now or later
  /// - Throws: a ``BusError`` if sd-bus refuses
  package init(
    _ interface: BusInterface, on connection: BusConnection,
    property: @escaping (String) -> BusValue?,
    change: @escaping (String, BusValue) -> Bool = { _, _ in false },
    method: @escaping (BusMessage) -> Void
  ) throws(BusError) {
    table = InterfaceTable(interface)
    (self.property, self.change) = (property, change)
    self.method = method
    // Not retained: sd-bus forgets the record and the table when deinit releases the slot.
    record.initialize(
      to: motion_bus_object(
        method: { call, context, _ in
          guard let call, let context else { return -EINVAL }
          Unmanaged<ExportedObject>.fromOpaque(context).takeUnretainedValue()
            .method(BusMessage(retaining: call))
          // Not 0, which would make sd-bus look for another object to answer.
          return 1
        },
        property: { name, reply, context in
          guard let name, let reply, let context else { return -EINVAL }
          let object = Unmanaged<ExportedObject>.fromOpaque(context).takeUnretainedValue()
          guard let value = object.property(String(cString: name)),
            (try? BusMessage(retaining: reply).append([value])) != nil
          else { return -EINVAL }
          return 1
        },
        change: { name, value, context in
          guard let name, let value, let context else { return -EINVAL }
          let object = Unmanaged<ExportedObject>.fromOpaque(context).takeUnretainedValue()
          guard let value = try? BusMessage(retaining: value).readOn().first,
            object.change(String(cString: name), value)
          else { return -EINVAL }
          return 1
        },
        context: Unmanaged.passUnretained(self).toOpaque()))
    try check(
      sd_bus_add_object_vtable(
        connection.pointer, &slot, interface.path, interface.name, table.entries, record),
      "export an object on the \(connection.address)")
  }

  deinit {
    sd_bus_slot_unref(slot)
    record.deallocate()
  }
}
