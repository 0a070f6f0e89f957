// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

/// `motion-lab calibrate` on recordings.
@Suite(.waits) struct CalibrateTests {
  private let shake = "samples/short-shake.csv"
  private let long = "samples/long-shake.csv"
  private let walk = "samples/walk.csv"

  private func text(_ path: String) throws -> String {
    try String(
      contentsOf: RunningCommand.packageRoot.appendingPathComponent(path), encoding: .utf8)
  }

  private func object(_ line: String?) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(try #require(line).utf8))
    return try #require(object as? [String: Any])
  }

  @Test("text: what was found in each file, and last the options to use")
  func table() throws {
    let result = try RunningCommand.run(
      "motion-lab", "calibrate", "--shake", shake, shake, "--shake", "-", "--other", walk,
      input: try text(shake))
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.first?.hasPrefix("shakes ") == true)
    let names = result.output.filter { $0.hasPrefix("  ") }.map { $0.split(separator: " ")[0] }
    #expect(names.map(String.init) == [shake, shake, "-", walk])
    #expect(result.output.filter { $0.hasSuffix("  ended") }.count == 3)
    let last = try #require(result.output.last)
    #expect(last.hasPrefix("motiond --sensitivity 0."))
    // What is printed can be used.
    let words = last.split(separator: " ").map(String.init)
    let replay = try RunningCommand.run("motionctl", "replay", words[1], words[2], shake, walk)
    #expect(replay.output.contains { $0.contains("shake ended") })
    #expect(replay.output.last == "samples/walk.csv: no motion")
  }

  @Test("JSON: one object")
  func json() throws {
    let result = try RunningCommand.run(
      "motion-lab", "calibrate", "--shake", shake, shake, shake, "--other", walk, "--format", "json"
    )
    #expect(result.status == 0)
    #expect(result.output.count == 1)
    let object = try object(result.output.first)
    let proposal = try #require(object["proposal"] as? [String: Any])
    let sensitivity = try #require(proposal["sensitivity"] as? Double)
    let lowest = try #require(proposal["lowest"] as? Double)
    #expect(abs(sensitivity - lowest - 0.1) < 1e-9)
    #expect(proposal["window"] as? Double == 1)
    #expect(proposal["options"] as? String == "--sensitivity \(sensitivity)")
    #expect(object["refusal"] == nil)
    #expect((object["cautions"] as? [Any])?.isEmpty == true)
    let trials = try #require(object["trials"] as? [[String: Any]])
    #expect(trials.map { $0["verdict"] as? String } == ["ended", "ended", "ended"])
    #expect(trials.allSatisfy { ($0["foundFrom"] as? Double) == lowest })
    let quiet = try #require(object["quiet"] as? [[String: Any]])
    #expect(quiet.map { $0["name"] as? String } == [walk])
  }

  @Test("without a proposal the reason is printed, and the status is 1")
  func refusal() throws {
    let result = try RunningCommand.run("motion-lab", "calibrate", "--shake", shake, walk, walk)
    #expect(result.status == 1)
    #expect(result.errors == "")
    #expect(
      result.output.last
        == "no proposal: not even sensitivity 1 finds samples/walk.csv, samples/walk.csv;"
        + " shake harder, back and forth along one line")
    let json = try RunningCommand.run(
      "motion-lab", "calibrate", "--shake", shake, "--other", shake, "--format", "json")
    #expect(json.status == 1)
    let object = try object(json.output.first)
    #expect((object["refusal"] as? [String: Any])?["reason"] as? String == "tooFewTrials")
    #expect(object["proposal"] == nil)
    let cautions = try #require(object["cautions"] as? [[String: Any]])
    #expect(cautions.isEmpty)
  }

  @Test("shakes that are too long are reported")
  func tooLong() throws {
    let result = try RunningCommand.run("motion-lab", "calibrate", "--shake", long, long, long)
    #expect(result.status == 1)
    #expect(result.output.last?.hasPrefix("no proposal: no shake stops within 1.0 s") == true)
    #expect(result.output.filter { $0.hasSuffix("cancelled: too long") }.count == 3)
    #expect(result.output.contains { $0.hasPrefix("caution: 3 of 3 shakes last longer than") })
  }

  @Test("a bad line, a missing file, and other units")
  func badInput() throws {
    let broken = try RunningCommand.run(
      "motion-lab", "calibrate", "--shake", shake, "-", input: "timestamp_ns,x,y,z\n0,?,2,3\n")
    #expect(broken.status == 65)
    #expect(broken.output == [])
    #expect(
      broken.errors
        == "motion-lab calibrate: -:2:3: not a number; expected a finite decimal number of m/s²\n")

    let missing = try RunningCommand.run("motion-lab", "calibrate", "--shake", "no/such.csv")
    #expect(missing.status == 66)
    #expect(
      missing.errors
        == "motion-lab calibrate: cannot open no/such.csv: No such file or directory\n")

    let inG = try RunningCommand.run(
      "motion-lab", "calibrate", "--shake", shake, shake, shake, "--still", "-",
      input: "timestamp_ns,x,y,z\n0,0,0,1\n10000000,0,0,1\n")
    #expect(inG.status == 0)
    #expect(inG.errors.hasPrefix("motion-lab calibrate: -: |a| is 1.00 on average"))
    #expect(inG.output.contains { $0.hasPrefix("caution: at rest |a| is 1.00 m/s²") })
  }

  @Test(
    "wrong usage",
    arguments: [
      ["--still", "a.csv"], ["--shake", "a.csv", "--source", "auto"],
      ["--shake", "a.csv", "--save", "out"], ["--shake", "-", "--still", "-"],
      ["--trials", "2"], ["--trials", "21"], ["--source", "a.csv"], ["--shake"],
    ])
  func usage(_ words: [String]) throws {
    let command = try RunningCommand("motion-lab", ["calibrate"] + words)
    #expect(command.lines() == [])
    let result = try command.finish()
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: "))
  }

  @Test("a signal ends it without a proposal")
  func signal() throws {
    let command = try RunningCommand("motion-lab", ["calibrate", "--shake", "-"])
    #expect(command.waitUntilPolling())
    command.send(SIGINT)
    #expect(command.lines() == [])
    let result = try command.finish()
    #expect(result.status == 1)
    #expect(result.errors == "motion-lab calibrate: stopped by a signal; there is no proposal\n")
  }
}
