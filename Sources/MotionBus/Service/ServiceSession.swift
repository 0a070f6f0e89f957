import Dispatch
import Glibc
import MotionCore

/// The service while it owns its name: its connection, its object, and its clients.
///
/// Used on one dispatch queue alone. Sending may fail because the connection broke; that shows when it
/// is processed the next time, which every ``turn()`` does.
final class ServiceSession {
  /// How many messages may wait for the bus to read them: at some 500 bytes each, 8 MB.
  private static let longestQueue: UInt64 = 16_384

  private let connection: BusConnection
  let authority: Authority
  let watch: ClientWatch
  private var pump: BusPump?
  let handler: (Request) -> Void
  private var object: ExportedObject?

  var table = ClaimTable()
  /// What a claim that does not say counts as.
  var defaults = ShakeConfiguration()
  /// Calls that were passed on, and wait for their answers.
  var calls: [Int: BusMessage] = [:]
  var lastCall = 0
  private(set) var demand = Demand()
  private var properties: ServiceProperties
  private var toldProperties: ServiceProperties

  /// Connects to the bus at `address`, and takes the name; blocks until it has it.
  ///
  /// - Parameters:
  ///   - address: which bus
  ///   - trustedUsers: who may do everything
  ///   - properties: what to show at first
  ///   - queue: on which the session is used
  ///   - wake: called there when a ``turn()`` is due
  ///   - handler: called during a turn
  /// - Throws: a ``BusError`` if it does not get the bus or the name
  init(
    _ address: BusAddress, trusting trustedUsers: Set<UInt32>, _ properties: ServiceProperties,
    on queue: DispatchQueue, wake: @escaping @Sendable () -> Void,
    _ handler: @escaping (Request) -> Void
  ) throws(BusError) {
    connection = try BusConnection(address)
    authority = Authority(connection, trusting: trustedUsers)
    watch = ClientWatch(connection)
    self.properties = properties
    toldProperties = properties
    self.handler = handler
    object = try ExportedObject(on: connection) { [weak self] in
      self?.properties.values[$0]
    } method: { [weak self] in
      self?.take($0)
    }
    // Whoever sees the name finds the object.
    try connection.requestName(Motion1.name)
    // Last, as it sees what has come meanwhile: a bus that starts the service for a call passes that on
    // before it says that the name is owned.
    pump = try BusPump(connection, on: queue, wake)
  }

  /// Gives the name back and closes the connection; nothing may be done after it.
  func close() {
    // Answered after all that was sent before; a bus that does not answer is not waited for.
    try? connection.releaseName(Motion1.name)
    connection.close()
  }

  /// Does all that is due on the bus.
  ///
  /// - Throws: a ``BusError`` if the bus is lost
  func turn() throws(BusError) {
    try connection.process()
    tellProperties()
    // A bus that does not read, or not as fast as it is written to, is of no use; and a motion that
    // is left out would break its grammar.
    if connection.queuedMessages > Self.longestQueue {
      connection.close()
      throw .disconnected(number: ENOBUFS)
    }
    pump?.wait(for: connection)
  }

  /// Sends an event to those who claimed it.
  func emit(_ event: MotionEvent, of configuration: ShakeConfiguration) {
    send(table.deliver(event, of: configuration))
  }

  /// Shows another accelerometer.
  func update(device: String?, rate: Double?) {
    properties.device = device
    properties.rate = rate
  }

  // MARK: Telling

  func send(_ signals: [ClaimTable.Signal]) {
    for signal in signals {
      do throws(BusError) {
        let message = try connection.signal(
          Motion1.path, Motion1.interface, signal.event.signalName)
        try message.append(signal.event.signalBody)
        try message.send(to: signal.client)
      } catch {}
    }
  }

  func tellDemand() {
    let wanted = table.demand
    guard wanted != demand else { return }
    demand = wanted
    properties.isClaimed = !wanted.isEmpty
    handler(.demand(wanted))
  }

  /// Tells what has changed in the end: who claims and releases all the time, is heard of once a turn.
  private func tellProperties() {
    let changes = properties.changes(since: toldProperties)
    guard !changes.isEmpty else { return }
    toldProperties = properties
    do throws(BusError) {
      let message = try connection.signal(
        Motion1.path, "org.freedesktop.DBus.Properties", "PropertiesChanged")
      try message.append([
        .string(Motion1.interface), .dictionary(changes), .strings([]),
      ])
      try message.send()
    } catch {}
  }
}
