// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandOptions
import Foundation
import LinuxSupport
import MotionSynthesis
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

@testable import motiond

/// motiond's own parser beside ArgumentParser, which reads the same table.
@Suite(.waits) struct MotiondOptionsTests {
  private static let options = OptionParser.motiond.options

  /// What becomes of a command line: its settings, another answer, or all that a user reads.
  enum Outcome: Hashable {
    case settings(Settings), help, version
    case refusal(String)

    init(_ words: [String]) {
      do throws(UsageError) {
        let line = try OptionParser.motiond.parse(words)
        switch line.request {
        case .help: self = .help
        case .version: self = .version
        case nil: self = .settings(try Settings(line))
        }
      } catch { self = .refusal(OptionParser.motiond.complaint(about: error)) }
    }

    init(byArgumentParser words: [String]) {
      do { self = .settings(try MotiondArguments.parse(words).settings) } catch {
        let text = MotiondArguments.fullMessage(for: error)
        self =
          MotiondArguments.exitCode(for: error) != .success
          ? .refusal(text + "\n") : text == motiondVersion ? .version : .help
      }
    }

    var isRefusal: Bool { if case .refusal = self { true } else { false } }
  }

  /// Values that options take whose words are no list.
  private static let samples = [
    "source": ["", "-", "a b.csv", "iio:ö", "auto"],
    "mount-matrix": ["0, 1, 0; -1, 0, 0; 0, 0, 1", "1,0,0;0,1,0;0,0,1"],
    "rate": ["50", "1e2", "0x10", "10000", "0.001"],
    "motions": ["all", "shake", "tap,shake,tap"],
    "sensitivity": ["low", "medium", "high", "0", "1", "0.3"],
    "window": ["2", "0.5", "60"],
    "option": ["shake.swings=3", "shake.long=ends", "still.duration=5", "shake.window=1.5"],
    "options-file": ["/etc/motiond/motiond.conf", "", "-"],
  ]

  private static func values(of option: CommandOption) -> [String] {
    option.values.isEmpty ? samples[option.name] ?? [] : option.values
  }

  private static func flags(of option: CommandOption) -> [String] {
    ["--\(option.name)"] + (option.isInvertible ? ["--no-\(option.name)"] : [])
  }

  private static func lines(of option: CommandOption) -> [[String]] {
    let flags = flags(of: option)
    guard option.valueName != nil else {
      return flags.map { [$0] } + flags.flatMap { first in flags.map { [first, $0] } }
    }
    let values = values(of: option)
    let flag = flags[0]
    return values.flatMap { value -> [[String]] in
      let joined = value.isEmpty ? [] : [["\(flag)=\(value)"]]
      return joined + [
        [flag, value], ["--wait", flag, value, "--stats", "--"], ["\(flag)=", value],
        [flag, values.last ?? "", flag, value],
      ]
    }
  }

  @Test("every option, in all its spellings, is the same to both, and does something")
  func right() {
    for option in Self.options {
      let lines = Self.lines(of: option)
      #expect(!lines.isEmpty, "\(option.name) needs samples")
      for line in lines {
        let outcome = Outcome(line)
        #expect(!outcome.isRefusal, "\(line): \(outcome)")
        #expect(outcome == Outcome(byArgumentParser: line), "\(line)")
      }
      #expect(lines.contains { Outcome($0) != Outcome([]) }, "\(option.name) changes nothing")
    }
  }

  // MARK: Mistakes

  private static let mistypedNames: [[String]] = options.flatMap { option in
    flags(of: option).flatMap { flag in
      var swapped = Array(flag)
      swapped.swapAt(3, 4)
      return [String(flag.dropLast()), flag + "s", flag.uppercased(), String(swapped)].map { [$0] }
    }
  }

  private static let missingValues: [[String]] = options.filter { $0.valueName != nil }
    .flatMap { option in
      let flag = "--\(option.name)"
      return [[flag], [flag + "="], [flag, "--wait"], [flag, "--", "5"], [flag, "-5"]]
    }

  private static let wrongValues: [[String]] =
    options.filter { !$0.values.isEmpty }.flatMap { option in
      ["tram", "", option.values[0].uppercased(), option.values[0] + " "].map {
        ["--\(option.name)", $0]
      }
    }
    + ["abc", "", "nan", "0", "10001", "inf", "5 ", "5=6", "５"].map { ["--rate", $0] }
    + ["abc", "", "nan", "0", "61", "inf", "1,5"].map { ["--window", $0] }
    + ["loud", "", "2", "nan", "High"].map { ["--sensitivity", $0] }
    + ["", "wave", "shake,", "Shake", "all,shake", "shake tap"].map { ["--motions", $0] }
    + [
      "", "x", "shake.window", "shake.window=", "shake.window=x", "shake.window=61", "=1", ".=1",
      "wave.window=1", "shake.size=1", "shake.long=1", "shake.swings=2.5", "shäke.window=1",
    ].map { ["--option", $0] }
    + ["--rate=-5", "--window=-1", "--sensitivity=-0.1", "--bus=-"].map { [$0] }
    + ["ip:host", "usb:1.2.3", "serial:/dev/ttyS0"].map { ["--source", $0] }
    + options.filter { $0.valueName == nil }.flatMap(flags).map { ["\($0)=yes"] }

