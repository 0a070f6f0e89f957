import CSystemBus

extension BusMessage {
  /// All values that it carries, read from its beginning.
  package func read() throws(BusError) -> [BusValue] {
    try check(sd_bus_message_rewind(pointer, 1), "read a message")
    return try rest()
  }

  /// The values up to the end of the container that is being read.
  private func rest() throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while let (code, contents) = try peek() { values.append(try next(code, contents)) }
    return values
  }

  /// The type of the next value, and of what is in it if it is a container; nil at the end.
  private func peek() throws(BusError) -> (code: Unicode.Scalar, contents: String)? {
    var code: CChar = 0
    var contents: UnsafePointer<CChar>?
    let found = try check(
      sd_bus_message_peek_type(pointer, &code, &contents), "read a message")
    guard found > 0 else { return nil }
    return (Unicode.Scalar(UInt8(bitPattern: code)), contents.map { String(cString: $0) } ?? "")
  }

  private func next(_ code: Unicode.Scalar, _ contents: String) throws(BusError) -> BusValue {
    switch (code, contents) {
    case ("b", _): return .bool(try basic(code, Int32(0)) != 0)
    case ("i", _): return .int32(try basic(code, 0))
    case ("u", _): return .uint32(try basic(code, 0))
    case ("x", _): return .int64(try basic(code, 0))
    case ("t", _): return .uint64(try basic(code, 0))
    case ("d", _): return .double(try basic(code, 0))
    case ("h", _): return .descriptor(try basic(code, -1))
    case ("s", _): return .string(try string())
    case ("v", _):
      return try inside(code, contents) { () throws(BusError) in try rest().first ?? .other("") }
    case ("a", "s"):
      return .strings(try items(contents) { message throws(BusError) in try message.string() })
    case ("a", "d"):
      return .doubles(
        try items(contents) { message throws(BusError) in try message.basic("d", 0) })
    case ("a", "{sv}"):
      return .dictionary(
        try entries(contents) { message throws(BusError) in try message.rest().first ?? .other("") }
      )
    case ("a", "{ss}"):
      return .texts(try entries(contents) { message throws(BusError) in try message.string() })
    case ("r", _):
      return .structure(try inside(code, contents) { () throws(BusError) in try rest() })
    default:
      let signature = code == "a" ? "a\(contents)" : String(Character(code))
      try check(sd_bus_message_skip(pointer, signature), "read a message")
      return .other(signature)
    }
  }

  /// An array of what `item` reads.
  private func items<Item>(
    _ contents: String, _ item: (BusMessage) throws(BusError) -> Item
  ) throws(BusError) -> [Item] {
    try inside("a", contents) { () throws(BusError) in
      var items: [Item] = []
      while try peek() != nil { items.append(try item(self)) }
      return items
    }
  }

  /// A dictionary of texts to what `value` reads; of equal keys the last counts.
  private func entries<Value>(
    _ contents: String, _ value: (BusMessage) throws(BusError) -> Value
  ) throws(BusError) -> [String: Value] {
    try inside("a", contents) { () throws(BusError) in
      var entries: [String: Value] = [:]
      while let (code, contents) = try peek() {
        try inside(code, contents) { () throws(BusError) in
          let key = try string()
          entries[key] = try value(self)
        }
      }
      return entries
    }
  }

  private func inside<Value>(
    _ code: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Value
  ) throws(BusError) -> Value {
    try check(sd_bus_message_enter_container(pointer, type(code), contents), "read a message")
    let value = try body()
    try check(sd_bus_message_exit_container(pointer), "read a message")
    return value
  }

  private func basic<Value: BitwiseCopyable>(
    _ code: Unicode.Scalar, _ zero: Value
  ) throws(BusError) -> Value {
    var value = zero
    try check(sd_bus_message_read_basic(pointer, type(code), &value), "read a message")
    return value
  }

  private func string() throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    let result = withUnsafeMutablePointer(to: &text) {
      sd_bus_message_read_basic(pointer, type("s"), $0)
    }
    try check(result, "read a message")
    return text.map { String(cString: $0) } ?? ""
  }
}
