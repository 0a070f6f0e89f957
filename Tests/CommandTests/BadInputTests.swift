// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

/// Every way in which an input can be bad, with its message and exit status.
@Suite(.waits) struct BadInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let noHeader =
    "1:1: no header; a recording has the line timestamp_ns,x,y,z and then its readings"

  /// What is said of a header of an app's export: what is odd about it, and the way out.
  private static func export(_ oddities: String) -> String {
    "-:1:1: not the header of a recording, which is timestamp_ns,x,y,z, without \(oddities); "
      + "'motion-lab import' makes a recording of what an app exported"
  }

  @Test(
    "replay and motiond refuse the same, in the same words",
    arguments: [
      (
        "-", "timestamp_ns,x,y,z\n0,?,2,3\n", 65,
        "-:2:3: not a number; expected a finite decimal number of m/s²"
      ),
      ("-", "", 65, "-:\(noHeader)"), ("/dev/null", "", 65, "/dev/null:\(noHeader)"),
      (
        "-", "timestamp_ns,x,y,z\n0,1,2,", 65,
        "-:2:7: the last line has no end, so it may be cut; end it with a newline if it is whole"
      ),
      ("no/such.csv", "", 66, "cannot open no/such.csv: No such file or directory"),
      // What a terminal would obey: a color, another direction of writing, a separator of lines.
      (
        "no\u{1B}[31m\u{202E}such\u{2028}.csv", "", 66,
        "cannot open no?[31m?such?.csv: No such file or directory"
      ),
      ("samples", "", 66, "cannot read samples: Is a directory; name the recordings in it"),
      (
        "-", "\u{7F}ELF\u{2}\u{1}\u{0}\u{0}\n\u{0}", 65,
        "-:1:1: not a recording; expected a '# key: value' line or the header timestamp_ns,x,y,z"
      ),
      ("-", "\"Time (s)\",\"x\",\"y\",\"z\"\n", 65, export("quotes and capitals")),
      ("-", "time;x;y;z\n", 65, export("semicolons")),
      ("-", "Timestamp_ns,X,Y,Z\n", 65, export("capitals")),
      (
        "-", "time,x,y,z\n", 65,
        "-:1:1: the header has no column 'timestamp_ns'; it needs timestamp_ns,x,y,z, in any order "
          + "('motion-lab import' takes other headers)"
      ),
    ] as [(String, String, Int32, String)])
  func refused(_ path: String, _ input: String, _ status: Int32, _ message: String) throws {
    let replay = try RunningCommand.run("motionctl", "replay", path, input: input)
    #expect((replay.status, replay.output) == (status, []))
    #expect(replay.errors == "motionctl replay: \(message)\n")
    let daemon = try RunningCommand.run(
      "motiond", "--bus", "none", "--source", path, input: input)
    #expect((daemon.status, daemon.output) == (status, []))
    #expect(daemon.errors.hasSuffix("motiond: \(message)\n"))
  }

  @Test("a file that may not be read", .enabled(if: geteuid() != 0, "root may read everything"))
  func notPermitted() throws {
    let file = try folder.write("")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    try refused(file, "", 77, "cannot open \(file): Permission denied")
  }

  @Test(
    "a time beyond 2⁶² ns is an error with its line; in a pipe it is dropped, and motiond goes on",
    arguments: ["-9223372036854775808", "-6800000000000000000", "9223372036854775807"])
  func timeOfAges(_ time: String) throws {
    let shake = try Samples.shortShake()
    let header = "timestamp_ns,x,y,z\n"
    let parts = shake.split(separator: header, maxSplits: 1).map(String.init)
    let text = "\(parts[0])\(header)\(time),0,0,9.8\n\(parts[1])\(time),0,0,9.8\n"
    let line = parts[0].count { $0 == "\n" } + 2
    let replay = try RunningCommand.run("motionctl", "replay", "-", input: text)
    #expect(replay.status == 65)
    #expect(replay.errors.hasPrefix("motionctl replay: -:\(line):1: a time of more than 146 years"))
    func daemon(_ source: String, _ input: String) throws -> (status: Int32?, output: [String]) {
      let daemon = try RunningCommand.run(
        "motiond", "--bus", "none", "--source", source, input: input)
      return (daemon.status, daemon.output)
    }
    #expect(try daemon(folder.write(text), "").status == 65)
    let pipe = try daemon("-", text)
    #expect(try pipe == daemon("-", shake))
    #expect(pipe.status == 0 && pipe.output.count == 2)
  }

  @Test("a closed standard input, output or error is an error, and no other file takes its place")
  func closedDescriptors() throws {
    func shell(_ redirection: String) throws -> (status: Int32?, errors: String) {
      let command = try RunningCommand(
        "motionctl", ["replay", "samples/short-shake.csv", "-"], through: redirection)
      let (status, _, errors) = try command.outcome()
      return (status, errors)
    }
    let noInput = try shell("<&-")
    #expect(noInput.status == 1)
    #expect(
      noInput.errors == "motionctl replay: cannot read standard input: Bad file descriptor\n"
        + "motionctl replay: 1 recording, 2 events, 1 failed\n")
    let noOutput = try shell(">&- <&-")
    #expect(noOutput.status == 1)
    #expect(noOutput.errors.contains("cannot write to standard output: Bad file descriptor"))
    #expect(try shell("2>&- <&-").status == 1)
  }

  @Test(
    "options that are no file of options",
    arguments: [
      ("mkdir", "it is not a regular file"), ("mkfifo", "it is not a regular file"),
      ("truncate -s 100M", "it has more than 65536 bytes"),
    ])
  func options(_ make: String, _ reason: String) throws {
    let path = folder.file("options")
    let maker = try RunningCommand("/bin/sh", ["-c", "\(make) '\(path)'"])
    #expect(try maker.finish().status == 0)
    let daemon = try RunningCommand("motiond", ["--bus", "none", "--options-file", path])
    let (status, errors) = try daemon.finish()
    #expect(status == 66)
    #expect(errors.contains("cannot read the options in \(path): \(reason)"))
  }

  @Test("a wrong word is repeated without what a terminal or a log would obey")
  func wrongWords() throws {
    let word = "--no\u{1B}[31m\u{202E}such"
    let path = try folder.write("MOTIOND_OPTIONS=\"\(word)\"\n")
    for (command, arguments) in [
      ("motiond", ["--bus", "none", "--options-file", path]), ("motiond", [word]),
      ("motionctl", [word]), ("motionctl", ["replay", "x.csv", word]),
      ("motionctl", ["no\u{1B}[31msuch"]),
    ] {
      let (status, errors) = try RunningCommand(command, arguments).finish()
      #expect(status == 64, "\(command) \(arguments)")
      #expect(errors.contains("no?[31m") && !errors.contains("\u{1B}"), "\(errors.printable)")
    }
  }

  @Test(
    "without /proc there are no arguments, which is said", .enabled(if: geteuid() == 0),
    .unsanitized)
  func noProc() throws {
    for name in ["motionctl", "motiond"] {
      let path = builtProducts.appendingPathComponent(name).path
      let (status, errors) = try RunningCommand(
        "/usr/bin/unshare",
        ["--mount", "sh", "-c", "mount -t tmpfs none /proc && exec '\(path)' --version"]
      ).finish()
      #expect(status == 64, "\(name)")
      #expect(errors.contains("there is no /proc: mount -t proc proc /proc"), "\(errors)")
    }
  }

  @Test(
    "an unknown kind or option is refused with a list of those there are",
    arguments: [
      (["--motions", "shake,wave"], "unknown motion 'wave': there is shake"),
      (
        ["--option", "shake.size=1"],
        "unknown option 'shake.size': there is shake.window, shake.swings"
      ),
      (
        ["--option", "wave.window=1"],
        "unknown option 'wave.window': there is shake.window, shake.swings"
      ),
      (
        ["--option", "shake.window=61"],
        "shake.window must be more than 0 and at most 60 s, not 61"
      ),
      (
        ["--option", "shake.swings=2.5"],
        "shake.swings must be a whole number, at least 2 and at most 4, not 2.5"
      ),
      (["--option", "shake.long=1"], "shake.long must be cancels or ends"),
    ])
  func unknown(_ options: [String], _ message: String) throws {
    for command in [
      ["motiond", "--bus", "none"], ["motionctl", "monitor"], ["motionctl", "replay", "a.csv"],
      ["motion-lab", "evaluate", "samples"], ["motion-demo"],
    ] {
      let result = try RunningCommand(command[0], command.dropFirst() + options).outcome()
      #expect((result.status, result.output) == (64, []))
      #expect(result.errors.contains(message), "\(command): \(result.errors)")
    }
  }

  @Test(
    "wrong usage",
    arguments: [
      ["motionctl", "replay"], ["motionctl", "replay", "--format", "xml", "a.csv"],
      ["motionctl", "replay", "--sensitivity", "1.5", "a.csv"],
      ["motionctl", "replay", "--window", "0", "a.csv"],
      ["motionctl", "replay", "--window", "1", "--option", "shake.window=1", "a.csv"],
      ["motionctl", "replay", "--window", "nan", "a.csv"],
      ["motionctl", "replay", "--motions", "", "a.csv"],
      ["motionctl", "replay", "--option", "shake.window", "a.csv"],
      ["motionctl", "monitor", "--sensitivity", "enormous"],
      ["motion-demo", "--option", "shake.window=61", "samples/walk.csv"],
      ["motionctl", "dance"], ["motiond", "--source", "-", "--bus", "tram"],
    ])
  func usage(_ words: [String]) throws {
    let result = try RunningCommand(words[0], Array(words.dropFirst())).outcome()
    #expect((result.status, result.output) == (64, []))
    #expect(result.errors.hasPrefix("Error: "))
  }
}
