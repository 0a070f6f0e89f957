// SPDX-License-Identifier: Apache-2.0

import CSystemBus

extension BusMessage {
  /// Appends `values`, each with its type.
  package func append(_ values: [BusValue]) throws(BusError) {
    for value in values { try append(value) }
  }

  private func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .bool(let value): try basic("b", value ? Int32(1) : 0)
    case .int32(let value): try basic("i", value)
    case .uint32(let value): try basic("u", value)
    case .int64(let value): try basic("x", value)
    case .uint64(let value): try basic("t", value)
    case .double(let value): try basic("d", value)
    case .descriptor(let value): try basic("h", value)
    case .byte(let value): try basic("y", value)
    case .string(let text): try string(text)
    case .path(let path): try string(path, "o")
    case .strings(let texts):
      try container("a", "s") { () throws(BusError) in try append(texts.map { .string($0) }) }
    case .doubles(let values):
      let result = values.withUnsafeBytes {
        sd_bus_message_append_array(pointer, type("d"), $0.baseAddress, $0.count)
      }
      try check(result, "write a message")
    case .dictionary(let values):
      try entries("sv", values) { value throws(BusError) in
        try container("v", value.signature) { () throws(BusError) in try append(value) }
      }
    case .texts(let texts):
      try entries("ss", texts) { text throws(BusError) in try string(text) }
    case .array(let element, let values):
      try container("a", element) { () throws(BusError) in try append(values) }
    case .structure(let values):
      try container("r", values.map(\.signature).joined()) { () throws(BusError) in
        try append(values)
      }
    case .other(let signature):
      preconditionFailure("BusMessage: nothing is known of a value of type \(signature)")
    }
  }

  /// Appends a dictionary in the order of its keys; `append` appends each value.
  private func entries<Value>(
    _ contents: String, _ entries: [String: Value], _ append: (Value) throws(BusError) -> Void
  ) throws(BusError) {
    try container("a", "{\(contents)}") { () throws(BusError) in
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
        try container("e", contents) { () throws(BusError) in
          try string(key)
          try append(value)
        }
      }
    }
  }

  private func string(_ text: String, _ code: Unicode.Scalar = "s") throws(BusError) {
    // The bytes after a zero would be lost, and the bus refuses a zero.
    try check(
      text.withCString { sd_bus_message_append_basic(pointer, type(code), $0) }, "write a message")
  }

  private func basic<Value: BitwiseCopyable>(
    _ code: Unicode.Scalar, _ value: Value
  ) throws(BusError) {
    let result = withUnsafePointer(to: value) {
      sd_bus_message_append_basic(pointer, type(code), $0)
    }
    try check(result, "write a message")
  }

  private func container(
    _ code: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    // Passing the text directly would copy it to the heap.
    let result = contents.withCString { sd_bus_message_open_container(pointer, type(code), $0) }
    try check(result, "write a message")
    try body()
    try check(sd_bus_message_close_container(pointer), "write a message")
  }
}

/// Returns the code of a type in the form that sd-bus takes.
func type(_ code: Unicode.Scalar) -> CChar {
  CChar(truncatingIfNeeded: code.value)
}
