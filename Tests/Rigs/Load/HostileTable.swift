// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import TestSupport

/// A table of attacks: how long honest clients wait for the answers of motiond while an attack is
/// aimed at it, and for those of a program that only answers while the same is aimed at that; and
/// what is left of it in motiond.
struct HostileTable {
  /// The time of each measurement, in seconds.
  let seconds: Double

  /// What the delay at the 99th percentile may be above the delay of a program that only answers,
  /// under the same attack, in ms.
  private static let tolerance = 50.0
  /// The longest that an honest client may wait, in ms, unless the bus holds up a program that only
  /// answers as well.
  private static let longest = 1000.0
  /// The most memory that may be left after an attack, in kB: the heap keeps 4 MB.
  private static let growth = 6144
  private static let other = "org.example.Target"
  /// The limits of a session bus, where every user may come.
  private static let policy =
    PrivateBus.openPolicy + """
      <policy context="default"><allow user="*"/></policy>
      <limit name="max_replies_per_connection">50000</limit>
      <limit name="max_connections_per_user">2000</limit>
      """

  /// The attacks to run.
  let attacks: [Attack]

  /// Runs the attacks, and prints the table.
  ///
  /// - Returns: true if all is within the limits
  func run() throws -> Bool {
    print(
      "attack          other p99      max  own p50  own p99   max ms  answers kB before    after"
        + "     peak  fds")
    var isFine = true
    for attack in attacks {
      isFine = try run(attack) && isFine
      fflush(nil)
    }
    return isFine
  }

  private func run(_ attack: Attack) throws -> Bool {
    let bus = try PrivateBus(policy: Self.policy)
    defer { bus.stop() }
    // With the limits for several users, of whom root alone is trusted.
    let daemon = try DaemonProcess(on: bus.address, as: "system")
    defer { daemon.kill() }
    let target = try process(.target, bus.address, Self.other)
    defer { end(target) }
    let honest = try HonestClients(bus.address)
    // Until motiond is there.
    repeat { try honest.ask(for: 0.5) } while !honest.refusals.isEmpty && daemon.ending == nil
    let (memory, descriptors) = (daemon.memory, fewestDescriptors(of: daemon))
    func attacked(_ name: String) throws -> [Double] {
      let attacker = try process(attack, bus.address, name)
      defer { end(attacker) }
      // Until it has begun in earnest.
      try honest.ask(name, for: 1)
      try honest.ask(name, for: seconds)
      return honest.times.sorted()
    }
    let others = try attacked(Self.other)
    let own = try attacked(Motion1.name)
    let refusals = Set(honest.refusals)
    try honest.ask(for: 1)
    let after = (daemon.memory, fewestDescriptors(of: daemon), daemon.peakMemory)
    // Bodies of a megabyte may hold up nobody for longer, whatever they do to the bus.
    let inBus = attack.large == nil ? others.percentile(100) + Self.tolerance : 0
    // Claims that make sense take their time: others wait behind them.
    let isFine =
      (attack.large != nil || attack == .claims
        || own.percentile(99) <= 2 * others.percentile(99) + Self.tolerance)
      && (attack == .claims
        || own.percentile(100) <= max(Self.longest, inBus)
          && refusals.isEmpty)
      && after.2 <= ServiceLimits.mostMemory / 1024
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
    for refusal in refusals.sorted() { print("  refused: \(refusal)") }
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

  private func process(_ attack: Attack, _ address: String, _ name: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--attack", attack.rawValue, "--address", address, "--aim", name]
    try process.start()
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
