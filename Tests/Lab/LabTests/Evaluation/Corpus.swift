// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionEvaluation
import MotionLabels
import TestSupport
import Testing

/// Recordings of third parties, labeled by what they hold; not part of the project.
///
/// Judging all of them takes minutes in a debug build, so only `MOTION_TEST_LONG=1`
/// does. Otherwise a fixed sample is read.
enum Corpus {
  /// The directories of `MOTION_CORPUS`, which has colons between them; none if it is not set.
  static let directories = (ProcessInfo.processInfo.environment["MOTION_CORPUS"] ?? "")
    .split(separator: ":").map(String.init)

  /// True if one of them holds recordings labeled by motion, rather than as shakes or not.
  static let hasMotions = directories.contains { directory in
    let index = try? String(contentsOfFile: "\(directory)/index.csv", encoding: .utf8)
    return index?.prefix { !$0.isNewline }.split(separator: ",").contains("motion") ?? false
  }

  /// Sets of recordings that have bounds of their own, so that what comes later moves none of what
  /// was there.
  enum Part: String, CaseIterable, Sendable {
    case earlier = "sets 1 to 4, and other motions"
    case fifth = "set 5"

    /// The part of a set; nil if it has no bounds yet.
    init?(set: String) {
      switch set {
      case "", "1", "2", "3", "4": self = .earlier
      case "5": self = .fifth
      default: return nil
      }
    }
  }

  /// One of how many recordings is in the sample.
  private static let sampleStep = 40

  /// All recordings, or without `MOTION_TEST_LONG=1` the sample; read once, for all tests.
  static func recordings() throws -> [CorpusRecording] { try read.get() }

  /// The sample, the same in both cases: one of 40 of each index.
  static func sample() throws -> [CorpusRecording] {
    try recordings().filter { $0.number.isMultiple(of: sampleStep) && $0.part != nil }
  }

  private static let read = Result {
    try directories.flatMap { directory in
      let text = try String(contentsOfFile: "\(directory)/index.csv", encoding: .utf8)
      let rows = try zip(IndexTable(parsing: text).rows, LabeledRecording.index(parsing: text))
      return try LongTests.some(of: Array(rows.enumerated()), every: sampleStep).compactMap {
        number, row in
        let (columns, label) = row
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(label.file)"))
        do {
          let readings = try Recording(parsing: Array(data).span).readings
          return CorpusRecording(number, columns, EvaluationCase(label, readings))
        } catch let error as RecordingError where error.problem == .tooLarge {
          // An impact beyond what a recording may hold.
          return nil
        }
      }
    }
  }
}

/// A recording, and what its index says.
struct CorpusRecording: Sendable {
  /// The number of its row, from 0.
  let number: Int
  /// The fields of its row, by column.
  let row: [String: String]
  /// Its label and its readings.
  let labeled: EvaluationCase

  init(_ number: Int, _ row: [String: String], _ labeled: EvaluationCase) {
    (self.number, self.row, self.labeled) = (number, row, labeled)
  }

  var label: LabeledRecording { labeled.label }
  var readings: [Reading] { labeled.readings }
  var hours: Double { labeled.duration / 3600 }
  var part: Corpus.Part? { Corpus.Part(set: label.set) }
  /// True if its index tells shakes from other motion; otherwise it is labeled by motion alone.
  var isJudgedAsShake: Bool { row["is_shake"] != nil }
}

extension Trait where Self == ConditionTrait {
  /// Beside recordings of other people alone.
  static var besideCorpus: Self {
    .enabled(
      if: !Corpus.directories.isEmpty,
      "MOTION_CORPUS is not set: no recordings of other people to test on")
  }

  /// On all recordings alone.
  static var wholeCorpus: Self {
    .enabled(
      if: LongTests.areOn,
      "only MOTION_TEST_LONG judges all recordings of others; here CorpusSampleTests does some")
  }
}

/// The sample, which is judged in seconds: a detector that breaks shows here.
@Suite(.besideCorpus)
struct CorpusSampleTests {
  /// The events of each kind in the sample; a change of a detector that is meant changes them.
  private static let events: [MotionKind: Int] = [
    .shake: 46, .freeFall: 6, .still: 89, .orientation: 124, .flip: 3, .pickUp: 2, .tilt: 180,
    .twist: 0, .tap: 30, .doubleTap: 17,
  ]

  @Test("every recording that is read is as long as its index says")
  func whole() throws {
    for recording in try Corpus.recordings() {
      #expect(recording.labeled.isWhole, "\(recording.label.file)")
    }
  }

  @Test("in one recording of 40 each detector finds as many motions as it did")
  func sample() throws {
    let sample = try Corpus.sample()
    if !LongTests.areOn {
      print("corpus: only a sample of \(sample.count) recordings; MOTION_TEST_LONG=1 judges all")
    }
    let scores = try Evaluation(sample.map(\.labeled))
      .scores(MotionOptions().configurations(of: MotionRegistry.kinds)) { _, _, _ in }
    for score in scores.joined().sums {
      let events = score.everywhere.values.map(\.events).reduce(0, +)
      #expect(events == Self.events[score.kind], "\(score.kind)")
    }
  }
}
