// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// `motion-lab` on a directory of samples.
@Suite(.waits) struct EvaluateTests {
  private static let rows = """
    file,is_shake,shake_intervals_s,duration_s,source,device
    short-shake.csv,1,1.0-1.8,2.99,hand,a
    long-shake.csv,1,1.0-3.9,5.99,hand,a
    walk.csv,0,,11.99,foot,a
    """

  /// Runs `evaluate` on a directory with `index` and links to the samples.
  private func evaluate(
    _ index: String = rows + "\n", _ arguments: String...
  ) throws -> (status: Int32, output: [String], errors: String) {
    try run("evaluate", index, arguments)
  }

  private func run(
    _ command: String, _ index: String = rows + "\n", _ arguments: [String] = []
  ) throws -> (status: Int32, output: [String], errors: String) {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    func file(_ name: String) -> URL { directory.appendingPathComponent(name) }
    try index.write(to: file("index.csv"), atomically: true, encoding: .utf8)
    try "".write(to: file("broken.csv"), atomically: true, encoding: .utf8)
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../samples").standardized
    for name in ["short-shake.csv", "long-shake.csv", "walk.csv"] {
      try FileManager.default.createSymbolicLink(
        at: file(name), withDestinationURL: samples.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = builtProducts.appendingPathComponent("motion-lab")
    process.arguments = [command, directory.path] + arguments
    try Data().write(to: file("errors"))
    process.standardError = try FileHandle(forWritingTo: file("errors"))
    let lines = try output(of: process, from: \.standardOutput)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    let errors = try String(contentsOf: file("errors"), encoding: .utf8)
    return (process.terminationStatus, lines, errors.replacing(directory.path, with: "DIR"))
  }

  @Test("text: the score, then source by source, then what was asked for")
  func text() throws {
    let result = try evaluate(
      Self.rows + "\n", "--baselines", "--rates", "25,100", "--faults", "--folds")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.first?.hasPrefix("2 of 2 shakes found; no ") == true)
    #expect(result.output.dropFirst().first?.hasPrefix("shake: recordings of it, found ") == true)
    #expect(result.output.dropFirst().first?.contains(" 2 of 2 ") == true)
    let starts = [
      "shake: recordings of it, found ", "elsewhere, in recordings of ", "source ", "foot ",
      "hand ", "rule ", "motiond ", "seismic ", "readings ", "shake as it came ", "shake 25 Hz ",
      "shake 100 Hz ", "readings ", "shake as it came ", "shake clipped at 2 g ",
      "cross-validated, ", "shake: recordings of it, found ", "source ", "foot ", "hand ",
      "range of the weights", "to begin ", "to end ",
    ]
    // In this order, each after the one before.
    var rest = result.output[...]
    for start in starts {
      rest = rest.drop { !$0.hasPrefix(start) }.dropFirst()
      #expect(
        rest.startIndex > 0 && result.output[rest.startIndex - 1].hasPrefix(start), "\(start)")
    }
    let plain = try evaluate()
    #expect(plain.status == 0)
    #expect(plain.output.count { $0.isEmpty } == 2)
    #expect(!plain.output.contains { $0.hasPrefix("rule ") || $0.hasPrefix("readings ") })
  }

  @Test("JSON: one object, with what was asked for")
  func json() throws {
    let result = try evaluate(Self.rows + "\n", "--format", "json", "--rates", "25")
    #expect(result.output.count == 1)
    let line = try #require(result.output.first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["motions", "bySource", "sources", "rates"])
    let sources = try #require(object["sources"] as? [String: Any])
    #expect(Set(sources.keys) == ["foot", "hand"])
    let motions = try #require(object["motions"] as? [String: Any])
    let score = try #require(motions["shake"] as? [String: Any])
    let found = try #require(score["found"] as? [String: Any])
    #expect((found["hits"] as? Int, found["total"] as? Int) == (2, 2))
    let rates = try #require(object["rates"] as? [[String: Any]])
    #expect(rates.map { $0["name"] as? String } == ["25 Hz"])
  }

  @Test(
    "an index or a recording that is not whole is an error, not a score of the rest",
    arguments: [
      ("walk.csv,0,,30,foot,a", 65, "DIR/walk.csv: lasts 11.99 s, but the index says 30.00 s"),
      ("none.csv,0,,30,foot,a", 66, "cannot open DIR/none.csv: No such file or directory"),
      ("walk.csv,0,,,foot,a", 65, "DIR/index.csv: row 5: duration_s '' is not a number of seconds"),
    ])
  func errors(_ row: String, _ status: Int32, _ message: String) throws {
    let result = try evaluate("\(Self.rows)\n\(row)\n")
    #expect(result.status == status)
    #expect(result.output == [])
    #expect(result.errors.hasPrefix("motion-lab evaluate: \(message)"), "\(result.errors)")
  }

