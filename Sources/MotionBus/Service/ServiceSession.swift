// SPDX-License-Identifier: Apache-2.0

import Dispatch
import MotionCore
import SystemPackage

/// The service while it owns its name: its connection, its object, and what clients call.
///
/// Used on one dispatch queue alone. Sending may fail because the connection broke, which shows
/// when it is processed the next time, by every ``turn()``.
final class ServiceSession {
  /// The largest number of messages that wait for the bus to read them: at some 500 bytes each, 8
  /// MB.
  private static let longestQueue: UInt64 = 16_384
  /// Never seen: the session asks the bus for the user of each caller, where it matters.
  private static let unknownUser = Refusal.denied("the bus does not say who calls")
  /// The longest time that a reading takes to arrive, and more.
  private static let latest = Duration.milliseconds(200)

  private let connection: BusConnection
  private let resume: @Sendable (_ client: String, _ end: Timestamp, _ time: Duration) -> Void
  private let callers: Callers
  /// The calls that wait for authorization or an answer.
  private let guarded: GuardedCalls
  /// The matches that tell when a caller of `Simulate` leaves, by the number of its call.
  private var simulations: [Int: Departure] = [:]
  private let handler: (MotionService.Request) -> Void
  private let answer: @Sendable (Int, GuardedCalls.Answer) -> Void
  /// The clients and their claims.
  let claimants: Claimants
  private var object: ExportedObject?
  private var pump: BusPump?
  /// A Boolean value that indicates whether the service refuses claims, as it is about to stop.
  var isEnding = false
  /// The device that the properties show; nil if there is none.
  var device: ShownDevice?
  private var announced: Shown

  /// Connects to the bus at `address`, and takes the name; blocks until it has it.
  ///
  /// - Parameters:
  ///   - address: the bus
  ///   - trustedUsers: the users who may do everything
  ///   - limits: what users may hold
  ///   - device: the device that the properties show at first
  ///   - defaults: the values of options that claims omit
  ///   - queue: the queue that uses the session
  ///   - wake: called there when a ``turn()`` is due
  ///   - resume: called with the end of a hold-off of a client, to have ``claimants`` end it when
  ///     so much time has passed
  ///   - settle: called from any thread once the detectors of a claim are there, for ``claimants``
  ///   - answer: called from any thread with the number and the answer of a call, for ``guarded``
  ///   - handler: called during a turn
  /// - Throws: a ``BusError`` if it does not get the bus or the name
  init(
    _ address: BusAddress, trusting trustedUsers: Set<UInt32>, limits: ServiceLimits,
    showing device: ShownDevice?, defaults: MotionOptions, on queue: DispatchQueue,
    wake: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable (_ client: String, _ end: Timestamp, _ time: Duration) -> Void,
    settle: @escaping @Sendable () -> Void,
    answer: @escaping @Sendable (Int, GuardedCalls.Answer) -> Void,
    _ handler: @escaping (MotionService.Request) -> Void
  ) throws(BusError) {
    connection = try BusConnection(address)
    callers = Callers(connection)
    let authorization = Authorization(connection, trusting: trustedUsers)
    guarded = GuardedCalls(connection, authorization, limits: limits)
    self.device = device
    announced = Shown(device: device, demand: Demand(), states: [:])
    self.resume = resume
    self.answer = answer
    self.handler = handler
    claimants = Claimants(
      connection, defaults: defaults, limits: limits.claims, authorization,
      askToSettle: { handler(.settle(settle)) }, { handler(.demand($0)) })
    object = try ExportedObject(Motion1.members, on: connection) { [weak self] in
      self?.shown.status.values()[$0]
    } method: { [weak self] in
      self?.handle($0)
    }
    // A client that sees the name finds the object.
    try connection.requestName(Motion1.name)
    // Last, as it finds the messages that have come meanwhile: a bus that starts the service for a
    // call passes that on before it says that the name is owned.
    pump = try BusPump(connection, on: queue, wake)
  }

  /// Gives the name back and closes the connection; nothing may be done after it.
  func close() {
    claimants.announceStop()
    // Answered after all that was sent before; a bus that does not answer is not waited for.
    try? connection.releaseName(Motion1.name)
    connection.close()
  }

