// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionEvaluation
import MotionLabels
import MotionSynthesis
import Testing

/// Scores of any kind of motion, and the columns of an index that they need.
@Suite struct MotionScoreTests {
  private func labels(_ header: String, _ rows: String...) throws -> [LabeledRecording] {
    try LabeledRecording.index(parsing: ([header] + rows).joined(separator: "\n") + "\n")
  }

  @Test(
    "a motion is named by kind or folder; a double tap by its label",
    arguments: [
      ("freeFall,1,", "freeFall"), ("free-fall,1,dropped", "freeFall"), ("tap,1,tap4", "tap"),
      ("tap,1,doubletap2", "doubleTap"), ("tap,1,Double tap", "doubleTap"),
      ("person-fall,1,", "personFall"), ("free-fall,0,", nil), (",1,", nil),
    ])
  func motion(_ row: String, _ kind: String?) throws {
    let label = try #require(try labels("file,motion,positive,label", "a.csv,\(row)").first)
    #expect(label.motion?.kind.rawValue == kind)
    #expect(label.content == .other)
    #expect(label.duration == nil)
  }

  @Test("times are intervals or moments, and without a number of events as many as times")
  func times() throws {
    let header = "file,motion,intervals_s,event_times_s,events_expected"
    let motions = try labels(
      header, "a.csv,freeFall,1-1.5;3-4,,", "b.csv,tap,,0.5 0.75,", "c.csv,tap,,,30",
      "d.csv,tap,,,"
    ).compactMap(\.motion)
    #expect(
      motions == [
        LabeledMotion(.freeFall, at: [1...1.5, 3...4], count: 2),
        LabeledMotion(MotionKind(rawValue: "tap"), at: [0.5...0.5, 0.75...0.75], count: 2),
        LabeledMotion(MotionKind(rawValue: "tap"), count: 30),
        LabeledMotion(MotionKind(rawValue: "tap")),
      ])
    for (row, problem) in [
      ("freeFall,2-1,,", "intervals_s '2-1' is not 'start-end'"),
      ("tap,,soon,", "event_times_s 'soon' is not a number of seconds"),
      ("tap,,,-1", "events_expected '-1' is not a number of events"),
    ] {
      #expect { try labels(header, "a.csv,\(row)") } throws: {
        ($0 as? IndexError)?.problem == problem
      }
    }
  }

  @Test("is_shake is short for the motion shake")
  func isShake() throws {
    let labels = try labels(
      "file,is_shake,shake_intervals_s,duration_s,source,category",
      "a.csv,1,1-2,3,me,", "b.csv,0,,3,me,walking", "c.csv,ambiguous,,3,me,")
    #expect(labels[0].motion == LabeledMotion(.shake, at: [1...2]))
    #expect(labels.map(\.context) == ["shake", "walking", "ambiguous"])
    #expect(labels.map { $0.isFree(of: .shake) } == [false, true, false])
    #expect(labels.map { $0.isFree(of: .freeFall) } == [true, true, true])
  }

  @Test("a recording of a motion says nothing about false alarms of a related one")
  func related() throws {
    let labels = try labels("file,motion,label", "a.csv,tap,tap", "b.csv,flip,", "c.csv,,tap")
    let doubleTap = MotionKind(rawValue: "doubleTap")
    #expect(labels.map { $0.isFree(of: doubleTap) } == [false, true, false])
    #expect(labels.map { $0.isFree(of: MotionKind(rawValue: "tilt")) } == [true, false, true])
  }

  /// Scores free falls, and shakes, in a drop from 1.0 to 1.45 s that is labeled so.
  private func scores(
    _ motion: String, _ times: String = "", count: String = "", rate: Double = 100,
    resampledTo other: Hertz? = nil
  ) throws -> [MotionScore] {
    let label = try #require(
      try labels(
        "file,motion,intervals_s,events_expected", "a.csv,\(motion),\(times),\(count)"
      ).first)
    let readings = MotionScript.drop.recording(rate: rate).readings
    return EvaluationCase(label, readings).scores(
      [.freeFall(), .shake()], as: other.map { .rate($0) }
    ).sums
  }

  @Test(
    "a motion is found within 0.25 s of its label, from its start to the event",
    arguments: [
      ("1-1.4", "", 1, 1, 0), ("0.4-0.76", "", 1, 1, 0), ("0.4-0.74", "", 0, 1, 1),
      ("1.44-2", "", 1, 1, 0), ("1.47-2", "", 0, 1, 1), ("1-1.4;2-2.2", "", 1, 2, 0),
      // One event is not two motions.
      ("1-1.2;1.3-1.4", "", 1, 2, 0),
      ("", "", 1, 1, 0), ("", "2", 1, 2, 0), ("", "0", 0, 0, 1),
    ])
  func found(
    _ times: String, _ count: String, _ hits: Int, _ total: Int, _ extra: Int
  ) throws {
    let scores = try scores("freeFall", times, count: count)
    #expect(scores.map(\.kind) == [.freeFall, .shake])
    #expect((scores[0].found.hits, scores[0].found.total) == (hits, total))
    #expect(scores[0].recordings == Share(hits: times.isEmpty ? 1 : min(hits, 1), total: 1))
    #expect(scores[0].extra == extra)
    #expect(scores[0].falseAlarms.withEvent.total == 0)
    #expect(scores[0].everywhere["freeFall"]?.events == 1)
    #expect(scores[1].elsewhere.keys.sorted() == ["freeFall"])
    #expect(scores[1].falseAlarms.events == 0)
  }

  @Test("elsewhere it is a false alarm of that context; too low a rate is left out")
  func elsewhere() throws {
    let alarm = try scores("slam")[0]
    #expect(alarm.elsewhere["slam"]?.events == 1)
    #expect(alarm.mistakes == ["1 in slam: a.csv"])
    #expect(alarm.recordings.total == 0)
    let slow = try scores("slam", rate: 12.5)
    #expect(slow.map(\.leftOut) == [1, 0])
    #expect(slow[0].elsewhere.isEmpty)
    #expect(try scores("freeFall", resampledTo: 50)[0].found.hits == 1)
    #expect(try scores("freeFall", resampledTo: 200).map(\.leftOut) == [1, 1])
  }

  @Test("the report: a table for each kind, and a matrix of several; JSON by kind")
  func report() throws {
    let scores = try scores("freeFall", "1-1.4")
    var report = EvaluationReport(Evaluation([]), [scores])
    #expect(report.text.hasPrefix("freeFall: recordings of it, found"))
    #expect(report.text.contains("\nevents in recordings of  hours  freeFall  shake\n"))
    #expect(report.text.hasSuffix("\nfreeFall                  0.00         1      0\n"))
    #expect(try report.jsonObject.hasPrefix(#"{"motions":{"freeFall":{"elsewhere":{},"#))
    report.rates = [VariationScore(name: "50 Hz", scores: scores)]
    #expect(report.text.contains("\nshake 50 Hz "))
    let alone = EvaluationReport(Evaluation([]), [[scores[1]]])
    #expect(!alone.text.contains("events in recordings of"))
  }
}