  @Test("other kinds, and several: found, elsewhere by context, and the matrix")
  func motions() throws {
    let rows = """
      file,motion,intervals_s,category
      short-shake.csv,shake,1.0-1.8,
      long-shake.csv,slam,,
      walk.csv,,,walking
      broken.csv,tap,,

      """
    let result = try evaluate(rows, "--motions", "all", "--rates", "50")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "motion-lab evaluate: left out: DIR/broken.csv:1:1: no header; a recording has the line timestamp_ns,x,y,z and then its readings\n"
    )
    let shake = result.output.drop { !$0.hasPrefix("shake: recordings of it, found") }
    #expect(shake.first?.contains(" 1 of 1 ") == true)
    #expect(result.output.contains { $0.hasPrefix("events in recordings of  hours") })
    #expect(result.output.contains { $0.hasPrefix("slam ") })
    #expect(result.output.contains { $0.hasPrefix("tap 50 Hz ") })
    let alone = try evaluate(rows, "--motions", "freeFall", "--format", "json").output
    #expect(alone.count == 1)
    #expect(alone.first?.hasPrefix(#"{"motions":{"freeFall":{"elsewhere":{"shake":"#) == true)
    #expect(try evaluate(rows, "--motions", "freeFall", "--folds").status == 64)
  }

  @Test("a score beyond the bounds has the status 1, and is printed all the same")
  func bounds() throws {
    let kept = try evaluate(Self.rows + "\n", "--min-found", "1", "--max-false", "0")
    #expect((kept.status, kept.errors) == (0, ""))
    let missed = try evaluate(
      Self.rows + "\nwalk.csv,1,2.0-3.0,11.99,foot,a\n", "--min-found", "0.9")
    #expect(missed.status == 1)
    #expect(
      missed.errors
        == "motion-lab evaluate: shake: found 0.667 (2 of 3), less than --min-found 0.9\n")
    #expect(missed.output.contains { $0.hasPrefix("not found: walk.csv: the largest swing has ") })
    #expect(try evaluate(Self.rows + "\n", "--min-found", "90").status == 64)
    let kinds = try evaluate(
      "file,motion,category\nshort-shake.csv,,walking\nwalk.csv,,walking\n", "--motions",
      "shake,tap", "--max-false", "1")
    #expect(kinds.status == 1)
    #expect(kinds.errors.hasPrefix("motion-lab evaluate: shake: "))
  }

  @Test("sensitivity and window are those of the detector that is scored")
  func detection() throws {
    func share(_ name: String, _ arguments: String...) throws -> String? {
      let output = try run("evaluate", Self.rows + "\n", arguments).output
      let line = output.first { $0.contains(name) }
      return line?.split(separator: " ").split(separator: "of").first?.last.map(String.init)
    }
    #expect(try share("ended, cut at 0.70 s") == "1")
    // A shake of the samples ends at any sensitivity, but begins later.
    func latency(_ arguments: String...) throws -> String? {
      try run("evaluate", Self.rows + "\n", arguments).output
        .first { $0.contains("recognized after") }
    }
    let medium = try #require(try latency())
    #expect(try latency("--sensitivity", "0") != medium)
    #expect(try share("ended, cut at 0.70 s", "--window", "0.1") == "0")
    #expect(try share("ended, cut at 0.70 s", "--option", "shake.window=0.1") == "0")
  }

  @Test(
    "rates that are none are wrong usage", arguments: ["", "0", "fast", "25,,50", "nan", "3201"])
  func rates(_ rates: String) throws {
    #expect(try evaluate(Self.rows + "\n", "--rates", rates).status == 64)
  }
  @Test("fit prints the weights that it learned")
  func fit() throws {
    let index = Self.rows.replacing("short-shake.csv,1,1.0-1.8", with: "short-shake.csv,0,") + "\n"
    let text = try run("fit", index)
    #expect((text.status, text.errors) == (0, ""))
    #expect(text.output.map { $0.split(separator: " ").first } == ["typical", "to", "to"])
    let json = try run("fit", index, ["--format", "json"]).output
    #expect(json.count == 1)
    #expect(json.first?.hasPrefix(#"{"begin":{"across":"#) == true)
    // In a walk nothing swings enough for an example, and of shakes alone nothing is learned.
    let shakes = try run("fit")
    #expect(shakes.status == 65)
    #expect(shakes.errors.hasPrefix("motion-lab fit: no example of other motion for began, no "))
    let broken = try run("fit", "file,motion\nbroken.csv,tap\n")
    #expect(broken.status == 65)
    #expect(broken.errors.hasPrefix("motion-lab fit: DIR/broken.csv:1:1: no header"))
  }
}
