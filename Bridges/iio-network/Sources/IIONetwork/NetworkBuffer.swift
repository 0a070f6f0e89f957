// SPDX-License-Identifier: Apache-2.0

import CIIO
import Glibc
import MotionCore
import MotionSensors
import SystemPackage

/// The buffer of an accelerometer of another machine, switched on as long as the object lives.
final class NetworkBuffer {
  private let device: IIODevice
  private let layout: ScanLayout
  private let mount: MountMatrix
  /// The channels of the layout, in its order.
  private let channels: [IIOChannel]
  private let buffer: OpaquePointer

  /// Switches the buffer of `device` on.
  ///
  /// - Parameters:
  ///   - device: with its rate and its trigger set
  ///   - mount: its orientation in its machine
  ///   - scans: the number of scans that a read waits for
  /// - Throws: an `AccelerometerError`; the buffer is off then
  init(_ device: IIODevice, _ mount: MountMatrix, scans: Int) throws(AccelerometerError) {
    (self.device, self.mount) = (device, mount)
    layout = try device.layout()
    let wanted = device.streamedChannels
    channels = wanted
    for channel in device.channels {
      channel.setEnabled(wanted.contains { $0.pointer == channel.pointer })
    }
    guard let buffer = iio_device_create_buffer(device.pointer, scans, false) else {
      throw .failed(
        action: "switch on the buffer of", device: device.title, error: Errno(rawValue: errno))
    }
    self.buffer = buffer
    guard iio_buffer_step(buffer) == layout.size else {
      throw .badData(
        device: device.title,
        reason: "scans of \(iio_buffer_step(buffer)) bytes where \(layout.size) were expected")
    }
  }

  deinit {
    iio_buffer_destroy(buffer)
  }

  /// Waits for scans, and appends them to `readings`; a scan without a time of its own gets a
  /// timestamp of zero.
  ///
  /// Nothing is appended if none came in ``NetworkContext/timeout``.
  ///
  /// - Throws: an `AccelerometerError`; the buffer is then of no use any more
  func read(into readings: inout [Reading]) throws(AccelerometerError) {
    let count = iio_buffer_refill(buffer)
    switch -count {
    case Int(EAGAIN), Int(ETIMEDOUT), Int(EINTR): return
    case 1...:
      throw .failed(
        action: "read", device: device.title, error: Errno(rawValue: Int32(clamping: -count)))
    default: break
    }
    guard let start = iio_buffer_start(buffer), isLaidOut(from: start) else {
      throw .badData(device: device.title, reason: "scans of channels that nobody asked for")
    }
    guard count > 0, count.isMultiple(of: layout.size) else {
      throw .badData(device: device.title, reason: "\(count) bytes, with scans of \(layout.size)")
    }
    let scans =
      UnsafeRawBufferPointer(start: start, count: count)
      + [UInt8](repeating: 0, count: SampleFormat.decodedSize)
    layout.append(scans.span, count: count, mount, to: &readings)
  }

  /// True if the scans at `start` have their values where the layout has them: a server says with
  /// each answer which channels are in it, and may send others if another client wants them.
  private func isLaidOut(from start: UnsafeMutableRawPointer) -> Bool {
    iio_buffer_step(buffer) == layout.size
      && zip(channels, layout.offsets).allSatisfy {
        iio_buffer_first(buffer, $0.pointer) == start + $1
      }
  }
}
