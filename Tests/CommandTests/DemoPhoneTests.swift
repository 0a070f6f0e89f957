// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// The demo with a fake phone, by the bridge of a package of its own, which `make test` builds.
@Suite struct DemoPhoneTests {
  private static let bridge = RunningCommand.packageRoot
    .appendingPathComponent("Bridges/phone-accelerometer")
  private static let built = bridge.appendingPathComponent(".build/debug")
  private static let isBuilt = FileManager.default.isExecutableFile(
    atPath: built.appendingPathComponent("phone-accelerometer").path)

  @Test(
    "a shake of the phone undoes the last edit", .enabled(if: isBuilt, "make test builds it"),
    arguments: ["phyphox", "sensorserver"])
  func undoes(app: String) throws {
    let phone = try RunningCommand(
      Self.bridge.appendingPathComponent("Tests/PhoneCommandTests/fake-phone").path,
      ["--app", app, "samples/short-shake.csv"])
    let port = try #require(phone.nextLine()?.split(separator: " ").last)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let demo = try RunningCommand(
      "motion-demo", ["--phone", "http://127.0.0.1:\(port)"],
      environment: ["PATH": "\(Self.built.path):\(path)"])
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
    let alone = try RunningCommand.run(
      "motion-demo", "--phone", "http://127.0.0.1:1", environment: ["PATH": "/nowhere"])
    #expect(alone.status == 69)
    #expect(alone.errors.contains("'make run PHONE=http://127.0.0.1:1' builds it"))
    let both = try RunningCommand.run("motion-demo", "--phone", "http://a", "samples/drop.csv")
    #expect(both.status == 64)
  }

  @Test("an address that is none", .enabled(if: isBuilt, "make test builds it"))
  func address() throws {
    let demo = try RunningCommand.run(
      "motion-demo", "--phone", "phone", environment: ["PATH": Self.built.path])
    #expect(demo.status == 64)
    #expect(demo.errors.contains("does not begin with http:// or ws://"))
  }
}
