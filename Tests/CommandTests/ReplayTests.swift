// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits) struct ReplayTests {
  static let samples = [
    "long-shake", "put-down", "shake-cut-by-gap", "shake-to-undo", "short-shake", "walk",
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs it with `text` on its standard input.
  private func replay(_ arguments: String..., input text: String = "") throws -> Outcome {
    let command = try RunningCommand("motionctl", ["replay"] + arguments)
    try? command.write(text)
    try? command.closeInput()
    return try command.outcome()
  }

  /// A recording of readings at rest, at 50 Hz.
  private static func rest(_ count: Int, _ z: Double = 9.8) -> String {
    "timestamp_ns,x,y,z\n" + (0..<count).map { "\($0 * 20_000_000),0,0,\(z)\n" }.joined()
  }

  @Test("JSON is what lies beside the sample", arguments: samples)
  func json(_ name: String) throws {
    let result = try replay("--format", "json", "samples/\(name).csv")
    #expect((result.status, result.errors) == (0, ""))
    let expected = try Samples.text("\(name).events.jsonl")
    #expect(result.output.map { "\($0)\n" }.joined() == expected)
  }

  @Test("text, many files in one call")
  func text() throws {
    let result = try replay(
      "samples/short-shake.csv", "samples/walk.csv", "samples/long-shake.csv")
    #expect(result.status == 0)
    #expect(
      result.output == [
        "samples/short-shake.csv: 1.220 s  shake began",
        "samples/short-shake.csv: 2.220 s  shake ended: "
          + "0.87 s, 8 swings, peak 20.9 m/s², along x",
        "samples/walk.csv: no motion",
        "samples/long-shake.csv: 1.220 s  shake began",
        "samples/long-shake.csv: 2.230 s  shake cancelled: it went on for too long",
      ])
  }

  @Test("a header without readings is reported as that")
  func noReadings() throws {
    let result = try replay("-", input: "timestamp_ns,x,y,z\n")
    #expect((result.status, result.output) == (0, ["-: no readings"]))
  }

  @Test("live without a terminal prints a line a second, not one for each reading")
  func live() throws {
    let result = try RunningCommand.run(
      "motionctl", "live", "-", "--motions", "shake", input: Self.rest(5))
    let line = "0.000 s  |a| 9.80 m/s²; gravity 0.00 0.00 9.80 m/s²; shake: swing 0.0 of 8 m/s²"
    #expect((result.status, result.output) == (0, [line]))
  }

  @Test("live in a terminal leaves the last picture of a recording")
  func liveScreen() throws {
    let file = try folder.write(Self.rest(5))
    let program = builtProducts.appending(path: "motionctl").path
    let result = try RunningCommand.run(
      "/usr/bin/script", "-qec", "'\(program)' live '\(file)'", "/dev/null")
    #expect(result.status == 0)
    let screens = result.output.joined(separator: "\n").split(separator: "\u{1B}[?1049l")
    #expect(screens.count == 2)
    #expect(screens.last?.contains("|a|") == true)
  }

  @Test("a kind that the rate does not carry: refused if it was named, left out of all")
  func rate() throws {
    let text = Self.rest(30)
    let problem = "tap needs readings at 100 Hz or more, and these come at 50 Hz"
    func daemon(_ motions: String) throws -> Outcome {
      try RunningCommand.run(
        "motiond", "--bus", "none", "--source", "-", "--motions", motions, input: text)
    }
    let named = try replay("-", "--motions", "shake,tap", input: text)
    #expect(named == (65, [], "motionctl replay: -: \(problem)\n"))
    #expect(try daemon("tap").status == 65)
    #expect(try daemon("tap").errors.hasSuffix("motiond: \(problem)\n"))
    let all = try replay("-", "--motions", "all", input: text)
    #expect((all.status, all.output) == (0, ["-: no motion"]))
    #expect(all.errors.split(separator: "\n").count == 2)
    for result in [all, try daemon("all")] {
      #expect(result.status == 0 && result.errors.contains("\(problem); left out\n"))
    }
    #expect(try replay("-", "--motions", "shake,freeFall", input: text).status == 0)
  }

  @Test("a window of its own")
  func window() throws {
    let file = "samples/long-shake.csv"
    let result = try replay("--window", "4", file)
    #expect(result.output.last?.contains("shake ended") == true)
    let option = try replay("--motions", "all", "--option", "shake.window=4", file)
    #expect(option.output == result.output)
    func began(_ swings: String) throws -> Double {
      let shake = try replay("--option", "shake.swings=\(swings)", "samples/short-shake.csv")
      let line = try #require(shake.output.first { $0.contains("shake began") })
      let time = try #require(line.split(separator: " ").first { Double($0) != nil })
      return try #require(Double(time))
    }
    #expect(try began("2") < began("4"))
  }

  @Test(
    "a recording in other units is doubted",
    arguments: [
      (
        "timestamp_ns,x,y,z\n0,0,0,1\n10000000,0,0,1\n",
        "|a| is 1.00 on average, where gravity alone is 9.81:"
          + " are the accelerations in m/s², with gravity?"
      ),
      (
        rest(61, 8),
        "at rest |a| is 8.00, where gravity is 9.81 m/s²:"
          + " the readings are not in m/s², or the sensor is off"
      ),
      (
        "timestamp_ns,x,y,z\n0,0,0,10\n10,0,0,10\n",
        "readings are 0.000010 ms apart on average: are the timestamps in nanoseconds?"
      ),
    ])
  func units(_ text: String, _ doubt: String) throws {
    let result = try replay("-", input: text)
    #expect((result.status, result.errors) == (0, "motionctl replay: -: \(doubt)\n"))
  }

  @Test("a sensitivity of its own")
  func sensitivity() throws {
    // A shake of half the strength of the sample's.
    let weak = try Samples.shortShake().split(separator: "\n").map { line in
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count == 4, let x = Double(fields[1]) else { return String(line) }
      return "\(fields[0]),\(x * 0.55),\(fields[2]),\(fields[3])"
    }.joined(separator: "\n")
    func events(_ sensitivity: String) throws -> Int {
      try replay("--format", "json", "--sensitivity", sensitivity, "-", input: weak + "\n")
        .output.count
    }
    #expect(try events("0") == 0)
    #expect(try events("high") == 2)
    #expect(try events("0.75") == 2)
  }

  @Test("in real time a gap is reported while it lasts")
  func pacedGap() throws {
    // Half a shake, and the next reading a day later.
    let command = try RunningCommand("motionctl", ["replay", "--paced", "-"])
    try command.write(Samples.halfAShake() + "86400000000000,0,0,9.8\n")
    #expect(command.lines(upTo: "broke off").count == 2)
    command.send(15)
    #expect(try command.finish().status == 0)
  }

  @Test("a broken file is named, and the others are played all the same")
  func brokenAmongOthers() throws {
    let result = try replay(
      "samples/short-shake.csv", "-", "samples/walk.csv",
      input: "timestamp_ns,x,y,z\n0,1,2,3\n10,1,oops,3\n")
    #expect(result.status == 65)
    #expect(result.output.last == "samples/walk.csv: no motion")
    #expect(result.output.count == 3)
    #expect(
      result.errors
        == "motionctl replay: -:3:6: not a number; expected a finite decimal number of m/s²\n"
        + "motionctl replay: 2 recordings, 2 events, 1 without motion, 1 failed\n")
  }

  @Test("--expect: every sample has the events beside it, of the kinds that they are of")
  func expected() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: RunningCommand.packageRoot.appendingPathComponent("samples").path
    ).filter { $0.hasSuffix(".csv") }.sorted()
    let result = try RunningCommand(
      "motionctl", ["replay", "--expect"] + names.map { "samples/\($0)" }
    ).outcome()
    #expect((result.status, result.output.count) == (0, names.count))
    #expect(result.output.contains("samples/taps.csv: as expected (2 events)"))
    #expect(
      result.errors
        == "motionctl replay: \(names.count) recordings, \(names.count) as expected\n")
  }

  /// Runs it on `recording` in the folder, with the expected events beside it.
  private func replay(
    _ recording: String, expecting events: String?, _ argument: String
  ) throws -> Outcome {
    let file = try folder.write(recording)
    if let events { _ = try folder.write(events, to: "a.events.jsonl") }
    let (status, output, errors) = try replay(file, argument)
    func short(_ text: String) -> String { text.replacing(folder.path, with: "DIR") }
    return (status, output.map(short), short(errors))
  }

  @Test("--expect: what is missing and what came in its place, and the status 1")
  func unexpected() throws {
    let sample = try Samples.shortShake()
    let events = try Samples.text("short-shake.events.jsonl")
      .replacing("samples/short-shake.csv", with: "elsewhere/a.csv")
    let missing = try replay(sample, expecting: nil, "--expect")
    #expect(missing.status == 66)
    #expect(
      missing.errors.contains(
        "make it with: motionctl replay --format json --motions all DIR/a.csv > DIR/a.events.jsonl")
    )
    let same = try replay(sample, expecting: events, "--expect")
    #expect((same.status, same.output) == (0, ["DIR/a.csv: as expected (2 events)"]))
    let swings = events.replacing("\"swings\":8", with: "\"swings\":7")
    let changed = try replay(sample, expecting: swings, "--expect")
    #expect((changed.status, changed.output.count) == (1, 3))
    #expect(changed.output[0] == "DIR/a.csv: not as expected")
    #expect(changed.output[1].hasPrefix("- {\"source\":\"elsewhere/a.csv\""))
    #expect(changed.output[2].hasPrefix("+ {\"source\":\"DIR/a.csv\""))
    let none = try replay(sample, expecting: "", "--expect")
    #expect((none.status, none.output.count) == (1, 3))
    let broken = try replay(sample, expecting: "shake\n", "--expect")
    #expect(broken.status == 65)
    #expect(
      broken.errors
        == "motionctl replay: DIR/a.events.jsonl:1: no event: expected an object with \"motion\"\n")
    #expect(try replay("--expect", "-").status == 64)
  }

  @Test(
    "--skip-bad: bad lines are counted and reported, the rest is played, and the status is 65"
  )
  func skipBad() throws {
    var lines = try Samples.shortShake().split(separator: "\n").map(String.init)
    lines[30] = "oops"
    lines[40] = String(repeating: "1", count: 5000)
    let result = try replay(lines.joined(separator: "\n"), expecting: nil, "--skip-bad")
    #expect((result.status, result.output.count) == (65, 2))
    #expect(
      result.errors
        == "motionctl replay: DIR/a.csv: skipped 3 bad lines, the first: 31:1: 1 field where the header has 4 "
        + "(there are no quotes)\n")
    let header = try replay("oops\n0,1,2,3\n", expecting: nil, "--skip-bad")
    #expect(header.status == 65)
    #expect(header.errors.contains("DIR/a.csv:1:1: not a recording"))
  }

  @Test(
    "a name with escapes is printed without them, and escaped in JSON",
    arguments: ["short-shake.csv", "lie-still.csv"],
    ["--explain", "--format=json", "--expect", "--sensitivity=0.5"])
  func escapes(_ sample: String, _ option: String) throws {
    let path = try folder.write(Samples.text(sample), to: "\u{1B}[2J\u{9B}5m\(sample)")
    let result = try replay(path, option)
    let text = result.output.joined(separator: "\n") + result.errors
    #expect(!text.isEmpty || sample == "lie-still.csv")
    #expect(
      !text.unicodeScalars.contains {
        $0 != "\n" && ($0.value < 32 || (127...159).contains($0.value))
      })
  }

  @Test("what is open where a recording ends is cancelled by its end, and says so")
  func open() throws {
    // It lies still, and has not moved yet.
    let lines = try Samples.text("lie-still.csv").split(separator: "\n").prefix(1100)
    let text = lines.joined(separator: "\n") + "\n"
    let result = try replay("--motions", "still", "-", input: text)
    #expect(result.output.last?.hasSuffix("still cancelled: the recording ended") == true)
    let json = try replay("--motions", "still", "--format", "json", "-", input: text)
    #expect(json.output.last?.contains("\"reason\":\"interrupted\"") == true)
  }

  @Test("a shake that is open where a recording breaks is cancelled")
  func brokenInShake() throws {
    let result = try replay("-", input: Samples.halfAShake() + "oops\n")
    #expect(result.status == 65)
    #expect(result.output.last?.hasSuffix("shake cancelled: the readings broke off") == true)
  }

  @Test("in real time, and SIGINT or SIGTERM ends it with the shake cancelled", arguments: [2, 15])
  func paced(_ signal: Int32) throws {
    let command = try RunningCommand(
      "motionctl",
      ["replay", "--paced", "--window", "9", "samples/long-shake.csv", "samples/walk.csv"])
    #expect(command.lines(upTo: "began").count == 1)
    command.send(signal)
    let (status, rest, errors) = try command.outcome()
    #expect((status, rest.count, errors) == (0, 1, ""))
    #expect(rest.last?.hasSuffix("shake cancelled: the readings broke off") == true)
  }

  @Test("a file of two letters is no archive", arguments: ["PK", "PK\0\0"])
  func twoLetters(_ text: String) throws {
    #expect(try replay(folder.write(text)).status == 65)
  }

  @Test("--explain says what a motion lacked; without it nothing is printed")
  func explain() throws {
    func explain(_ amplitude: Double, _ words: String...) throws -> String {
      let command = try RunningCommand("motionctl", ["replay", "-", "--explain"] + words)
      try command.write(Samples.swings(amplitude))
      try command.closeInput()
      let (status, output, _) = try command.outcome()
      #expect((status, output.count) == (0, 1))
      return output.first ?? ""
    }
    #expect(try explain(6).contains("s  no shake: 4 swings, but they move too little: "))
    #expect(try explain(6, "--format", "json").contains("\"lacks\":\"stroke\""))
    let reasons = try explain(4.4, "--sensitivity", "low")
    #expect(reasons.contains("too little like a shake, by ") && reasons.contains(" m/s² (-"))
    let points = try explain(4.4, "--sensitivity", "low", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(points.utf8)) as? [String: Any]
    #expect(object?["lacks"] as? String == "score")
    #expect(try #require(object?["points_amplitude"] as? Double) < 0)
    #expect(try replay("-", input: Samples.swings(6)).output == ["-: no motion"])
  }
}
