import CSystemBus
import MotionCore

/// The interface of iio-sensor-proxy on the service's connection, while motiond owns its name.
///
/// Clients of it are claimants like others: they share quota and standing with those of Motion1, and are released when
/// they leave the bus. Used by one thread at a time, like its connection.
final class SensorProxyObject {
  private let connection: BusConnection
  private let callers: Callers
  private let claimants: Claimants
  private let handler: (SensorProxyNews) -> Void
  private var ownership = SensorProxyOwnership()
  private var values = SensorProxyValues()
  private var announced = SensorProxyValues()
  /// The objects on the bus; none while the name is not wanted.
  private var objects: [ExportedObject] = []
  private var owner: BusSlot?

  /// The flag of `RequestName` with which others may take the name.
  ///
  /// They have to ask for that. Without further flags the bus takes it from nobody, and keeps motiond in its queue for it.
  private static let allowReplacement: UInt32 = 1

  /// An interface that is not wanted yet.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - callers: tells the users of clients
  ///   - claimants: takes the claims
  ///   - handler: called when the name has another owner
  init(
    _ connection: BusConnection, _ callers: Callers, _ claimants: Claimants,
    _ handler: @escaping (SensorProxyNews) -> Void
  ) {
    self.connection = connection
    self.callers = callers
    self.claimants = claimants
    self.handler = handler
  }

  /// The state in a word, for a status.
  var word: String { ownership.word }

  /// Asks the bus for the name, or gives it back.
  func want(_ isWanted: Bool) {
    guard ownership.want(isWanted) else { return }
    do throws(BusError) {
      if isWanted { try ask() } else { try giveBack() }
    } catch { tell(ownership.refuse("\(error)")) }
  }

  private func ask() throws(BusError) {
    if objects.isEmpty {
      // A client that sees the name finds the objects.
      objects = [try export(MOTION_BUS_SENSOR_PROXY), try export(MOTION_BUS_COMPASS)]
      owner = try connection.matchOwner(of: SensorProxy.name) { [weak self] owner in
        guard let self else { return }
        take(owner.map { $0 == self.connection.uniqueName ? .motiond : .other } ?? .nobody)
      }
    }
    let question = try connection.callBus(
      "RequestName", [.string(SensorProxy.name), .uint32(Self.allowReplacement)])
    try connection.send(question) { [weak self] result in
      switch result {
      // It has the name, or had it already.
      case .success([.uint32(1)]), .success([.uint32(4)]): self?.take(.motiond)
      case .success: self?.take(.other)
      case .failure(let error):
        guard let self else { return }
        tell(ownership.refuse("\(error)"))
      }
    }
  }

  private func giveBack() throws(BusError) {
    claimants.releaseScreen()
    (objects, owner) = ([], nil)
    try connection.send(try connection.callBus("ReleaseName", [.string(SensorProxy.name)])) { _ in }
  }

  private func take(_ owner: SensorProxyOwnership.Owner) {
    tell(ownership.take(owner))
    // Who has the name now may need the accelerometer; clients claim it there.
    if !ownership.isServing { claimants.releaseScreen() }
  }

  private func tell(_ news: SensorProxyNews?) {
    if let news { handler(news) }
  }

  private func export(_ interface: motion_bus_interface) throws(BusError) -> ExportedObject {
    try ExportedObject(interface, on: connection) { [weak self] in
      self?.values.all[$0]
    } method: { [weak self] in
      self?.take($0)
    }
  }

  // MARK: Claims

  private func take(_ call: BusMessage) {
    let client = call.sender ?? ""
    let needsUser = call.member == "ClaimAccelerometer" && !claimants.knows(client)
    do throws(Refusal) {
      guard needsUser || callers.isAsking(of: client) else {
        return try take(call, client, of: nil)
      }
      try callers.identify(client) { [weak self] result in
        do throws(Refusal) {
          try self?.take(call, client, of: try result.get())
        } catch { call.answer(with: .failure(error)) }
      }
    } catch { call.answer(with: .failure(error)) }
  }

  private func take(_ call: BusMessage, _ client: String, of user: UInt32?) throws(Refusal) {
    switch call.member {
    case "ClaimAccelerometer":
      guard ownership.isServing else {
        throw Refusal(
          name: Motion1.ErrorName.failed,
          message: "motiond does not own \(SensorProxy.name): call its owner")
      }
      try claimants.claimScreen(client, of: user) { [weak self] in
        call.answer(with: .success(nil))
        // What it read before may be out of date, as only claimants are told changes.
        if let self, values.pose != nil { announce(values.orientation, to: client) }
      }
    case "ReleaseAccelerometer":
      claimants.releaseScreen(client)
      call.answer(with: .success(nil))
    // As with the proxy, a sensor can be claimed that is not there.
    default: call.answer(with: .success(nil))
    }
  }

  // MARK: Properties

  /// Keeps the pose of the screen, nil if it is not known.
  func keep(_ pose: ScreenPose?) {
    values.keep(pose)
  }

  /// Announces what has changed since the last time: whether there is an accelerometer to everybody, and its
  /// orientation to those that have claimed it.
  func announce(hasAccelerometer: Bool) {
    values.hasAccelerometer = hasAccelerometer
    let former = announced
    announced = values
    guard ownership.isServing else { return }
    if values.hasAccelerometer != former.hasAccelerometer {
      announce(["HasAccelerometer": .bool(values.hasAccelerometer)])
    }
    let changes = values.orientation.filter { former.orientation[$0.key] != $0.value }
    guard !changes.isEmpty else { return }
    for client in claimants.screenClients { announce(changes, to: client) }
  }

  private func announce(_ changes: [String: BusValue], to client: String? = nil) {
    try? connection.signal(
      SensorProxy.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(SensorProxy.interface), .dictionary(changes), .strings([])]
    ).send(to: client)
  }
}
