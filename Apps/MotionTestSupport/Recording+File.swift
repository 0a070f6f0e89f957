// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TouchCore

extension Recording {
  /// Reads a recording from a file, such as one of `motionctl record`.
  ///
  /// - Parameter file: the location of the file
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

/// A mistake in a file that should be a recording.
public struct RecordingFileError: Error, CustomStringConvertible {
  /// The file.
  public let file: URL

  /// The mistake, with its line and column.
  public let error: RecordingError

  /// Path, line, column and mistake.
  public var description: String { "\(file.path):\(error)" }
}

extension TouchRecording {
  /// Reads a recording from a file, such as one of `touchctl record`.
  ///
  /// - Parameter file: the location of the file
  /// - Throws: a ``TouchRecordingFileError``, or Foundation's error if the file cannot be read
  public init(contentsOf file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    do throws(TouchRecordingError) {
      try self.init(parsing: bytes.span)
    } catch {
      throw TouchRecordingFileError(file: file, error: error)
    }
  }
}

/// A mistake in a file that should be a recording of touches.
public struct TouchRecordingFileError: Error, CustomStringConvertible {
  /// The file.
  public let file: URL

  /// The mistake, with its line and column.
  public let error: TouchRecordingError

  /// Path, line, column and mistake.
  public var description: String { "\(file.path):\(error)" }
}
