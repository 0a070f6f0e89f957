// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionCore

/// The interface of iio-sensor-proxy on a bus, while this program owns its name.
///
/// Used by one thread, like its connection.
final class ProxyService {
  private let connection: BusConnection
  private let callers: Callers
  private let authorization: Authorization
  private let onDemand: (Bool) -> Void
  private let report: (SensorProxyNews) -> Void
  private let now: () -> Timestamp
  private var ownership = SensorProxyOwnership()
  private var claims: ScreenClaims
  /// The matches that show when clients leave.
  private var departures: [String: Departure] = [:]
  private var values = SensorProxyValues()
  private var announced = SensorProxyValues()
  private var objects: [ExportedObject] = []
  private var matches: [BusSlot] = []
  /// The time to ask for the name again, on `CLOCK_MONOTONIC`; nil for none.
  private(set) var deadline: Timestamp?
  private var wantsReadings = false

  /// The flag of `RequestName` that lets others take the name.
  ///
  /// They have to ask for it. Without further flags the bus takes the name from no program, and
  /// keeps this program in its queue for it.
  private static let allowReplacement: UInt32 = 1
  /// The action of polkit that lets a client keep the sensor awake.
  static let action = "org.motiond.sensor-proxy.claim"

  /// Exports the interface, and asks the bus for the name.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - trustedUsers: the users that need no question to polkit
  ///   - limits: the most clients that may claim
  ///   - now: the time, on `CLOCK_MONOTONIC`
  ///   - report: called when the name has another owner
  ///   - onDemand: called with true when readings are wanted, and with false when they are not any
  ///     more
  /// - Throws: a ``BusError`` if the connection broke
  init(
    _ connection: BusConnection, trusting trustedUsers: Set<UInt32>, limits: UserBudget.Limits,
    now: @escaping () -> Timestamp, report: @escaping (SensorProxyNews) -> Void,
    onDemand: @escaping (Bool) -> Void
  ) throws(BusError) {
    self.connection = connection
    self.report = report
    self.now = now
    self.onDemand = onDemand
    callers = Callers(connection)
    authorization = Authorization(connection, trusting: trustedUsers, claiming: Self.action)
    claims = ScreenClaims(limits: limits)
    authorization.onChange { [weak self] in self?.judgeAgain() }
    // A client that sees the name finds the objects.
    objects = [try export(SensorProxy.sensors), try export(SensorProxy.compass)]
    matches = [
      try connection.matchOwner(of: SensorProxy.name) { [weak self] owner in
        guard let self else { return }
        process(owner.map { $0 == self.connection.uniqueName ? .own : .other } ?? .none)
      },
      // The bus has read its configuration, and so its policy. A forged one asks once too often.
      try connection.match(
        "type='signal',sender='org.freedesktop.DBus',member='ActivatableServicesChanged'"
      ) { [weak self] _ in self?.askAgain() },
    ]
    try askForName()
  }

  // MARK: The name

  private func askForName() throws(BusError) {
    let question = try connection.callBus(
      "RequestName", [.string(SensorProxy.name), .uint32(Self.allowReplacement)])
    try connection.send(question) { [weak self] result in
      guard let self else { return }
      switch result {
      // It has the name, or had it already.
      case .success([.uint32(1)]), .success([.uint32(4)]): process(.own)
      case .success: process(.other)
      case .failure(let error):
        if let news = ownership.refuse("\(error)") { report(news) }
        deadline = ownership.retryDelay.map { self.now().advanced(byNanoseconds: $0.nanoseconds) }
      }
    }
  }

  /// Asks for the name again if it is time.
  func processTime() {
    if let deadline, now() >= deadline { askAgain() }
  }

  private func askAgain() {
    deadline = nil
    // A question that cannot be sent finds the bus lost: the bridge then begins again.
    if ownership.askAgain() { try? askForName() }
  }

  private func process(_ owner: SensorProxyOwnership.Owner) {
    if let news = ownership.process(owner) { report(news) }
    // The new owner may need the accelerometer; clients claim it there.
    guard !ownership.isServing else { return }
    claims.releaseAll()
    departures = [:]
    updateDemand()
  }

