// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors

/// The decisions of the daemon: an input comes in, and the actions that it calls for go out, in
/// order.
///
/// Claims, printing and readers of samples each publish a part of the demand. The machine unites
/// them, in one place, and has detectors and source follow. It reads no clock and does no I/O:
/// ``DaemonShell`` performs the actions, and reports what came of them as further inputs.
struct DaemonMachine {
  private enum Life {
    case new
    case running
    /// The source is being closed.
    case ending
    case over
  }

  /// The connection to the bus.
  private enum Link {
    /// The daemon has no connection, or has given it up.
    case none
    /// It is being made: for the first time, or again after these delays.
    case connecting(RetryDelays?)
    case connected
    /// It is made again after a delay, the last of the delays so far.
    case waiting(RetryDelays)
  }

  /// The simulation; there is one at a time.
  private enum Simulating {
    case none
    /// A simulation that ends when `caller` leaves; nil to play it to its end.
    case playing(caller: String?)
  }

  /// The settings in use.
  private(set) var settings: Settings
  private var life = Life.new
  private var link = Link.none
  private var source: SourceMachine
  private var simulation = Simulating.none

  /// The parts of the demand, which detectors and source follow.
  private var parts: [DemandPart: Demand] = [:]
  /// The union of the parts: the demand of all.
  private var demand: Demand { Demand(uniting: parts.values) }

  /// The rate of the source; nil before it is known.
  private var rate: Hertz?

  /// The longest time that an accelerometer may take to close at the end.
  private static let longestEnd = Duration.seconds(3)

  /// The delays between attempts to find a lost bus, and their number: half a minute in all.
  private static let delays = RetryDelays(first: .seconds(1), longest: .seconds(16))
  private static let attempts = 5

  /// A daemon that has not begun.
  init(_ settings: Settings) {
    self.settings = settings
    source = SourceMachine(settings)
  }

  /// Handles `input`.
  ///
  /// - Returns: the actions to perform, in order
  mutating func handle(_ input: Input) -> [Action] {
    switch life {
    case .new: handleAtFirst(input)
    case .running: run(input)
    case .ending: handleAtTheEnd(input)
    case .over: handleTooLate(input)
    }
  }

  private mutating func handleAtFirst(_ input: Input) -> [Action] {
    switch input {
    case .begin:
      life = .running
      return begin()
    case .end:
      life = .over
      return [.over]
    // SIGHUP may come first; the options that began are new enough.
    case .options: return []
    case .bus, .request, .samples, .readerFellBehind, .recordingRate, .source,
      .simulationFinished, .sourceClosed, .endDue:
      preconditionFailure("DaemonMachine: it has not begun, and asked for nothing")
    }
  }

  private mutating func run(_ input: Input) -> [Action] {
    switch input {
    case .end:
      life = .ending
      return end()
    case .bus(let input): return handle(input)
    case .request(let request): return handle(request)
    case .samples(let demand): return want(demand, by: .samples)
    case .readerFellBehind:
      return [.log(.warning, "a reader of samples fell behind, and was disconnected")]
    case .recordingRate(let rate):
      self.rate = rate
      let former = demand
      do { return try check() + follow(after: former) } catch { return [.fail(error)] }
    case .source(let input): return handle(input)
    case .options(let settings): return apply(settings)
    case .simulationFinished: return endSimulation()
    case .begin, .sourceClosed, .endDue:
      preconditionFailure("DaemonMachine: it began before, and does not end yet")
    }
  }

  private mutating func handleAtTheEnd(_ input: Input) -> [Action] {
    switch input {
    case .sourceClosed:
      life = .over
      return [.disconnect, .over]
    case .endDue:
      life = .over
      return [
        .log(.warning, "the accelerometer has not closed in time, and is left as it is"),
        .disconnect, .over,
      ]
    case .request(let request): return answerLate(request)
    // On their way when it ended; and it may be told twice to end.
    case .bus, .samples, .readerFellBehind, .recordingRate, .source, .options, .simulationFinished,
      .end:
      return []
    case .begin: preconditionFailure("DaemonMachine: it began before")
    }
  }

  private func handleTooLate(_ input: Input) -> [Action] {
    switch input {
    case .request(let request): return answerLate(request)
    // On their way when it ended, or what it waited for no longer.
    case .begin, .bus, .samples, .readerFellBehind, .recordingRate, .source, .options,
      .simulationFinished, .sourceClosed, .endDue, .end:
      return []
    }
  }

