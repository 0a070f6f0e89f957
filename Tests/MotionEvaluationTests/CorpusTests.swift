import Foundation
import MotionCore
import MotionEvaluation
import Testing

/// Recordings of third parties, labelled by what they hold; not part of the project.
enum Corpus {
  /// Where they are; nil without `MOTION_CORPUS`.
  static let directory = ProcessInfo.processInfo.environment["MOTION_CORPUS"]
}

/// The detector on other people's recordings.
@Suite(
  .enabled(
    if: Corpus.directory != nil,
    "MOTION_CORPUS is not set: no recordings of other people to test on"))
struct CorpusTests {
  /// All recordings, whole.
  private func cases() throws -> [EvaluationCase] {
    let directory = try #require(Corpus.directory)
    let index = try String(contentsOfFile: "\(directory)/index.csv", encoding: .utf8)
    return try LabelledRecording.index(parsing: index).map { label in
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(label.file)"))
      let recording = EvaluationCase(label, try Recording(parsing: Array(data).span).readings)
      #expect(recording.isWhole, "\(label.file)")
      return recording
    }
  }

  @Test("every recording parses, and the detector does as well as it did")
  func score() throws {
    let score = try Evaluation(cases()).scores(ShakeConfiguration(), "") { _, _, _ in }.sum
    print(score.table)
    // What was measured, as a floor that only rises.
    #expect(score.found.fraction >= 0.986)
    #expect(score.intervals.fraction >= 0.955)
    #expect(score.endedAt700.fraction >= 0.834)
    #expect(score.endedAt950.fraction >= 0.925)
    #expect(score.cancelledAt2500.fraction >= 0.981)
    #expect(try #require(score.latency(atShare: 0.5)) <= 0.273)
    #expect(score.othersWithEnded.fraction <= 0.0187)
    #expect(try #require(score.hourly(Double(score.falseEnded))) <= 1.96)
    #expect(try #require(score.hourly(Double(score.falseBegan))) <= 20.3)
  }

  @Test("what a low sensitivity finds, a higher one finds")
  func sensitivity() throws {
    let evaluation = try Evaluation(cases().filter { $0.label.content != .other })
    var before = [Bool](repeating: false, count: evaluation.cases.count)
    for step in 0...4 {
      let sensitivity = try #require(Sensitivity(Double(step) / 4))
      let scores = try evaluation.scores(
        ShakeConfiguration(sensitivity: sensitivity), ""
      ) { _, _, _ in }
      let found = scores.map { $0.found.hits > 0 }
      for (index, recording) in evaluation.cases.enumerated() where before[index] {
        #expect(found[index], "\(recording.label.file), at \(sensitivity.value)")
      }
      before = found
    }
    #expect(before.contains(true))
  }
}

extension Score.Share {
  fileprivate var fraction: Double { Double(hits) / Double(total) }
}
