import MotionCore

/// What is known of an accelerometer without reading from it.
public struct AccelerometerInfo: Hashable, Sendable, Encodable {
  /// The clock that stamps its readings.
  public enum Clock: String, Hashable, Sendable, Encodable {
    /// `CLOCK_BOOTTIME`: goes on during suspend, so that a suspend shows as a gap.
    case boottime
    /// `CLOCK_MONOTONIC`: stands still during suspend.
    case monotonic
    /// `CLOCK_REALTIME`: jumps when the time is set.
    case realtime
    /// None: readings are stamped with `CLOCK_BOOTTIME` as they arrive, evenly.
    case arrival
  }

  /// What the kernel calls it in sysfs, such as `iio:device0`.
  public var id: String
  /// What its driver calls it.
  public var name: String?
  /// What the device tree or the firmware calls it.
  public var label: String?
  /// Where in the machine its driver says that it sits, such as `lid` or `base`.
  public var location: String?
  /// The axes it has, of x, y and z.
  public var axes: [String]
  /// Its sampling frequency in Hz; nil if it does not tell.
  public var rate: Double?
  /// The sampling frequencies it has, in Hz, ascending; empty if it does not tell.
  public var rates: [Double]
  /// What one step of the raw values is, its resolution, in m/s²; nil if it does not tell.
  public var scale: Double?
  /// The largest acceleration that it can tell, in m/s²; nil if that is not known.
  public var range: Double?
  /// How it sits in the machine; nil if what says so makes no sense.
  public var mountMatrix: MountMatrix?
  /// Who says how it sits.
  public var mountMatrixSource: MountMatrixSource?
  /// The trigger that makes it sample; nil if it has or needs none.
  public var trigger: String?
  /// Whether its readings can be streamed through a buffer.
  public var hasBuffer: Bool
  /// How it is sampled, or would be at first; nil if there is no way.
  public var sampling: SamplingWay?
  /// |acceleration| when it was listed, in m/s², read without the buffer; nil otherwise.
  public var magnitude: Double?
  /// Why it cannot be used; nil if it can.
  public var problem: String?
  /// The clock of its readings; nil while it is not read.
  public var clock: Clock?

  /// Whether ``magnitude`` is that of a device at rest, to a fifth: otherwise its scale may be wrong,
  /// or it moves; nil if it is not known.
  public var isPlausible: Bool? {
    magnitude.map { abs($0 / Reading.standardGravity - 1) <= 0.2 }
  }
}