  private static let others: [[String]] = [
    ["extra"], ["a", "b"], [""], ["-"], ["--", "a"], ["--", "--wait"], ["--wait", "true"],
    ["--rate", "5", "6"], ["-x"], ["-5"], ["-w", "1"], ["-rate", "5"], ["-rate=5"], ["-b=1"],
    ["---"], ["---rate", "5"], ["-=1"], ["--no-wait"], ["--no-rate", "5"], ["--röte"], ["ä"],
    ["—rate", "5"], ["--window", "1", "--option", "shake.window=1"], ["--🫨"],
    ["--bus", "none", "extra", "--bogus"], ["--rate", "5", "--rate", "abc"],
  ]

  @Test("wrong lines are refused in the same words, to the byte")
  func wrong() {
    let lines = Self.mistypedNames + Self.missingValues + Self.wrongValues + Self.others
    #expect(lines.count >= 100)
    for line in lines {
      let outcome = Outcome(line)
      #expect(outcome.isRefusal, "\(line)")
      #expect(outcome == Outcome(byArgumentParser: line), "\(line)")
    }
  }

  @Test("both take and refuse the same lines, made of pieces that fit and of others")
  func random() {
    var generator = SeededGenerator(seed: 16)
    let right = Self.options.flatMap(Self.lines)
    let wrong = Self.mistypedNames + Self.missingValues + Self.wrongValues + Self.others
    let count = LongTests.count(300, long: 20_000)
    var taken = 0
    for _ in 0..<count {
      var line: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let pieces = Int.random(in: 0..<6, using: &generator) == 0 ? wrong : right
        line += (pieces.randomElement(using: &generator) ?? []).filter { $0 != "--" }
      }
      if Int.random(in: 0..<6, using: &generator) == 0 {
        line.remove(at: Int.random(in: 0..<line.count, using: &generator))
      }
      let own = try? Settings(OptionParser.motiond.parse(line))
      #expect(own == (try? MotiondArguments.parse(line).settings), "\(line)")
      if own != nil { taken += 1 }
    }
    #expect(taken > count / 5 && taken < count * 4 / 5, "\(taken)")
  }

  // MARK: Help

  @Test("help is the same to the byte")
  func help() throws {
    #expect(OptionParser.motiond.help == MotiondArguments.helpMessage(columns: 80))
    let printed = try RunningCommand.run("motiond", "--help")
    #expect(printed.status == 0 && printed.errors.isEmpty)
    #expect(printed.output.joined(separator: "\n") == OptionParser.motiond.help)
  }

  @Test(
    "help and the version come before mistakes in names, and before each other",
    arguments: [
      "--help", "-h", "-help", "-xh", "-h=1", "--help=1", "--version", "--version --help", "-h x",
      "--bogus --help", "x --version", "--rate 5 --version", "--rate 0 --help", "--wait -h --wait",
    ])
  func requests(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(Outcome(words) == (line.contains("h") && line != "x --version" ? .help : .version))
    #expect(Outcome(words) == Outcome(byArgumentParser: words))
  }

  @Test("the built command: a mistake is on standard error, with the status 64")
  func command() throws {
    let result = try RunningCommand.run("motiond", "--rat", "5")
    #expect((result.status, result.output) == (64, []))
    #expect(
      result.errors == """
        Error: Unknown option '--rat'. Did you mean '--rate'?
        Usage: motiond <options>
          See 'motiond --help' for more information.

        """)
  }

  // MARK: Options file

  @Test("the command line takes precedence over the options file, whose mistakes name it")
  func optionsFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    func settings(_ options: String, _ words: String...) throws -> Settings {
      try Data("MOTIOND_OPTIONS=\"\(options)\"\n".utf8).write(to: file)
      return try Settings(commandLine: words + ["--options-file", file.path])
    }
    let both = try settings("--rate 50 --no-capture --wait", "--rate", "25", "--capture")
    #expect((both.sensor.rate, both.capture, both.wait) == (25, true, true))
    #expect(both.optionsFromFile == ["--rate", "50", "--no-capture", "--wait"])
    for (options, message) in [
      ("--rat 5", "Unknown option '--rat'. Did you mean '--rate'?"),
      ("--rate 0", "--rate 0.0: expected more than 0 and at most 10000 Hz"),
      ("--help", "--help and --version stand alone"),
    ] {
      let failure = #expect(throws: Failure.self) { try settings(options) }
      #expect(failure?.status == .usage)
      #expect(failure?.description == "\(file.path): \(message)")
    }
  }
}
