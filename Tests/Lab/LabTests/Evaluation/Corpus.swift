// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionEvaluation
import MotionLabels
import Testing

/// Recordings of third parties, labeled by what they hold; not part of the project.
enum Corpus {
  /// The directories of `MOTION_CORPUS`, which has colons between them; none if it is not set.
  static let directories = (ProcessInfo.processInfo.environment["MOTION_CORPUS"] ?? "")
    .split(separator: ":").map(String.init)
  /// The directory whose recordings are labeled as shakes or not.
  static let shakes = directory("is_shake")
  /// The directory whose recordings are labeled by kind of motion.
  static let motions = directory("motion")

  /// The first directory whose index has `column`.
  private static func directory(_ column: String) -> String? {
    directories.first { directory in
      let index = try? String(contentsOfFile: "\(directory)/index.csv", encoding: .utf8)
      return index?.prefix { !$0.isNewline }.split(separator: ",").contains(column[...]) ?? false
    }
  }

  /// All recordings of `directories`, whole.
  ///
  /// One with an impact beyond what a recording may hold is left out.
  static func cases(in directories: [String]) throws -> [EvaluationCase] {
    try directories.flatMap { directory in
      let index = try String(contentsOfFile: "\(directory)/index.csv", encoding: .utf8)
      return try LabeledRecording.index(parsing: index).compactMap { label in
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(label.file)"))
        do {
          let readings = try Recording(parsing: Array(data).span).readings
          let recording = EvaluationCase(label, readings)
          #expect(recording.isWhole, "\(label.file)")
          return recording
        } catch let error as RecordingError where error.problem == .tooLarge {
          return nil
        }
      }
    }
  }
}
