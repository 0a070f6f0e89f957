// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import MotionCore
import MotionSynthesis
import Testing

@testable import MotionPictures

@Suite struct PictureTests {
  private func recording(
    _ script: MotionScript, _ motions: Set<MotionConfiguration> = [.shake()], name: String = "a.csv"
  ) -> PlottedRecording {
    PlottedRecording(name, script.recording(rate: 100).readings, detecting: motions)
  }

  /// The texts of an SVG picture; a failure to parse it is an error.
  private func texts(_ svg: String) throws -> [String] {
    final class Reader: NSObject, XMLParserDelegate {
      var texts: [String] = []
      private var text = ""
      func parser(_ parser: XMLParser, foundCharacters piece: String) { text += piece }
      func parser(
        _ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?
      ) {
        if !text.allSatisfy(\.isWhitespace) { texts.append(text) }
        text = ""
      }
    }
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.texts
  }

  @Test("times are from the first reading; events are bands from their beginning to their end")
  func marks() throws {
    var readings = MotionScript.shortShake.recording(rate: 100).readings
    for index in readings.indices { readings[index].timestamp.nanoseconds += 5_000_000_000 }
    let plotted = PlottedRecording("a.csv", readings, detecting: [.shake()])
    let mark = try #require(plotted.marks.first)
    #expect(plotted.marks.count == 1)
    #expect(mark.meaning == .ended)
    #expect(abs(mark.start - 1.22) < 1e-9)
    #expect(abs(mark.end - 2.22) < 1e-9)
    #expect(mark.text.hasPrefix("shake ended: 0.87 s, 8 swings"))
    #expect(plotted.swings.count == 8)
    #expect(plotted.trace.contains { $0.score ?? -1 > 0 })
  }

