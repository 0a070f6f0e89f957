// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import LinuxSupport
import SystemPackage

/// The open node of an input device.
protocol InputNode: AnyObject {
  /// A descriptor that becomes readable when events are waiting.
  var descriptor: Int32 { get }

  /// Has the kernel stamp events by `CLOCK_BOOTTIME`, and send only events of the axes `codes` and
  /// of the device's clock.
  ///
  /// - Throws: the system's error if the kernel refuses this clock
  func begin(_ codes: [Int32]) throws(Errno)

  /// Returns the value, the limits and the resolution of the axis `code`.
  func axis(_ code: Int32) throws(Errno) -> input_absinfo

  /// Reads the waiting events, as many as `room` takes.
  ///
  /// - Returns: the number of events; 0 if none is waiting
  func read(_ room: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int

  /// Closes the node, even while references to it remain.
  func close()
}

/// The node of an input device of the kernel, opened for reading: this never writes to it, and
/// never grabs it.
final class KernelInputNode: InputNode {
  private(set) var descriptor: Int32

  /// Opens the node of `id`, such as `event7`.
  init(_ id: String) throws(Errno) {
    descriptor = Glibc.open("/dev/input/\(id)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { close() }

  func begin(_ codes: [Int32]) throws(Errno) {
    guard input_set_clock(descriptor, CLOCK_BOOTTIME) == 0 else { throw .last }
    // A mask saves waking up for the gyroscope. A kernel without masks also sends its events, which
    // the frames skip.
    for (type, wanted) in [
      (EV_ABS, codes), (EV_MSC, [MSC_TIMESTAMP]), (EV_KEY, []), (EV_REL, []), (EV_SW, []),
    ] {
      let words = InputBits(wanted).words
      let size = words.count * MemoryLayout<UInt>.size
      _ = input_set_mask(descriptor, UInt32(type), words, UInt32(size))
    }
    // The kernel reports the events before the change of clock as a loss, but nothing is lost.
    try withUnsafeTemporaryAllocation(of: input_event.self, capacity: 128) {
      room -> Result<Void, Errno> in
      Result { () throws(Errno) in _ = try read(room) }
    }.get()
  }

  func axis(_ code: Int32) throws(Errno) -> input_absinfo {
    var info = input_absinfo()
    guard input_axis(descriptor, UInt32(code), &info) >= 0 else { throw .last }
    return info
  }

  func read(_ room: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int {
    let size = MemoryLayout<input_event>.size
    let count = Glibc.read(descriptor, room.baseAddress, room.count * size)
    guard count < 0 else { return count / size }
    let error = Errno.last
    guard error == .wouldBlock || error == .interrupted else { throw error }
    return 0
  }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
