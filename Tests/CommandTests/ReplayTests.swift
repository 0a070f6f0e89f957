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

  private func contents(_ path: String) throws -> String {
    try String(
      contentsOf: RunningCommand.packageRoot.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("JSON is what lies beside the sample", arguments: samples)
  func json(_ name: String) throws {
    let file = "samples/\(name).csv"
    let result = try RunningCommand.run("motionctl", "replay", "--format", "json", file)
    #expect(result.status == 0)
    #expect(
      result.output.map { "\($0)\n" }.joined() == (try contents("samples/\(name).events.jsonl")))
    #expect(result.errors == "")
  }

  @Test("text, many files in one call")
  func text() throws {
    let result = try RunningCommand.run(
      "motionctl", "replay", "samples/short-shake.csv", "samples/walk.csv",
      "samples/long-shake.csv")
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
    let result = try RunningCommand.run("motionctl", "replay", "-", input: "timestamp_ns,x,y,z\n")
    #expect(result.status == 0)
    #expect(result.output == ["-: no readings"])
  }

  @Test("live without a terminal prints a line a second, not one for each reading")
  func live() throws {
    let lines = (0..<5).map { "\($0 * 20_000_000),0,0,9.8\n" }.joined()
    let result = try RunningCommand.run(
      "motionctl", "live", "-", "--motions", "shake", input: "timestamp_ns,x,y,z\n\(lines)")
    #expect(
      result.output == [
        "0.000 s  |a| 9.80 m/s²; gravity 0.00 0.00 9.80 m/s²; shake: swing 0.0 of 8 m/s²"
      ])
    #expect(result.status == 0)
  }

  @Test("live in a terminal leaves the last picture of a recording")
  func liveScreen() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "short.csv").path
    let lines = (0..<5).map { "\($0 * 20_000_000),0,0,9.8\n" }.joined()
    try Data("timestamp_ns,x,y,z\n\(lines)".utf8).write(to: URL(filePath: file))
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
    let lines = (0..<30).map { "\($0 * 20_000_000),0,0,9.8\n" }.joined()
    let text = "timestamp_ns,x,y,z\n\(lines)"
    func run(_ words: String..., motions: String) throws -> (
      status: Int32?, output: [String], errors: String
    ) {
      let process = try RunningCommand(words[0], words.dropFirst() + ["--motions", motions])
      try? process.write(text)
      try? process.closeInput()
      let output = process.lines()
      let (status, errors) = try process.finish()
      return (status, output, errors)
    }
    let problem = "tap needs readings at 100 Hz or more, and these come at 50 Hz"
    let named = try run("motionctl", "replay", "-", motions: "shake,tap")
    #expect((named.status, named.output) == (65, []))
    #expect(named.errors == "motionctl replay: -: \(problem)\n")
    let all = try run("motionctl", "replay", "-", motions: "all")
    #expect((all.status, all.output) == (0, ["-: no motion"]))
    #expect(all.errors.contains("motionctl replay: -: \(problem); left out\n"))
    #expect(all.errors.split(separator: "\n").count == 2)
    let daemon = try run("motiond", "--bus", "none", "--source", "-", motions: "tap")
    #expect(daemon.status == 65)
    #expect(daemon.errors.hasSuffix("motiond: \(problem)\n"))
    let daemonOfAll = try run("motiond", "--bus", "none", "--source", "-", motions: "all")
    #expect(daemonOfAll.status == 0)
    #expect(daemonOfAll.errors.contains("\(problem); left out\n"))
    #expect(try run("motionctl", "replay", "-", motions: "shake,freeFall").status == 0)
  }

  @Test("standard input")
  func standardInput() throws {
    let text = try contents("samples/short-shake.csv")
    let result = try RunningCommand.run("motionctl", "replay", "-", input: text)
    #expect(result.status == 0)
    #expect(result.output.first == "-: 1.220 s  shake began")
    #expect(result.output.count == 2)
  }

  @Test("a window of its own")
  func window() throws {
    let result = try RunningCommand.run(
      "motionctl", "replay", "--window", "4", "samples/long-shake.csv")
    #expect(result.output.last?.contains("shake ended") == true)
    let option = try RunningCommand.run(
      "motionctl", "replay", "--motions", "all", "--option", "shake.window=4",
      "samples/long-shake.csv")
    #expect(option.output == result.output)
    func began(_ swings: String) throws -> Double {
      let shake = try RunningCommand.run(
        "motionctl", "replay", "--option", "shake.swings=\(swings)", "samples/short-shake.csv")
      let line = try #require(shake.output.first { $0.contains("shake began") })
      let time = try #require(line.split(separator: " ").first { Double($0) != nil })
      return try #require(Double(time))
    }
    #expect(try began("2") < began("4"))
  }

  @Test("a recording in other units is doubted")
  func units() throws {
    let inG = try RunningCommand.run(
      "motionctl", "replay", "-",
      input: "timestamp_ns,x,y,z\n0,0,0,1\n10000000,0,0,1\n")
    #expect(inG.status == 0)
    #expect(
      inG.errors == "motionctl replay: -: |a| is 1.00 on average, where gravity alone is 9.81:"
        + " are the accelerations in m/s², with gravity?\n")
    let atRest = (0...60).map { "\($0 * 20_000_000),0,0,8\n" }.joined()
    let scaled = try RunningCommand.run(
      "motionctl", "replay", "-", input: "timestamp_ns,x,y,z\n" + atRest)
    #expect(
      scaled.errors == "motionctl replay: -: at rest |a| is 8.00, where gravity is 9.81 m/s²:"
        + " the readings are not in m/s², or the sensor is off\n")
    let inMilliseconds = try RunningCommand.run(
      "motionctl", "replay", "-", input: "timestamp_ns,x,y,z\n0,0,0,10\n10,0,0,10\n")
    #expect(
      inMilliseconds.errors == "motionctl replay: -: readings are 0.000010 ms apart on average:"
        + " are the timestamps in nanoseconds?\n")
  }

  @Test("a sensitivity of its own")
  func sensitivity() throws {
    // A shake of half the strength of the sample's.
    let weak = try contents("samples/short-shake.csv").split(separator: "\n").map { line in
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count == 4, let x = Double(fields[1]) else { return String(line) }
      return "\(fields[0]),\(x * 0.55),\(fields[2]),\(fields[3])"
    }.joined(separator: "\n")
    func events(_ sensitivity: String) throws -> Int {
      try RunningCommand.run(
        "motionctl", "replay", "--format", "json", "--sensitivity", sensitivity, "-",
        input: weak + "\n"
      ).output.count
    }
    #expect(try events("0") == 0)
    #expect(try events("high") == 2)
    #expect(try events("0.75") == 2)
  }

  @Test("in real time a gap is reported while it lasts")
  func pacedGap() throws {
    // Half a shake, and the next reading a day later.
    let lines = try contents("samples/short-shake.csv").split(separator: "\n").prefix(140)
    let text = lines.joined(separator: "\n") + "\n86400000000000,0,0,9.8\n"
    let command = try RunningCommand("motionctl", ["replay", "--paced", "-"])
    try command.write(text)
    #expect(command.lines(upTo: "broke off").count == 2)
    command.send(15)
    #expect(try command.finish().status == 0)
  }

  @Test("a broken file is named, and the others are played all the same")
  func brokenAmongOthers() throws {
    let result = try RunningCommand.run(
      "motionctl", "replay", "samples/short-shake.csv", "-", "samples/walk.csv",
      input: "timestamp_ns,x,y,z\n0,1,2,3\n10,1,oops,3\n")
    #expect(result.status == 65)
    #expect(result.output.last == "samples/walk.csv: no motion")
    #expect(result.output.count == 3)
    #expect(
      result.errors
        == "motionctl replay: -:3:6: not a number; expected a finite decimal number of m/s²\n"
        + "motionctl replay: 2 recordings, 2 events, 1 without motion, 1 failed\n")
  }

  /// Runs it on `name.csv` in a folder of its own, with the contents and the expected events given.
  private func replay(
    _ recording: String, expecting events: String?, _ arguments: String...
  ) throws -> (status: Int32?, output: [String], errors: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(recording.utf8).write(to: folder.appendingPathComponent("a.csv"))
    if let events {
      try Data(events.utf8).write(to: folder.appendingPathComponent("a.events.jsonl"))
    }
    let command = try RunningCommand(
      "motionctl", ["replay", folder.appendingPathComponent("a.csv").path] + arguments)
    try? command.closeInput()
    let output = command.lines()
    let (status, errors) = try command.finish()
    func short(_ text: String) -> String { text.replacing(folder.path, with: "DIR") }
    return (status, output.map(short), short(errors))
  }

  @Test("--expect: every sample has the events beside it, of the kinds that they are of")
  func expected() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: RunningCommand.packageRoot.appendingPathComponent("samples").path
    ).filter { $0.hasSuffix(".csv") }.sorted()
    let command = try RunningCommand(
      "motionctl", ["replay", "--expect"] + names.map { "samples/\($0)" })
    let output = command.lines()
    let result = try command.finish()
    #expect(result.status == 0)
    #expect(output.count == names.count)
    #expect(output.contains("samples/taps.csv: as expected (2 events)"))
    #expect(
      result.errors
        == "motionctl replay: \(names.count) recordings, \(names.count) as expected\n")
  }

  @Test("--expect: what is missing and what came in its place, and the status 1")
  func unexpected() throws {
    let sample = try contents("samples/short-shake.csv")
    let events = try contents("samples/short-shake.events.jsonl")
      .replacing("samples/short-shake.csv", with: "elsewhere/a.csv")
    #expect(
      try replay(sample, expecting: events, "--expect").output == [
        "DIR/a.csv: as expected (2 events)"
      ])
    let changed = try replay(
      sample, expecting: events.replacing("\"swings\":8", with: "\"swings\":7"), "--expect")
    #expect(changed.status == 1)
    #expect(changed.output.count == 3)
    #expect(changed.output[0] == "DIR/a.csv: not as expected")
    #expect(changed.output[1].hasPrefix("- {\"source\":\"elsewhere/a.csv\""))
    #expect(changed.output[2].hasPrefix("+ {\"source\":\"DIR/a.csv\""))
    let none = try replay(sample, expecting: "", "--expect")
    #expect(none.status == 1)
    #expect(none.output.count == 3)
    let missing = try replay(sample, expecting: nil, "--expect")
    #expect(missing.status == 66)
    #expect(
      missing.errors.contains(
        "make it with: motionctl replay --format json --motions all DIR/a.csv > DIR/a.events.jsonl")
    )
    let broken = try replay(sample, expecting: "shake\n", "--expect")
    #expect(broken.status == 65)
    #expect(
      broken.errors
        == "motionctl replay: DIR/a.events.jsonl:1: no event: expected an object with \"motion\"\n")
    #expect(try RunningCommand.run("motionctl", "replay", "--expect", "-").status == 64)
  }

  @Test(
    "--skip-bad: bad lines are counted and reported, the rest is played, and the status is 65"
  )
  func skipBad() throws {
    var lines = try contents("samples/short-shake.csv").split(separator: "\n").map(String.init)
    lines[30] = "oops"
    lines[40] = String(repeating: "1", count: 5000)
    let text = lines.joined(separator: "\n")
    let result = try replay(text, expecting: nil, "--skip-bad")
    #expect(result.status == 65)
    #expect(result.output.count == 2)
    #expect(
      result.errors
        == "motionctl replay: DIR/a.csv: skipped 3 bad lines, the first: 31:1: 1 field where the header has 4 "
        + "(there are no quotes)\n")
    let header = try replay("oops\n0,1,2,3\n", expecting: nil, "--skip-bad")
    #expect(header.status == 65)
    #expect(header.errors.contains("DIR/a.csv:1:1: not a recording"))
  }

  @Test("a name with escapes is printed without them, and escaped in JSON")
  func escapes() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for sample in ["short-shake", "lie-still"] {
      let path = folder.appendingPathComponent("\u{1B}[2J\u{9B}5m\(sample).csv").path
      try FileManager.default.copyItem(
        atPath: RunningCommand.packageRoot.appendingPathComponent("samples/\(sample).csv").path,
        toPath: path)
      for option in ["--explain", "--format=json", "--expect", "--sensitivity=0.5"] {
        let result = try RunningCommand.run("motionctl", "replay", path, option)
        let text = result.output.joined(separator: "\n") + result.errors
        #expect(!text.isEmpty || sample == "lie-still")
        #expect(
          !text.unicodeScalars.contains {
            $0 != "\n" && ($0.value < 32 || (127...159).contains($0.value))
          })
      }
    }
  }

  @Test("what is open where a recording ends is cancelled by its end, and says so")
  func open() throws {
    // It lies still, and has not moved yet.
    let text =
      try contents("samples/lie-still.csv").split(separator: "\n").prefix(1100)
      .joined(separator: "\n") + "\n"
    let result = try RunningCommand.run(
      "motionctl", "replay", "--motions", "still", "-", input: text)
    #expect(result.output.last?.hasSuffix("still cancelled: the recording ended") == true)
    let json = try RunningCommand.run(
      "motionctl", "replay", "--motions", "still", "--format", "json", "-", input: text)
    #expect(json.output.last?.contains("\"reason\":\"interrupted\"") == true)
  }

  @Test("a shake that is open where a recording breaks is cancelled")
  func brokenInShake() throws {
    let lines = try contents("samples/short-shake.csv").split(separator: "\n").prefix(140)
    let result = try RunningCommand.run(
      "motionctl", "replay", "-", input: lines.joined(separator: "\n") + "\noops\n")
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
    let rest = command.lines()
    #expect(rest.count == 1)
    #expect(rest.last?.hasSuffix("shake cancelled: the readings broke off") == true)
    let result = try command.finish()
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test("a file of two letters is no archive", arguments: ["PK", "PK\0\0"])
  func twoLetters(_ text: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try RunningCommand.run("motionctl", "replay", file.path)
    #expect(result.status == 65)
  }

  @Test("--explain says what a motion lacked; without it nothing is printed")
  func explain() throws {
    let weak = try RunningCommand.run(
      "motionctl", "replay", "-", "--explain", input: swings(6))
    #expect(weak.status == 0)
    #expect(weak.output.count == 1)
    let line = try #require(weak.output.first)
    #expect(line.contains("s  no shake: 4 swings, but they move too little: "), "\(line)")
    let json = try RunningCommand.run(
      "motionctl", "replay", "-", "--explain", "--format", "json", input: swings(6))
    #expect(json.output.first?.contains("\"lacks\":\"stroke\"") == true)
    let weaker = try RunningCommand.run(
      "motionctl", "replay", "-", "--explain", "--sensitivity", "low", input: swings(4.4))
    let reasons = try #require(weaker.output.first)
    #expect(reasons.contains("too little like a shake, by "), "\(reasons)")
    #expect(reasons.contains(" m/s² (-"), "\(reasons)")
    let points = try RunningCommand.run(
      "motionctl", "replay", "-", "--explain", "--format", "json", "--sensitivity", "low",
      input: swings(4.4))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data((points.output.first ?? "").utf8))
        as? [String: Any])
    #expect(object["lacks"] as? String == "score")
    #expect(try #require(object["points_amplitude"] as? Double) < 0)
    let plain = try RunningCommand.run("motionctl", "replay", "-", input: swings(6))
    #expect(plain.output == ["-: no motion"])
  }
}