  /// Answers a request that was on its way when the daemon ended, and does nothing else.
  private func answerLate(_ request: MotionService.Request) -> [Action] {
    switch request {
    case .settle(let settled): return [.settle(settled)]
    case .call(let call):
      guard case .simulate = call.call else { return [.carryOut(call)] }
      let refusal = Refusal(name: Motion1.ErrorName.failed, message: "motiond is ending")
      return [.reply(call, .failure(refusal))]
    case .demand, .left, .disconnected: return []
    }
  }

  // MARK: Life

  private mutating func begin() -> [Action] {
    parts[.printing] = Demand(settings.style?.motions ?? [])
    let actions: [Action] = [
      .print(settings.style), .keepReadings(settings.capture), .openSource(settings),
    ]
    if settings.bus == .none { return actions + follow(waiting: settings.wait) + [.serve] }
    link = .connecting(nil)
    return actions + [.connect]
  }

  /// Refuses claims, and has the source closed; clients get the last events before the bus is left.
  private mutating func end() -> [Action] {
    endSimulation() + [.refuseClaims, .closeSource, .limitEnd(Self.longestEnd)]
  }

  /// Applies options that were read again.
  private mutating func apply(_ new: Settings) -> [Action] {
    let (old, former) = (settings, demand)
    settings = new
    var actions = checkOrLog()
    if new.style != old.style { actions.append(.print(new.style)) }
    actions += [.keepReadings(new.capture), .updateClients(new)]
    if (new.sourceName, new.sensor.sampling, new.sensor.mountMatrix)
      != (old.sourceName, old.sensor.sampling, old.sensor.mountMatrix)
    {
      actions += source.replace(new)
      if new.bus != .none { actions.append(.lookForDevice(isLogged: true)) }
    }
    return actions + follow(after: former)
  }

  // MARK: Demand

  /// Takes a part of the demand, and has detectors and source follow if the whole changes.
  private mutating func want(_ wanted: Demand, by part: DemandPart) -> [Action] {
    let former = demand
    parts[part] = wanted
    return demand == former ? [] : follow(after: former)
  }

  /// Has detectors and source follow the demand, which was `former` before.
  ///
  /// With `waiting`, the source waits for an accelerometer if there is none.
  private mutating func follow(after former: Demand = Demand(), waiting: Bool = true) -> [Action] {
    detect(after: former) + source.steer(demand, settings, waiting: waiting)
  }

  /// Has the detectors follow the demand, which was `former` before.
  private mutating func detect(after former: Demand) -> [Action] {
    let demand = demand
    guard demand != former else { return [] }
    source.wake()
    return [.detect(demand)]
  }

  /// Has that printed which the rate of the source carries, and logs the rest.
  ///
  /// - Throws: a `Failure` if a kind that was named is not carried
  private mutating func check() throws -> [Action] {
    parts[.printing] = Demand(settings.style?.motions ?? [])
    guard settings.style != nil else { return [] }
    var actions: [Action] = []
    let chipKinds = (source.device?.enabledEvents ?? []).compactMap(\.kind)
    let carried = try settings.detection.configurations(carriedAt: rate, besides: chipKinds) {
      actions.append(.log(.warning, $0))
    }
    parts[.printing] = Demand(carried)
    return actions
  }

  /// As ``check()``; with clients, who need no printing, a failure is logged.
  private mutating func checkOrLog() -> [Action] {
    do { return try check() } catch {
      guard settings.bus == .none else { return [.log(.error, "\(error); not printed")] }
      return [.fail(error)]
    }
  }

  // MARK: Bus

  private mutating func handle(_ request: MotionService.Request) -> [Action] {
    switch request {
    case .demand(let demand): return want(demand, by: .clients)
    case .settle(let settled): return [.settle(settled)]
    case .call(let call):
      guard case .simulate(let name) = call.call else { return [.carryOut(call)] }
      return simulate(name, for: call)
    case .left(let client): return leave(client)
    case .disconnected(let error): return loseBus(error)
    }
  }

  /// Looks for the bus again, which is lost, and all claims with it.
  private mutating func loseBus(_ error: BusError) -> [Action] {
    switch link {
    case .connected:
      [.log(.warning, "\(error); trying again"), .disconnect]
        + retry(Self.delays, after: error) + want(Demand(), by: .clients)
    // A connection that the daemon has given up had this to report.
    case .none, .connecting, .waiting: []
    }
  }

