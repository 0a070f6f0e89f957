import Dispatch
import MotionBus
import MotionCore
import MotionIIO
import MotionSynthesis

/// Plays readings in real time, in place of the accelerometer's, to try an app without shaking.
final class Simulation {
  private let readings: [Reading]
  private let beginning: Timestamp
  private let sampler: Sampler
  private let timer: any DispatchSourceTimer
  private var next = 0

  /// Readings are played this often: a display shows a frame in that time.
  private static let period = DispatchTimeInterval.milliseconds(20)

  /// Begins to play.
  ///
  /// - Parameters:
  ///   - readings: with increasing timestamps
  ///   - sampler: that has begun a simulation
  ///   - queue: on which the simulation is used
  ///   - tick: called there for each step, to call ``step()``
  init(
    _ readings: [Reading], _ sampler: Sampler, on queue: DispatchQueue,
    _ tick: @escaping @Sendable () -> Void
  ) {
    self.readings = readings
    self.sampler = sampler
    beginning = AccelerometerInfo.Clock.bootTimeNow
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: Self.period)
    timer.setEventHandler(handler: tick)
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  /// Plays what is due; whether there is more.
  func step() -> Bool {
    let passed = AccelerometerInfo.Clock.bootTimeNow.nanoseconds(since: beginning)
    while next < readings.count {
      let reading = readings[next]
      let due = reading.timestamp.nanoseconds(since: readings[0].timestamp)
      guard due <= passed else { return true }
      let time = beginning.advanced(byNanoseconds: due)
      sampler.take(
        simulated: Reading(timestamp: time, acceleration: reading.acceleration))
      next += 1
    }
    return false
  }

  /// The longest recording that can be played, in seconds.
  static let longest = 600.0

  /// The readings that `what` asks for.
  ///
  /// - Parameter what: `shake`, `long-shake`, or the text of a recording
  /// - Returns: the readings
  /// - Throws: a refusal that says what was expected
  static func readings(of what: String) throws(MotionService.Refusal) -> [Reading] {
    switch what {
    case "shake": return SampleLibrary.shortShake.recording(rate: SampleLibrary.rate).readings
    case "long-shake": return SampleLibrary.longShake.recording(rate: SampleLibrary.rate).readings
    default: return try recorded(what)
    }
  }

  private static func recorded(_ text: String) throws(MotionService.Refusal) -> [Reading] {
    guard text.contains("\n") else {
      throw refusal(
        "cannot simulate '\(text.prefix(40))'; expected shake, long-shake or a recording")
    }
    var parser = RecordingParser()
    var readings: [Reading] = []
    do throws(RecordingError) {
      var text = text
      var problem: RecordingError?
      text.withUTF8 { bytes in
        do throws(RecordingError) {
          try parser.parse(bytes.span) { readings.append($0) }
        } catch { problem = error }
      }
      if let problem { throw problem }
      try parser.finish()
    } catch { throw refusal("the recording cannot be simulated: \(error)") }
    if let first = readings.first, let last = readings.last,
      last.timestamp.seconds(since: first.timestamp) > longest
    {
      throw refusal("the recording is longer than \(Int(longest)) s")
    }
    return readings
  }

  private static func refusal(_ message: String) -> MotionService.Refusal {
    MotionService.Refusal(name: Motion1.ErrorName.invalidArguments, message: message)
  }
}
