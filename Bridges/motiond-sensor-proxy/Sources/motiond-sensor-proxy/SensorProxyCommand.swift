// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// `motiond-sensor-proxy`: serves iio-sensor-proxy's interface from the readings of motiond.
///
/// One thread waits for the bus and for the pipe, and for nothing else: without a client that has
/// claimed the accelerometer it does not wake. SIGTERM ends it at once, as it leaves nothing
/// behind.
@main enum SensorProxyCommand {
  private static let usage = """
    usage: motiond-sensor-proxy [--bus system|session]

    Serves net.hadess.SensorProxy in the place of iio-sensor-proxy, so that desktops turn the
    screen by the readings of motiond. While a client has claimed the accelerometer, it has
    readings at 10 Hz from motiond; without one it does not wake.

    options:
      --bus system|session  The bus that it serves, where motiond runs too (default: system).
      --version             Show the version.
      -h, --help            Show this help.
    """
  /// The version of the release; VersionTests compares it.
  private static let version = "0.1.0"

  static func main() {
    let log = Log()
    switch options(Array(CommandLine.arguments.dropFirst())) {
    case .success(.help): print(usage)
    case .success(.version): print("motiond-sensor-proxy \(version)")
    case .success(.serve(let address)): serve(address, log)
    case .failure(let problem):
      log.write("\(problem.description)\n\(usage)", .error)
      exit(ExitStatus.usage.rawValue)
    }
  }

  private enum Wish {
    case help
    case version
    case serve(BusAddress)
  }

  private static func options(_ words: [String]) -> Result<Wish, Failure> {
    switch words {
    case []: .success(.serve(.system))
    case ["--help"], ["-h"]: .success(.help)
    case ["--version"]: .success(.version)
    case ["--bus", "system"], ["--bus=system"]: .success(.serve(.system))
    case ["--bus", "session"], ["--bus=session"]: .success(.serve(.session))
    default: .failure(Failure(.usage, "cannot take '\(words.joined(separator: " "))'"))
    }
  }

  /// Serves until a signal ends the process; a bus that is lost is connected to again.
  private static func serve(_ address: BusAddress, _ log: Log) {
    LogOutput.standardError.serve()
    var delays = RetryDelays(first: .seconds(1), longest: .seconds(64))
    var isFirst = true
    while true {
      do throws(BusError) {
        let proxy = try SensorProxyBridge(address, log)
        if !isFirst { log.write("the bus is back", .notice) }
        isFirst = false
        delays.reset()
        ServiceManager.ready()
        StartupMemory.release()
        try proxy.run()
      } catch {
        guard !isFirst else {
          log.write("\(error)", .error)
          exit(ExitStatus.unavailable.rawValue)
        }
        if delays.count == 0 { log.write("\(error); trying again", .warning) }
        usleep(UInt32(delays.next() / .microseconds(1)))
      }
    }
  }
}

/// The bridge on one connection to the bus, until that is lost.
final class SensorProxyBridge {
  private let connection: BusConnection
  private let service: ProxyService
  private let motiond: MotiondLink

  /// Connects to the bus at `address`; `now` reads the clock of its timers.
  ///
  /// - Throws: a ``BusError`` if there is no bus
  init(
    _ address: BusAddress, trusting trustedUsers: Set<UInt32>? = nil,
    limits: UserBudget.Limits? = nil,
    now: @escaping () -> Timestamp = { .now(on: CLOCK_MONOTONIC) }, _ log: Log
  ) throws(BusError) {
    connection = try BusConnection(address)
    let demand = Box<(Bool) -> Void> { _ in }
    service = try ProxyService(
      connection, trusting: trustedUsers ?? (address == .system ? [0] : [0, geteuid()]),
      limits: limits ?? ServiceLimits.of(address).claims, now: now
    ) {
      log.write("\($0)", $0 == .serving ? .info : .warning)
    } onDemand: {
      demand.value($0)
    }
    motiond = try MotiondLink(connection, log) { [weak service] in
      service?.update(hasAccelerometer: $0)
    } onPose: { [weak service] in
      service?.update($0)
    }
    demand.value = { [weak motiond] in motiond?.want($0) }
  }

  /// Serves until the bus is lost, which is thrown.
  func run() throws(BusError) {
    while true {
      try turn(waiting: true)
    }
  }

  /// Does everything that is due, once something is.
  ///
  /// - Parameter isWaiting: false to wait for nothing
  /// - Throws: a ``BusError`` if the bus is lost
  func turn(waiting isWaiting: Bool) throws(BusError) {
    try connection.process()
    var wishes = [
      pollfd(fd: connection.descriptor, events: Int16(connection.events), revents: 0)
    ]
    if let pipe = motiond.descriptor {
      wishes.append(pollfd(fd: pipe, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&wishes, nfds_t(wishes.count), isWaiting ? patience : 0) >= 0 else { return }
    if wishes.count > 1, wishes[1].revents != 0 { motiond.read() }
    motiond.processTime()
    service.processTime()
  }

  /// The time when the bridge asks for the name again; nil for none.
  var retry: Timestamp? { service.deadline }

  /// The longest wait in milliseconds; -1 if there is no limit.
  private var patience: Int32 {
    let deadlines = [
      connection.deadline.map(Timestamp.init(microseconds:)), motiond.deadline, retry,
    ]
    return deadlines.compactMap(\.self).min()
      .map { $0.pollTimeout(from: .now(on: CLOCK_MONOTONIC)) } ?? -1
  }
}

/// A value that closures share.
private final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// The log: lines on standard error, with their priority where that leads to the journal.
struct Log {
  func write(_ text: String, _ priority: Journal.Priority) {
    Journal.log(text, priority, from: "motiond-sensor-proxy")
  }
}
