import CSystemBus

extension BusMessage {
  /// Appends `values`, each of its own type.
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
    case .string(let text): try string(text)
    case .strings(let texts):
      try container("a", "s") { () throws(BusError) in for text in texts { try string(text) } }
    case .doubles(let values):
      try container("a", "d") { () throws(BusError) in
        for value in values { try basic("d", value) }
      }
    case .dictionary(let entries):
      try container("a", "{sv}") { () throws(BusError) in
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
          try container("e", "sv") { () throws(BusError) in
            try string(key)
            try container("v", value.signature) { () throws(BusError) in try append(value) }
          }
        }
      }
    case .texts(let entries):
      try container("a", "{ss}") { () throws(BusError) in
        for (key, text) in entries.sorted(by: { $0.key < $1.key }) {
          try container("e", "ss") { () throws(BusError) in
            try string(key)
            try string(text)
          }
        }
      }
    case .structure(let values):
      try container("r", values.map(\.signature).joined()) { () throws(BusError) in
        try append(values)
      }
    case .other(let signature):
      preconditionFailure("BusMessage: nothing is known of a value of type \(signature)")
    }
  }

  private func string(_ text: String) throws(BusError) {
    // As the byte after a zero would be lost, and the bus refuses it.
    try check(
      text.withCString { sd_bus_message_append_basic(pointer, type("s"), $0) }, "write a message")
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
    try check(sd_bus_message_open_container(pointer, type(code), contents), "write a message")
    try body()
    try check(sd_bus_message_close_container(pointer), "write a message")
  }
}

/// How sd-bus has the code of a type.
func type(_ code: Unicode.Scalar) -> CChar {
  CChar(truncatingIfNeeded: code.value)
}
