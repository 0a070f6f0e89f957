import LinuxSupport
import MotionBus
import MotionCore

/// The daemon's service for clients on a bus, which is connected again if the bus is lost.
struct ClientService {
  private enum State {
    case stopped
    case serving(MotionService)
    /// The timer ends in another attempt.
    case waiting(QueueSource)
  }

  /// The name of an accelerometer or recording, its rate, and its rate while it is read; nil what is not known.
  typealias Device = (name: String?, rate: Hertz?, readRate: Hertz?)

  private let address: BusAddress
  private let stage: DetectionStage
  private let handler: @Sendable (MotionService.Request) -> Void
  private var state = State.stopped
  private var delays = RetryDelays(first: .seconds(1), longest: .seconds(16))
  /// The demand of the clients.
  var demand = Demand()

  /// The largest number of attempts to find a lost bus: half a minute in all.
  private static let attempts = 5

  /// A service that has not started.
  ///
  /// - Parameters:
  ///   - address: the bus
  ///   - stage: the stage whose events clients hear
  ///   - handler: called for the requests of clients, on a queue of the service's
  init(
    _ address: BusAddress, _ stage: DetectionStage,
    _ handler: @escaping @Sendable (MotionService.Request) -> Void
  ) {
    self.address = address
    self.stage = stage
    // Detectors are there before the claim is answered; the source follows.
    self.handler = { request in
      if case .demand(let demand) = request { stage.detect(claimed: demand.motions) }
      handler(request)
    }
  }

  /// Connects to the bus.
  ///
  /// - Parameters:
  ///   - settings: the settings of claims
  ///   - device: the accelerometer to show
  /// - Throws: a ``BusError`` if there is no bus, or another daemon on it
  mutating func start(_ settings: Settings, device: Device) throws(BusError) {
    let service = MotionService(address, handler)
    service.update(defaults: settings.detection.options)
    service.update(device: device.name, rate: device.rate, readRate: device.readRate)
    try service.start()
    delays.reset()
    state = .serving(service)
    stage.serve(service)
  }

  /// Gives the name on the bus back.
  mutating func stop() {
    if case .serving(let service) = state { service.stop() }
    state = .stopped
    demand = Demand()
    stage.detect(claimed: [])
    stage.serve(nil)
  }

  /// Waits before the next attempt to connect.
  ///
  /// - Parameter timer: makes a timer that ends after the given delay
  /// - Returns: false if there were enough attempts
  mutating func retry(_ timer: (Duration) -> QueueSource) -> Bool {
    stop()
    guard let delay = delays.next(ofAtMost: Self.attempts) else { return false }
    state = .waiting(timer(delay))
    return true
  }

  /// The service's part of a status: properties, and clients with their claims.
  var status: [String: BusValue] {
    if case .serving(let service) = state { service.status } else { [:] }
  }

  /// Changes the options that claims omit, of existing claims too.
  func update(_ settings: Settings) {
    guard case .serving(let service) = state else { return }
    service.update(defaults: settings.detection.options)
  }

  /// Shows clients the accelerometer.
  func update(device: Device) {
    if case .serving(let service) = state {
      service.update(device: device.name, rate: device.rate, readRate: device.readRate)
    }
  }
}
