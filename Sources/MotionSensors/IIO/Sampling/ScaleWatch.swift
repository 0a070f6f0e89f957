// SPDX-License-Identifier: Apache-2.0

import CIIO
import Glibc

/// A watch on the scales of an accelerometer's axes, which another program may set.
///
/// The files of the attributes stay open. A look opens and parses nothing: it reads each file, and
/// compares its bytes with the bytes at the start. Three axes mostly share one file.
struct ScaleWatch: ~Copyable {
  /// The shortest time between two looks: 5 s in nanoseconds.
  static let period: Int64 = 5_000_000_000

  /// An attribute, and its text at the start.
  private struct Attribute {
    let descriptor: Int32
    let text: [UInt8]
  }

  private var attributes: [Attribute] = []
  /// The time of the last look, on `CLOCK_BOOTTIME`, in nanoseconds.
  private var lastLook: Int64

  /// Begins to watch the scales of `device` at `now`.
  ///
  /// It leaves out an attribute that does not open: the code that needs it will report it.
  init(_ device: IIODevice, at now: Int64) {
    lastLook = now
    let names = (device.axisChannels ?? []).compactMap { channel in
      iio_channel_attr_get_filename(channel.pointer, "scale").map { String(cString: $0) }
    }
    for name in Set(names) {
      let path = "/sys/bus/iio/devices/\(device.id)/\(name)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      attributes.append(
        Attribute(descriptor: descriptor, text: Self.withText(of: descriptor) { Array($0) }))
    }
  }

  deinit {
    for attribute in attributes { close(attribute.descriptor) }
  }

  /// Returns whether a scale differs from the start.
  ///
  /// It looks at most once in ``period``; `now` is the time on `CLOCK_BOOTTIME`, in nanoseconds.
  mutating func hasChanged(at now: Int64) -> Bool {
    guard now - lastLook >= Self.period else { return false }
    lastLook = now
    return attributes.contains { attribute in
      Self.withText(of: attribute.descriptor) { text in
        // Other code finds out that an attribute is unreadable.
        !text.isEmpty && !text.elementsEqual(attribute.text)
      }
    }
  }

  private static func withText<Result>(
    of descriptor: Int32, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { room in
      let count = pread(descriptor, room.baseAddress, room.count, 0)
      return body(.init(rebasing: room[..<max(0, count)]))
    }
  }
}
