// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import MotionCore
import MotionLabels
import MotionSynthesis
import Testing

@testable import MotionEvaluation

/// An evaluation on samples that pass for recordings of two sources.
@Suite struct EvaluationTests {
  private let evaluation: Evaluation

  init() throws {
    let index = """
      file,is_shake,shake_intervals_s,duration_s,source,category,set,place
      short-shake,1,1.0-1.8,3,hand,,1,held
      long-shake,1,1.0-4.0,6,hand,,1,held
      strong-shake,1,1.0-1.8,3,hand,,1,held
      shake-to-undo,0,,7,box,twist,1,wrist
      walk,0,,10,box,walking,2,wrist
      put-down,0,,4,foot,daily,1,
      middling-shake,0,,3,sofa,twist,2,held
      """
    evaluation = try Evaluation(
      LabeledRecording.index(parsing: index).map { label in
        let script = SampleLibrary.scripts.first { $0.key == label.file }?.value
        let shake = Self.shake(label.file == "strong-shake" ? 45 : 11)
        return EvaluationCase(label, (script ?? shake).recording(rate: 100).readings)
      })
  }

  /// 45 m/s² are enough for every peer's rule; what 11 are, the constants decide.
  private static func shake(_ amplitude: Double) -> MotionScript {
    MotionScript(
      "shake", duration: 3, attitude: [0, 0.8, 0.6],
      [
        .swings(
          start: 1, duration: 0.8, frequency: 5, amplitude: amplitude, direction: [0.6, 0.8, 0])
      ])
  }

  private func scores() throws -> [[MotionScore]] {
    try evaluation.scores([.shake()]) { _, _, _ in }
  }

  @Test("source by source, in alphabetical order")
  func sources() throws {
    let bySource = try evaluation.bySource(scores())
    #expect(bySource.map(\.name) == ["box", "foot", "hand", "sofa"])
    #expect(bySource.map(\.scores[0].recordings.total) == [0, 0, 3, 0])
    #expect(bySource.map(\.scores[0].falseAlarms.ended) == [2, 0, 0, 0])
    let sum = bySource.flatMap(\.scores).sum
    #expect(try sum.recordings == scores().joined().sum.recordings)
  }

