import LinuxSupport
import MotionEvaluation
import MotionLabels

/// A folder of labeled recordings: its `index.csv`, read.
struct LabeledFolder {
  let path: String
  let recordings: [LabeledRecording]

  /// Reads the index of the folder at `path`.
  ///
  /// - Throws: a ``Failure`` if it cannot be read, or has a mistake
  init(_ path: String, _ signals: borrowing StopSignals) throws {
    self.path = path
    let index = "\(path)/index.csv"
    let bytes = try InputFile(path: index).bytes(signals)
    do {
      recordings = try LabeledRecording.index(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(.badData, "\(index): \(error)")
    }
  }

  /// The path of a recording in it.
  func path(of recording: LabeledRecording) -> String { "\(path)/\(recording.file)" }
}
