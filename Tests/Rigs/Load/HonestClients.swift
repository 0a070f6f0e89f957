// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionBus

/// Clients that ask a service at a steady pace, whatever else is on the bus, and note how long they
/// wait for answers: one claims, one asks for the status, and newcomers claim and leave.
///
/// They ask again where the bus passes nothing on, as more waits for the service than it keeps.
final class HonestClients {
  private typealias Clock = ContinuousClock

  /// A call without an answer.
  private struct Question {
    let client: BusConnection
    let method: String
    let values: [BusValue]
    let start = Clock.now
    let done: () -> Void
  }

  /// The times to the answers in ms, in the order of the answers.
  private(set) var times: [Double] = []
  /// The errors that answered them.
  private(set) var refusals: [String] = []

  private let address: BusAddress
  private let claimant: BusConnection
  private let asker: BusConnection
  /// Each claims once.
  private var newcomers: [BusConnection] = []
  private var questions: [Int: Question] = [:]
  /// The numbers of the questions that the bus did not pass on.
  private var returned: [Int] = []
  private var count = 0

  /// The user of the newcomers where this program may choose: another one than the attacker, and
  /// one whom the bus finds in `/etc/passwd`.
  private static let stranger: uid_t = 1
  /// The most claims of one client that wait for an answer; motiond refuses more than 32.
  private static let mostWaiting = 16
  /// The longest wait for an answer.
  private static let patience = Duration.seconds(30)

  /// Clients on the bus at `address`.
  init(_ address: String) throws {
    self.address = .address(address)
    (claimant, asker) = (try BusConnection(self.address), try BusConnection(self.address))
  }

  /// Asks the service called `name` for so many seconds, and waits for the answers.
  ///
  /// - Throws: a ``LoadProblem`` if one does not come
  func ask(_ name: String = Motion1.name, for seconds: Double) throws {
    (times, refusals) = ([], [])
    let start = Clock.now
    var turns = (claimant: 0, asker: 0, newcomer: 0)
    /// Counts a turn that is due, as the time since the start is its number times the pace.
    func isDue(_ turn: inout Int, each milliseconds: Int) -> Bool {
      guard start + .milliseconds(turn * milliseconds) <= .now else { return false }
      turn += 1
      return true
    }
    while true {
      let isOver = Clock.now - start >= .seconds(seconds)
      if isOver, questions.isEmpty { return }
      if !isOver {
        if questions.values.count(where: { $0.client === claimant }) < Self.mostWaiting,
          isDue(&turns.claimant, each: 10)
        {
          try claim(on: claimant, name)
        }
        if isDue(&turns.asker, each: 50) { try put("GetStatus", [], on: asker, name) }
        if isDue(&turns.newcomer, each: 100) { try arrive(name) }
      }
      let again = returned
      returned = []
      for number in again { try send(number, name) }
      try Attack.turn([claimant, asker] + newcomers, atMost: 2)
      if let first = questions.values.map(\.start).min(), Clock.now - first > Self.patience {
        throw LoadProblem("an honest client had no answer for \(Self.patience)")
      }
    }
  }

  private func arrive(_ name: String) throws {
    if geteuid() == 0 { seteuid(Self.stranger) }
    // The bus takes a connection for the user who opens it.
    defer { if getuid() == 0 { seteuid(0) } }
    let newcomer = try BusConnection(address)
    newcomers.append(newcomer)
    try claim(on: newcomer, name) { [weak self] in self?.newcomers.removeAll { $0 === newcomer } }
  }

  private func claim(
    on client: BusConnection, _ name: String, _ done: @escaping () -> Void = {}
  ) throws {
    let options = ["window": BusValue.double(1 + Double(count % 2))]
    try put("Claim", [.dictionary(options)], on: client, name, done)
  }

  private func put(
    _ method: String, _ values: [BusValue], on client: BusConnection, _ name: String,
    _ done: @escaping () -> Void = {}
  ) throws {
    count += 1
    questions[count] = Question(client: client, method: method, values: values, done: done)
    try send(count, name)
  }

  private func send(_ number: Int, _ name: String) throws {
    guard let question = questions[number] else { return }
    let call = try question.client.call(
      name, Motion1.path, Motion1.interface, question.method, question.values)
    try question.client.send(call, timeout: Self.patience * 2) { [self] answer in
      if case .failure(.refused(_, _, let text)) = answer, text.contains("full message queue") {
        return returned.append(number)
      }
      times.append((Clock.now - question.start) / .milliseconds(1))
      if case .failure(let error) = answer { refusals.append("\(question.method): \(error)") }
      questions[number] = nil
      question.done()
    }
  }
}
