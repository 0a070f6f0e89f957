import CommandSupport
import MotionBus
import MotionCore
import Synchronization

/// Where events go: to standard output, to the clients on the bus, or both.
final class Outlets: Sendable {
  private struct State {
    var printer: EventPrinter?
    /// What the printed events count as a shake.
    var printed: ShakeConfiguration?
    var service: MotionService?
    var pipeEnded: @Sendable (SamplePipe.Health) -> Void = { _ in }
  }

  private let state = Mutex(State())

  /// Prints events of the detectors of `configuration` from now on.
  func print(_ configuration: ShakeConfiguration, with printer: EventPrinter) {
    state.withLock { ($0.printed, $0.printer) = (configuration, printer) }
  }

  /// Why events could not be printed, if so.
  var problem: OutputError? {
    state.withLock { $0.printer }?.problem
  }

  /// Waits until what was to be printed is.
  func finishPrinting() {
    state.withLock { $0.printer }?.finish()
  }

  /// Prints nothing from now on.
  func stopPrinting() {
    state.withLock { ($0.printed, $0.printer) = (nil, nil) }
  }

  /// Who tells clients, from now on.
  func serve(_ service: MotionService?) {
    state.withLock { $0.service = service }
  }

  /// Who is told when a pipe of readings was let go.
  func watchPipes(_ body: @escaping @Sendable (SamplePipe.Health) -> Void) {
    state.withLock { $0.pipeEnded = body }
  }

  /// A pipe of readings was let go.
  func pipeEnded(_ health: SamplePipe.Health) {
    state.withLock { $0.pipeEnded }(health)
  }

  /// Tells those who want to know.
  func send(_ detected: Sampler.DetectedEvent) {
    let (printer, service) = state.withLock { state in
      (state.printed == detected.configuration ? state.printer : nil, state.service)
    }
    printer?.print(detected.event)
    service?.emit(detected.base.bootTime(detected.event), of: detected.configuration)
  }
}
