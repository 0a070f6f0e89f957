// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// What can happen to an accelerometer of this machine while a command reads it, as far as it can
/// happen to files.
@Suite(
  .waits,
  .enabled(
    if: MockedAccelerometer.umockdev != nil, "umockdev is missing: apt-get install umockdev"))
struct LocalTroubleTests {
  @Test("one that is unplugged is given up without a silence, and found when it is back")
  func replug() throws {
    let mock = try unplugged()
    try mock.waitUntilOff()
    try mock.announce("add")
    try mock.play(sample())
    #expect(mock.command.lines(upTo: "ended").count == 2)
    let errors = try ending(of: mock)
    #expect(count("was removed; looking for it", in: errors) == 1)
    #expect(!errors.contains("has sent nothing"))
  }

  @Test("rounds of unplugging leave no descriptor and no thread behind")
  func rounds() throws {
    // Prompt, so that there is a read source to leave behind.
    let mock = try MockedAccelerometer("motionctl", ["record", "--sampling", "prompt"])
    let readings = try sample()
    var before: (descriptors: Int, threads: Int)?
    for round in 0..<30 {
      try mock.play([readings[round]])
      if round == 0 { _ = mock.command.lines(upTo: "timestamp_ns") }
      _ = mock.command.nextLine()
      if round == 5 { before = try mock.belongings() }
      if round == 29, let before {
        let after = try mock.belongings()
        // One of the round before may be on its way to be closed; a leak would leave 24.
        #expect(after.descriptors <= before.descriptors + 4)
        #expect(after.threads <= before.threads + 4)
      }
      try mock.announce("remove")
      try mock.waitUntilOff()
      try mock.announce("add")
    }
    #expect(count("was removed", in: try ending(of: mock)) == 30)
  }

  @Test("one whose driver does not answer is not waited for at the end")
  func stuck() throws {
    let attribute = "buffer/watermark"
    let mock = try MockedAccelerometer(
      "motiond", ["--bus", "none"], environment: ["MOCK_STUCK": attribute])
    let end = try mock.waitUntilStuck(at: attribute)
    mock.send(SIGTERM)
    let (status, errors) = try mock.command.finish()
    #expect(status == 0)
    #expect(count("has not closed in time", in: errors) == 1, "\(errors)")
    try end.close()
  }

  @Test("another device may come and go")
  func otherDevice() throws {
    let mock = try recorder()
    let readings = try sample()
    try mock.announce("remove", of: "iio:device1")
    try mock.announce("remove", of: "trigger0")
    try mock.play([readings[1]])
    #expect(mock.command.nextLine() != nil)
    #expect(!(try ending(of: mock)).contains("looking for it"))
  }

