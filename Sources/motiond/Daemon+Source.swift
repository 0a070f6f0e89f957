import CommandSupport
import Logging
import MotionCore
import MotionIIO

/// The daemon's accelerometer.
extension Daemon {
  /// Makes the reader of the accelerometer that the settings say, unless it is a recording.
  func makeReader() {
    guard case .accelerometer(let choice) = Source(settings.source) else { return }
    let (sampler, pulse) = (sampler, pulse)
    reader = AccelerometerReader(choice, sampling: settings.sampling) { [weak self] event in
      pulse.beat(event)
      self?.tell(event)
      event.forEachStep { sampler.take($0) }
    }
  }

  /// Finds out what accelerometer there is, for those who ask before they claim.
  func look() {
    switch Source(settings.source) {
    case .recording(let path):
      service?.update(device: path, rate: nil)
    case .accelerometer(let choice):
      let info = try? choice.info
      service?.update(device: info?.name ?? info?.id, rate: info?.rate)
      let name = info.map { "the accelerometer is \($0.name ?? $0.id)" }
      logger.info("\(name ?? "no accelerometer yet")")
    }
  }

  /// Looks again when an accelerometer comes or goes, as long as none is read: the reader notices by
  /// itself.
  func watchDevices() {
    deviceWatch = nil
    guard case .accelerometer(let choice) = Source(settings.source), !choice.isRemote
    else { return }
    deviceWatch = AccelerometerWatch(on: executor.queue) { [weak self] in
      self?.assumeIsolated { daemon in
        if !daemon.isSampling { daemon.look() }
      }
    }
  }

  /// Logs what the reader tells, and lets clients know.
  private nonisolated func tell(_ event: AccelerometerReader.Event) {
    switch event {
    case .started(let info):
      let rate = info.rate.map { "\($0) Hz" } ?? "unknown"
      logger.info(
        "started",
        metadata: [
          "accelerometer": "\(info.name ?? info.id)", "rate": "\(rate)",
          "clock": "\(info.clock.map { "\($0)" } ?? "unknown")",
          "sampling": "\(info.sampling.map { "\($0)" } ?? "unknown")", "version": "\(version)",
        ])
      async { $0.service?.update(device: info.name ?? info.id, rate: info.rate) }
    case .lost(let error):
      logger.warning("\(error); looking for it")
      async { $0.service?.update(device: nil, rate: nil) }
    case .warning(let error):
      logger.warning("\(error)")
    case .readings, .time:
      return
    }
  }

  /// Shows what became of the readings so far.
  func showStatistics() {
    logger.info("\(statistics)")
  }

  private var statistics: String {
    let counts = sampler.counts
    let taken = "\(counts.readings) readings, \(counts.dropped) of them dropped"
    guard let statistics = reader?.statistics else { return taken }
    let worst = (Double(statistics.worstLateness) * 1e-6).text(decimals: 1)
    return """
      \(taken); \(statistics.batches) batches, \(statistics.lateBatches) of them late \
      (at worst \(worst) ms); \(statistics.gaps) gaps; \(statistics.overruns) overruns; \
      \(statistics.missed) missed; lost \(statistics.losses) times, found again \
      \(statistics.reopenings) times
      """
  }
}
