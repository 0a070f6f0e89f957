import Foundation
import MotionCore

extension Recording {
  /// Reads a recording from a file, such as one of `motionctl record`.
  ///
  /// - Parameter file: where it is
  /// - Throws: a ``RecordingFileError``, or Foundation's error if the file cannot be read
  public init(contentsOf file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    do throws(RecordingError) {
      try self.init(parsing: bytes.span)
    } catch {
      throw RecordingFileError(file: file, error: error)
    }
  }
}

/// What is wrong with a file that should be a recording.
public struct RecordingFileError: Error, CustomStringConvertible {
  /// The file.
  public let file: URL

  /// What is wrong in it, and where.
  public let error: RecordingError

  /// `path:line:column: what is wrong`.
  public var description: String { "\(file.path):\(error)" }
}
