// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// The demo with a fake phone, by the bridge beside it, which `make test` builds.
@Suite struct DemoPhoneTests {
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
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.copyItem(at: RunningCommand.url(of: "motion-demo"), to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let alone = try RunningCommand.run(
      copy.path, "--phone", "http://127.0.0.1:1", environment: ["PATH": "/nowhere"])
    #expect(alone.status == 69)
    #expect(alone.errors.contains("'make run PHONE=http://127.0.0.1:1' builds it"))
    let both = try RunningCommand.run("motion-demo", "--phone", "http://a", "samples/drop.csv")
    #expect(both.status == 64)
  }

  @Test("an address that is none", .enabled(if: isBuilt, "make test builds it"))
  func address() throws {
    let demo = try RunningCommand.run("motion-demo", "--phone", "phone")
    #expect(demo.status == 64)
    #expect(demo.errors.contains("does not begin with http://, ws:// or dsu://"))
  }
}
