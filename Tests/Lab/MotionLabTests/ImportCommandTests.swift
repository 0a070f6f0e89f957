// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

/// `motion-lab import`, from the files that apps share to the events of the recording.
@Suite(.waits) struct ImportCommandTests {
  /// A folder with an export of phyphox: semicolons, decimal commas, and a shake along x at 5 Hz.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(
        at: url.appendingPathComponent("meta"), withIntermediateDirectories: true)
      let rows = (0..<300).map { index -> String in
        let time = Double(index) / 100
        let swing = (1..<1.8).contains(time) ? 20 * sin(2 * .pi * 5 * (time - 1)) : 0
        return "\(time);\(swing);0.1;9.8\n".replacing(".", with: ",")
      }
      try write("Raw Data.csv", Self.header + rows.joined())
      try write("meta/device.csv", "property,value,x,y,z\n")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    static let header =
      "\"Time (s)\";\"Acceleration x (m/s^2)\";\"Acceleration y (m/s^2)\";\"Acceleration z (m/s^2)\"\n"

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Packs files into an archive, as the app does that shares them.
    func zip(_ archive: String, _ names: String...) throws {
      let result = try RunningCommand.run(
        "/usr/bin/env", "-C", url.path, "python3", "-m", "zipfile", "-c", archive, names[0],
        names.last ?? "")
      try #require(result.status == 0, "\(result.errors)")
    }
  }

  @Test(
    "a zip archive, a file packed by gzip, a folder and a plain file give the same recording",
    .unzip)
  func packed() throws {
    let folder = try Folder()
    try folder.zip("export.zip", "Raw Data.csv", "meta")
    _ = try RunningCommand.run("/usr/bin/gzip", "-k", folder.path("Raw Data.csv"))
    var recordings: Set<[String]> = []
    for export in ["export.zip", "Raw Data.csv.gz", "Raw Data.csv", "."] {
      let result = try RunningCommand.run("motion-lab", "import", folder.path(export), "-o", "-")
      #expect(result.status == 0)
      #expect(
        result.errors.split(separator: "\n").dropFirst().map(String.init) == [
          "motion-lab import: time: 'Time (s)', s",
          "motion-lab import: x, y, z: 'Acceleration x (m/s^2)', 'Acceleration y (m/s^2)', "
            + "'Acceleration z (m/s^2)', m/s2",
          "motion-lab import: gravity: in it",
          "motion-lab import: 300 readings in 3.0 s, 100.0 Hz",
        ])
      recordings.insert(result.output)
      // A second table in the folder would be a second sensor.
      if export == "Raw Data.csv.gz" {
        try FileManager.default.removeItem(atPath: folder.path("Raw Data.csv.gz"))
      }
    }
    #expect(recordings.count == 1)
    let replay = try RunningCommand.run(
      "motionctl", "replay", "-", input: (recordings.first ?? []).map { $0 + "\n" }.joined())
    #expect(replay.output.count == 2)
    #expect(replay.output.last?.contains("shake ended") == true)
  }

  @Test("a recording that exists stays, but with --force")
  func existing() throws {
    let folder = try Folder()
    try folder.write("out.csv", "mine")
    let export = folder.path("Raw Data.csv")
    let output = folder.path("out.csv")
    let refused = try RunningCommand.run("motion-lab", "import", export, "-o", output)
    #expect(refused.status == 1)
    #expect(refused.errors.hasSuffix("File exists; give --force, or choose another name\n"))
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "mine")
    #expect(
      try RunningCommand.run("motion-lab", "import", export, "-o", output, "--force").status == 0)
    #expect(try RunningCommand.run("motionctl", "replay", output).status == 0)
  }

  @Test("without -o the recording goes to standard output, and never over what is read")
  func output() throws {
    let folder = try Folder()
    let result = try RunningCommand.run("motion-lab", "import", folder.path("Raw Data.csv"))
    #expect(result.status == 0)
    #expect(result.output.contains("timestamp_ns,x,y,z"))
    let before = try Data(contentsOf: folder.url.appendingPathComponent("Raw Data.csv"))
    for export in ["Raw Data.csv", "."] {
      let refused = try RunningCommand.run(
        "motion-lab", "import", folder.path(export), "--force", "-o",
        folder.path("meta/../Raw Data.csv"))
      #expect(refused.status == 64)
      #expect(refused.errors.contains("which is read; choose another name"))
    }
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("Raw Data.csv")) == before)
  }

  @Test(
    "archives of spreadsheets and of other programs are refused by name",
    .unzip)
  func archives() throws {
    let folder = try Folder()
    try folder.write("log.bin", "1")
    try folder.write("content.xml", "<a/>")
    for (name, message) in [
      ("log.bin", "is a .gt3x file of ActiGraph; export the raw data as CSV with ActiLife"),
      ("content.xml", "is a spreadsheet; export CSV instead, or run: libreoffice --headless"),
    ] {
      try folder.zip("\(name).zip", name)
      let result = try RunningCommand.run("motion-lab", "import", folder.path("\(name).zip"))
      #expect(result.status == 65)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test(
    "refusals have status 65, and write nothing",
    .unzip)
  func refusals() throws {
    let folder = try Folder()
    try folder.write("cut.zip", "PK\u{3}\u{4}")
    try folder.write("late.csv", Folder.header + "1;0;0;9,8\n0;0;0;9,8\n")
    for (name, message) in [
      ("cut.zip", "cut.zip: cannot be unpacked to its end; is it cut, or encrypted?"),
      (
        "late.csv",
        "late.csv:3: the time is not later than the one before; --repair leaves such rows out"
      ),
      ("meta", "no readings under the header"),
    ] {
      let result = try RunningCommand.run(
        "motion-lab", "import", folder.path(name), "-o", folder.path("new.csv"))
      #expect(result.status == 65)
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("new.csv")))
    }
    try folder.write("twice.csv", Folder.header + (0..<300).map { "\($0)E-2;0;0;19,6\n" }.joined())
    let twice = folder.path("twice.csv")
    let refused = try RunningCommand.run("motion-lab", "import", twice)
    #expect(refused.status == 65 && refused.output.isEmpty)
    #expect(refused.errors.contains("--as-it-is"))
    let kept = try RunningCommand.run("motion-lab", "import", twice, "--as-it-is")
    #expect(kept.status == 0)
    #expect(kept.output.contains { $0.hasPrefix("# as_it_is: at rest |a| is 19.60") })
    let missing = try RunningCommand.run("motion-lab", "import", folder.path("no.zip"), "-o", "-")
    #expect(missing.status == 66)
  }

  @Test("a packed recording is read by every command; one that is cut is an error")
  func packedRecording() throws {
    let folder = try Folder()
    let sample = RunningCommand.packageRoot.appendingPathComponent("samples/short-shake.csv")
    try FileManager.default.copyItem(at: sample, to: folder.url.appendingPathComponent("a.csv"))
    _ = try RunningCommand.run("/usr/bin/gzip", folder.path("a.csv"))
    let packed = folder.path("a.csv.gz")
    let replay = try RunningCommand.run("motionctl", "replay", packed)
    #expect(replay.status == 0)
    #expect(replay.output.count == 2)
    let daemon = try RunningCommand.run("motiond", "--bus", "none", "--source", packed)
    #expect(daemon.status == 0)
    #expect(daemon.output.count == 2)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: packed))
    try bytes.prefix(bytes.count / 2).write(to: folder.url.appendingPathComponent("cut.csv.gz"))
    let cut = try RunningCommand.run("motionctl", "replay", folder.path("cut.csv.gz"))
    #expect(cut.status == 65)
    #expect(cut.errors.contains("cut.csv.gz"))
    try folder.zip("b.zip", "Raw Data.csv", "meta")
    let archive = try RunningCommand.run("motionctl", "replay", folder.path("b.zip"))
    #expect(archive.status == 65)
    #expect(archive.errors.contains("b.zip is a zip archive; 'motion-lab import"))
  }
}

extension Trait where Self == ConditionTrait {
  /// Archives are unpacked by a program of Debian's, which `make test` installs.
  fileprivate static var unzip: Self {
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip"),
      "unzip is missing: apt-get install unzip")
  }
}
