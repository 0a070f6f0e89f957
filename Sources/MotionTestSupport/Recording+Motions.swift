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

  private static func sample(_ script: MotionScript) -> Recording {
    script.recording(rate: SampleLibrary.rate)
  }
}
