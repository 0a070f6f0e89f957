// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The positions and the scales of the axes and the timestamp in a scan.
package struct ScanLayout: Hashable, Sendable {
  /// One value of a scan.
  package struct Element: Hashable, Sendable {
    /// The format of the value.
    var format: SampleFormat
    /// The index in the scan: scans store elements in the order of their indices.
    var index: Int
    /// The number to add to the raw value.
    var offset = 0.0
    /// The factor that turns the sum into m/s².
    var scale = 1.0

    /// The largest possible value, in m/s².
    var range: MetersPerSecondSquared {
      let bits = format.realBits - (format.isSigned ? 1 : 0)
      return Double(sign: .plus, exponent: bits, significand: scale)
    }
  }

  /// A value and its position in the scan, in bytes.
  private struct Place: Hashable, Sendable {
    let element: Element
    let position: Int

    /// Returns the value in the scan at `start`, in m/s².
    func acceleration(_ bytes: Span<UInt8>, at start: Int) -> Double {
      let raw = element.format.decode(bytes, at: start + position)
      return (Double(raw) + element.offset) * element.scale
    }
  }

  /// The size of a scan in bytes.
  package let size: Int
  private let x, y, z: Place
  private let timestamp: Place?

  /// The layout of scans of three axes, in the order x, y, z, and a timestamp in ns if there is
  /// one.
  ///
  /// As in the kernel, each element is aligned to its size, and the scan to its largest element.
  init(axes: [Element], timestamp: Element?) {
    precondition(axes.count == 3, "ScanLayout: an acceleration has three axes")
    var offsets: [Int: Int] = [:]
    var end = 0
    let elements = (axes + [timestamp].compactMap { $0 }).sorted { $0.index < $1.index }
    for element in elements {
      end = Self.aligned(end, to: element.format.size)
      offsets[element.index] = end
      end += element.format.size
    }
    size = Self.aligned(end, to: elements.map(\.format.size).max() ?? 1)
    func place(_ element: Element) -> Place {
      Place(element: element, position: offsets[element.index] ?? 0)
    }
    (x, y, z) = (place(axes[0]), place(axes[1]), place(axes[2]))
    self.timestamp = timestamp.map(place)
  }

  /// The largest acceleration that every axis can measure, in m/s².
  var range: MetersPerSecondSquared {
    min(x.element.range, y.element.range, z.element.range)
  }

  /// The positions of x, y, z and the timestamp in a scan, in bytes.
  package var offsets: [Int] {
    [x, y, z, timestamp].compactMap { $0?.position }
  }

  /// Returns the acceleration in the scan at `start`, in m/s².
  ///
  /// - Parameters:
  ///   - bytes: one scan or more
  ///   - start: the offset of the scan's first byte; ``size`` bytes must follow, and room to decode
  ///     in
  /// - Returns: x, y and z, in the axes of the sensor
  package func acceleration(_ bytes: Span<UInt8>, at start: Int) -> Acceleration {
    Acceleration(
      x.acceleration(bytes, at: start), y.acceleration(bytes, at: start),
      z.acceleration(bytes, at: start))
  }

  /// Returns the timestamp in the scan at `start`; nil if the scans have none.
  ///
  /// - Parameters:
  ///   - bytes: one scan or more
  ///   - start: the offset of the scan's first byte; ``size`` bytes must follow, and room to decode
  ///     in
  /// - Returns: the kernel's timestamp, on the clock of the device
  package func timestamp(_ bytes: Span<UInt8>, at start: Int) -> Timestamp? {
    timestamp.map {
      Timestamp(nanoseconds: $0.element.format.decode(bytes, at: start + $0.position))
    }
  }

  /// Appends the readings of whole scans to `readings`; scans without a timestamp get zero.
  ///
  /// - Parameters:
  ///   - bytes: the scans, and room to decode in
  ///   - count: the number of bytes of the scans
  ///   - mount: the orientation of the sensor in the machine
  ///   - readings: the readings to append to
  package func append(
    _ bytes: Span<UInt8>, count: Int, _ mount: MountMatrix, to readings: inout [Reading]
  ) {
    for offset in stride(from: 0, to: count, by: size) {
      readings.append(
        Reading(
          timestamp: timestamp(bytes, at: offset) ?? Timestamp(nanoseconds: 0),
          acceleration: mount.applied(to: acceleration(bytes, at: offset))))
    }
  }

  private static func aligned(_ offset: Int, to size: Int) -> Int {
    (offset + size - 1) / size * size
  }
}
