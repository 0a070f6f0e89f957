// SPDX-License-Identifier: Apache-2.0

import CIIO
import Glibc
import IIORelay
import MotionSensors
import SystemPackage

/// The devices of another machine, as they were at the time of the connection.
package struct NetworkContext {
  /// The schemes of URIs that lead to other machines: over TCP, USB and a serial line.
  package static let schemes = ["ip:", "usb:", "serial:"]

  let context: IIOContext
  /// Stands between libiio and a server; nil over USB and a serial line, which are as trusted as
  /// the kernel's devices.
  private let relay: IIORelay?

  /// Connects to the machine at `uri`.
  ///
  /// - Parameters:
  ///   - uri: of libiio, with one of the ``schemes``
  ///   - patience: the longest wait for a server
  /// - Throws: a ``NetworkError`` if it cannot be reached
  package init(
    uri: String, patience: Duration = IIORelay.patience
  ) throws(NetworkError) {
    // libiio writes to sockets without MSG_NOSIGNAL: a peer that goes away must not kill the
    // process.
    signal(SIGPIPE, SIG_IGN)
    do throws(Errno) {
      relay = uri.hasPrefix("ip:") ? try IIORelay(to: uri, patience: patience) : nil
    } catch {
      throw .unreachable(uri: uri, error: error)
    }
    guard let pointer = iio_create_context_from_uri(relay?.uri ?? uri) else {
      let error = Errno(rawValue: errno)
      if let problem = relay?.problem { throw NetworkError(problem, of: uri) }
      throw .unreachable(uri: uri, error: error)
    }
    context = IIOContext(adopting: pointer, uri: uri, behind: relay)
    // A backend that cannot do this waits one second.
    _ = iio_context_set_timeout(pointer, UInt32(Self.timeout / .milliseconds(1)))
  }

  /// The longest time that a read waits for scans; of it, iiod is left half.
  static let timeout = Duration.milliseconds(500)

  /// Throws the reason why the relay has hung up, so that the answers before are not whole.
  func check() throws(NetworkError) {
    if let problem = relay?.problem { throw NetworkError(problem, of: context.uri) }
  }

  /// The properties of its accelerometers: the best first, and the unusable ones last.
  ///
  /// - Throws: a ``NetworkError`` if there is none, or if the server fails meanwhile
  package var accelerometers: [AccelerometerInfo] {
    get throws(NetworkError) {
      let all = context.accelerometers.map { device in
        var info = device.info(device.mounting())
        info.magnitude = device.magnitude
        return info
      }
      try check()
      if all.isEmpty { throw .accelerometer(.noAccelerometer(uri: context.uri)) }
      return all
    }
  }
}
