// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import Testing

@testable import MotionIIO

/// Every state with every input; times in milliseconds.
@Suite struct ReaderMachineTests {
  /// Numbers in the places of what a reader has open.
  private enum Numbers: ReaderResources {
    typealias Devices = Int
    typealias Retry = Int
    typealias Stream = Int
    typealias Watch = Int
  }

  private typealias Machine = ReaderMachine<Numbers>
  private typealias State = Machine.State

  @Test("start looks at once, and only once")
  func start() {
    var machine = Self.idle()
    #expect(machine.state == .idle)
    #expect(machine.start(at: 5.ms) { 1 } == true)
    #expect(machine.state == searching(5, 250))
    #expect(machine.start(at: 6.ms) { 2 } == false)
    #expect(machine.state == searching(5, 250))
    machine.opened(2, at: 7.ms, period: 10.ms)
    #expect(machine.start(at: 8.ms) { 2 } == false)
    #expect(machine.state == streaming(7, checked: 7, 1000, 250))
  }

  @Test("stop ends everything")
  func stop() {
    for var machine in [Self.idle(), Self.searching(), Self.streaming()] {
      machine.stop()
      #expect(machine.state == .idle)
      #expect(machine.tick(at: 1_000_000.ms) == .none)
    }
  }

  @Test("what was under way when it was stopped or given up changes nothing")
  func late() {
    for machine in [Self.idle(), Self.searching()] {
      var after = machine
      after.received(at: 100.ms)
      after.failed(at: 100.ms)
      #expect(after.state == machine.state)
    }
  }

  @Test("a search goes on when it is due, not before")
  func search() {
    var machine = Self.searching()
    machine.openFailed(at: 10.ms)
    #expect(machine.state == searching(260, 500))
    #expect(machine.tick(at: 259.ms) == .none)
    #expect(machine.tick(at: 260.ms) == .open)
    #expect(machine.state == searching(260, 500))
  }

  @Test("one that starts and stays silent is started again ever less often, up to once a minute")
  func silentForEver() {
    var machine = Self.searching()
    var (now, delays): (Int64, [Int64]) = (0, [])
    for _ in 0..<10 {
      machine.opened(2, at: now, period: nil)
      #expect(machine.tick(at: now + 1000.ms) == .giveUp(2, silence: 1000.ms))
      guard case .searching(_, let search) = machine.state else { break }
      let due = search.due
      delays.append((due - now) / 1.ms - 1000)
      now = due
    }
    #expect(delays == [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    // If another program has it then, that may end at any time.
    machine.openFailed(at: now)
    #expect(machine.untilSearch(from: now) == 2000.ms)
  }

  @Test("delays of a search double up to two seconds")
  func backOff() {
    var machine = Self.searching()
    var (now, delays): (Int64, [Int64]) = (0, [])
    for _ in 0..<6 {
      machine.openFailed(at: now)
      guard case .searching(_, let search) = machine.state else { break }
      let due = search.due
      delays.append((due - now) / 1.ms)
      now = due
    }
    #expect(delays == [250, 500, 1000, 2000, 2000, 2000])
  }

  @Test("to be found is not enough to be looked for eagerly again: only readings are")
  func eagerness() {
    var machine = Self.searching()
    machine.openFailed(at: 0)
    machine.openFailed(at: 250.ms)
    machine.opened(2, at: 750.ms, period: nil)
    machine.failed(at: 800.ms)
    #expect(machine.state == searching(1800, 2000))
    machine.opened(2, at: 1800.ms, period: nil)
    machine.received(at: 1900.ms)
    machine.failed(at: 2000.ms)
    #expect(machine.state == searching(2250, 500))
  }

