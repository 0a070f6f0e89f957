// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MotionCore
import Testing

@testable import PhoneProtocol

/// From requests to a recording, and back to what the page says.
@Suite struct PageDeskTests {
  private static let gate = PageGate(token: (1, 2), scheme: "https", authorities: ["a:1"])
  private var desk = PageDesk(gate)
  private var clock = Int64(0)
  private var number = 0
  private var seen = 0
  private var text = ""

  /// Sends readings of 20 ms each, as a page does, and returns the events of the answer.
  private mutating func send(_ accelerations: [Double], gravity: Double = 9.8) throws -> [[String:
    String]]
  {
    let readings = accelerations.enumerated().map { index, x in
      "[\((number + index) * 20),\(x),0,\(gravity)]"
    }
    let body = """
      {"session":"0123456789abcdef","first":\(number),"readings":[\(readings.joined(separator: ","))],
      "ios":false,"angle":0,"hidden":false,"seen":\(seen)}
      """
    number += accelerations.count
    clock += Int64(accelerations.count) * 20_000_000
    let turn = desk.answer(
      PageRequest(
        method: "POST", target: Self.gate.path, host: "a:1", origin: "https://a:1",
        contentType: "application/json", body: Array(body.utf8)),
      at: Timestamp(nanoseconds: clock), nonce: "n")
    text += turn.piece.text
    #expect(turn.answer.status == 200)
    return try events(turn.answer)
  }

  private func events(_ answer: PageAnswer) throws -> [[String: String]] {
    struct Event: Decodable {
      var number: Int
      var result: String
      var seconds, excess, magnitude: Double?
      var swings: Int?
      var lacks, name: String?
    }
    struct Content: Decodable {
      var next: Int
      var events: [Event]
    }
    let content = try JSONDecoder().decode(Content.self, from: Data(answer.body))
    #expect(content.next == number)
    return content.events.map { event in
      var fields = ["number": "\(event.number)", "result": event.result]
      fields["seconds"] = event.seconds.map { "\(($0 * 10).rounded() / 10)" }
      fields["excess"] = event.excess.map { "\(($0 * 10).rounded() / 10)" }
      fields["magnitude"] = event.magnitude.map { "\($0)" }
      fields["swings"] = event.swings.map { "\($0)" }
      (fields["lacks"], fields["name"]) = (event.lacks, event.name)
      return fields
    }
  }

  private func rest(_ seconds: Double) -> [Double] {
    Array(repeating: 0, count: Int(seconds * 50))
  }

  /// Swings of 160 ms each.
  private func shake(_ swings: Int) -> [Double] {
    (0..<swings).flatMap { swing -> [Double] in
      let side = swing % 2 == 0 ? 1.0 : -1
      return [6, 14, 19, 20, 19, 14, 6, 0].map { $0 * side }
    }
  }

  @Test("a shake is told when it began and when it ended, and again until the page has seen it")
  mutating func shakes() throws {
    var told = try send(rest(1))
    #expect(told == [])
    told = try send(shake(5) + rest(0.6))
    #expect(told.map { $0["result"] } == ["began", "ended"])
    #expect(told.last?["seconds"].flatMap(Double.init).map { (0.4...0.9).contains($0) } == true)
    // The answer was lost.
    told = try send(rest(0.1))
    #expect(told.map { $0["number"] } == ["1", "2"])
    seen = 2
    told = try send(rest(0.1))
    #expect(told == [])
    let recording = try Recording(parsing: Array(text.utf8).span)
    #expect(recording.readings.motionEvents().map(\.phase) == [.began, .ended])
  }

  @Test("one that is too long is told at once, and how long it was once it stopped")
  mutating func long() throws {
    _ = try send(rest(1))
    let told = try send(shake(15) + rest(1))
    #expect(told.map { $0["result"] } == ["began", "tooLong", "long"])
    let (seconds, excess) = (told.last?["seconds"], told.last?["excess"])
    #expect(Double(seconds ?? "") ?? 0 > 1.5 && Double(excess ?? "") ?? 0 > 0.5)
  }

  @Test("a motion that is no shake is told with its swings and what it lacks")
  mutating func none() throws {
    _ = try send(rest(1))
    var told = try send(shake(2).map { $0 / 2 } + rest(1))
    #expect(told.map { $0["result"] } == ["notAShake"])
    #expect(told.first?["swings"] == "2")
    #expect(told.first?["lacks"] == "wholeSwings")
    seen = 1
    told = try send(shake(2) + rest(1))
    #expect(told.map { $0["result"] } == ["began", "notAShake"])
  }

  @Test("what an app did is told; another line is none")
  mutating func actions() throws {
    let lines = [#"{"action":"undone","name":"Ty\u001bping"}"#, #"{"action":"nothing"}"#]
    var taken = lines.map { desk.take(line: Array($0.utf8)) }
    #expect(taken == [true, true])
    taken = ["", "{}", #"{"action":"began"}"#, #"{"action":7}"#, "undone"]
      .map { desk.take(line: Array($0.utf8)) }
    #expect(taken == [false, false, false, false, false])
    var told = try send(rest(0.1))
    #expect(told.map { $0["result"] } == ["undone", "nothing"])
    #expect(told.first?["name"] == "Ty?ping")
    // A page that asks for nothing makes no list without end.
    for _ in 0..<100 { _ = desk.take(line: Array(#"{"action":"redone"}"#.utf8)) }
    told = try send(rest(0.1))
    #expect(told.count == 32)
  }

  @Test("a browser without gravity is told why reading ends")
  mutating func noGravity() throws {
    let told = try send(rest(3), gravity: 0.1)
    #expect(told.map { $0["result"] } == ["noGravity"] && told.first?["magnitude"] == "0.1")
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
