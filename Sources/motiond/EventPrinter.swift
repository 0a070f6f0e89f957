import CommandSupport
import MotionCore
import Synchronization

/// Prints events on standard output.
final class EventPrinter: Sendable {
  private let source: String
  private let format: EventFormat
  private let output: OutputFile
  private let stop: StopRequest
  private let failure = Mutex<OutputError?>(nil)

  /// A printer of events in `format`, as those of `source`; it stops the daemon when nobody reads.
  init(_ source: String, _ format: EventFormat, _ output: OutputFile, _ stop: StopRequest) {
    self.source = source
    self.format = format
    self.output = output
    self.stop = stop
  }

  /// Prints `event`, unless printing has failed before.
  func print(_ event: MotionEvent) {
    failure.withLock { failure in
      guard failure == nil else { return }
      do throws(OutputError) {
        try output.write(format.line(.event(event), source: source))
      } catch {
        failure = error
        stop.send()
      }
    }
  }

  /// Why the output cannot be written any more, if so.
  var problem: OutputError? {
    failure.withLock { $0 }
  }
}
