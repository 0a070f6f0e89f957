import MotionCore

/// Where the axes and the timestamp lie in a scan, and what their raw values mean.
public struct ScanLayout: Hashable, Sendable {
  /// One value of a scan.
  public struct Element: Hashable, Sendable {
    /// How the value lies in its bytes.
    public var format: SampleFormat
    /// Where the scan has it: elements lie in the order of their indices.
    public var index: Int
    /// What is added to the raw value.
    public var offset: Double
    /// What the sum is multiplied by, to give m/s².
    public var scale: Double

    /// An element at `index`.
    ///
    /// - Parameters:
    ///   - format: how the value lies in its bytes
    ///   - index: its place among the elements
    ///   - offset: what is added to the raw value
    ///   - scale: what the sum is multiplied by, to give m/s²
    public init(_ format: SampleFormat, index: Int, offset: Double = 0, scale: Double = 1) {
      self.format = format
      self.index = index
      self.offset = offset
      self.scale = scale
    }

    /// The largest value that it can tell, in m/s².
    var range: Double {
      var steps = 1.0
      for _ in 0..<format.realBits - (format.isSigned ? 1 : 0) { steps *= 2 }
      return steps * scale
    }
  }

  /// The size of a scan in bytes.
  public let size: Int
  private let axes: [Element]
  private let axisOffsets: [Int]
  private let timestamp: Element?
  private let timestampOffset: Int

  /// The layout of scans of three axes, in the order x, y, z, and a timestamp in ns if there is one.
  ///
  /// As in the kernel, each element is aligned to its own size, and the scan to its largest.
  public init(axes: [Element], timestamp: Element?) {
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
    self.axes = axes
    self.timestamp = timestamp
    axisOffsets = axes.map { offsets[$0.index] ?? 0 }
    timestampOffset = timestamp.flatMap { offsets[$0.index] } ?? 0
  }

  /// The largest acceleration that every axis can tell, in m/s².
  var range: Double {
    axes.map(\.range).min() ?? 0
  }

  /// Where x, y, z and the timestamp begin in a scan, in bytes.
  var offsets: [Int] {
    axisOffsets + (timestamp == nil ? [] : [timestampOffset])
  }

  /// The acceleration in the scan at `start`, in m/s².
  ///
  /// - Parameters:
  ///   - bytes: one scan or more
  ///   - start: of the scan's first byte; ``size`` bytes must follow
  /// - Returns: x, y and z, in the axes of the sensor
  public func acceleration(_ bytes: Span<UInt8>, at start: Int) -> SIMD3<Double> {
    var acceleration = SIMD3<Double>.zero
    for (axis, element) in axes.enumerated() {
      let raw = element.format.decode(bytes, at: start + axisOffsets[axis])
      acceleration[axis] = (Double(raw) + element.offset) * element.scale
    }
    return acceleration
  }

  /// The timestamp in the scan at `start`; nil if the scans have none.
  ///
  /// - Parameters:
  ///   - bytes: one scan or more
  ///   - start: of the scan's first byte; ``size`` bytes must follow
  /// - Returns: the kernel's timestamp, on the clock of the device
  public func timestamp(_ bytes: Span<UInt8>, at start: Int) -> Timestamp? {
    timestamp.map {
      Timestamp(nanoseconds: $0.format.decode(bytes, at: start + timestampOffset))
    }
  }

  private static func aligned(_ offset: Int, to size: Int) -> Int {
    (offset + size - 1) / size * size
  }
}