  private func export(_ interface: BusInterface) throws(BusError) -> ExportedObject {
    try ExportedObject(interface, on: connection) { [weak self] in
      self?.values.all[$0]
    } method: { [weak self] in
      self?.process($0)
    }
  }

  // MARK: Claims

  private func process(_ call: BusMessage) {
    let client = call.sender ?? ""
    let needsUser = call.member == "ClaimAccelerometer" && !claims.contains(client)
    call.answering { () throws(Refusal) in
      let user = callers.user(of: client)
      guard user == nil, needsUser || callers.isAsking(of: client) else {
        return try process(call, client, of: user)
      }
      try callers.identify(client) { [weak self] result in
        call.answering { () throws(Refusal) in
          try self?.process(call, client, of: try result.get())
        }
      }
    }
  }

  private func process(
    _ call: BusMessage, _ client: String, of user: UInt32?
  ) throws(Refusal) {
    switch call.member {
    case "ClaimAccelerometer":
      guard ownership.isServing else {
        throw Refusal(
          name: Motion1.ErrorName.failed,
          message: "motiond-sensor-proxy does not own \(SensorProxy.name): call its owner")
      }
      guard let user, !claims.contains(client) else { return acknowledge(call, client) }
      try claim(client, of: user) { [weak self] in self?.acknowledge(call, client) }
    case "ReleaseAccelerometer":
      release(client)
      call.answer(with: .success(nil))
    // As with the proxy, a sensor can be claimed that is not there.
    default: call.answer(with: .success(nil))
    }
  }

  private func acknowledge(_ call: BusMessage, _ client: String) {
    call.answer(with: .success(nil))
    // What it read before may be out of date, as changes are sent to claimants alone.
    if values.pose != nil { announce(values.orientation, to: client) }
  }

  private func claim(
    _ client: String, of user: UInt32, _ done: @escaping () -> Void
  ) throws(Refusal) {
    let isTrusted = authorization.trusts(user)
    try claims.claim(client, of: user, access: isTrusted ? .full : .limited)
    // A client without a match, as the connection broke, is gone with the connection.
    departures[client] = try? Departure(of: client, on: connection) { [weak self] in
      self?.release(client)
    }
    updateDemand()
    guard !isTrusted else { return done() }
    var isAnswered = false
    authorization.judge(client) { [weak self] access in
      self?.set(access, of: client)
      if !isAnswered { done() }
      isAnswered = true
    }
  }

  private func set(_ access: Access, of client: String) {
    claims.set(access, of: client)
    updateDemand()
  }

  /// Asks again about all clients, as the answer may have changed.
  private func judgeAgain() {
    for client in claims.names(except: authorization.trustedUsers) {
      authorization.judge(client) { [weak self] in self?.set($0, of: client) }
    }
  }

  private func release(_ client: String) {
    claims.release(client)
    authorization.forget(client)
    departures[client] = nil
    updateDemand()
  }

  private func updateDemand() {
    guard claims.wantsReadings != wantsReadings else { return }
    wantsReadings = claims.wantsReadings
    onDemand(wantsReadings)
  }

  // MARK: Properties

  /// Shows that there is an accelerometer, or none, from now on.
  func update(hasAccelerometer: Bool) {
    values.hasAccelerometer = hasAccelerometer
    announceChanges()
  }

  /// Shows the pose of the screen that holds from now on.
  func update(_ pose: ScreenPose) {
    values.keep(pose)
    announceChanges()
  }

  /// Announces what has changed since the last time: to all clients of the bus whether there is an
  /// accelerometer, and its orientation to those that have claimed it.
  private func announceChanges() {
    let former = announced
    announced = values
    guard ownership.isServing else { return }
    if values.hasAccelerometer != former.hasAccelerometer {
      announce(["HasAccelerometer": .bool(values.hasAccelerometer)])
    }
    let changes = values.orientation.filter { former.orientation[$0.key] != $0.value }
    guard !changes.isEmpty else { return }
    for client in claims.names { announce(changes, to: client) }
  }

  private func announce(_ changes: [String: BusValue], to client: String? = nil) {
    try? connection.signal(
      SensorProxy.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(SensorProxy.interface), .dictionary(changes), .strings([])]
    ).send(to: client)
  }
}
