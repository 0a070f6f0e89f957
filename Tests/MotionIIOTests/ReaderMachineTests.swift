import LinuxSupport
import Testing

@testable import MotionIIO

/// Every state with every input; times in milliseconds.
@Suite struct ReaderMachineTests {
  private typealias State = ReaderMachine.State

  @Test("start looks at once, and only once")
  func start() {
    var machine = ReaderMachine()
    #expect(machine.state == .idle)
    #expect(machine.start(at: 5.ms) == .open)
    #expect(machine.state == searching(5, 250))
    #expect(machine.start(at: 6.ms) == .none)
    #expect(machine.state == searching(5, 250))
    machine.opened(at: 7.ms, period: 10.ms)
    #expect(machine.start(at: 8.ms) == .none)
    #expect(machine.state == streaming(7, checked: 7, 1000, 250))
  }

  @Test("stop ends everything")
  func stop() {
    for var machine in [ReaderMachine(), Self.searching(), Self.streaming()] {
      machine.stop()
      #expect(machine.state == .idle)
      #expect(machine.tick(at: 1_000_000.ms) == .none)
    }
  }

  @Test("what was under way when it was stopped or given up changes nothing")
  func late() {
    for machine in [ReaderMachine(), Self.searching()] {
      var after = machine
      after.received(at: 100.ms)
      after.failed(at: 100.ms)
      #expect(after == machine)
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
      machine.opened(at: now, period: nil)
      #expect(machine.tick(at: now + 1000.ms) == .giveUp(silence: 1000.ms))
      guard case .searching(let due, _) = machine.state else { break }
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
      guard case .searching(let due, _) = machine.state else { break }
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
    machine.opened(at: 750.ms, period: nil)
    machine.failed(at: 800.ms)
    #expect(machine.state == searching(1800, 2000))
    machine.opened(at: 1800.ms, period: nil)
    machine.received(at: 1900.ms)
    machine.failed(at: 2000.ms)
    #expect(machine.state == searching(2250, 500))
  }

  @Test("silence: first time is told, then it is given up")
  func silence() {
    var machine = Self.streaming()
    #expect(machine.tick(at: 249.ms) == .none)
    #expect(machine.tick(at: 250.ms) == .tellTime(silence: 250.ms))
    machine.received(at: 500.ms)
    #expect(machine.tick(at: 749.ms) == .none)
    #expect(machine.tick(at: 1499.ms) == .tellTime(silence: 999.ms))
    #expect(machine.tick(at: 1500.ms) == .giveUp(silence: 1000.ms))
    #expect(machine.state == searching(1750, 500))
  }

  @Test(
    "slow accelerometers may be silent for eight periods",
    arguments: [(nil, 1000), (10, 1000), (125, 1000), (126, 1008), (1000, 8000)] as [(Int?, Int)])
  func slow(_ period: Int?, _ stall: Int) {
    var machine = Self.searching()
    machine.opened(at: 0, period: period.map { $0.ms })
    for now in stride(from: 0, to: stall, by: 250) { _ = machine.tick(at: now.ms) }
    #expect(machine.tick(at: stall.ms - 1) == .tellTime(silence: stall.ms - 1))
    #expect(machine.tick(at: stall.ms) == .giveUp(silence: stall.ms))
  }

  @Test("a period of centuries is no trouble")
  func centuries() {
    var machine = Self.searching()
    machine.opened(at: 0, period: .max)
    for now in stride(from: 0, to: 1_000_000, by: 1000) {
      #expect(machine.tick(at: now.ms) != .giveUp(silence: now.ms))
    }
  }

  @Test("the silence while nobody looked is told, but does not count")
  func absence() {
    var machine = Self.streaming()
    #expect(machine.tick(at: 1000.ms) == .giveUp(silence: 1000.ms))
    // A sleep of one to two seconds, too.
    machine = Self.streaming()
    machine.received(at: 100.ms)
    #expect(machine.tick(at: 1101.ms) == .tellTime(silence: 1001.ms))
    #expect(machine.tick(at: 2100.ms) == .tellTime(silence: 2000.ms))
    #expect(machine.tick(at: 2101.ms) == .giveUp(silence: 2001.ms))
    // After an hour of suspend it need only have sent something by the next second.
    machine = Self.streaming()
    #expect(machine.tick(at: 3_600_000.ms) == .tellTime(silence: 3_600_000.ms))
    machine.received(at: 3_600_010.ms)
    #expect(machine.tick(at: 3_600_250.ms) == .none)
  }

  @Test("one that samples is started anew at once; one that does not is when it would be anyway")
  func restart() {
    var machine = Self.streaming()
    #expect(machine.restart(at: 40.ms) == .open)
    #expect(machine.state == searching(40, 250))
    machine.opened(at: 50.ms, period: 100.ms)
    #expect(machine.state == streaming(50, checked: 50, 1000, 250))
    for other in [ReaderMachine(), Self.searching()] {
      var after = other
      #expect(after.restart(at: 300.ms) == .none)
      #expect(after == other)
    }
  }

  @Test("one whose chip watches may be silent, until it is lost or started anew")
  func watching() {
    var machine = Self.searching()
    machine.watching()
    #expect(machine.state == .watching)
    #expect(machine.start(at: 5.ms) == .none)
    #expect(machine.appeared(at: 5.ms) == .none)
    #expect(machine.tick(at: 1_000_000.ms) == .none)
    #expect(machine.untilSearch(from: 5.ms) == nil)
    machine.received(at: 5.ms)
    #expect(machine.state == .watching)
    var lost = machine
    lost.failed(at: 100.ms)
    #expect(lost.state == searching(350, 500))
    #expect(machine.restart(at: 40.ms) == .open)
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
    #expect(machine.appeared(at: 300.ms) == .open)
    #expect(machine.state == searching(300, 250))
    machine.openFailed(at: 300.ms)
    #expect(machine.state == searching(550, 500))
    for other in [ReaderMachine(), Self.streaming()] {
      var after = other
      #expect(after.appeared(at: 300.ms) == .none)
      #expect(after == other)
    }
  }

  @Test("to be opened without having asked is a mistake of the caller")
  func mistakes() async {
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachine()
      machine.opened(at: 0, period: nil)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachine()
      machine.openFailed(at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      machine.opened(at: 0, period: nil)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      machine.openFailed(at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      machine.watching()
    }
  }

  @Test("it says when it is to look again, and nothing while it need not")
  func untilSearch() {
    var machine = ReaderMachine()
    #expect(machine.untilSearch(from: 0) == nil)
    _ = machine.start(at: 0)
    machine.openFailed(at: 10)
    #expect(machine.untilSearch(from: 20) == 250.ms - 10)
    #expect(machine.untilSearch(from: .max) == 0)
    _ = machine.tick(at: 1_000_000_000)
    machine.opened(at: 1_000_000_000, period: nil)
    #expect(machine.untilSearch(from: 1_000_000_000) == nil)
  }

  private static func searching() -> ReaderMachine {
    var machine = ReaderMachine()
    _ = machine.start(at: 0)
    return machine
  }

  private static func streaming() -> ReaderMachine {
    var machine = searching()
    machine.opened(at: 0, period: 10.ms)
    return machine
  }

  private func searching(_ due: Int, _ delay: Int) -> State {
    .searching(due: due.ms, delays: delays(delay))
  }

  private func streaming(_ last: Int, checked: Int, _ stall: Int, _ delay: Int) -> State {
    .streaming(
      ReaderMachine.Stream(
        last: last.ms, silentSince: last.ms, checked: checked.ms, stall: stall.ms,
        delays: delays(delay)))
  }

  /// The delays whose next one is `next`.
  private func delays(_ next: Int) -> RetryDelays {
    var delays = ReaderMachine.retryDelays
    while case var after = delays, after.next() != .milliseconds(next) { _ = delays.next() }
    return delays
  }
}

extension Int {
  /// So many milliseconds in nanoseconds.
  fileprivate var ms: Int64 { Int64(self) * 1_000_000 }
}
