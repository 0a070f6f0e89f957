// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// Held while a process starts.
private let turn = Mutex(())

extension Process {
  /// Runs it so that it receives signals, while no other process starts.
  ///
  /// A thread of Dispatch's blocks signals, and so would its children. Foundation learns of an end
  /// by a socket that closes, which a process that starts at the same moment may inherit: until
  /// that one ends too, nobody reaps the first (swift-corelibs-foundation, `Process.run()`). No
  /// exit test goes on before each ended child is reaped (swift-testing, `WaitFor.swift`).
  public func start() throws {
    try turn.withLock { _ in
      var (none, mask) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &mask)
      defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
      try run()
    }
  }
}
