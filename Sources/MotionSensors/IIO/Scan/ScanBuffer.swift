// SPDX-License-Identifier: Apache-2.0

import CIIO
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// The buffer of an accelerometer, switched on while the object lives.
final class ScanBuffer {
  /// The size of the buffer, and the way of reading it.
  let tuning: BufferTuning

  private let device: IIODevice
  private let layout: ScanLayout
  private let mount: MountMatrix
  private let buffer: OpaquePointer
  /// The descriptor to wait for; below zero if there is none.
  private let descriptor: Int32
  /// Room for all scans that the kernel holds, and for the bytes that decoding reads beyond the
  /// last value.
  private let room: UnsafeMutableRawBufferPointer
  /// The timer, released after the buffer is off: only then can a trigger be removed.
  private let timer: TimerTrigger?

  /// Switches the buffer of `device` on, with `tuning`.
  ///
  /// - Parameters:
  ///   - device: the accelerometer, with its rate and its trigger set
  ///   - mount: its orientation in the machine
  ///   - tuning: the size of the buffer and the way of reading it
  ///   - timer: the trigger made for it, if any
  /// - Throws: an ``AccelerometerError``; afterwards the buffer is off
  init(
    _ device: IIODevice, _ mount: MountMatrix, _ tuning: BufferTuning, timer: TimerTrigger?
  ) throws(AccelerometerError) {
    (self.device, self.mount, self.tuning, self.timer) = (device, mount, tuning, timer)
    layout = try device.layout()
    let wanted = device.streamedChannels
    for channel in device.channels {
      channel.setEnabled(wanted.contains { $0.pointer == channel.pointer })
    }
    guard let buffer = iio_device_create_buffer(device.pointer, tuning.capacity, false) else {
      throw .failed(action: "switch on the buffer of", device: device.title, error: .last)
    }
    self.buffer = buffer
    descriptor = iio_buffer_get_poll_fd(buffer)
    room = .allocate(
      byteCount: tuning.capacity * layout.size + SampleFormat.decodedSize, alignment: 8)
    try setWatermark()
    guard iio_buffer_step(buffer) == layout.size else {
      throw .badData(
        device: device.title,
        reason: "scans of \(iio_buffer_step(buffer)) bytes where \(layout.size) were expected")
    }
  }

  deinit {
    iio_buffer_destroy(buffer)
    room.deallocate()
  }

  /// A descriptor that becomes readable when scans are waiting; nil if there is none.
  var pollDescriptor: Int32? {
    descriptor >= 0 ? descriptor : nil
  }

  /// Asks the kernel never to block, and to wake the reader at the watermark.
  ///
  /// libiio asks for waking only at a whole full buffer.
  private func setWatermark() throws(AccelerometerError) {
    guard iio_buffer_set_blocking_mode(buffer, false) == 0 else {
      throw .failed(action: "poll", device: device.title, error: .last)
    }
    // The kernel lets a program change the watermark only while the buffer is off.
    guard device.setBufferAttribute("enable", "0") else { return }
    _ = device.setBufferAttribute("watermark", "\(tuning.watermark)")
    guard device.setBufferAttribute("enable", "1") else {
      throw .failed(action: "switch on the buffer of", device: device.title, error: .last)
    }
  }

  /// Appends the waiting scans to `readings`; scans without a timestamp get zero.
  ///
  /// - Parameter readings: the readings to append to
  /// - Returns: true if the buffer was full: there may be more to read without blocking
  /// - Throws: an ``AccelerometerError`` that ends the use of the buffer
  func read(into readings: inout [Reading]) throws(AccelerometerError) -> Bool {
    guard let count = try readWaitingBytes() else { return false }
    let (scans, rest) = count.quotientAndRemainder(dividingBy: layout.size)
    guard rest == 0 else {
      throw .badData(device: device.title, reason: "\(count) bytes, with scans of \(layout.size)")
    }
    let bytes = UnsafeRawBufferPointer(room).assumingMemoryBound(to: UInt8.self).span
    layout.append(bytes, count: count, mount, to: &readings)
    return scans == tuning.capacity
  }

  /// Reads the waiting scans into ``room``, and returns the number of bytes; nil if there are none.
  ///
  /// libiio would read twice: the second time to learn that nothing is left. Its other way to read,
  /// blocks of memory shared with the kernel, is in no mainline kernel, and not for a kfifo.
  private func readWaitingBytes() throws(AccelerometerError) -> Int? {
    let count = Glibc.read(descriptor, room.baseAddress, tuning.capacity * layout.size)
    guard count <= 0 else { return count }
    let error = count == 0 ? Errno.ioError : .last
    guard error == .wouldBlock || error == .interrupted else {
      throw .failed(action: "read", device: device.title, error: error)
    }
    return nil
  }
}
