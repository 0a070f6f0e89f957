import Dispatch
import MotionCore

/// What is done when readings do not come: by a timer, and by what udev tells.
extension AccelerometerReader {
  /// Looks after the accelerometer so often, in nanoseconds; not at all if nil.
  func look(every period: Int64?) {
    timer?.cancel()
    timer = nil
    guard let period else { return }
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: executor.queue)
    let interval = DispatchTimeInterval.nanoseconds(Int(period))
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.fired() } }
    timer.activate()
    self.timer = timer
  }

  /// Looks for a lost accelerometer again when that is due, and not before.
  func lookWhenDue() {
    guard let wait = machine.untilSearch(from: bootTime()) else { return }
    timer?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    let interval = DispatchTimeInterval.nanoseconds(Int(wait))
    timer.schedule(deadline: .now() + interval, leeway: .milliseconds(20))
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.tick() } }
    timer.activate()
    self.timer = timer
  }

  private func fired() {
    // Firings that come too late come as one.
    if let timer, let session, session.way == .poll, timer.data > 1 {
      counter.missed(Int(timer.data) - 1)
    }
    tick()
  }

  func tick() {
    // What is waiting is no silence.
    drain()
    switch machine.tick(at: bootTime()) {
    case .none:
      // Too early, by another clock.
      lookWhenDue()
    case .open:
      search()
    case .tellTime(let silence):
      guard !giveUpIfSwitchedOff(), let lastReading else { return }
      handler(.time(lastReading.advanced(byNanoseconds: silence)))
    case .giveUp(let silence):
      guard let session else { return }
      // A trigger can be set and never fire: another way may do better.
      if lastReading == nil { memory.failed(session.way) }
      lose(.stalled(device: session.title, milliseconds: Int(silence / 1_000_000)))
    }
  }

  private func giveUpIfSwitchedOff() -> Bool {
    guard let session, session.isSwitchedOff else { return false }
    machine.failed(at: bootTime())
    lose(.switchedOff(device: session.title))
    return true
  }

  private func search() {
    do throws(AccelerometerError) {
      try open()
    } catch {
      lookWhenDue()
      // That it is not there was told when it was lost; what a user can do something about was not.
      guard error.isBusy || error.isNotPermitted, error != told else { return }
      told = error
      handler(.warning(error))
    }
  }

  /// Hears of devices that come and go, where there is a way to.
  func listen() {
    guard !choice.isRemote else { return }
    monitor = UdevMonitor()
    monitorSource = readSource(on: monitor?.descriptor) { $0.hear() }
  }

  private func hear() {
    while let event = monitor?.next() {
      switch event {
      case .added:
        if case .open = machine.appeared(at: bootTime()) { search() }
      case .removed(let id):
        guard let session, session.info.id == id else { continue }
        machine.failed(at: bootTime())
        lose(.removed(device: session.title))
      }
    }
  }
}