  @Test("when another program switches the buffer off that is said, and it is switched on again")
  func switchedOff() throws {
    let mock = try recorder()
    let readings = try sample()
    try mock.set("buffer/enable", to: "0")
    try mock.play([readings[1]])
    #expect(mock.command.nextLine() != nil)
    let errors = try ending(of: mock)
    #expect(
      count("another program switched the buffer of the accelerometer mockaccel", in: errors) == 1)
    #expect(!errors.contains("has sent nothing"))
  }

  @Test("when another program changes the scale that is said, and readings have the new one")
  func rescaled() throws {
    let mock = try recorder()
    let first = try sample()[0]
    var time = first.timestamp
    /// The length of the acceleration of the next line, once a reading was played.
    func next() throws -> Double? {
      time = time.advanced(byNanoseconds: 10_000_000)
      try mock.play([Reading(timestamp: time, acceleration: first.acceleration)])
      let words = mock.command.nextLine()?.split(separator: ",").compactMap { Double($0) } ?? []
      return words.count == 4 ? words.dropFirst().reduce(0) { $0 + $1 * $1 }.squareRoot() : nil
    }
    let before = try #require(try next())
    // An accelerometer that is opened anew, and has no reading in time, would be given up.
    mock.hold()
    try mock.set("in_accel_scale", to: "0.038307200")
    // It is looked at every five seconds; readings come meanwhile.
    while let after = try next(), after < 1.9 * before {}
    let after = try #require(try next())
    #expect(abs(after - 2 * before) < 0.001)
    #expect(count("changed the scale of the accelerometer", in: try ending(of: mock)) == 1)
  }

  @Test("a node that never runs dry: readings are written meanwhile, and a signal ends it")
  func endless() throws {
    let mock = try MockedAccelerometer(
      "motionctl", ["record"], environment: ["MOCK_NODE": "/dev/zero"])
    _ = mock.command.lines(upTo: "timestamp_ns")
    for _ in 0..<100 { #expect(mock.command.nextLine() != nil) }
    mock.send(SIGTERM)
    let (status, _, errors) = try mock.command.outcome()
    // It gives readings faster than anybody writes lines: what has no room is counted.
    #expect(status == 0 || status == 65 && errors.contains("readings were lost"), "\(errors)")
  }

  @Test("one that is back and cannot be used: the reason is said once")
  func backButUnusable() throws {
    let mock = try unplugged()
    try mock.set("in_accel_scale", to: "0.000000000")
    try mock.announce("add")
    #expect(mock.command.errorLine(containing: "has no scale") != nil)
    try mock.set("in_accel_scale", to: "0.019153600")
    try mock.announce("add")
    try mock.play(sample())
    #expect(mock.command.lines(upTo: "ended").count == 2)
    #expect(count("has no scale", in: try ending(of: mock)) == 1)
  }

  @Test(
    "a command that was stopped reads on, says once that the buffer was full, and loses nothing")
  func stopped() throws {
    let mock = try recorder()
    let readings = try sample()
    for part in [readings[1..<81], readings[81..<161]] {
      mock.send(SIGSTOP)
      try mock.play(Array(part))
      mock.send(SIGCONT)
      for _ in part { #expect(mock.command.nextLine() != nil) }
    }
    let errors = try ending(of: mock)
    #expect(count("was full, so readings were lost", in: errors) == 1)
    #expect(!errors.contains("looking for it"))
  }

  @Test("scans without a time are recorded with that of their arrival")
  func zeros() throws {
    let mock = try MockedAccelerometer("motionctl", ["record"])
    try mock.play(
      try sample().prefix(20).map {
        Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: $0.acceleration)
      })
    #expect(mock.command.lines(upTo: "timestamp_ns").contains("# clock: arrival"))
    let stamps = (0..<20).compactMap { _ in
      mock.command.nextLine()?.split(separator: ",").first.flatMap { Int64($0) }
    }
    #expect(stamps.count == 20)
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    _ = try ending(of: mock)
  }

  @Test("one without a buffer is recorded, one value after the other")
  func poll() throws {
    let device: ([String]) -> [String] = { lines in
      lines.filter { !$0.contains("scan_elements") }
        + ["in_accel_x_raw=1", "in_accel_y_raw=2", "in_accel_z_raw=500"].map { "A: \($0)\\n" }
    }
    let mock = try MockedAccelerometer("motionctl", ["record"], changed: device)
    #expect(mock.command.lines(upTo: "timestamp_ns").contains("# clock: arrival"))
    for _ in 0..<3 {
      #expect(mock.command.nextLine()?.hasSuffix(",0.0191536,0.0383072,9.5768") == true)
    }
    _ = try ending(of: mock)
    let listed = try list(changed: device)
    #expect(listed.contains("  sampling:    one value at a time (poll)"))
    #expect(listed.contains("  problem:     none"))
  }

  @Test("udev's mount matrix is applied")
  func mountMatrix() throws {
    let listed = try list { $0 + ["E: ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, -1"] }
    #expect(listed.contains("  mounted:     0, 1, 0; -1, 0, 0; 0, 0, -1 (from udev)"))
  }

  @Test("a mount matrix that is no rotation is said once; a shake is recognized, a turn is not")
  func noRotation() throws {
    let bad = ["E: ACCEL_MOUNT_MATRIX=1, 0, 0; 0, -1, 0; 1, 0, 0"]
    #expect(
      try list { $0 + bad }.contains(
        "  mounted:     the mount matrix of its udev is ignored, as '1, 0, 0; 0, -1, 0; 1, 0, 0' is no rotation"
      ))
    let arguments = ["--bus", "none", "--print", "json", "--motions", "shake,orientation"]
    let mock = try MockedAccelerometer("motiond", arguments) { $0 + bad }
    try mock.play(sample())
    let lines = mock.command.lines(upTo: "ended")
    #expect(!lines.contains { $0.contains("orientation") })
    #expect(count("is no rotation", in: try ending(of: mock)) == 1)
    let given = arguments + ["--mount-matrix", "0, 1, 0; -1, 0, 0; 0, 0, 1"]
    let mounted = try MockedAccelerometer("motiond", given) { $0 + bad }
    try mounted.play(sample())
    let told = mounted.command.lines(upTo: "ended")
    #expect(told.last?.contains(#""axis":"y""#) == true)
    #expect(try !ending(of: mounted).contains("is no rotation"))
  }

  @Test("of two of one kind without labels, that which udev places with the display is first")
  func location() throws {
    for displayIsFirst in [true, false] {
      let listed = try list { lines in
        let places = displayIsFirst ? ["display", "base"] : ["base", "display"]
        let second = lines.map { $0.replacing("iio:device0", with: "iio:device1") }
        return lines + ["E: ACCEL_LOCATION=\(places[0])", ""] + second
          + ["E: ACCEL_LOCATION=\(places[1])"]
      }
      let told = listed.filter { $0.contains("  location:") }
      #expect(told.map { $0.suffix(7) } == ["display", "   base"])
    }
  }

  @Test("a mount matrix that udev has only now counts from then on, and nothing is reported lost")
  func newMountMatrix() throws {
    let mock = try MockedAccelerometer("motiond", ["--bus", "none", "--print", "json"])
    try mock.waitUntilOn()
    let uevent = "DEVNAME=/dev/iio:device0\nDEVTYPE=iio_device\n"
    try mock.set("uevent", to: uevent + "ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1\n")
    // Of another device: nothing is to be done.
    try mock.announce("change", of: "iio:device7")
    try mock.announce("change")
    try mock.waitUntilOff()
    try mock.play(sample())
    let ended = try #require(mock.command.lines(upTo: "ended").last)
    // The sample shakes along x, which is y of the device now.
    #expect(ended.contains(#""axis":"y""#))
    // A busy machine may play the sample late, after a silence.
    let lost = try ending(of: mock).split(separator: "\n").filter {
      $0.contains("looking for it") && !$0.contains("has sent nothing for")
    }
    #expect(lost.isEmpty)
  }

  /// What is listed of a device that is described otherwise.
  private func list(changed change: ([String]) -> [String]) throws -> [String] {
    let (status, output, _) = try MockedAccelerometer("motionctl", ["list"], changed: change)
      .command.outcome()
    #expect(status == 0)
    return output
  }

  /// A command that has recorded the first reading of the sample.
  private func recorder() throws -> MockedAccelerometer {
    let mock = try MockedAccelerometer("motionctl", ["record"])
    try mock.play([sample()[0]])
    _ = mock.command.lines(upTo: "timestamp_ns")
    _ = mock.command.nextLine()
    return mock
  }

  /// A motiond that was unplugged in the middle of a shake.
  private func unplugged() throws -> MockedAccelerometer {
    let mock = try MockedAccelerometer("motiond", ["--bus", "none", "--print", "json"])
    // Until after the shake began: at 1.22 s.
    try mock.play(Array(sample().prefix(140)))
    #expect(mock.command.lines(upTo: "began").count == 1)
    try mock.announce("remove")
    #expect(mock.command.nextLine()?.contains(#""reason":"interrupted""#) == true)
    return mock
  }

  /// Stops the command, which must leave the buffer off.
  ///
  /// - Returns: what it said on standard error
  private func ending(of mock: MockedAccelerometer) throws -> String {
    mock.send(SIGTERM)
    let (status, output, errors) = try mock.command.outcome()
    #expect(output.last?.hasPrefix("buffer/enable=0 ") == true)
    #expect(status == 0, "\(errors)")
    return errors
  }

  private func count(_ text: String, in errors: String) -> Int {
    errors.split(separator: "\n").count { $0.contains(text) }
  }

  /// A shake, without the reading at zero, which alone would be kept back.
  private func sample() throws -> [Reading] {
    Array(try Samples.readings().dropFirst())
  }
}
