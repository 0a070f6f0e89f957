// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MotionCore
import MotionSynthesis
import Testing

@testable import PhoneProtocol

/// From requests to a recording, and from an app's lines to what the page says.
@Suite struct PageDeskTests {
  private static let gate = PageGate(token: (1, 2), scheme: "https", authorities: ["a:1"])
  private var desk = PageDesk(gate, tells: true)
  private var number = 0
  private var seen = 0
  private var text = ""

  /// Sends so many readings of 20 ms each, as a page does, and returns the events of the answer.
  private mutating func send(_ count: Int, gravity: Double = 9.8) throws -> [PageEvent] {
    let readings = (number..<number + count).map { "[\($0 * 20),0,0,\(gravity)]" }
    let body = """
      {"session":"0123456789abcdef","first":\(number),"readings":[\(readings.joined(separator: ","))],
      "silent":false,"hidden":false,"seen":\(seen)}
      """
    number += count
    let turn = desk.answer(
      PageRequest(
        method: "POST", target: Self.gate.path, host: "a:1", origin: "https://a:1",
        contentType: "application/json", body: Array(body.utf8)),
      at: Timestamp(nanoseconds: Int64(number) * 20_000_000), nonce: "n")
    text += turn.piece.text
    #expect(turn.answer.status == 200)
    struct Content: Decodable {
      var next: Int
      var time: Double
      var tells: Bool
      var events: [PageEvent]
    }
    let content = try JSONDecoder().decode(Content.self, from: Data(turn.answer.body))
    #expect(content.next == number && content.tells && content.time == Double(number) * 20)
    return content.events
  }

  @Test("readings become a recording, which says that their times are this machine's")
  mutating func recording() throws {
    for _ in 0..<30 { _ = try send(5) }
    let recording = try Recording(parsing: Array(text.utf8).span)
    #expect(recording.notes.contains(.bootTimeByRoundTrips) && recording.readings.count == 150)
  }

  @Test("what motiond's commands write of a shake is told, until the page has seen it")
  mutating func events() throws {
    var pipeline = MotionPipeline([.shake(), .tap()], isExplaining: true)
    var (phases, taken) = ([String](), [Bool]())
    let recording = SampleLibrary.shakeToUndo.recording(rate: SampleLibrary.rate)
    pipeline.process(recording.readings[...]) { finding, _ in
      let line: String
      switch finding {
      case .event(var event):
        event.lateness = .milliseconds(2300)
        line = event.jsonLine(source: "a\"b")
        if event.kind == .shake { phases.append(event.phase.name) }
      case .rejection(let rejection):
        line = rejection.jsonLine(source: "test")
        phases.append("rejected")
      case .state: return
      }
      taken.append(desk.take(line: Array(line.utf8)))
    }
    #expect(phases.contains("ended") && taken.allSatisfy { $0 })
    let told = try send(1)
    #expect(told.map(\.phase) == phases && told.map(\.number) == Array(1...phases.count))
    for event in told {
      #expect(event.late == (event.phase == "rejected" ? nil : 2300))
      #expect(event.phase != "ended" || (event.duration ?? 0) > 100)
      #expect(event.phase != "rejected" || event.lacks != nil)
    }
    // The answer was lost.
    var again = try send(1)
    #expect(again == told)
    seen = phases.count
    again = try send(1)
    #expect(again == [])
  }

  @Test("what an app did is told; another line is none")
  mutating func actions() throws {
    let lines = [#"{"action":"undone","name":"Ty\u001bping"}"#, #"{"action":"nothing"}"#]
    var taken = lines.map { desk.take(line: Array($0.utf8)) }
    #expect(taken == [true, true])
    taken = [
      "", "{}", #"{"action":"began"}"#, #"{"action":7}"#, "undone", #"{"motion":"shake"}"#,
      #"{"action":"noGravity","has":1}"#,
    ].map { desk.take(line: Array($0.utf8)) }
    #expect(!taken.contains(true))
    var told = try send(5)
    #expect(told.map(\.action) == ["undone", "nothing"] && told.first?.name == "Ty?ping")
    // A page that asks for nothing makes no list without end.
    for _ in 0..<100 { _ = desk.take(line: Array(#"{"action":"redone"}"#.utf8)) }
    told = try send(5)
    #expect(told.count == 32)
  }

  @Test("the page has words in both languages for each rule, and for each reason")
  func words() throws {
    let page = String(decoding: PageAnswer.page(nonce: "n").body, as: UTF8.self)
    /// The texts of the table `name` by their keys.
    func table(_ name: String) -> [Substring: Int] {
      let text = page.split(separator: "const \(name) = {\n").last?.split(separator: "\n};").first
      let entries = text.map { $0.split(separator: #/(^|\n)  (?=\w+: \[)/#) } ?? []
      return Dictionary(
        entries.map { ($0.prefix { $0 != ":" }, $0.matches(of: #/"[^"]*"/#).count) },
        uniquingKeysWith: +)
    }
    let rules = Set(ShakeShortcoming.Rule.allCases.map(\.rawValue))
    let lacks = table("lacks")
    #expect(Set(lacks.keys.map(String.init)) == rules && lacks.values.allSatisfy { $0 == 2 })
    let outcomes = table("outcomes")
    for word in CancellationReason.allCases.map(\.rawValue) + ["ended", "late", "window"] {
      #expect(outcomes[word[...]] != nil, "\(word)")
    }
    for each in ["SENSOR_JS", "OUTCOMES_JS", "WORDS_JS", "\nexport "] {
      #expect(!page.contains(each), "\(each)")
    }
  }

  @Test("a browser without gravity is told why reading ends")
  mutating func noGravity() throws {
    let told = try send(150, gravity: 0.1)
    #expect(told.map(\.action) == ["noGravity"] && told.first?.has == 0.1)
  }

  @Test("what is refused changes nothing; what cannot be used says why")
  mutating func refused() throws {
    let strange = PageRequest(
      method: "POST", target: "/", host: "a:1", origin: "https://a:1",
      contentType: "application/json", body: Array("{}".utf8))
    let nothing = desk.answer(strange, at: Timestamp(nanoseconds: 0), nonce: "n")
    #expect(nothing == PageDesk.Turn(answer: .refusal(404)))
    var own = strange
    own.target = Self.gate.path
    let answer = desk.answer(own, at: Timestamp(nanoseconds: 0), nonce: "n").answer
    #expect(answer.status == 400)
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"problem":"'session' is missing"}"#)
  }
}
