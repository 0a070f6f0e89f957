// SPDX-License-Identifier: Apache-2.0

// Stands in for the module Synchronization in a build with the thread sanitizer, which sees what
// pthreads lock, but not the futex of the toolchain's Mutex: without this it reports races that are
// none.

import Glibc

/// A lock around a value, as the toolchain's, made of a pthread mutex.
///
/// Sendable, because the value is reached under the lock alone, and the two addresses never change.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// A lock around `initialValue`.
  public init(_ initialValue: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value while no other thread does.
  ///
  /// - Returns: what `body` returns
  /// - Throws: what `body` throws
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
