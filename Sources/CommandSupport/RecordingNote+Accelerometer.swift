import MotionCore
import MotionIIO

extension RecordingNote {
  /// What a recording says about the accelerometer that it is of.
  public static func notes(of info: AccelerometerInfo) -> [RecordingNote] {
    var notes = [RecordingNote("device", info.name ?? info.id)]
    if let rate = info.rate { notes.append(RecordingNote("rate_hz", "\(rate)")) }
    if let clock = info.clock { notes.append(RecordingNote("clock", clock.rawValue)) }
    return notes
  }
}
