// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Puts what is typed into the stream of inputs, and the signals that a terminal's user may send.
final class Keyboard {
  private let sources: [any DispatchSourceProtocol]

  /// Starts listening, to standard input and to signals.
  init(_ inputs: Inputs) {
    sources = [Self.typing(inputs)] + Self.signals(inputs)
    for source in sources { source.activate() }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  private static func typing(_ inputs: Inputs) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count > 0 {
        inputs.yield(.typed(Array(bytes.prefix(count))))
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        inputs.yield(.stop)
        source.cancel()
      }
    }
    return source
  }

  private static func signals(_ inputs: Inputs) -> [any DispatchSourceProtocol] {
    let meanings: [(Int32, Input)] = [
      (SIGINT, .stop), (SIGTERM, .stop), (SIGHUP, .stop), (SIGQUIT, .stop), (SIGWINCH, .resized),
    ]
    // Blocked, so that one which comes before its source is ready waits for it.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for (number, _) in meanings { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    return meanings.map { number, input in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { inputs.yield(input) }
      return source
    }
  }
}