  /// Does everything that is due on the bus.
  ///
  /// - Throws: a ``BusError`` if the bus is lost; all claims are void then
  func turn() throws(BusError) {
    do throws(BusError) {
      try connection.process(lingering: true)
      claimants.publish()
      announceProperties()
      // A bus that does not read as fast as it is written to is of no use; and leaving out an event
      // would break the grammar of its motion.
      if connection.queuedMessages > Self.longestQueue {
        connection.close()
        throw .disconnected(.noBufferSpace)
      }
      pump?.wait(for: connection)
    } catch {
      claimants.removeAll()
      throw error
    }
  }

  // MARK: Calls

  private func handle(_ call: BusMessage) {
    call.answering { () throws(Refusal) in try admit(call) }
  }

  /// Takes a call once it is known who makes it, if that matters.
  ///
  /// What waits meanwhile is the message alone: it is read again then.
  private func admit(_ call: BusMessage) throws(Refusal) {
    let (method, request, bytes) = try Motion1.read(call)
    let client = call.sender ?? ""
    let needsUser =
      switch method.audience {
      case .everybody: false
      case .everyClaimant: !claimants.knows(client)
      case .everyUser, .authorized, .trusted: true
      }
    let user = callers.user(of: client)
    guard user == nil, needsUser || callers.isAsking(of: client) else {
      return try perform(request, bytes, for: call, of: user, method.audience)
    }
    // First this: a call that the service refuses anyway needs no question about its caller.
    try check(request)
    try callers.identify(client, holding: bytes) { [weak self] result in
      call.answering { () throws(Refusal) in
        let (method, request, bytes) = try Motion1.read(call)
        try self?.perform(request, bytes, for: call, of: try result.get(), method.audience)
      }
    }
  }

  /// Ends the hold-off of `client` that was to last until `end`, or waits for a later end.
  func resume(_ client: String, after end: Timestamp) {
    guard let later = claimants.resume(client, after: end) else { return }
    let left = max(0, later.nanoseconds(since: .now()))
    resume(client, later, .nanoseconds(left) + Self.latest)
  }

  /// Throws a ``Refusal`` if a call cannot be served now.
  private func check(_ request: Motion1.Call) throws(Refusal) {
    guard case .claim(let claim) = request else { return }
    guard !isEnding else {
      throw Refusal(name: Motion1.ErrorName.failed, message: "motiond is ending")
    }
    // An accelerometer that is not there yet may have any rate.
    try device?.check(claim)
  }

  private func perform(
    _ request: Motion1.Call, _ bytes: Int, for call: BusMessage, of user: UInt32?,
    _ audience: Motion1.Audience
  ) throws(Refusal) {
    let client = call.sender ?? ""
    try check(request)
    switch request {
    case .claim(let claim):
      try claimants.claim(client, claim, holding: bytes, of: user) { [weak self] in
        call.answer(with: .success(nil))
        // After the answer: a client takes nothing from a daemon that has not taken its claim.
        self?.sendStates(to: client)
        self?.claimants.answered(client)
      }
    case .release:
      claimants.release(client)
      call.answer(with: .success(nil))
    case .holdOff(let time):
      let end = Timestamp.now().advanced(byNanoseconds: time.nanoseconds)
      if claimants.holdOff(client, until: end) { resume(client, end, time + Self.latest) }
      call.answer(with: .success(nil))
    case .status:
      guard let user else { throw Self.unknownUser }
      claimants.watchHealth(client)
      handOn(request, from: client, of: user, try guarded.keep(call, bytes, of: user))
    case .simulate, .openSamples, .capture, .reload:
      guard let user else { throw Self.unknownUser }
      try guarded.pass(call, bytes, of: user, audience.action) { [weak self] number in
        // Only now: a text of a megabyte does not wait for polkit beside its message.
        guard let (_, whole, _) = try? Motion1.read(call, whole: true) else {
          self?.answer(number, .failure(.invalid("the text is gone")))
          return
        }
        self?.handOn(whole, from: client, of: user, number)
      }
    }
  }

  /// Hands a call with its user on, to be answered by its number.
  private func handOn(
    _ request: Motion1.Call, from client: String, of user: UInt32, _ number: Int
  ) {
    let (answer, isTrusted) = (answer, guarded.trusts(user))
    let own = request == .status ? status(for: isTrusted ? nil : user) : DaemonStatus()
    handler(
      .call(
        GrantedCall(request, from: client, of: user) { result in
          answer(
            number,
            result.map { answer in
              switch answer {
              case .done: nil
              case .descriptor(let descriptor): .descriptor(descriptor.rawValue)
              // What a person does with the device concerns those alone who may read it.
              case .status(let status):
                .dictionary(status.adding(own).values { isTrusted || !$0.isPrivate })
              }
            })
        }))
    guard case .simulate = request else { return }
    simulations[number] = try? Departure(of: client, on: connection) { [handler] in
      handler(.left(client))
    }
  }

