import Dispatch
import Logging
import MotionBus

/// The daemon as a service of systemd.
extension Daemon {
  /// Reads the options again.
  ///
  /// - Parameter settings: what they say now, or why they cannot be read
  func reload(_ settings: Result<Settings, any Error>) {
    ServiceManager.reloading()
    defer { ServiceManager.ready() }
    switch settings {
    case .failure(let error):
      logger.error("the options stay as they are: \(Motiond.message(for: error))")
    case .success(let settings):
      let fixed = self.settings.fixedOptions(changedIn: settings)
      guard fixed.isEmpty else {
        logger.error(
          "the options stay as they are: \(fixed.joined(separator: ", ")) takes a restart")
        return
      }
      apply(settings)
      logger.info("options read again")
    }
  }

  private func apply(_ settings: Settings) {
    let needsReader =
      (settings.source, settings.sampling) != (self.settings.source, self.settings.sampling)
    if needsReader { stopSampling() }
    if (settings.format, settings.shake) != (self.settings.format, self.settings.shake) {
      // Who reads the printed events would not hear how an open motion comes out.
      sampler.interrupt()
    }
    self.settings = settings
    setPrinter()
    service?.update(defaults: settings.shake)
    if needsReader {
      makeReader()
      look()
      watchDevices()
    }
    reconcile()
  }

  /// Feeds systemd's watchdog as long as the daemon does what it is there for.
  func startWatchdog() {
    guard let period = ServiceManager.watchdogPeriod else { return }
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    // Half of it, as sd_watchdog_enabled(3) recommends.
    let half = DispatchTimeInterval.nanoseconds(Int(period / .nanoseconds(2)))
    timer.schedule(deadline: .now() + half, repeating: half, leeway: .milliseconds(500))
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.feedWatchdog() } }
    timer.activate()
    watchdog = timer
  }

  private func feedWatchdog() {
    if pulse.isAlive() { ServiceManager.feedWatchdog() }
  }
}
