// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import Logging
import MotionBus
import MotionCore
import Testing

@testable import MotionSensors
@testable import motiond

/// The decisions of the daemon, drawn as words: one for each action, in order.
@Suite struct DaemonMachineTests {
  private let shake = MotionConfiguration.shake()

  private func begun(_ arguments: String...) throws -> DaemonMachine {
    var machine = DaemonMachine(try Settings(commandLine: arguments))
    _ = machine.handle(.begin)
    _ = machine.handle(.bus(.connected))
    return machine
  }

  private func claim(_ motions: Set<MotionConfiguration>) -> DaemonMachine.Input {
    .request(.demand(Demand(motions)))
  }

  private func readings(at rate: Hertz?) -> DaemonMachine.Input {
    var demand = Demand()
    demand.rateOfReadings = rate
    return .samples(demand)
  }

  private func simulation(_ text: String) -> DaemonMachine.Input {
    .request(.call(GrantedCall(.simulate(text), from: ":1.1", of: 0) { _ in }))
  }

  private func reported(
    _ event: AccelerometerEvent, after readings: Int = 0
  ) -> DaemonMachine.Input {
    .source(.event(event, readings: readings))
  }

  private func words(_ actions: [DaemonMachine.Action]) -> [String] { actions.map(\.word) }

  // MARK: Life

  @Test("it connects with the source at hand, and samples nothing before there is a claim")
  func begin() throws {
    var machine = DaemonMachine(try Settings(commandLine: []))
    #expect(words(machine.handle(.begin)) == ["print none", "keep", "open", "connect"])
    #expect(words(machine.handle(.bus(.connected))) == ["serve", "release"])
  }

