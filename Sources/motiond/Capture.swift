import CLinux
import MotionBus
import MotionCore
import MotionSources
import SystemPackage

/// The answer to a client that asks for the latest readings.
enum Capture {
  /// Writes `recent` as a recording into a file in memory.
  ///
  /// - Parameter recent: the latest readings; nil if none are kept
  /// - Returns: the file, to be read from its start; whoever gets it closes it
  /// - Throws: a refusal if there are none
  static func file(of recent: RecentReadings?) throws(Refusal) -> FileDescriptor {
    guard let recent else {
      throw refusal("motiond keeps no readings: it runs with --no-capture")
    }
    var text = RecordingText()
    text.info = recent.info
    var recording = ""
    for reading in recent.readings { recording += text.piece(for: reading) ?? "" }
    guard text.count > 0 else {
      throw refusal(
        "motiond has sampled nothing yet, as it samples only while a motion is claimed: "
          + "run motionctl monitor, move the device, and try again")
    }
    let file = FileDescriptor(rawValue: memory_file("capture"))
    do {
      guard file.rawValue >= 0 else { throw Errno.last }
      do {
        try file.writeAll(recording.utf8)
        try file.seek(offset: 0, from: .start)
      } catch {
        try? file.close()
        throw error
      }
    } catch {
      throw Refusal(
        name: Motion1.ErrorName.failed, message: "cannot make a file of the readings: \(error)")
    }
    return file
  }

  private static func refusal(_ message: String) -> Refusal {
    Refusal(name: Motion1.ErrorName.noReadings, message: message)
  }
}
