// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import Testing

@testable import MotionSensors

/// Every state with every input; times in milliseconds.
@Suite struct ReaderMachineTests {
  /// Numbers in the places of what a reader has open.
  private enum Numbers: ReaderResources {
    typealias Devices = Int
    typealias Retry = Int
    typealias Device = Int
  }

  private typealias Machine = ReaderMachine<Numbers>
  private typealias State = Machine.State
  private typealias Search = Machine.Search

  private static let problem = AccelerometerError.noAccelerometer(uri: "local:")
  private static let busy = AccelerometerError.failed(
    action: "read", device: "a", error: .resourceBusy)

  @Test("start has it opened at once, and only once")
  func start() {
    var machine = Self.idle()
    #expect(machine.state == .idle)
    #expect(machine.start(at: 5.ms) { 1 } == .open)
    #expect(machine.state == opening(5, .start))
    #expect(machine.start(at: 6.ms) { 2 } == .none)
    #expect(machine.state == opening(5, .start))
    #expect(machine.opened(2, at: 7.ms, isSampling: true, period: 10.ms) == .none)
    #expect(machine.start(at: 8.ms) { 2 } == .none)
    #expect(machine.state == .streaming(1, 2))
    #expect(machine.silence == silence(7, checked: 7, 1000, 250))
  }

  @Test("stop has what is open closed, and then nothing is under way")
  func stop() {
    for var machine in [Self.streaming(), Self.watching()] {
      #expect(machine.stop() == .close(2))
      #expect(machine.state == .closing(.rest))
      #expect(machine.stop() == .none)
      #expect(machine.tick(at: 1_000_000.ms) == .none)
      #expect(machine.closed() == .rest)
      #expect(machine.state == .idle)
      #expect(machine.stop() == .rest)
    }
    var machine = Self.searching()
    #expect(machine.stop() == .rest)
    #expect(machine.state == .idle)
  }

  @Test("what the opener opens after a stop is closed")
  func stopWhileOpening() {
    var machine = Self.opening()
    #expect(machine.stop() == .none)
    #expect(machine.stop() == .none)
    #expect(machine.state == .abandoned)
    var failed = machine
    #expect(failed.openFailed(Self.problem, at: 5.ms) == .rest)
    #expect(failed.state == .idle)
    #expect(machine.opened(2, at: 5.ms, isSampling: true, period: nil) == .close(2))
    #expect(machine.state == .closing(.rest))
  }

