extension BusConnection {
  /// Calls `handler` once `client` is not on the bus any more, also if it has left already.
  ///
  /// - Parameters:
  ///   - client: a unique name, which no other client gets as long as the bus runs
  ///   - handler: called while processing
  /// - Returns: the match, to be kept
  /// - Throws: a ``BusError`` if the connection broke
  func departure(
    of client: String, _ handler: @escaping () -> Void
  ) throws(BusError) -> BusSlot {
    let match = try matchOwner(of: client) { _ in handler() }
    // The client may have left before the match. The bus takes messages in order: if it knows the client when it is
    // asked now, the match will see it leave.
    let question = try callBus("NameHasOwner", [.string(client)])
    try send(question) { [weak match] answer in
      if match != nil, case .success(let values) = answer, values == [.bool(false)] { handler() }
    }
    return match
  }
}
