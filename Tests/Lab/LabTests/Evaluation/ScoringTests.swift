// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionEvaluation
import MotionLabels
import MotionSynthesis
import Testing

@Suite struct ScoringTests {
  private let header = "file,is_shake,shake_intervals_s,duration_s,source,label_original\n"
  /// A shake from 1.0 to 1.8 s, recognized at 1.22 s.
  private let shake = MotionScript.shortShake.recording(rate: 100)

  private func score(_ row: String, _ recording: Recording) throws -> MotionScore {
    let labels = try LabeledRecording.index(parsing: "\(header)\(row),2.99,me,\n")
    let label = try #require(labels.first)
    return try #require(EvaluationCase(label, recording.readings).scores([.shake()]).first)
  }

  @Test(
    "a shake is found where the label has it, to a quarter of a second",
    arguments: [
      ("1.0-1.8", 1), ("0.5-1.0", 1), ("1.38-1.8", 1), ("0.1-0.88", 0), ("1.5-1.8", 0),
      ("0.1-0.2;1.0-1.8", 1),
    ])
  func found(_ intervals: String, _ hits: Int) throws {
    let score = try score("a.csv,1,\(intervals)", shake)
    #expect((score.recordings.hits, score.recordings.total) == (hits, 1))
    let mistakes =
      hits == 1 ? [] : ["not found: a.csv: one was found at 1.22 s, away from the label"]
    #expect(score.mistakes == mistakes)
    #expect(score.falseAlarms == Alarms())
  }

  @Test("a miss says why: the rule that was not met, or that no swing was large enough")
  func missReasons() throws {
    let weak = MotionScript(
      "", duration: 3, attitude: [0, 0, 1],
      [.swings(start: 1, duration: 0.8, frequency: 3, amplitude: 6, direction: [1, 0, 0])])
    let rejected = try score("a.csv,1,1.0-1.8", weak.recording(rate: 100))
    #expect(rejected.mistakes.count == 1)
    #expect(rejected.mistakes[0].contains("no shake: "))
    let walk = try score("a.csv,1,1.0-11", SampleLibrary.walk.recording(rate: 100))
    #expect(walk.mistakes.count == 1)
    #expect(walk.mistakes[0].contains(": the largest swing has 7.1 m/s²"))
  }

