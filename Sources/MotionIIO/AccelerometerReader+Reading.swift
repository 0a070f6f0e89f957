import Dispatch
import Glibc
import MotionCore

/// From an accelerometer that was found to its readings.
extension AccelerometerReader {
  func open() throws(AccelerometerError) {
    let session: AccelerometerSession
    do throws(AccelerometerError) {
      session = try AccelerometerSession.open(choice, options, &memory)
    } catch {
      machine.openFailed(at: bootTime())
      throw error
    }
    self.session = session
    told = nil
    let period = session.info.rate.map { Int64(1e9 / $0) }
    machine.opened(at: bootTime(), period: period)
    counter.opened(clock: session.info.clock, period: period)
    handler(.started(session.info))
    switch session.waiting {
    case .descriptor:
      guard let source = readSource(on: session.pollDescriptor, { $0.drain() }) else {
        machine.failed(at: bootTime())
        return lose(.failed(action: "watch", device: session.title, number: errno))
      }
      readSource = source
      look(every: ReaderMachine.silence)
    case .timer(let period):
      look(every: period)
    case .blocking:
      look(every: nil)
      pumpSoon(generation)
    }
  }

  func lose(_ error: AccelerometerError) {
    close()
    counter.lost()
    told = error
    handler(.lost(error))
    lookWhenDue()
  }

  /// Does `body` whenever `descriptor` is readable; nil, and `errno` says why, if that cannot be.
  func readSource(
    on descriptor: Int32?, _ body: @escaping @Sendable (isolated AccelerometerReader) -> Void
  ) -> (any DispatchSourceRead)? {
    makeReadSource(copying: descriptor ?? -1, on: executor.queue) { [weak self] in
      self?.assumeIsolated(body)
    }
  }

  /// Reads, blocking, again and again, until the session of `generation` is over.
  ///
  /// Between two reads the queue does what else there is to do.
  private func pump(_ generation: Int) {
    guard generation == self.generation else { return }
    tick()
    pumpSoon(generation)
  }

  private func pumpSoon(_ generation: Int) {
    executor.queue.async { [weak self] in self?.assumeIsolated { $0.pump(generation) } }
  }

  /// Takes the readings that are waiting, and tells them.
  func drain() {
    guard let session else { return }
    readings.removeAll(keepingCapacity: true)
    let clock = session.info.clock
    var wasFull = false
    var problem: AccelerometerError?
    do throws(AccelerometerError) {
      while try session.read(into: &readings, arrival: Timestamp(nanoseconds: bootTime())) {
        wasFull = true
      }
    } catch { problem = error }
    if session.info.clock != clock {
      counter.opened(
        clock: session.info.clock, period: session.info.rate.map { Int64(1e9 / $0) })
      handler(.started(session.info))
    }
    if let last = readings.last {
      lastReading = last.timestamp
      memory.delivered(session.way)
      machine.received(at: bootTime())
      counter.took(readings, now: choice.isRemote ? nil : session.info.clock?.now)
      handler(.readings(readings))
    }
    if wasFull, counter.overran(at: bootTime()) {
      handler(.warning(.overrun(device: session.title)))
    }
    if let problem {
      machine.failed(at: bootTime())
      lose(problem)
    }
  }
}
