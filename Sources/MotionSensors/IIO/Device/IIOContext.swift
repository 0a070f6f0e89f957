// SPDX-License-Identifier: Apache-2.0

import CIIO
import CStandardError
import Glibc
import LinuxSupport
import SystemPackage

/// A libiio context: the devices of one machine, as they were when the context opened.
package final class IIOContext {
  /// The URI that libiio got for the context.
  package let uri: String
  private let pointer: OpaquePointer
  /// An object between libiio and the devices, until the context closes.
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

  /// A context that adopts an open one of libiio, and closes it at the end.
  ///
  /// - Parameters:
  ///   - pointer: the context of libiio
  ///   - uri: its name in messages
  ///   - guardian: an object between libiio and the devices, until the context closes
  package init(adopting pointer: OpaquePointer, uri: String, behind guardian: AnyObject?) {
    (self.pointer, self.uri, self.guardian) = (pointer, uri, guardian)
  }

  deinit {
    iio_context_destroy(pointer)
  }

  /// A Boolean value that indicates whether the devices are on this machine: its udev knows more
  /// about them.
  var isLocal: Bool { guardian == nil && uri == "local:" }

  /// The devices and triggers of the context.
  var devices: [IIODevice] {
    (0..<iio_context_get_devices_count(pointer)).compactMap { index in
      iio_context_get_device(pointer, index).map { IIODevice($0, of: self) }
    }
  }

  /// The accelerometers of the context, by their rank, and otherwise in the context's order.
  package var accelerometers: [IIODevice] {
    devices.filter { !$0.axes.isEmpty }.enumerated()
      .map { (rank: $0.element.rank, place: $0.offset, device: $0.element) }
      .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.device)
  }
}

/// The libiio that this process runs with.
package enum IIOLibrary {
  /// Drops libiio's messages on standard error, and escapes the messages of its libraries.
  ///
  /// For example, libiio writes five lines when a device is unplugged: the errors of this module
  /// report the same. A message of libxml2 may quote a server.
  ///
  /// Call it after parsing the command line, because errors of that go to standard error too, and
  /// before another thread writes there.
  package static func guardStandardError() { _ = isGuarded }

  private static let isGuarded: Bool = {
    guard_standard_error { line in
      if let line { LogOutput.standardError.write(String(cString: line)) }
    }
    return true
  }()

  /// The version of libiio, such as `0.24`.
  package static var version: String {
    var major: UInt32 = 0
    var minor: UInt32 = 0
    // The tag names a libiio commit; it needs room, but means nothing to users.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8) { tag in
      iio_library_get_version(&major, &minor, tag.baseAddress)
    }
    return "\(major).\(minor)"
  }
}
