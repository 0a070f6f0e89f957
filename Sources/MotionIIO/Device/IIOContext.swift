// SPDX-License-Identifier: Apache-2.0

import CIIO
import CStandardError
import Glibc
import LinuxSupport
import MotionReader
import SystemPackage

/// A libiio context: the devices of one machine, as they were when it was opened.
package final class IIOContext {
  /// As libiio was asked for it.
  package let uri: String
  private let pointer: OpaquePointer
  /// Stands between libiio and the devices, until the context is closed.
  private let guardian: AnyObject?

  /// Opens the context of this machine.
  ///
  /// - Throws: an ``AccelerometerError`` if there is none
  init() throws(AccelerometerError) {
    uri = "local:"
    guard let pointer = iio_create_local_context() else {
      let error = Errno.last
      // A kernel without any IIO driver loaded has no context.
      throw error == .noSuchFileOrDirectory
        ? .noAccelerometer(uri: uri) : .noContext(uri: uri, error: error)
    }
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
    (self.pointer, self.uri, self.guardian) = (pointer, uri, guardian)
  }

  deinit {
    iio_context_destroy(pointer)
  }

  /// True for the devices of this machine, about which its udev knows more.
  var isLocal: Bool { guardian == nil && uri == "local:" }

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
