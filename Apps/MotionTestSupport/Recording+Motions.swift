// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis

/// Motions to play, synthesised at 100 Hz: always the same readings.
///
/// For others, at any rate, write a `MotionScript` (of the product MotionSynthesis) and play its
/// `recording(rate:seed:)`.
extension Recording {
  /// A shake from side to side that stops in time: it begins, and ends.
  public static let shake = sample(MotionScript.shortShake)

  /// A shake that goes on for too long: it begins, and is cancelled.
  public static let cancelledShake = sample(MotionScript.longShake)

  /// A shake whose readings stop in the middle: it begins, and is cancelled.
  public static let interruptedShake = sample(SampleLibrary.shakeCutByGap)

  /// A walk with the device in hand, which is no shake at all.
  public static let walk = sample(SampleLibrary.walk)

  /// A motion of `kind`, such as `Recording(.flip)`: the one that `motionctl simulate` plays under
  /// its name.
  ///
  /// Without readings if `kind` is not in `MotionRegistry`.
  public init(_ kind: MotionKind) {
    self =
      MotionRegistry[kind].map { Self.sample($0.simulation, kind) }
      ?? Recording(notes: [], readings: [])
  }

  /// The kind of motion in the recording: its note `motion`, or a shake if it has no such note.
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
