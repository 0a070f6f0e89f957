import Glibc

/// A file descriptor, closed with the last reference to it.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over what a function of the system's returned; nil if it failed.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit {
    close(number)
  }
}
