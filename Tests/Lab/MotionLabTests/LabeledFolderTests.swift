// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// A folder of labeled recordings, as `motionctl capture --to` makes it, in the commands that take
/// one.
@Suite(.waits) struct LabeledFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString)

  /// Copies samples into the folder, with an index of these rows.
  private func fill(_ rows: String...) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let samples = RunningCommand.packageRoot.appendingPathComponent("samples")
    for name in ["short-shake", "walk", "lie-still"] {
      try FileManager.default.copyItem(
        at: samples.appendingPathComponent("\(name).csv"),
        to: folder.appendingPathComponent("\(name).csv"))
    }
    let index = (["file,motion,intervals_s"] + rows).joined(separator: "\n") + "\n"
    try Data(index.utf8).write(to: folder.appendingPathComponent("index.csv"))
  }

  @Test("plot makes a sheet of all recordings of the folder")
  func plot() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill("short-shake.csv,shake,", "walk.csv,other,")
    let picture = folder.appendingPathComponent("sheet.svg").path
    let result = try RunningCommand.run("motion-lab", "plot", folder.path, "-o", picture)
    #expect((result.status, result.errors) == (0, ""))
    let text = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(text.contains("short-shake") && text.contains("walk"))
    #expect(!text.contains("lie-still.csv"))
  }

  @Test(
    "a mistake in the index is reported with its row, and a folder without one says what suffices")
  func mistake() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill("short-shake.csv,shake,5-1")
    let picture = folder.appendingPathComponent("a.svg").path
    let result = try RunningCommand.run("motion-lab", "plot", folder.path, "-o", picture)
    #expect(result.status == 65)
    #expect(result.errors.contains("index.csv: row 2: intervals_s '5-1'"))
    try FileManager.default.removeItem(at: folder.appendingPathComponent("index.csv"))
    let missing = try RunningCommand.run("motion-lab", "evaluate", folder.path)
    #expect(missing.status == 66)
    #expect(
      missing.errors
        == "motion-lab evaluate: \(folder.path)/index.csv is missing; two columns suffice: the line 'file,motion', "
        + "and for each recording one such as 'one.csv,shake'\n")
    // As it says.
    try Data("file,motion\nshort-shake.csv,shake\n".utf8)
      .write(to: folder.appendingPathComponent("index.csv"))
    #expect(
      try RunningCommand.run("motion-lab", "evaluate", folder.path).output.first?.hasPrefix(
        "1 of 1 ") == true)
  }
}