  @Test("without a bus it detects what it prints, and does not wait for an accelerometer")
  func alone() throws {
    var machine = DaemonMachine(try Settings(commandLine: ["--bus", "none"]))
    #expect(
      words(machine.handle(.begin))
        == ["print 1", "keep", "open", "detect shake", "start 100", "serve"])
    let error = AccelerometerError.noAccelerometer(uri: "local:")
    #expect(words(machine.handle(.source(.unavailable(error)))) == ["fail \(error)"])
  }

  @Test("a recording is played once, from when it is wanted on")
  func recording() throws {
    var machine = try begun("--source", "shakes.csv")
    #expect(words(machine.handle(claim([shake]))) == ["detect shake", "play"])
    #expect(words(machine.handle(claim([]))) == ["detect nothing"])
    #expect(words(machine.handle(claim([shake]))) == ["detect shake"])
  }

  @Test("that an input device reads gravity is no second start: what it lacks is told once")
  func checked() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    var info = AccelerometerInfo.example(rate: 100)
    (info.isChecked, info.mountProblem) = (false, "nothing says which way its axes point")
    #expect(
      words(machine.handle(reported(.started(info))))
        .contains { $0.contains("which way") })
    info.isChecked = true
    let actions = words(machine.handle(reported(.started(info), after: 300)))
    #expect(!actions.contains { $0.contains("which way") || $0.hasPrefix("show") })
    #expect(machine.device?.isChecked == true)
  }

  @Test("the status says that a device has no calibration, while it is read, and what it lacks")
  func uncalibrated() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    var info = AccelerometerInfo.example(rate: 100)
    _ = machine.handle(reported(.started(info)))
    #expect(machine.warning == nil)
    info.isUncalibrated = true
    _ = machine.handle(reported(.started(info)))
    #expect(machine.warning?.hasPrefix("the accelerometer is not calibrated: ") == true)
    let all = Set(MotionRegistry.all.map { MotionOptions().configurations(of: [$0.kind]) }.joined())
    let left = Set(all.subtracting(all.recognizable(by: info)).map(\.kind.rawValue))
    let said = ["orientation", "flip", "tilt", "twist", "pick-up", "free fall"]
    #expect(said.allSatisfy { machine.warning?.contains($0) == true } && left.count == said.count)
    _ = machine.handle(claim([]))
    #expect(machine.warning == nil)
  }

  @Test("what it prints is detected before a recording may begin")
  func recordingPrinted() throws {
    var machine = DaemonMachine(
      try Settings(commandLine: ["--source", "shakes.csv", "--print", "text"]))
    _ = machine.handle(.begin)
    #expect(
      words(machine.handle(.bus(.connected))) == ["detect shake", "play", "serve", "release"])
  }

  @Test("at the end a simulation ends, the source is closed, and the bus is left last")
  func end() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    _ = machine.handle(simulation("shake"))
    #expect(
      words(machine.handle(.end)) == ["end simulation", "refuse", "close", "limit 3.0 seconds"])
    // A claim that was on its way is answered all the same.
    #expect(words(machine.handle(claim([shake]))) == [])
    #expect(words(machine.handle(.request(.settle({})))) == ["settle"])
    #expect(words(machine.handle(reported(.moved(at: Timestamp(nanoseconds: 0))))) == [])
    #expect(words(machine.handle(.request(.disconnected(.disconnected(.brokenPipe))))) == [])
    var slow = machine
    #expect(words(machine.handle(.sourceClosed)) == ["disconnect", "over"])
    #expect(words(machine.handle(.endDue)) == [])
    #expect(words(machine.handle(.request(.settle({})))) == ["settle"])
    // One that hangs is waited for no longer.
    let last = words(slow.handle(.endDue))
    #expect(last.first?.hasPrefix("warning the accelerometer has not closed") == true)
    #expect(last.dropFirst() == ["disconnect", "over"])
    #expect(words(slow.handle(.sourceClosed)) == [])
  }

  @Test("a daemon that never began has nothing to close")
  func endOfNothing() throws {
    var machine = DaemonMachine(try Settings(commandLine: []))
    #expect(words(machine.handle(.end)) == ["over"])
    #expect(words(machine.handle(.begin)) == [])
  }

  // MARK: Demand

  @Test("a claim has its detectors follow, and before an accelerometer is opened")
  func claims() throws {
    var machine = try begun()
    #expect(words(machine.handle(claim([shake]))) == ["detect shake", "start 100 wait"])
    // Nothing changes.
    #expect(words(machine.handle(claim([shake]))) == [])
    #expect(
      words(machine.handle(claim([]))) == ["detect nothing", "stop", "look"])
  }

  @Test("claims, printing and samples are one demand; the rate serves all of it")
  func union() throws {
    var machine = try begun("--print", "text", "--motions", "still")
    let fall = MotionRegistry.defaults(of: .freeFall)
    _ = machine.handle(claim(fall))
    let rate = Demand(fall).rate ?? 0
    #expect(
      words(machine.handle(readings(at: 2 * rate)))
        == ["detect freeFall still readings", "sample \(MotionOption.text(2 * rate))"])
    // The chip need not watch for falls any more.
    #expect(
      words(machine.handle(claim([])))
        == ["detect still readings", "sample \(MotionOption.text(2 * rate))"])
    #expect(words(machine.handle(readings(at: 2 * rate))) == [])
    #expect(
      words(machine.handle(readings(at: rate)))
        == ["detect still readings", "sample \(MotionOption.text(rate))"])
    #expect(words(machine.handle(.readerFellBehind)).first?.hasPrefix("warning a reader") == true)
    #expect(words(machine.handle(readings(at: nil))).first == "detect still")
  }

  @Test("kinds that the rate does not carry are left out of printing, once the rate is known")
  func carried() throws {
    var machine = DaemonMachine(
      try Settings(commandLine: ["--bus", "none", "--source", "a.csv", "--motions", "all"]))
    _ = machine.handle(.begin)
    let actions = words(machine.handle(.recordingRate(12.5)))
    #expect(actions.contains { $0.hasPrefix("warning") && $0.hasSuffix("left out") })
    #expect(actions.last?.hasPrefix("detect") == true)
    var named = DaemonMachine(
      try Settings(commandLine: ["--bus", "none", "--source", "a.csv", "--motions", "tap"]))
    _ = named.handle(.begin)
    #expect(words(named.handle(.recordingRate(12.5))).first?.hasPrefix("fail") == true)
  }

  // MARK: Source

  @Test("an accelerometer is shown with the rate that it can be read at, until it is lost")
  func shown() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    #expect(
      words(machine.handle(reported(.started(.example(rate: 100)))))
        == ["info started", "release later", "show a 100.0"])
    let error = AccelerometerError.removed(device: "a")
    #expect(
      words(machine.handle(reported(.lost(error), after: 9)))
        == ["warning \(error); looking for it", "show none"])
    // It was stopped meanwhile.
    _ = machine.handle(claim([]))
    #expect(words(machine.handle(reported(.started(.example(rate: 25)), after: 9))) == [])
  }

  @Test("an accelerometer that is started and falls silent again and again is logged once")
  func silence() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    let error = AccelerometerError.stalled(device: "a", silence: .seconds(1))
    var levels: [String] = []
    for _ in 0..<2 {
      for input in [
        AccelerometerEvent.started(.example(rate: 25)), .lost(error),
      ] {
        levels +=
          words(machine.handle(reported(input, after: 7))).first.map { [String($0.prefix(5))] }
          ?? []
      }
    }
    #expect(levels == ["info ", "warni", "debug", "debug"])
    // Another way of sampling is news, once.
    var polled = AccelerometerInfo.example(rate: 25)
    polled.sampling = .poll
    for level in ["info ", "debug"] {
      let actions = words(machine.handle(reported(.started(polled), after: 7)))
      #expect(actions.first?.hasPrefix(level) == true)
      _ = machine.handle(reported(.lost(error), after: 7))
    }
  }

  @Test("that another program has lost its buffer is logged once, and shown while it has none")
  func bufferTaken() throws {
    var machine = try begun()
    let error = AccelerometerError.bufferTaken(device: "a")
    var levels: [String] = []
    for _ in 0..<2 {
      _ = machine.handle(claim([shake]))
      _ = machine.handle(reported(.started(.example(rate: 25))))
      levels += words(machine.handle(reported(.warning(error)))).map { String($0.prefix(5)) }
      #expect(machine.warning == "\(error)")
      _ = machine.handle(claim([]))
      #expect(machine.warning == nil)
    }
    #expect(levels == ["warni", "debug"])
  }

  @Test("each overrun is logged, and none is shown as what stands")
  func overruns() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    _ = machine.handle(reported(.started(.example(rate: 25))))
    for _ in 0..<2 {
      let said = words(machine.handle(reported(.warning(.overrun(device: "a")))))
      #expect(said.map { String($0.prefix(5)) } == ["warni"])
      #expect(machine.warning == nil)
    }
  }

  @Test("a device that rests is left to its chip until it moves, is lost, or more is wanted of it")
  func rest() throws {
    let still = MotionRegistry.defaults(of: .still)
    var machine = try begun()
    _ = machine.handle(claim(still))
    let rested = DaemonMachine.Input.source(.rested(Demand(still)))
    func rests() -> [String] { words(machine.handle(rested)) }
    #expect(rests() == ["sample - motion"])
    #expect(words(machine.handle(reported(.moved(at: Timestamp(nanoseconds: 0))))) == ["sample 10"])
    #expect(rests() == ["sample - motion"])
    let lost = AccelerometerEvent.lost(.removed(device: "a"))
    #expect(words(machine.handle(reported(lost))).last == "sample 10")
    #expect(rests() == ["sample - motion"])
    #expect(
      words(machine.handle(claim(still.union([shake]))))
        == ["detect shake still", "sample 100"])
    // It was proven for less than is wanted now.
    #expect(rests() == [])
  }

  @Test("another source is opened after the one before was stopped, and started at once")
  func otherSource() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    #expect(
      words(machine.handle(.options(try Settings(commandLine: ["--source", "iio:b"]))))
        == ["keep", "update", "stop", "open", "look logged", "start 100 wait"])
  }

  // MARK: Bus

  @Test("a bus that is lost voids the claims, and is looked for five times")
  func retries() throws {
    var machine = try begun()
    _ = machine.handle(claim([shake]))
    let error = BusError.disconnected(.connectionReset)
    #expect(
      words(machine.handle(.request(.disconnected(error))))
        == [
          "warning \(error); trying again", "disconnect", "retry 1.0", "detect nothing", "stop",
          "look",
        ])
    var delays: [String] = []
    for _ in 0..<5 {
      #expect(words(machine.handle(.bus(.retryDue))) == ["connect"])
      delays += words(machine.handle(.bus(.unreachable(error))))
    }
    #expect(delays == ["retry 2.0", "retry 4.0", "retry 8.0", "retry 16.0", "fail \(error)"])
  }

  @Test("a bus that is back begins anew; one that is not there at the start is a failure")
  func back() throws {
    var machine = try begun()
    let error = BusError.disconnected(.connectionReset)
    _ = machine.handle(.request(.disconnected(error)))
    _ = machine.handle(.bus(.retryDue))
    #expect(words(machine.handle(.bus(.connected))) == ["info the bus is back", "serve"])
    #expect(words(machine.handle(.request(.disconnected(error)))).contains("retry 1.0"))
    var first = DaemonMachine(try Settings(commandLine: []))
    _ = first.handle(.begin)
    #expect(words(first.handle(.bus(.unreachable(error)))) == ["fail \(error)"])
  }

  // MARK: Simulation

  @Test("there is one simulation at a time; a recording ends with its caller, a motion does not")
  func simulations() throws {
    var machine = try begun()
    func simulate(_ text: String) -> [String] { words(machine.handle(simulation(text))) }
    #expect(simulate("nonsense").first?.hasPrefix("refuse cannot simulate") == true)
    // Nobody would receive it, and whoever claims next did not ask for it.
    #expect(simulate("shake") == ["accept"])
    _ = machine.handle(claim([shake]))
    #expect(simulate("shake") == ["simulate", "accept"])
    #expect(simulate("shake").first?.hasPrefix("refuse a simulation is under way") == true)
    #expect(words(machine.handle(.request(.left(":1.1")))) == [])
    #expect(words(machine.handle(.simulationFinished)) == ["end simulation"])
    #expect(simulate("timestamp_ns,x,y,z\n0,0,0,9.8\n") == ["simulate", "accept"])
    #expect(words(machine.handle(.request(.left(":1.2")))) == [])
    #expect(words(machine.handle(.request(.left(":1.1")))) == ["end simulation"])
  }
}