  @Test("a recording is named by its file, and by its folder where two files have one name")
  func titles() {
    #expect(
      PlottedRecording.names(of: ["a/one.csv", "a/two.csv.gz", "b/two.csv", "-", "three"]) == [
        "one", "a/two", "b/two", "standard input", "three",
      ])
    #expect(PlottedRecording.names(of: ["a/one.csv", "a/one.csv"]) == ["a/one", "a/one"])
  }

  @Test("a rejection has its reason, a gap breaks the lines, a kind without a duration is a moment")
  func otherMarks() throws {
    let weak = MotionScript(
      "", duration: 3, attitude: [0, 0, 1],
      [.swings(start: 1, duration: 0.6, frequency: 3, amplitude: 6, direction: [1, 0, 0])])
    let rejected = try #require(recording(weak).marks.first)
    #expect(rejected.meaning == .rejected)
    #expect(rejected.start < rejected.end)
    #expect(rejected.text.contains("no shake: "))
    let gap = recording(SampleLibrary.shakeCutByGap)
    #expect(gap.parts.count == 2)
    #expect(gap.marks.map(\.meaning) == [.cancelled])
    let taps = recording(MotionScript.taps, [.tap(), .doubleTap()])
    #expect(!taps.hasShakes)
    #expect(taps.marks.allSatisfy { $0.meaning == .recognized && $0.start == $0.end })
  }

  @Test("the trace is the detector's: a beginning has a score of 0 or more, quiet has none")
  func trace() throws {
    let plotted = recording(MotionScript.shortShake)
    let began = try #require(plotted.times.firstIndex { $0 >= 1.14 - 1e-9 })
    #expect(try #require(plotted.trace[began].score) >= 0)
    #expect(plotted.trace[50].score == nil)
    #expect(plotted.trace[50].amplitude < ShakeTrace.swingAmplitude)
    let walk = recording(SampleLibrary.walk)
    #expect(walk.swings.isEmpty)
  }

  @Test("an SVG picture is well-formed, whatever the name, and has the events in words")
  func svg() throws {
    let plotted = recording(MotionScript.shortShake, name: "<a> & \"b\"\u{1}\u{FFFF}.csv")
    let texts = try texts(Picture().svg([plotted]))
    #expect(texts.contains { $0.hasSuffix("<a> & \"b\"??.csv") })
    #expect(texts.contains { $0.contains("shake ended: 0.87 s, 8 swings") })
    #expect(texts.contains { $0.hasSuffix("m/s², with gravity") })
    var picture = Picture()
    picture.isWithoutGravity = true
    #expect(
      try self.texts(picture.svg([plotted])).contains { $0.hasSuffix("m/s², without gravity") })
  }

  @Test("a picture of no readings, of one, and of a stream at rest")
  func fewReadings() throws {
    for count in [0, 1, 2] {
      let readings = (0..<count).map {
        Reading(timestamp: Timestamp(nanoseconds: Int64($0)), acceleration: [0, 0, 9.8])
      }
      let plotted = PlottedRecording("a.csv", readings, detecting: [.shake()])
      _ = try texts(Picture().svg([plotted]))
      _ = try texts(Picture().svg([plotted, plotted]))
      #expect(Page.html([plotted], isWithoutGravity: false).contains("name:\"a.csv\""))
    }
  }

  @Test("a sheet has a small picture for each recording with its scale, and a key to the colors")
  func sheet() throws {
    let both = [
      recording(SampleLibrary.shakeToUndo, name: "one.csv"),
      recording(SampleLibrary.walk, name: "two.csv"),
    ]
    let texts = try texts(Picture().svg(both)).compactMap {
      $0.split(separator: "\n").last.map(String.init)
    }
    #expect(texts.filter { $0.hasSuffix(".csv") } == ["one.csv", "two.csv"])
    #expect(texts.contains("7.0 s  2 × shake ended") && texts.contains("12.0 s  no motion"))
    let key = ["ended", "cancelled", "recognized", "rejected", "m/s², with gravity"]
    #expect(texts.prefix(9).filter(key.contains) == key)
    #expect(texts.contains(Picture.bandNote))
    for each in both {
      let ticks = each.panels(withoutGravity: false)[0].fewTicks
      #expect(ticks.count >= 2 && ticks.allSatisfy { texts.contains(number($0)) })
    }
    #expect(texts.contains("2 s") && texts.contains("10 s"))
    let html = Page.html(both, isWithoutGravity: false)
    #expect(html.contains(Picture.bandNote) && html.contains("#9fd3a6\"></i> ended"))
  }

  @Test("a page has the panels and the lanes of the picture")
  func shared() {
    let plotted = recording(MotionScript.shortShake)
    let html = Page.html([plotted], isWithoutGravity: false)
    for panel in [true, false].flatMap({ plotted.panels(withoutGravity: $0) }) {
      let ticks = panel.ticks.map { number($0) }.joined(separator: ",")
      #expect(
        html.contains("bottom:\(number(panel.y.start)),") && html.contains("ticks:[\(ticks)]"))
    }
    #expect(plotted.panels(withoutGravity: true)[0].y.values.upperBound > 19)
    #expect(html.contains("count:1,rows:[0]}"))
  }

  @Test("at any zoom from its own on, no text or bar of a lane lies on another", arguments: 0..<20)
  func lanes(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let marks = (0..<60).map { _ in
      let start = Double.random(in: 0..<97, using: &random)
      return PlottedRecording.Mark(
        meaning: .ended, kind: .shake, start: start,
        end: start + .random(in: 0..<3, using: &random),
        text: String(repeating: "a", count: .random(in: 5..<130, using: &random)))
    }.sorted { $0.start < $1.start }
    for (density, lanes) in Lanes.levels(marks, of: 0...100) {
      #expect(lanes.left == lanes.rows.count { $0 == nil })
      for zoom in [1, 1.7, 9] {
        let scale = density * zoom
        var ends: [Int: Double] = [:]
        for (mark, row) in zip(marks, lanes.rows) {
          guard let row else { continue }
          let text = 6.1 * Double(Lanes.text(mark).count) + 8
          let place = min(mark.end * scale, 100 * scale - text)
          #expect(min(mark.start * scale, place) >= (ends[row] ?? -.infinity) - 1e-6)
          ends[row] = place + text
        }
      }
    }
    #expect(Lanes.levels(marks, of: 0...100).last?.lanes.left == 0)
  }

  @Test("gravity is left out as the detector estimates it")
  func gravity() {
    let plotted = recording(MotionScript.shortShake)
    #expect(plotted.acceleration(90, withoutGravity: true).max() < 0.5)
    #expect(plotted.acceleration(90, withoutGravity: false).max() > 7)
  }

  @Test("of many points each column keeps the lowest and the highest, in order")
  func thinning() {
    let values = [0.0, 5, -5, 1, 0, 0, 9, 0]
    let points = thinned(0..<values.count, columns: 1) { (Double($0) / 4, values[$0]) }
    #expect(points.map(\.1) == [5, -5, 0, 9] || points.map(\.1) == [5, -5, 9, 0])
    #expect(thinned(0..<3, columns: 1) { (Double($0), 1) }.count == 3)
  }

  @Test(
    "ticks are round",
    arguments: [(0.0...7.0, 12, 1.0), (0...0.3, 5, 0.1), (-20...30, 7, 10), (0...3600, 12, 500)])
  func ticks(_ values: ClosedRange<Double>, _ count: Int, _ step: Double) {
    let ticks = PictureScale(values: values, start: 0, end: 100).ticks(count)
    #expect(ticks.count >= 2)
    #expect(zip(ticks.dropFirst(), ticks).allSatisfy { abs($0 - $1 - step) < 1e-9 })
  }

  @Test(
    "the page needs no network, is dark where the reader prefers that, and no name ends its script")
  func page() {
    let html = Page.html(
      [recording(MotionScript.shortShake, name: "</script><b>")], isWithoutGravity: true)
    #expect(!html.contains("http"))
    #expect(!html.contains("</script><b>"))
    #expect(html.contains("\\u003c/script>"))
    #expect(html.contains("id=\"gravity\">"))
    for text in [html, Picture().svg([recording(MotionScript.shortShake)])] {
      #expect(text.contains("@media(prefers-color-scheme:dark){"))
    }
  }

  @Test("twelve hours are a page of 5 MB at most, with every knock, and an axis in hours")
  func long() throws {
    // At 5 Hz, so that it does not take long: a page has no more of a higher rate.
    var random = SeededGenerator(seed: 1)
    let readings = (0..<216_000).map { index in
      Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 200_000_000),
        acceleration: SIMD3(
          (Double.random(in: -9...9, using: &random) * 10000).rounded() / 10000, 0.1234,
          index == 123_456 ? 99.5 : 9.8066))
    }
    let plotted = PlottedRecording("long.csv", readings, detecting: [.shake()])
    let html = Page.html([plotted], isWithoutGravity: false)
    #expect(html.utf8.count < 5_000_000)
    #expect(html.contains("99.5"))
    #expect(html.contains("of 216000 readings"))
    // Also without gravity: in each five of 2500 stretches.
    let kept = Set(ThinnedRecording(plotted, sharedBy: 1).readings)
    func largest(_ places: some Sequence<Int>) -> Double? {
      places.map { plotted.acceleration($0, withoutGravity: true).x }.max()
    }
    let lost = stride(from: 0, to: readings.count, by: 432).filter { start in
      let stretch = start..<start + 432
      return largest(stretch) != largest(stretch.filter(kept.contains))
    }
    #expect(lost.isEmpty)
    let texts = try texts(Picture().svg([plotted])).compactMap { $0.split(separator: "\n").last }
    #expect(
      texts.contains("11 h") && texts.contains("1 h") && !texts.contains { $0.hasSuffix("0 s") })
  }

  @Test("a short recording has all of its readings, and a part keeps the times of the whole")
  func part() throws {
    let readings = MotionScript.shortShake.recording(rate: 100).readings
    let whole = PlottedRecording("a.csv", readings, detecting: [.shake()])
    #expect(ThinnedRecording(whole, sharedBy: 1).readings == Array(readings.indices))
    #expect(ThinnedRecording(whole, sharedBy: 1).remark.isEmpty)
    let part = PlottedRecording("a.csv", readings, part: 1..<9, detecting: [.shake()])
    #expect(part.times.first == 1)
    #expect(part.span.lowerBound == 1)
    #expect(part.summary.hasPrefix("\((whole.span.upperBound - 1).text(decimals: 1)) s"))
    #expect(!(try texts(Picture().svg([part]))).contains { $0.hasSuffix("\n0 s") })
    #expect(try texts(Picture().svg([whole])).contains { $0.hasSuffix("\n0 s") })
    // Wherever a part begins, its motions are those of the whole.
    let late = PlottedRecording("a.csv", readings, part: 1.3..<9, detecting: [.shake()])
    #expect(whole.marks.count == 1)
    #expect(late.marks.map(\.text) == whole.marks.map(\.text))
    #expect(late.marks.first?.start == 1.3)
    // Of a sheet of many recordings each has a share.
    let shared = ThinnedRecording(whole, sharedBy: 1000)
    #expect(shared.readings.count <= 600)
  }
}