  @Test("a start before the stop is done has it opened after that")
  func startWhileStopping() {
    var machine = Self.streaming()
    _ = machine.stop()
    #expect(machine.start(at: 9.ms) { 4 } == .none)
    #expect(machine.start(at: 10.ms) { 5 } == .none)
    #expect(machine.closed() == .open)
    #expect(
      machine.state == .opening(4, Search(due: 9.ms, delays: delays(250)), .start))
    // What the opener has under way is wanted again.
    _ = machine.stop()
    #expect(machine.start(at: 11.ms) { 6 } == .none)
    #expect(machine.opened(2, at: 12.ms, isSampling: true, period: 10.ms) == .none)
    // Another stop counts, too.
    _ = machine.stop()
    _ = machine.start(at: 13.ms) { 7 }
    #expect(machine.stop() == .none)
    #expect(machine.closed() == .rest)
  }

  @Test("what was under way when it was stopped or given up changes nothing")
  func late() {
    for machine in [Self.idle(), Self.searching(), Self.opening(), Self.closing()] {
      var after = machine
      after.received(at: 100.ms)
      #expect(after.failed(Self.problem, at: 100.ms) == .none)
      #expect(after.state == machine.state)
    }
  }

  @Test("a search goes on when it is due, not before")
  func search() {
    var machine = Self.opening()
    #expect(machine.openFailed(Self.problem, at: 10.ms) == .lost(Self.problem))
    #expect(machine.state == searching(260, 500, Self.problem))
    #expect(machine.tick(at: 259.ms) == .wait)
    #expect(machine.tick(at: 260.ms) == .open)
    #expect(machine.state == opening(260, .search, 500, Self.problem))
  }

  @Test("that it is not there is reported once; an obstacle too, but it is news")
  func news() {
    var machine = Self.searching()
    _ = machine.tick(at: 1000.ms)
    #expect(machine.openFailed(Self.problem, at: 1000.ms) == .wait)
    _ = machine.tick(at: 2000.ms)
    #expect(machine.openFailed(Self.busy, at: 2000.ms) == .warn(Self.busy))
    _ = machine.tick(at: 10_000.ms)
    #expect(machine.openFailed(Self.busy, at: 10_000.ms) == .wait)
    _ = machine.tick(at: 20_000.ms)
    #expect(machine.openFailed(Self.problem, at: 20_000.ms) == .wait)
    // What was changed by a demand is a loss where it fails.
    var changed = Self.streaming()
    _ = changed.restart(at: 5.ms)
    _ = changed.closed()
    #expect(changed.openFailed(Self.busy, at: 6.ms) == .lost(Self.busy))
  }

  @Test("one that starts and stays silent is started again ever less often, up to once a minute")
  func silentForEver() {
    var machine = Self.opening()
    var (now, delays): (Int64, [Int64]) = (0, [])
    for _ in 0..<10 {
      _ = machine.opened(2, at: now, isSampling: true, period: nil)
      #expect(machine.tick(at: now + 1000.ms) == .giveUp(2, silence: 1000.ms))
      #expect(machine.closed() == .wait)
      guard case .searching(_, let search) = machine.state else { break }
      let due = search.due
      delays.append((due - now) / 1.ms - 1000)
      now = due
      #expect(machine.tick(at: now) == .open)
    }
    #expect(delays == [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    // If another program has it then, that may end at any time.
    _ = machine.openFailed(Self.busy, at: now)
    #expect(machine.untilSearch(from: now) == 3000.ms)
  }

  @Test("delays of a search double up to three seconds")
  func backOff() {
    var machine = Self.opening()
    var (now, delays): (Int64, [Int64]) = (0, [])
    for _ in 0..<6 {
      _ = machine.openFailed(Self.problem, at: now)
      guard case .searching(_, let search) = machine.state else { break }
      let due = search.due
      delays.append((due - now) / 1.ms)
      now = due
      _ = machine.tick(at: now)
    }
    #expect(delays == [250, 500, 1000, 2000, 3000, 3000])
  }

  @Test("to be found is not enough to be looked for eagerly again: only readings are")
  func eagerness() {
    var machine = Self.opening()
    _ = machine.openFailed(Self.problem, at: 0)
    _ = machine.tick(at: 250.ms)
    _ = machine.openFailed(Self.problem, at: 250.ms)
    _ = machine.tick(at: 750.ms)
    _ = machine.opened(2, at: 750.ms, isSampling: true, period: nil)
    #expect(machine.failed(Self.busy, at: 800.ms) == .close(2))
    #expect(machine.closed() == .wait)
    #expect(machine.state == searching(1800, 2000, Self.busy))
    _ = machine.tick(at: 1800.ms)
    _ = machine.opened(2, at: 1800.ms, isSampling: true, period: nil)
    machine.received(at: 1900.ms)
    _ = machine.failed(Self.busy, at: 2000.ms)
    _ = machine.closed()
    #expect(machine.state == searching(2250, 500, Self.busy))
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
    _ = machine.closed()
    #expect(machine.state == searching(1750, 500))
  }

  @Test(
    "slow accelerometers may be silent for eight periods",
    arguments: [(nil, 1000), (10, 1000), (125, 1000), (126, 1008), (1000, 8000)] as [(Int?, Int)])
  func slow(_ period: Int?, _ stall: Int) {
    var machine = Self.opening()
    _ = machine.opened(2, at: 0, isSampling: true, period: period.map { $0.ms })
    for now in stride(from: 0, to: stall, by: 250) { _ = machine.tick(at: now.ms) }
    #expect(machine.tick(at: stall.ms - 1) == .reportTime(silence: stall.ms - 1))
    #expect(machine.tick(at: stall.ms) == .giveUp(2, silence: stall.ms))
  }

  @Test("a period of centuries is no trouble")
  func centuries() {
    var machine = Self.opening()
    _ = machine.opened(2, at: 0, isSampling: true, period: .max)
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

  @Test("one that samples or watches is opened anew at once; one that does not, when it would be")
  func restart() {
    var machine = Self.streaming()
    #expect(machine.restart(at: 40.ms) == .close(2))
    #expect(machine.restart(at: 41.ms) == .none)
    #expect(machine.closed() == .open)
    #expect(machine.state == opening(40, .change))
    _ = machine.opened(2, at: 50.ms, isSampling: true, period: 100.ms)
    #expect(machine.silence == silence(50, checked: 50, 1000, 250))
    var watching = Self.watching()
    #expect(watching.restart(at: 40.ms) == .close(2))
    for other in [Self.idle(), Self.searching(), Self.opening(), Self.closing()] {
      var after = other
      #expect(after.restart(at: 300.ms) == .none)
      #expect(after.state == other.state)
    }
  }

  @Test("one whose chip watches may be silent, until it is lost")
  func watching() {
    var machine = Self.watching()
    #expect(machine.state == .watching(1, 2))
    #expect(machine.start(at: 5.ms) { 2 } == .none)
    #expect(machine.appeared(at: 5.ms) == .none)
    #expect(machine.tick(at: 1_000_000.ms) == .none)
    #expect(machine.untilSearch(from: 5.ms) == nil)
    machine.received(at: 5.ms)
    #expect(machine.state == .watching(1, 2))
    #expect(machine.failed(Self.busy, at: 100.ms) == .close(2))
    _ = machine.closed()
    #expect(machine.state == searching(350, 500, Self.busy))
  }

  @Test("a device that is plugged in ends a wait, and the next waits are short again")
  func appeared() {
    var machine = Self.opening()
    _ = machine.openFailed(Self.problem, at: 0)
    _ = machine.tick(at: 250.ms)
    // The opener may have looked before it was there.
    #expect(machine.appeared(at: 260.ms) == .none)
    _ = machine.openFailed(Self.problem, at: 260.ms)
    #expect(machine.state == searching(510, 500, Self.problem))
    #expect(machine.appeared(at: 300.ms) == .open)
    #expect(machine.state == opening(300, .search, 250, Self.problem))
    _ = machine.openFailed(Self.problem, at: 300.ms)
    #expect(machine.state == searching(550, 500, Self.problem))
    var lost = Self.streaming()
    _ = lost.failed(Self.busy, at: 10.ms)
    #expect(lost.appeared(at: 20.ms) == .none)
    #expect(lost.closed() == .open)
    #expect(lost.state == opening(20, .search, 250, Self.busy))
    for other in [Self.idle(), Self.streaming(), Self.closing()] {
      var after = other
      #expect(after.appeared(at: 300.ms) == .none)
      #expect(after.state == other.state)
    }
  }

  @Test("a search keeps its timer until it is due, and forgets it then")
  func waiting() {
    var machine = Self.searching()
    machine.wait(for: 7)
    var search = Search(due: 250.ms, delays: delays(500), retry: 7, reported: Self.problem)
    #expect(machine.state == .searching(1, search))
    #expect(machine.tick(at: 250.ms) == .open)
    search.retry = nil
    #expect(machine.state == .opening(1, search, .search))
  }

  @Test("times that are out of order are a mistake of the caller", .exits)
  func times() async {
    let standard = ReaderTimes.standard
    #expect(standard.patience < standard.longestWait && standard.longestWait < standard.silence)
    await #expect(processExitsWith: .failure) {
      // A silence would be reported before the thread has left the readings.
      _ = ReaderTimes(
        bursts: 40, patience: 60, longestWait: 260, silence: 250, longestTurn: 1000,
        stall: 1000, retryDelays: ReaderTimes.standard.retryDelays, longestSearch: .seconds(2))
    }
  }

  @Test("a report of the opener without an order is a mistake of the caller", .exits)
  func mistakes() async {
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.idle()
      _ = machine.opened(2, at: 0, isSampling: true, period: nil)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      _ = machine.openFailed(ReaderMachineTests.problem, at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.streaming()
      _ = machine.closed()
    }
    await #expect(processExitsWith: .failure) {
      var machine = ReaderMachineTests.opening()
      machine.wait(for: 7)
    }
  }

  @Test("it says when it is to look again, and nothing while it need not")
  func untilSearch() {
    #expect(Self.idle().untilSearch(from: 0) == nil)
    #expect(Self.opening().untilSearch(from: 0) == nil)
    #expect(Self.searching().untilSearch(from: 20) == 250.ms - 20)
    #expect(Self.searching().untilSearch(from: .max) == 0)
    #expect(Self.streaming().untilSearch(from: 1_000_000_000) == nil)
    #expect(Self.closing().untilSearch(from: 0) == nil)
  }

  private static func idle() -> Machine { Machine(times: .standard) }

  private static func opening() -> Machine {
    var machine = idle()
    _ = machine.start(at: 0) { 1 }
    return machine
  }

  private static func searching() -> Machine {
    var machine = opening()
    _ = machine.openFailed(problem, at: 0)
    return machine
  }

  private static func streaming() -> Machine {
    var machine = opening()
    _ = machine.opened(2, at: 0, isSampling: true, period: 10.ms)
    return machine
  }

  private static func watching() -> Machine {
    var machine = opening()
    _ = machine.opened(2, at: 0, isSampling: false, period: nil)
    return machine
  }

  private static func closing() -> Machine {
    var machine = streaming()
    _ = machine.stop()
    return machine
  }

  private func opening(
    _ due: Int, _ reason: Machine.Reason, _ delay: Int = 250, _ reported: AccelerometerError? = nil
  ) -> State {
    .opening(1, Search(due: due.ms, delays: delays(delay), reported: reported), reason)
  }

  private func searching(
    _ due: Int, _ delay: Int, _ reported: AccelerometerError? = nil
  ) -> State {
    .searching(1, Search(due: due.ms, delays: delays(delay), reported: reported))
  }

  private func silence(
    _ last: Int, checked: Int, _ stall: Int, _ delay: Int
  ) -> Machine.Silence {
    Machine.Silence(
      last: last.ms, since: last.ms, checked: checked.ms, limit: stall.ms, delays: delays(delay))
  }

  /// The delays whose next one is `next`.
  private func delays(_ next: Int) -> RetryDelays {
    var delays = ReaderTimes.standard.retryDelays
    while case var after = delays, after.next() != .milliseconds(next) { _ = delays.next() }
    return delays
  }
}
