import MotionCore

/// What clients call: answered at once, or passed on to be answered later.
extension ServiceSession {
  /// The longest text to simulate, in bytes: a recording of a minute at 400 Hz.
  private static let longestText = 1_048_576

  /// Takes a call of one of the methods.
  func take(_ call: BusMessage) {
    do throws(MotionService.Refusal) {
      try take(call, values(call))
    } catch {
      answer(call, .refused(error))
    }
  }

  private func values(_ call: BusMessage) throws(MotionService.Refusal) -> [BusValue] {
    do throws(BusError) {
      return try call.read()
    } catch {
      throw .invalid("cannot read the call: \(error)")
    }
  }

  private func take(
    _ call: BusMessage, _ values: [BusValue]
  ) throws(MotionService.Refusal) {
    let client = call.sender ?? ""
    switch (call.member, values.first) {
    case ("Claim", .dictionary(let options)):
      try claim(client, ClaimOptions(options, defaults: defaults))
      answer(call, .done)
    case ("Release", nil):
      send(table.release(client))
      tellDemand()
      answer(call, .done)
    case ("Simulate", .string(let text)):
      guard text.utf8.count <= Self.longestText else {
        throw .invalid("a recording to simulate is at most \(Self.longestText) bytes long")
      }
      authorize(call, "org.motiond.motion1.simulate") { .simulate(text, call: $0) }
    case ("OpenSamples", nil):
      authorize(call, "org.motiond.motion1.open-samples") { .openSamples(call: $0) }
    default:
      // sd-bus has checked the types already.
      throw .invalid("\(call.member) does not take such values")
    }
  }

  private func claim(
    _ client: String, _ options: ClaimOptions
  ) throws(MotionService.Refusal) {
    let isNew = !table.knows(client)
    do throws(ClaimTable.Full) {
      send(try table.claim(client, options.configuration))
    } catch {
      throw MotionService.Refusal(
        name: Motion1.ErrorName.tooManyClaims,
        message: "\(ClaimTable.limit) clients have claimed motions, and more are not served")
    }
    tellDemand()
    if isNew { watch.begin(client) { [weak self] in self?.leave(client) } }
  }

  /// A client has left the bus.
  private func leave(_ client: String) {
    watch.end(client)
    table.leave(client)
    tellDemand()
  }

  /// Passes `call` on as `request` says, if its caller may do `action`.
  private func authorize(
    _ call: BusMessage, _ action: String, _ request: @escaping (Int) -> Request
  ) {
    authority.authorize(call, action) { [weak self] refusal in
      guard let self else { return }
      if let refusal { return answer(call, .refused(refusal)) }
      lastCall += 1
      calls[lastCall] = call
      handler(request(lastCall))
    }
  }

  /// Answers a call that was passed on, unless it was answered before.
  func answer(_ number: Int, _ answer: Answer) {
    guard let call = calls.removeValue(forKey: number) else { return answer.discard() }
    self.answer(call, answer)
  }

  private func answer(_ call: BusMessage, _ answer: Answer) {
    do throws(BusError) {
      switch answer {
      case .done: try call.reply()
      case .descriptor(let number):
        // The message has a copy.
        defer { answer.discard() }
        try call.reply([.descriptor(number)])
      case .refused(let refusal): try call.reply(error: refusal.name, refusal.message)
      }
    } catch {
      // Such as a descriptor that is none.
      try? call.reply(error: "org.freedesktop.DBus.Error.Failed", "\(error)")
    }
  }
}
