import CommandSupport
import Dispatch
import Glibc
import Logging
import MotionBus
import MotionCore

/// How often the bus was tried in vain, and when to try again.
struct Attempts {
  private var delays = Self.all[...]

  /// In seconds: half a minute in all.
  private static let all = [1, 2, 4, 8, 16]

  /// After how many seconds to try again; nil if it was tried often enough.
  mutating func next() -> Int? { delays.popFirst() }

  /// It worked.
  mutating func reset() { delays = Self.all[...] }
}

/// The daemon and its clients.
extension Daemon {
  /// Offers the service on the bus.
  func connect(_ address: BusAddress) throws(Failure) {
    let service = MotionService(address) { [weak self] request in
      self?.async { $0.take(request) }
    }
    service.update(defaults: settings.shake)
    do throws(BusError) {
      try service.start()
    } catch { throw Failure(error) }
    attempts.reset()
    self.service = service
    outlets.serve(service)
  }

  private func take(_ request: MotionService.Request) {
    switch request {
    case .demand(let demand):
      claims = demand
      reconcile()
    case .simulate(let what, let reply):
      simulate(what, reply)
    case .openSamples(let reply):
      openSamples(reply)
    case .disconnected(let error):
      service = nil
      outlets.serve(nil)
      logger.warning("\(error); trying again")
      retry(after: Failure(error))
    }
  }

  private func retry(after failure: Failure) {
    guard let address = settings.bus.address, let delay = attempts.next() else {
      self.failure = failure
      return stop.send()
    }
    executor.queue.asyncAfter(deadline: .now() + .seconds(delay)) { [weak self] in
      self?.assumeIsolated { $0.reconnect(address) }
    }
  }

  private func reconnect(_ address: BusAddress) {
    do throws(Failure) {
      try connect(address)
      logger.info("the bus is back")
      look()
    } catch { retry(after: error) }
  }

  // MARK: Simulation

  private func simulate(
    _ what: String, _ reply: MotionService.Reply<Void>
  ) {
    do throws(MotionService.Refusal) {
      let readings = try Simulation.readings(of: what)
      guard simulation == nil, sampler.beginSimulation() else {
        throw MotionService.Refusal(
          name: Motion1.ErrorName.busy,
          message: "a simulation is under way; try again when it is over")
      }
      simulation = Simulation(readings, sampler, on: executor.queue) { [weak self] in
        self?.assumeIsolated { $0.step() }
      }
      reply(.success(()))
    } catch { reply(.failure(error)) }
  }

  private func step() {
    guard let simulation, !simulation.step() else { return }
    sampler.endSimulation()
    self.simulation = nil
  }

  // MARK: Readings

  private func openSamples(
    _ reply: MotionService.Reply<Int32>
  ) {
    do throws(Failure) {
      let (readEnd, writeEnd) = try makePipe()
      // Only our end: the client may read as it likes.
      _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
      guard sampler.addPipe(writeEnd) else {
        close(readEnd)
        return reply(
          .failure(
            .init(
              name: Motion1.ErrorName.limitExceeded,
              message: "\(Sampler.mostPipes) programs read samples already; try again later")))
      }
      reply(.success(readEnd))
      reconcile()
    } catch { reply(.failure(.init(name: Motion1.ErrorName.failed, message: error.description))) }
  }
}
