/// What became of the readings so far: sums over every start and stop of a reader.
public struct SamplingStatistics: Hashable, Sendable {
  /// Readings told.
  public var readings = 0
  /// How many batches they came in.
  public var batches = 0
  /// Batches whose newest reading was already old when it came: older than 100 ms, or four periods
  /// where that is longer.
  ///
  /// Only readings stamped by a clock of this machine's kernel can be found late; not those of another
  /// machine, nor those stamped as they arrive.
  public var lateBatches = 0
  /// The oldest that the newest reading of a batch was when it came, in nanoseconds.
  public var worstLateness: Int64 = 0
  /// Readings that came more than 250 ms after the one before, or four periods where that is longer: of
  /// the same session, or of the one before it was lost.
  public var gaps = 0
  /// How often the kernel's buffer was found full: it drops readings then, the newest ones.
  public var overruns = 0
  /// Readings that the reader itself did not take: timed reads that it came too late for.
  public var missed = 0
  /// How often the accelerometer was lost.
  public var losses = 0
  /// How often it was found again after that.
  public var reopenings = 0

  /// Nothing so far.
  public init() {}
}