  @Test("silence: first time is told, then it is given up")
  func silence() {
    var machine = Self.streaming()
    #expect(machine.tick(at: 249.ms) == .none)
    #expect(machine.tick(at: 250.ms) == .reportTime(silence: 250.ms))
    machine.received(at: 500.ms)
    #expect(machine.tick(at: 749.ms) == .none)
    #expect(machine.tick(at: 1499.ms) == .reportTime(silence: 999.ms))
    #expect(machine.tick(at: 1500.ms) == .giveUp(2, silence: 1000.ms))
    #expect(machine.state == searching(1750, 500))
  }

  @Test(
    "slow accelerometers may be silent for eight periods",
    arguments: [(nil, 1000), (10, 1000), (125, 1000), (126, 1008), (1000, 8000)] as [(Int?, Int)])
  func slow(_ period: Int?, _ stall: Int) {
    var machine = Self.searching()
    machine.opened(2, at: 0, period: period.map { $0.ms })
    for now in stride(from: 0, to: stall, by: 250) { _ = machine.tick(at: now.ms) }
    #expect(machine.tick(at: stall.ms - 1) == .reportTime(silence: stall.ms - 1))
    #expect(machine.tick(at: stall.ms) == .giveUp(2, silence: stall.ms))
  }

  @Test("a period of centuries is no trouble")
  func centuries() {
    var machine = Self.searching()
    machine.opened(2, at: 0, period: .max)
    for now in stride(from: 0, to: 1_000_000, by: 1000) {
      #expect(machine.tick(at: now.ms) != .giveUp(2, silence: now.ms))
    }
  }

  @Test("the silence while nobody looked is told, but does not count")
  func absence() {
    var machine = Self.streaming()
    #expect(machine.tick(at: 1000.ms) == .giveUp(2, silence: 1000.ms))
    // A sleep of one to two seconds, too.
    machine = Self.streaming()
    machine.received(at: 100.ms)
    #expect(machine.tick(at: 1101.ms) == .reportTime(silence: 1001.ms))
    #expect(machine.tick(at: 2100.ms) == .reportTime(silence: 2000.ms))
    #expect(machine.tick(at: 2101.ms) == .giveUp(2, silence: 2001.ms))
    // After an hour of suspend it need only have sent something by the next second.
    machine = Self.streaming()
    #expect(machine.tick(at: 3_600_000.ms) == .reportTime(silence: 3_600_000.ms))
    machine.received(at: 3_600_010.ms)
    #expect(machine.tick(at: 3_600_250.ms) == .none)
  }

  @Test("one that samples is started anew at once; one that does not is when it would be anyway")
  func restart() {
    var machine = Self.streaming()
    #expect(machine.restart(at: 40.ms) == true)
    #expect(machine.state == searching(40, 250))
    machine.opened(2, at: 50.ms, period: 100.ms)
    #expect(machine.state == streaming(50, checked: 50, 1000, 250))
    for other in [Self.idle(), Self.searching()] {
      var after = other
      #expect(after.restart(at: 300.ms) == false)
      #expect(after.state == other.state)
    }
  }

  @Test("one whose chip watches may be silent, until it is lost or started anew")
  func watching() {
    var machine = Self.searching()
    machine.opened(3)
    #expect(machine.state == .watching(1, 3))
    #expect(machine.start(at: 5.ms) { 2 } == false)
    #expect(machine.appeared(at: 5.ms) == false)
    #expect(machine.tick(at: 1_000_000.ms) == .none)
    #expect(machine.untilSearch(from: 5.ms) == nil)
    machine.received(at: 5.ms)
    #expect(machine.state == .watching(1, 3))
    var lost = machine
    lost.failed(at: 100.ms)
    #expect(lost.state == searching(350, 500))
    #expect(machine.restart(at: 40.ms) == true)
    #expect(machine.state == searching(40, 250))
    machine.stop()
    #expect(machine.state == .idle)
  }