  /// The properties, and the clients with their claims.
  ///
  /// - Parameter user: the user who asks; nil for one who may know all
  /// - Returns: a status with these alone
  func status(for user: UInt32?) -> DaemonStatus {
    var status = shown.status
    status.motions = Set(claimants.demand.motions.map(\.kind)).sorted().map(\.rawValue)
    status.clients = claimants.status(for: user)
    return status
  }

  /// Sends the health to the clients that have not heard it.
  ///
  /// - Parameter status: the status of the daemon, without its clients
  func announceHealth(_ status: DaemonStatus) {
    let status = status.adding(self.status(for: nil))
    let health = status.values(\.isHealth)
    for client in claimants.healthWatchers.news(DaemonHealth(status)) {
      do throws(BusError) {
        try connection.signal(
          Motion1.path, Motion1.interface, Motion1.healthChanged, [.dictionary(health)]
        ).send(to: client)
      } catch {}
    }
  }

  /// Answers the call of this number.
  func answer(_ number: Int, _ answer: GuardedCalls.Answer) {
    if case .failure = answer {
      simulations[number] = nil
    } else if simulations[number] != nil {
      // There is one at a time.
      simulations = simulations.filter { $0.key >= number }
    }
    guarded.answer(number, answer)
  }

  private var shown: Shown {
    Shown(device: device, demand: claimants.demand, states: claimants.states)
  }

  /// Announces the net change of the properties since the last turn.
  private func announceProperties() {
    let shown = shown
    // At an event nothing has changed.
    guard shown != announced else { return }
    let former = announced.status.values()
    let changes = shown.status.values().filter { former[$0.key] != $0.value }
    announced = shown
    if !changes.isEmpty { announce(changes) }
  }

  /// Sends the states that hold to a client that has claimed, as it may have missed the change.
  private func sendStates(to client: String) {
    let states = claimants.states
    if !states.isEmpty { announce(["States": .dictionary(states)], to: client) }
  }

  /// Sends `PropertiesChanged`, to one client or to everybody.
  private func announce(_ changes: [String: BusValue], to client: String? = nil) {
    do throws(BusError) {
      let message = try connection.signal(
        Motion1.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
        [.string(Motion1.interface), .dictionary(changes), .strings([])])
      if let client { try message.send(to: client) } else { try message.send() }
    } catch {}
  }
}

/// An accelerometer or a recording as clients see it.
package struct ShownDevice: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// The subsystem of the kernel that has it; nil if none has.
  let subsystem: String?
  /// Its place in the machine; nil if it has none there.
  let place: String?
  /// Its sampling frequency; nil if it is not known.
  let rate: Hertz?
  /// The sampling frequency that it has while it is read; nil if it is not known.
  package let readRate: Hertz?

  /// A device, with what is known of it.
  package init(
    _ name: String, subsystem: String? = nil, place: String? = nil, rate: Hertz? = nil,
    readRate: Hertz? = nil
  ) {
    (self.name, self.subsystem, self.place) = (name, subsystem, place)
    (self.rate, self.readRate) = (rate, readRate)
  }

  /// Throws a ``Refusal`` if `claim` has a kind of motion that its rate does not carry.
  func check(_ claim: MotionClaim) throws(Refusal) {
    guard let rate = readRate else { return }
    for kind in claim.motions.sorted() {
      guard let obstacle = MotionRegistry[kind]?.obstacle(at: rate) else { continue }
      throw Refusal(
        name: Motion1.ErrorName.rateTooLow, message: "\(obstacle): claim without \(kind)")
    }
  }
}

/// The values of the service's properties.
private struct Shown: Equatable {
  let device: ShownDevice?
  let demand: Demand
  let states: [String: BusValue]

  /// A status with the properties alone.
  var status: DaemonStatus {
    var status = DaemonStatus()
    (status.hasAccelerometer, status.device) = (device != nil, device?.name ?? "")
    (status.subsystem, status.place) = (device?.subsystem ?? "", device?.place ?? "")
    status.sampleRate = device?.rate ?? 0
    (status.wantedRate, status.isClaimed) = (demand.rate ?? 0, !demand.isEmpty)
    status.states = states
    return status
  }
}
