// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus

/// A table of attacks: how long a good client of motiond waits for the answer to a claim, while an
/// attack is aimed at motiond, and while the same is aimed at another name on the bus; and what is
/// left of it in motiond.
struct HostileTable {
  /// The time of each measurement, in seconds.
  let seconds: Double

  /// What the delay at the 99th percentile may be above that of the attack on another name, in ms.
  private static let tolerance = 50.0
  /// The most memory that motiond may ever have, in kB, and the most that may be left after an
  /// attack.
  private static let (peak, growth) = (100_000, 4096)
  private static let other = "org.example.Target"

  /// The attacks to run.
  let attacks: [Attack]

  /// Runs the attacks, and prints the table.
  ///
  /// - Returns: true if all is within the limits
  func run() throws -> Bool {
    print(
      "attack          other p99      max  own p50  own p99   max ms   claims kB before    after"
        + "     peak  fds")
    var isFine = true
    for attack in attacks {
      isFine = try run(attack) && isFine
      fflush(nil)
    }
    return isFine
  }

  private func run(_ attack: Attack) throws -> Bool {
    let bus = try PrivateBus(
      policy: PrivateBus.openPolicy
        + "<limit name=\"max_replies_per_connection\">50000</limit>"
        + "<limit name=\"max_connections_per_user\">2000</limit>")
    defer { bus.stop() }
    let daemon = try DaemonProcess(on: bus.address)
    defer { daemon.kill() }
    let target = try process(.target, bus.address, Self.other)
    defer { end(target) }
    let client = try BusConnection(.address(bus.address))
    _ = try claims(client, for: 0.5)
    let (memory, descriptors) = (daemon.memory, fewestDescriptors(of: daemon))
    func attacked(_ name: String) throws -> [Double] {
      let attacker = try process(attack, bus.address, name)
      defer { end(attacker) }
      // Until it has begun in earnest.
      _ = try claims(client, for: 1)
      return try claims(client, for: seconds)
    }
    let others = try attacked(Self.other)
    let own = try attacked(Motion1.name)
    _ = try claims(client, for: 1)
    let after = (daemon.memory, fewestDescriptors(of: daemon), daemon.peakMemory)
    let isFine =
      own.percentile(99) <= others.percentile(99) + Self.tolerance && after.2 < Self.peak
      && after.0 - memory < Self.growth && after.1 <= descriptors && daemon.ending == nil
    let numbers = [
      others.percentile(99), others.last ?? 0, own.percentile(50), own.percentile(99),
      own.last ?? 0,
    ].map { Self.cell($0, 8) }.joined(separator: " ")
    let counts = [own.count, memory, after.0, after.2].map { Self.cell(Double($0), 9) }
      .joined(separator: "")
    let name = attack.rawValue + String(repeating: " ", count: 16 - attack.rawValue.count)
    let verdict = isFine ? "" : "  BEYOND THE LIMITS"
    print("\(name) \(numbers)\(counts)  \(descriptors)->\(after.1)\(verdict)")
    if let ending = daemon.ending { print("  \(ending)") }
    return isFine
  }

  /// The number of descriptors when nothing is under way: sources have copies of theirs for a
  /// moment.
  private func fewestDescriptors(of daemon: DaemonProcess) -> Int {
    (0..<50).map { _ in
      poll(nil, 0, 10)
      return daemon.descriptors
    }.min() ?? 0
  }

  private static func cell(_ number: Double, _ width: Int) -> String {
    let text = "\((number * 10).rounded() / 10)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Claims again and again, a hundred times a second at most.
  ///
  /// - Returns: the times to the answers in ms, sorted
  private func claims(_ client: BusConnection, for seconds: Double) throws -> [Double] {
    let end = ContinuousClock.now + .seconds(seconds)
    var times: [Double] = []
    while ContinuousClock.now < end {
      let start = ContinuousClock.now
      let call = try client.call(Motion1.name, Motion1.path, Motion1.interface, "Claim")
      try call.append([.dictionary(["window": .double(1 + Double(times.count % 2))])])
      var isAnswered = false
      try client.send(call) { _ in isAnswered = true }
      while !isAnswered {
        var wish = pollfd(fd: client.descriptor, events: Int16(client.events), revents: 0)
        guard poll(&wish, 1, 30_000) > 0 || client.deadline == 0 else {
          throw LoadProblem("a good client had no answer for 30 s")
        }
        try client.process()
      }
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      poll(nil, 0, 10)
    }
    return times.sorted()
  }

  private func process(_ attack: Attack, _ address: String, _ name: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--attack", attack.rawValue, "--address", address, "--aim", name]
    try process.run()
    return process
  }

  private func end(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

extension [Double] {
  /// The value at `percent` of these, which are sorted; 0 of none.
  fileprivate func percentile(_ percent: Int) -> Double {
    isEmpty ? 0 : self[Swift.min(count - 1, count * percent / 100)]
  }
}