  @Test("a device that is plugged in ends a wait, and the next waits are short again")
  func appeared() {
    var machine = Self.searching()
    machine.openFailed(at: 0)
    machine.openFailed(at: 250.ms)
    #expect(machine.state == searching(750, 1000))
    #expect(machine.appeared(at: 300.ms) == true)
    #expect(machine.state == searching(300, 250))
    machine.openFailed(at: 300.ms)
    #expect(machine.state == searching(550, 500))
    for other in [Self.idle(), Self.streaming()] {
      var after = other
      #expect(after.appeared(at: 300.ms) == false)
      #expect(after.state == other.state)
    }
  }

  @Test("a search keeps its timer and the problem reported, until there is an accelerometer")
  func waiting() {
    let problem = AccelerometerError.noAccelerometer(uri: "local:")
    var machine = Self.searching()
    machine.openFailed(at: 0)
    machine.wait(for: 7, reported: problem)
    let waiting = Machine.Search(
      due: 250.ms, delays: delays(500), retry: 7, reported: problem)
    #expect(machine.state == .searching(1, waiting))
    // The timer has fired; the problem is no news.
    machine.openFailed(at: 250.ms)
    #expect(
      machine.state
        == .searching(1, Machine.Search(due: 750.ms, delays: delays(1000), reported: problem)))
    machine.opened(2, at: 750.ms, period: 10.ms)
    machine.failed(at: 800.ms)
    #expect(machine.state == searching(1800, 2000))
  }

  @Test("times that are out of order are a mistake of the caller")
  func times() async {
    let standard = ReaderTimes.standard
    #expect(standard.patience < standard.longestWait && standard.longestWait < standard.silence)
    await #expect(processExitsWith: .failure) {
      // A silence would be reported before the thread has left the readings.
      _ = ReaderTimes(
        bursts: 40, patience: 60, longestWait: 260, silence: 250, timeout: 500, longestTurn: 1000,
        stall: 1000, retryDelays: ReaderTimes.standard.retryDelays, longestSearch: .seconds(2))
    }
  }

  @Test("to be opened without having asked is a mistake of the caller")
  func mistakes() async {
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.idle()
      machine.opened(2, at: 0, period: nil)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.idle()
      machine.openFailed(at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      machine.opened(2, at: 0, period: nil)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      machine.openFailed(at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      machine.opened(3)
    }
  }

  @Test("it says when it is to look again, and nothing while it need not")
  func untilSearch() {
    var machine = Self.idle()
    #expect(machine.untilSearch(from: 0) == nil)
    _ = machine.start(at: 0) { 1 }
    machine.openFailed(at: 10)
    #expect(machine.untilSearch(from: 20) == 250.ms - 10)
    #expect(machine.untilSearch(from: .max) == 0)
    _ = machine.tick(at: 1_000_000_000)
    machine.opened(2, at: 1_000_000_000, period: nil)
    #expect(machine.untilSearch(from: 1_000_000_000) == nil)
  }

  private static func idle() -> Machine { Machine(times: .standard) }

  private static func searching() -> Machine {
    var machine = idle()
    _ = machine.start(at: 0) { 1 }
    return machine
  }

  private static func streaming() -> Machine {
    var machine = searching()
    machine.opened(2, at: 0, period: 10.ms)
    return machine
  }

  private func searching(_ due: Int, _ delay: Int) -> State {
    .searching(1, Machine.Search(due: due.ms, delays: delays(delay)))
  }

  private func streaming(_ last: Int, checked: Int, _ stall: Int, _ delay: Int) -> State {
    .streaming(
      1, 2,
      Machine.Silence(
        last: last.ms, since: last.ms, checked: checked.ms, limit: stall.ms,
        delays: delays(delay)))
  }

  /// The delays whose next one is `next`.
  private func delays(_ next: Int) -> RetryDelays {
    var delays = ReaderTimes.standard.retryDelays
    while case var after = delays, after.next() != .milliseconds(next) { _ = delays.next() }
    return delays
  }
}

extension Int {
  /// So many milliseconds in nanoseconds.
  fileprivate var ms: Int64 { Int64(self) * 1_000_000 }
}
