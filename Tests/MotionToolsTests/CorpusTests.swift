import Foundation
import MotionCore
import MotionTools
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
  @Test("every recording parses, and the detector does as well as it did")
  func score() throws {
    let directory = try #require(Corpus.directory)
    let index = try String(contentsOfFile: "\(directory)/index.csv", encoding: .utf8)
    var score = Score()
    for label in try LabelledRecording.index(parsing: index) {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(label.file)"))
      let recording = try Recording(parsing: Array(data).span)
      score += Score(label, recording, ShakeConfiguration())
    }
    print(score.table)
    #expect(score.found.fraction >= 0.98)
    #expect(score.endedAt700.fraction >= 0.6)
    #expect(score.endedAt950.fraction >= 0.9)
    #expect(score.cancelledAt2500.fraction == 1)
    #expect(Double(score.falseEnded) / score.otherHours <= 0.5)
    #expect(Double(score.falseBegan) / score.otherHours <= 10)
  }
}

extension Score.Share {
  fileprivate var fraction: Double { Double(hits) / Double(total) }
}
