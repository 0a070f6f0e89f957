/// Tells when clients leave the bus.
///
/// One match rule for each client: a daemon that nobody uses is not woken by the coming and going of
/// others. Used by one thread at a time, like its connection.
final class ClientWatch {
  private let connection: BusConnection
  private var matches: [String: BusSlot] = [:]

  /// A watch of nobody.
  init(_ connection: BusConnection) {
    self.connection = connection
  }

  /// Watches a client that has called.
  ///
  /// - Parameters:
  ///   - client: its unique name, which no other client gets as long as the bus runs
  ///   - handler: called when it has left; perhaps twice
  func begin(_ client: String, _ handler: @escaping () -> Void) {
    let bus = "org.freedesktop.DBus"
    do throws(BusError) {
      matches[client] = try connection.match(
        "type='signal',sender='\(bus)',path='/org/freedesktop/DBus',interface='\(bus)',"
          + "member='NameOwnerChanged',arg0='\(client)'"
      ) { message in
        // Anybody can send such a signal to this connection alone, and sd-bus lets it pass.
        if message.sender == bus { handler() }
      }
      // It may have left after its call and before the match, and then nobody would tell. The bus takes
      // messages in order: whom it knows when it is asked now, it will tell of.
      let question = try connection.call(bus, "/org/freedesktop/DBus", bus, "NameHasOwner")
      try question.append([.string(client)])
      try connection.send(question) { answer in
        if case .success(let values) = answer, values == [.bool(false)] { handler() }
      }
    } catch {
      // The connection broke, or there is no memory: nothing is left to be told.
    }
  }

  /// Watches a client no more.
  func end(_ client: String) {
    matches[client] = nil
  }
}
