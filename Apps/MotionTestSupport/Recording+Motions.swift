import MotionCore
import MotionSynthesis

/// Motions to play, synthesised at 100 Hz: always the same readings.
///
/// For others, at any rate, write a `MotionScript` (of the product MotionSynthesis) and play its
/// `recording(rate:seed:)`.
extension Recording {
  /// A shake from side to side that stops in time: it begins, and ends.
  public static let shake = sample(SampleLibrary.shortShake)

  /// A shake that goes on for too long: it begins, and is cancelled.
  public static let cancelledShake = sample(SampleLibrary.longShake)

  /// A shake in the middle of which the readings stop: it begins, and is cancelled.
  public static let interruptedShake = sample(SampleLibrary.shakeCutByGap)

  /// A walk with the device in hand, which is no shake at all.
  public static let walk = sample(SampleLibrary.walk)

  /// A drop from a height of 1 m: a free fall begins, and ends.
  public static let freeFall = sample(SampleLibrary.drop, .freeFall)

  /// The device is left alone for eight seconds: still begins, and ends.
  public static let still = sample(SampleLibrary.lieStill, .still)

  /// The device is turned from portrait to landscape, and back: two changes of orientation.
  public static let orientation = sample(SampleLibrary.turn, .orientation)

  /// The device is turned face down, and face up again: two flips.
  public static let flip = sample(SampleLibrary.turnOver, .flip)

  /// The device is taken from a table.
  public static let pickUp = sample(SampleLibrary.pickUp, .pickUp)

  /// The device is tilted by 50 degrees.
  public static let tilt = sample(SampleLibrary.tilt, .tilt)

  /// The device is tapped once, while it lies on a table.
  public static let tap = sample(SampleLibrary.tap, .tap)

  /// The device is tapped twice, while it lies on a table.
  public static let doubleTap = sample(SampleLibrary.doubleTap, .doubleTap)

  /// The kind of motion that the recording is of: that of its note `motion`, and a shake if it
  /// names none.
  var kind: MotionKind {
    let named = notes.first { $0.key == Self.kindKey }.map { MotionKind(rawValue: $0.text) }
    return named.flatMap { MotionRegistry[$0]?.kind } ?? .shake
  }

  private static let kindKey = "motion"

  private static func sample(_ script: MotionScript, _ kind: MotionKind = .shake) -> Recording {
    var recording = script.recording(rate: SampleLibrary.rate)
    recording.notes.append(RecordingNote(kindKey, kind.rawValue))
    return recording
  }
}