extension DaemonMachine.Action {
  /// The action in a few words.
  fileprivate var word: String {
    switch self {
    case .print(let style): "print \(style.map { "\($0.motions.count)" } ?? "none")"
    case .keepReadings(let isWanted): isWanted ? "keep" : "forget"
    case .openSource: "open"
    case .connect: "connect"
    case .disconnect: "disconnect"
    case .retry(let delay): "retry \(delay.seconds)"
    case .serve: "serve"
    case .updateClients: "update"
    case .detect(let demand):
      (["detect"] + (demand.isEmpty ? ["nothing"] : demand.motions.map(\.kind.rawValue).sorted())
        + (demand.wantsReadings ? ["readings"] : []))
        .joined(separator: " ")
    case .settle: "settle"
    case .play: "play"
    case .start(let demand, let waiting): "start \(demand.word)\(waiting ? " wait" : "")"
    case .sample(let demand): "sample \(demand.word)"
    case .stopSampling: "stop"
    case .show(let device):
      "show \(device.map { "\($0.name) \($0.readRate.map { "\($0)" } ?? "-")" } ?? "none")"
    case .lookForDevice(let isLogged): isLogged ? "look logged" : "look"
    case .log(let level, let text, _): "\(level) \(text)"
    case .releaseMemory(let delay): delay == .zero ? "release" : "release later"
    case .simulate: "simulate"
    case .endSimulation: "end simulation"
    case .carryOut: "carry out"
    case .reply(_, .success): "accept"
    case .reply(_, .failure(let refusal)): "refuse \(refusal.message)"
    case .fail(let error): "fail \(error)"
    case .refuseClaims: "refuse"
    case .closeSource: "close"
    case .limitEnd(let time): "limit \(time)"
    case .over: "over"
    }
  }
}

extension SamplingDemand {
  /// The rate, and a movement to watch for.
  fileprivate var word: String {
    (rate.map { MotionOption.text($0) } ?? "-") + (events[.motion] == nil ? "" : " motion")
  }
}

extension AccelerometerInfo {
  fileprivate static func example(rate: Hertz) -> AccelerometerInfo {
    var info = AccelerometerInfo(
      id: "iio:device0", axes: ["x", "y", "z"], rates: [12.5, 25, 100], hasBuffer: true)
    (info.name, info.rate) = ("a", rate)
    return info
  }
}
