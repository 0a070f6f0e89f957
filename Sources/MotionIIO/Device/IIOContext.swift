// SPDX-License-Identifier: Apache-2.0

import CIIO
import CStandardError
import Glibc
import IIORelay
import LinuxSupport
import SystemPackage

/// A libiio context: the devices of one machine, as they were when it was opened.
package final class IIOContext {
  /// As libiio was asked for it.
  package let uri: String
  private let pointer: OpaquePointer
  /// Stands between libiio and the server of a network.
  private let relay: IIORelay?
  private let guardian: AnyObject?

  /// Opens the context at `uri`.
  ///
  /// - Parameters:
  ///   - uri: as libiio has it
  ///   - patience: the longest wait for a server of a network
  /// - Throws: an ``AccelerometerError`` if there is none
  init(
    uri: String, patience: Duration = IIORelay.patience
  ) throws(AccelerometerError) {
    // libiio writes to sockets without MSG_NOSIGNAL: a peer that goes away must not kill the
    // process.
    if !uri.hasPrefix("local:") { signal(SIGPIPE, SIG_IGN) }
    do throws(Errno) {
      relay = uri.hasPrefix("ip:") ? try IIORelay(to: uri, patience: patience) : nil
    } catch {
      throw .noContext(uri: uri, error: error)
    }
    guard let pointer = iio_create_context_from_uri(relay?.uri ?? uri) else {
      let error = Errno.last
      if let problem = relay?.problem { throw AccelerometerError(problem, of: uri) }
      // A kernel without any IIO driver loaded has no local context.
      if errno == ENOENT, uri.hasPrefix("local:") { throw .noAccelerometer(uri: uri) }
      throw .noContext(uri: uri, error: error)
    }
    self.uri = uri
    self.pointer = pointer
    guardian = nil
  }

  /// A context that is open already, and is closed with this.
  ///
  /// - Parameters:
  ///   - pointer: the context of libiio
  ///   - uri: its name in messages
  ///   - guardian: stands between libiio and the devices, until the context is closed
  package init(adopting pointer: OpaquePointer, uri: String, behind guardian: AnyObject?) {
    (self.pointer, self.uri, relay, self.guardian) = (pointer, uri, nil, guardian)
  }

  deinit {
    iio_context_destroy(pointer)
  }

  /// Throws the reason why the relay has hung up, so that the answers before are not whole.
  func check() throws(AccelerometerError) {
    if let problem = relay?.problem { throw AccelerometerError(problem, of: uri) }
  }

  /// Sets the longest time of a blocking call, in milliseconds.
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

  /// Its accelerometers, by their rank, and otherwise in the context's order.
  package var accelerometers: [IIODevice] {
    devices.filter { !$0.axes.isEmpty }.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }
}

/// The libiio that this process runs with.
public enum IIOLibrary {
  /// Drops the messages that libiio writes on standard error, and escapes those of its libraries.
  ///
  /// Such as five lines when a device is unplugged: the errors of this module report the same. What
  /// libxml2 writes may quote a server.
  ///
  /// To be called once the command line is understood, as its errors are written there too, and
  /// before another thread writes to it.
  package static func guardStandardError() { _ = isGuarded }

  private static let isGuarded: Bool = {
    guard_standard_error()
    return true
  }()

  /// Ends every wait for a network in this process, for good, as it is about to end.
  package static func interruptNetwork() {
    IIORelay.interruptAll()
  }

  /// Its version, such as `0.24`.
  public static var version: String {
    var major: UInt32 = 0
    var minor: UInt32 = 0
    // The tag names a commit of libiio's; it must have room, but means nothing to users.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8) { tag in
      iio_library_get_version(&major, &minor, tag.baseAddress)
    }
    return "\(major).\(minor)"
  }
}

extension AccelerometerError {
  /// The failure of the server at `uri`.
  fileprivate init(_ problem: IIORelay.Problem, of uri: String) {
    switch problem {
    case .system(let error): self = .noContext(uri: uri, error: error)
    case .answer(let reason): self = .badServer(uri: uri, reason: reason)
    }
  }
}