  @Test("labels that cannot be read are errors", arguments: ["yes", "true", "2", "?"])
  func badLabels(_ label: String) {
    #expect { try LabeledRecording.index(parsing: header + "a.csv,\(label),,2,me,\n") } throws: {
      ($0 as? IndexError)?.description
        == "row 2: is_shake '\(label)' is not 1, 0 or ambiguous (or nothing: not scored)"
    }
    #expect {
      try LabeledRecording.index(parsing: "file,motion,positive\na.csv,tap,\(label)\n")
    } throws: {
      ($0 as? IndexError)?.description == "row 2: positive '\(label)' is not 1 or 0 (or nothing: 1)"
    }
  }

  @Test("bounds: less found, or more false alarms, is a sentence")
  func bounds() throws {
    var score = MotionScore(.shake)
    score.recordings = Share(hits: 8, total: 10)
    score.elsewhere["walking"] = Alarms()
    score.elsewhere["walking"]?.events = 3
    score.elsewhere["walking"]?.hours = 2
    #expect(ScoreBounds().exceeded(by: [score]) == [])
    #expect(ScoreBounds(leastFound: 0.8, mostFalse: 1.5).exceeded(by: [score]) == [])
    #expect(
      ScoreBounds(leastFound: 0.9, mostFalse: 1).exceeded(by: [score]) == [
        "shake: found 0.800 (8 of 10), less than --min-found 0.9",
        "shake: 1.50 false alarms an hour (3 in 2.00 h), more than --max-false 1.0",
      ])
    // Nothing to be found is no success, unless other kinds are.
    #expect(ScoreBounds(leastFound: 0).exceeded(by: [MotionScore(.shake)]).count == 1)
    #expect(
      ScoreBounds(leastFound: 0.9).exceeded(by: [MotionScore(.tap), MotionScore(.tilt)]) == [])
    #expect(ScoreBounds(leastFound: 0.9).exceeded(by: [MotionScore(.tap)]).count == 1)
  }

  @Test("in other motion it is a false alarm")
  func other() throws {
    let score = try score("a.csv,0,", shake)
    #expect((score.everyday.events, score.everyday.ended) == (1, 1))
    #expect((score.everyday.withEnded.hits, score.everyday.withEnded.total) == (1, 1))
    #expect(abs(score.everyday.hours * 3600 - 2.99) < 0.001)
    #expect(score.recordings.total == 0)
  }

  @Test("an ambiguous motion is scored neither way")
  func ambiguous() throws {
    let score = try score("a.csv,ambiguous,", shake)
    #expect((score.recordings, score.falseAlarms, score.mistakes) == (Share(), Alarms(), []))
  }

  @Test("a recording that breaks off in a shake is judged with rest behind it")
  func cutOff() throws {
    let cut = Recording(readings: Array(shake.readings.prefix(181)))
    #expect(try score("a.csv,0,", cut).everyday.ended == 1)
  }

  @Test("a long shake is cut at 0.7, 0.95 and 2.5 s")
  func cuts() throws {
    let long = MotionScript.longShake.recording(rate: 100)
    let score = try score("a.csv,1,1.0-4.0", long)
    let all = Share(hits: 1, total: 1)
    #expect(score.cuts == [.endedAt700: all, .endedAt950: all, .cancelledAt2500: all])
  }

  @Test("a cut is judged by itself, not by a shake before it in the same recording")
  func earlierShake() throws {
    let both = SampleLibrary.shakeToUndo.recording(rate: 100)
    // The label of the second one is wrong: there nothing moves.
    let score = try score("a.csv,1,1.5-2.3;3.0-4.2", both)
    #expect(score.cuts[.endedAt950] == Share(hits: 0, total: 1))
    #expect(score.recordings == Share(hits: 1, total: 1))
    #expect(score.found == Share(hits: 1, total: 2))
  }

  @Test("scores add up")
  func sum() throws {
    var sum = try score("a.csv,1,1.0-1.8", shake)
    sum += try score("b.csv,0,", shake)
    sum += try score("c.csv,0,", SampleLibrary.walk.recording(rate: 100))
    #expect(sum.recordings.total == 1)
    #expect(sum.falseAlarms.withEnded == Share(hits: 1, total: 2))
    #expect(sum.mistakes == ["ended: b.csv"])
    #expect(sum.latency(atShare: 0.5).map { abs($0 - 0.22) < 0.02 } == true)
  }

  @Test("a column that is missing is named", arguments: ["duration_s", "source", "is_shake"])
  func missingColumn(_ column: String) {
    let text = header.replacing(",\(column)", with: "") + "a.csv,0,,2,me,\n"
    #expect { try LabeledRecording.index(parsing: text) } throws: {
      ($0 as? IndexError)?.problem
        == "no column '\(column)'; required are file and motion, or file, is_shake, shake_intervals_s, "
        + "duration_s and source"
    }
  }

  @Test("a recording shorter or longer than its label is not whole")
  func whole() throws {
    func isWhole(_ duration: Double) throws -> Bool {
      let row = "a.csv,0,,\(duration),me,\n"
      let label = try #require(LabeledRecording.index(parsing: header + row).first)
      return EvaluationCase(label, shake.readings).isWhole
    }
    #expect(try isWhole(3))
    #expect(try !isWhole(2.95))
    #expect(try !isWhole(3.05))
  }

  @Test("timestamps in another unit do not ask for millions of readings of rest")
  func otherUnit() {
    let readings = (0..<3).map {
      Reading(timestamp: Timestamp(nanoseconds: $0 * 10), acceleration: [0, 0, 9.8])
    }
    #expect(Rest().appended(to: readings).count == 20_003)
  }

  @Test(
    "a bad index is an error that names the row",
    arguments: [
      ("", 1), ("a.csv,1,,2,me,\n", 2), ("a.csv,0,,2,me,\nb.csv,1,1.0,2,me,\n", 3),
      ("a.csv,1,2-1,2,me,\n", 2), ("a.csv,1,1e30-1e31,2,me,\n", 2), (",0,,2,me,\n", 2),
      ("a.csv,1,-1--2,2,me,\n", 2), ("a.csv,0,,2,\"me,\nb.csv\",\n", 2),
      ("a.csv,0,,two,me,\n", 2), ("a.csv,0,,-1,me,\n", 2), ("a.csv,0,,2,,\n", 2),
    ])
  func badIndex(_ rows: String, _ row: Int) {
    #expect { try LabeledRecording.index(parsing: header + rows) } throws: {
      ($0 as? IndexError)?.row == row
    }
  }
}
