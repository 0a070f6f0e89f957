import CIIO
import Glibc

/// A libiio context: the devices of one machine, as they were when it was opened.
final class IIOContext {
  /// As libiio was asked for it.
  let uri: String
  private let pointer: OpaquePointer

  /// Opens the context at `uri`.
  init(uri: String) throws(AccelerometerError) {
    // libiio writes to sockets without MSG_NOSIGNAL: a peer that goes away must not kill the process.
    if !uri.hasPrefix("local:") { signal(SIGPIPE, SIG_IGN) }
    guard let pointer = iio_create_context_from_uri(uri) else {
      // A kernel without any IIO driver loaded has no local context.
      if errno == ENOENT, uri.hasPrefix("local:") { throw .noAccelerometer(uri: uri) }
      throw .noContext(uri: uri, number: errno)
    }
    self.uri = uri
    self.pointer = pointer
  }

  deinit {
    iio_context_destroy(pointer)
  }

  /// How long a blocking call may take, in milliseconds.
  func setTimeout(milliseconds: UInt32) {
    // A backend that cannot has its own, which is one second.
    _ = iio_context_set_timeout(pointer, milliseconds)
  }

  /// Its devices and triggers.
  var devices: [IIODevice] {
    (0..<iio_context_get_devices_count(pointer)).compactMap { index in
      iio_context_get_device(pointer, index).map { IIODevice($0, of: self) }
    }
  }

  /// Its accelerometers, the best first; otherwise in the context's order.
  ///
  /// Before those that cannot be used, with one or two axes, come those with three; see
  /// `IIODevice.isBetter(than:)`.
  var accelerometers: [IIODevice] {
    devices.filter { !$0.axes.isEmpty }.enumerated().sorted { left, right in
      if left.element.isBetter(than: right.element) { return true }
      if right.element.isBetter(than: left.element) { return false }
      return left.offset < right.offset
    }.map(\.element)
  }
}
