// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// The demo with a fake phone, by the bridge beside it, which `make test` builds.
@Suite(.waits) struct DemoPhoneTests {
  private static let isBuilt = FileManager.default.isExecutableFile(
    atPath: RunningCommand.url(of: "phone-accelerometer").path)

  @Test(
    "a shake of the phone undoes the last edit", .enabled(if: isBuilt, "make test builds it"),
    arguments: ["phyphox", "sensorserver"])
  func undoes(app: String) throws {
    let phone = try RunningCommand(
      RunningCommand.packageRoot
        .appendingPathComponent("Tests/Bridges/PhoneCommandTests/fake-phone").path,
      ["--app", app, "samples/short-shake.csv"])
    let port = try #require(phone.nextLine()?.split(separator: " ").last)
    let demo = try RunningCommand("motion-demo", ["--phone", "http://127.0.0.1:\(port)"])
    #expect(demo.lines(upTo: "document:").last == "    document:    Dear Ada, see you on Monday.")
    demo.send(15)
    #expect(demo.lines().last == "Stopped. The document says: Dear Ada, see you on Monday.")
    let (status, errors) = try demo.finish()
    #expect(status == 0)
    #expect(errors.contains("phone-accelerometer: 100 readings a second"))
    // The bridge has stopped what it started.
    if app == "phyphox" { #expect(phone.lines(upTo: "cmd=stop").last?.hasSuffix("stop") == true) }
    try phone.closeInput()
    #expect(try phone.finish().status == 0)
  }

  @Test("without the bridge the demo says how to build it; a failure of it is the demo's")
  func missing() throws {
    let stage = try Stage(nil)
    let alone = try RunningCommand.run(
      stage.demo, "--phone", "http://127.0.0.1:1", environment: ["PATH": "/nowhere"])
    #expect(alone.status == 69)
    #expect(alone.errors.contains("'make run PHONE=http://127.0.0.1:1' builds it"))
    let both = try RunningCommand.run("motion-demo", "--phone", "http://a", "samples/drop.csv")
    #expect(both.status == 64)
  }

  @Test("a page is told of each shake, and what it did, by JSON lines on descriptor 3")
  func page() throws {
    let stage = try Stage(
      """
      # Two shakes, and two more 7 s later.
      awk 'BEGIN { FS = OFS = "," } /^[0-9]/ { $1 = sprintf("%.0f", $1 + 7e9 * (NR > FNR)); print; next } NR == FNR' \
        samples/shake-to-undo.csv samples/shake-to-undo.csv
      exec >&-
      cat <&3 >&2
      """)
    let demo = try RunningCommand(stage.demo, ["--phone", "page"])
    let lines = demo.lines()
    #expect(lines.contains { $0.contains("Open the page on your phone") })
    #expect(lines.last == "The recording is over. The document says: ")
    let (status, errors) = try demo.finish()
    #expect(status == 0)
    let told = errors.split(separator: "\n")
    #expect(told.count { $0.contains(#""motion":"shake","phase":"ended""#) } == 4)
    #expect(
      told.filter { !$0.contains("motion\"") } == [
        "page --events 3", #"{"action":"undone","name":"Replace"}"#,
        #"{"action":"undone","name":"Typing"}"#, #"{"action":"undone","name":"Typing"}"#,
        #"{"action":"nothing"}"#,
      ])
  }

  @Test("Ctrl-C before the first reading stops, and is no failure")
  func early() throws {
    let stage = try Stage("trap 'exit 0' INT\necho begun >&2\nwhile :; do sleep 0.1; done")
    let demo = try RunningCommand(stage.demo, ["--phone", "page"])
    #expect(demo.errorLine(containing: "begun") != nil)
    demo.send(SIGINT)
    #expect(demo.lines().last?.hasPrefix("Stopped.") == true)
    #expect(try demo.finish().status == 0)
  }

  @Test("a page that reads nothing of that is no failure; one that fails is the demo's")
  func deafPage() throws {
    for (end, expected) in [("", 0), ("exit 65", 65)] as [(String, Int32)] {
      let stage = try Stage("exec 3<&-\ncat samples/short-shake.csv\n\(end)")
      let demo = try RunningCommand(stage.demo, ["--phone", "page"])
      #expect(demo.lines().contains("    Undo Replace"))
      #expect(try demo.finish().status == expected)
    }
  }

  @Test("an address that is none", .enabled(if: isBuilt, "make test builds it"))
  func address() throws {
    let demo = try RunningCommand.run("motion-demo", "--phone", "phone")
    #expect(demo.status == 64)
    #expect(demo.errors.contains("does not begin with http://, ws:// or dsu://"))
  }
}

/// A folder with the demo and a script in place of the bridge, which says its arguments.
private final class Stage {
  private let folder = builtProducts.appendingPathComponent(UUID().uuidString)

  /// The path of the demo.
  var demo: String { folder.path + "/motion-demo" }

  /// The demo, alone or beside a bridge that does as `script` says.
  init(_ script: String?) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.linkItem(
      atPath: RunningCommand.url(of: "motion-demo").path, toPath: demo)
    guard let script else { return }
    // By a program of its own: a file that a child of this process may have open for writing cannot
    // be run.
    let written = try RunningCommand.run(
      "/bin/sh", "-c", "cat > \"$0\" && chmod 755 \"$0\"", folder.path + "/phone-accelerometer",
      input: "#!/bin/sh\necho \"$@\" >&2\n\(script)\n")
    guard written.status == 0 else { throw Problem.notWritten(written.errors) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private enum Problem: Error { case notWritten(String) }
}
