import Dispatch
import Glibc

/// Signals that something is done at: kept for as long as they are to be.
struct SignalHandlers {
  private let sources: [any DispatchSourceSignal]

  /// Takes the signals over.
  ///
  /// - Parameters:
  ///   - queue: on which the handlers are called
  ///   - handlers: by the number of the signal
  init(on queue: DispatchQueue, _ handlers: KeyValuePairs<Int32, @Sendable () -> Void>) {
    // Blocked here, so that they wait for their sources; dispatch's own threads block all.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for (number, _) in handlers { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    sources = handlers.map { number, handler in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: handler)
      source.activate()
      return source
    }
  }
}
