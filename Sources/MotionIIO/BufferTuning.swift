/// How the buffer of an accelerometer is set up and read, for its rate and the readings' urgency.
struct BufferTuning: Hashable, Sendable {
  /// How many scans the kernel holds, and one read takes at most.
  var capacity: Int
  /// With how many scans waiting the reader is woken.
  var watermark: Int
  /// How scans are waited for.
  var waiting: Waiting

  /// How scans are waited for.
  enum Waiting: Hashable, Sendable {
    /// The descriptor becomes readable at the watermark.
    case descriptor
    /// By looking so often, in nanoseconds.
    case timer(Int64)
    /// A read blocks until there are as many as it takes.
    case blocking
  }

  /// For how long the kernel holds scans: 0.6 s, in seconds.
  private static let hold = 0.6
  /// How many scans it holds at least; a power of two, as the kernel makes of any number.
  private static let leastCapacity = 64

  /// The tuning for an accelerometer.
  ///
  /// A kfifo wakes its reader on every scan, whatever the watermark, so a thrifty reader does not wait
  /// for it but looks now and then. Only a hardware FIFO delivers in bursts. Over a network each read
  /// is a round trip that waits for as many scans as it takes.
  ///
  /// - Parameters:
  ///   - mode: how soon readings are wanted
  ///   - rate: in Hz; nil if it is not known, and then no scan is kept waiting for another
  ///   - hardwareFifo: the watermarks that the sensor's own FIFO takes; nil if it has none
  ///   - isRemote: whether it is read over a network
  init(_ mode: SamplingMode, rate: Double?, hardwareFifo: ClosedRange<Int>?, isRemote: Bool) {
    let gathered = Double(SamplingMode.gathering) * (rate ?? 0) / 1e9
    let burst =
      switch mode {
      case .prompt: 1
      // Rates are at most 1 MHz; the tenths are those of a rate that is written with few decimals.
      case .thrifty: max(1, Int(gathered + 0.001))
      }
    guard !isRemote else {
      self.init(capacity: burst, watermark: burst, waiting: .blocking)
      return
    }
    var capacity = Self.leastCapacity
    while Double(capacity) < Self.hold * (rate ?? 0) { capacity *= 2 }
    if let hardwareFifo {
      let watermark = min(max(burst, hardwareFifo.lowerBound), hardwareFifo.upperBound)
      while capacity < 2 * watermark { capacity *= 2 }
      self.init(capacity: capacity, watermark: watermark, waiting: .descriptor)
      return
    }
    switch mode {
    case .prompt: self.init(capacity: capacity, watermark: 1, waiting: .descriptor)
    case .thrifty:
      self.init(capacity: capacity, watermark: 1, waiting: .timer(SamplingMode.gathering))
    }
  }

  private init(capacity: Int, watermark: Int, waiting: Waiting) {
    self.capacity = capacity
    self.watermark = watermark
    self.waiting = waiting
  }
}