  @Test("by the place of the device, where it is known, and by class: the worst comes first")
  func places() throws {
    let places = try evaluation.byPlace(scores())
    #expect(places.map(\.name) == ["held", "wrist"])
    #expect(
      places.map(\.scores[0].hard.withEnded) == [
        Share(hits: 0, total: 1), Share(hits: 1, total: 1),
      ])
    let rows = places.alarmRows("worn")
    #expect(rows.map(\.[0]) == ["worn", "wrist", "held"])
    #expect(rows[1][2] == "1 (20.7 to 100.0 %)")
    #expect(rows[2][4] == "-", "no everyday motion")
    let classes = try evaluation.byClass(scores())
    #expect(classes.map(\.name) == ["path: twist"])
    #expect(classes[0].scores[0].hard.withEnded.total == 2)
    #expect(places.everydayRows("kind").map(\.[0]) == ["kind", "held", "wrist"])
    #expect(places.everydayRows("kind")[2][1].hasPrefix("0.00 in 0.0 h"))
  }

  @Test("context by context, motion that resembles a shake apart from everyday life")
  func contexts() throws {
    let sum = try scores().joined().sum
    #expect(sum.elsewhere.mapValues(\.withEnded.total) == ["daily": 1, "walking": 1, "twist": 2])
    #expect((sum.hard.withEnded.total, sum.everyday.withEnded.total) == (2, 2))
    #expect((sum.hard.ended, sum.everyday.ended) == (2, 0))
    #expect(sum.hard.eventsEach == Double(sum.hard.events) / 2)
  }

  @Test("progress goes from nothing to all, and what it throws ends the work")
  func progress() throws {
    var reports: [[Int]] = []
    _ = try evaluation.scores([.shake()]) { reports.append([$1, $2]) }
    #expect(reports == [[0, 7], [7, 7]])
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try evaluation.scores([.shake()]) { _, _, _ in throw Enough() }
    }
  }

  @Test("peers' rules side by side: a strong shake is found, a weak one and a walk are not")
  func baselines() throws {
    let scores = try evaluation.baselines { _, _, _ in }
    #expect(scores.count == Baselines.all().count)
    #expect(scores.first?.name == "seismic")
    let seismic = try #require(scores.first?.score)
    #expect((seismic.recordings.hits, seismic.recordings.total) == (1, 3))
    #expect(seismic.everyday.withEvent == Share(hits: 0, total: 2))
    #expect(seismic.hard.withEvent == Share(hits: 0, total: 2))
    let others = evaluation.cases.filter { $0.label.content == .other }
    let hours = seismic.falseAlarms.hours
    #expect(abs(hours * 3600 - others.map(\.duration).reduce(0, +)) < 0.001)
    // The same shake where none should be.
    var label = evaluation.cases[2].label
    label.content = .other
    label.motion = nil
    label.context = "walking"
    let alarmed = Evaluation([EvaluationCase(label, evaluation.cases[2].readings)])
    let alarm = try #require(alarmed.baselines { _, _, _ in }.first).score.everyday
    #expect(alarm.withEvent == Share(hits: 1, total: 1))
    #expect(alarm.events >= 1)
  }

  @Test("a variation that changes nothing has the same outcomes; one that blurs all has not")
  func variations() throws {
    let native = try scores()
    func score(_ variation: Variation) throws -> VariationScore {
      try evaluation.score(on: variation, comparedTo: native, [.shake()]) { _, _, _ in }
    }
    let same = try score(.fault(.bias([1, 0, 0])))
    // Found three times, one long shake cut three times, four others.
    #expect((same.same.hits, same.same.total) == (10, 10))
    #expect((same.sameOfMotions.hits, same.sameOfMotions.total) == (6, 6))
    let weak = try score(.fault(.scale(0.1)))
    #expect(weak.sameOfMotions.hits == 0)
    #expect(weak.same.hits == 3)
    #expect(try score(.rate(50)).same.hits >= 9)
  }

  @Test("cross-validation scores every recording by weights learned without similar ones")
  func crossValidation() throws {
    let folds = try evaluation.crossValidation(ShakeConfiguration()) { _, _, _ in }
    #expect(folds.sources.map(\.name) == ["box", "foot", "hand", "sofa"])
    #expect(folds.score.recordings.total == 3)
    #expect(folds.score.falseAlarms.withEnded.total == 4)
    #expect(folds.hard.map(\.name) == ["path: twist"])
    #expect(folds.hard.allSatisfy { $0.readings.map(\.withEnded.total) == [2, 2, 2] })
    // Shakes of one source, and four kinds of motion in three.
    #expect(folds.weights.count == 5)
    let all = try evaluation.weights { _, _, _ in }
    #expect(folds.places.map(\.name) == ["held", "wrist"])
    // Without both twists nothing is left that moves like a shake, whichever of them is scored.
    #expect(folds.weights.contains { $0 != all })
  }

  @Test("a set is predicted from those before it")
  func predictions() throws {
    let predictions = try evaluation.predictions(ShakeConfiguration()) { _, _, _ in }
    #expect(predictions.map(\.set) == ["2"])
    #expect(predictions.map(\.before) == [["1"]])
    #expect(predictions.first?.predicted.recordings.total == 3)
    #expect(predictions.first?.flattered.recordings.total == 3)
    #expect(predictions.first?.actual.falseAlarms.withEnded.total == 2)
    let rows = try #require(predictions.first).rows
    #expect(rows[0].first == "set 2: hard recordings with a false ended")
    #expect(rows.allSatisfy { $0.count == 4 })
    let setless = Evaluation(
      evaluation.cases.map { recording in
        var label = recording.label
        label.set = ""
        return EvaluationCase(label, recording.readings)
      })
    #expect(try setless.predictions(ShakeConfiguration()) { _, _, _ in }.isEmpty)
  }

  @Test("a prediction says by which factor it was wrong; where nothing was foretold, there is none")
  func factor() {
    func score(_ ended: Int, of total: Int) -> MotionScore {
      var score = MotionScore(.shake)
      score.elsewhere["twist"] = Alarms()
      score.elsewhere["twist"]?.withEnded = Share(hits: ended, total: total)
      return score
    }
    func row(_ foretold: Int, _ came: Int) -> [String] {
      Prediction(
        set: "2", before: ["1"], predicted: score(foretold, of: 1000),
        flattered: score(foretold, of: 1000), actual: score(came, of: 500)
      ).rows[0]
    }
    #expect(row(3, 6).dropFirst() == ["0.3 %", "1.2 %", "4.0"])
    #expect(row(0, 6).dropFirst() == ["0.0 %", "1.2 %", "-"])
  }

  @Test("a higher threshold finds fewer shakes, and raises fewer alarms")
  func frontier() throws {
    let rows = try evaluation.frontier(ShakeConfiguration()) { _, _, _ in }
    let begin = rows.filter { $0.name.hasPrefix("to begin") }.map(\.score)
    #expect(begin.count == 7)
    for (less, more) in zip(begin, begin.dropFirst()) {
      #expect(more.recordings.hits <= less.recordings.hits)
      #expect(more.falseAlarms.events <= less.falseAlarms.events)
    }
    #expect(rows.suffix(3).map(\.name).first == "2 swings to begin")
  }

  @Test("the report has what was asked for, as text and as one JSON object")
  func report() throws {
    var report = try EvaluationReport(evaluation, scores())
    #expect(report.text.contains("3 of 3"))
    #expect(!report.text.contains("seismic"))
    report.baselines = try evaluation.baselines { _, _, _ in }
    #expect(report.text.contains("seismic"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(report.jsonObject.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == ["motions", "bySource", "sources", "places", "classes", "baselines"])
    let motions = try #require(object["motions"] as? [String: Any])
    let score = try #require(motions["shake"] as? [String: Any])
    let found = try #require(score["found"] as? [String: Any])
    #expect(found["hits"] as? Int == 3)
    #expect(found["confidence"] != nil)
    #expect((object["sources"] as? [String: Any])?.count == 4)
    // Beside Wilson's bounds, of the 0.5 of two sources with hard motion.
    let bounds = (object["bySource"] as? [String: [String: [String: Double]]])?["shake"]
    #expect(bounds?["hardWithEnded"] == ["low": 0, "high": 1, "sources": 2])
    #expect(report.text.contains("by 2 sources (0.0 to 100.0)"))
  }
}