  private mutating func handle(_ input: BusInput) -> [Action] {
    switch (link, input) {
    case (.connecting(nil), .connected):
      link = .connected
      return follow() + [.serve, .releaseMemory()]
    case (.connecting(_?), .connected):
      link = .connected
      return [.log(.info, "the bus is back"), .serve]
    // At the start there is no bus to come back.
    case (.connecting(nil), .unreachable(let error)): return [.fail(error)]
    case (.connecting(let delays?), .unreachable(let error)): return retry(delays, after: error)
    case (.waiting(let delays), .retryDue):
      link = .connecting(delays)
      return [.connect]
    case (.connecting, .retryDue), (.none, .connected), (.none, .unreachable), (.none, .retryDue),
      (.connected, .connected), (.connected, .unreachable), (.connected, .retryDue),
      (.waiting, .connected), (.waiting, .unreachable):
      // A connection that the daemon has given up had something to report.
      return []
    }
  }

  private mutating func retry(_ delays: RetryDelays, after error: BusError) -> [Action] {
    var delays = delays
    guard let delay = delays.next(ofAtMost: Self.attempts) else {
      link = .none
      return [.fail(error)]
    }
    link = .waiting(delays)
    return [.retry(after: delay)]
  }

  // MARK: Source

  private mutating func handle(_ input: SourceMachine.Input) -> [Action] {
    let (former, wasResting) = (source.device, source.isResting)
    let actions = source.handle(input, wanting: demand)
    switch input {
    // Clients see it already, and the log has what it lacks.
    case .event(.started(let info), _) where info.confirms(former): return actions
    case .event(.started(let info), _): return actions + (source.device == nil ? [] : show(info))
    case .event(.lost, _), .event(.moved, _), .rested:
      guard source.isResting != wasResting else { return actions }
      return actions + source.steer(demand, settings)
    case .event, .unavailable, .devicesChanged, .pipe: return actions
    }
  }

  /// Shows the accelerometer that was started, and logs what it lacks.
  private mutating func show(_ info: AccelerometerInfo) -> [Action] {
    let shortfall = shortfall
    // A device that has less than the demand has no higher rate.
    let readRate = readRate(of: info) ?? (shortfall == nil ? nil : info.rate)
    var actions: [Action] = [.show(ShownDevice(info, readRate: readRate))]
    // Users who asked for a rate know it.
    if settings.sensor.rate == nil, let shortfall { actions.append(.log(.notice, shortfall)) }
    // A chip that watches needs no rate.
    guard !info.isWatching else { return actions }
    rate = info.rate
    let former = demand
    actions += checkOrLog()
    actions += detect(after: former)
    if let problem = info.mountProblem {
      actions.append(
        .log(
          .warning,
          """
          \(info.name ?? info.id): \(problem); orientation, flip, tilt and twist are not recognized; \
          motionctl doctor says what to do
          """))
    }
    if info.sampling == .poll {
      actions.append(
        .log(
          .notice,
          """
          \(info.name ?? info.id) is polled, each axis by itself, as no trigger fills its buffer: that \
          wakes the processor for each reading, and delays are not even; the kernel's iio-trig-hrtimer \
          would do better
          """))
    }
    return actions
  }

  /// The accelerometer that samples, or whose chip watches; nil if there is none.
  var device: AccelerometerInfo? { source.device }

  /// A warning for users about that accelerometer or pipe; nil if there is nothing to say.
  var warning: String? { source.warning }

  /// The highest rate that `info` can be read at; nil if it is not known.
  func readRate(of info: AccelerometerInfo) -> Hertz? { source.readRate(of: info, settings) }

  /// The rate that readings lack, in words; nil if they come as often as is wanted.
  var shortfall: String? { source.shortfall(of: demand) }

  // MARK: Simulation

  private mutating func simulate(_ name: String, for call: GrantedCall) -> [Action] {
    switch simulation {
    case .none:
      do throws(Refusal) {
        let readings = try Simulation.readings(of: name)
        // Else it would play to whoever claims next.
        guard !demand.isEmpty else { return [.reply(call, .success(.done))] }
        // A motion by name takes a few seconds, and is played to its end: a command calls and
        // leaves.
        simulation = .playing(caller: Simulation.isName(name) ? nil : call.client)
        return [.simulate(readings), .reply(call, .success(.done))]
      } catch { return [.reply(call, .failure(error))] }
    case .playing:
      let refusal = Refusal(
        name: Motion1.ErrorName.busy,
        message: "a simulation is under way; try again when it is over")
      return [.reply(call, .failure(refusal))]
    }
  }

  /// Ends the simulation of `client`, which has left the bus, if it is under way.
  private mutating func leave(_ client: String) -> [Action] {
    switch simulation {
    case .playing(client): endSimulation()
    case .playing, .none: []
    }
  }

  private mutating func endSimulation() -> [Action] {
    switch simulation {
    case .none: return []
    case .playing:
      simulation = .none
      return [.endSimulation]
    }
  }
}
