// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import PhoneProtocol

@Suite struct PhoneRecordingTests {
  /// Readings of `z` along z, `rate` a second for `seconds`, with `noise` on x to and fro.
  private func readings(
    _ rate: Double, _ seconds: Double, z: Double = 9.8, noise: Double = 0.05
  ) -> [Reading] {
    (0..<Int(rate * seconds)).map {
      Reading(
        timestamp: Timestamp(nanoseconds: Int64(Double($0) * 1e9 / rate)),
        acceleration: SIMD3($0 % 2 == 0 ? noise : -noise, 0, z))
    }
  }

  private let notes = [RecordingNote("device", "Fake 7"), RecordingNote("source", "a test")]

  @Test("the header has the rate that was measured, and each reading comes once")
  func header() throws {
    var recording = PhoneRecording(of: .phyphox)
    let all = readings(200, 3)
    var text = ""
    for start in stride(from: 0, to: all.count, by: 20) {
      let piece = try recording.add(Array(all[start..<start + 20]), notes)
      if start < 200 { #expect(piece.text.isEmpty) }
      text += piece.text
    }
    text += recording.finish(notes).text
    #expect(
      text.hasPrefix("# device: Fake 7\n# rate_hz: 200.0\n# source: a test\ntimestamp_ns,x,y,z\n0,")
    )
    #expect(try Recording(parsing: Array(text.utf8).span).readings == all)
  }

  @Test("less than a second is written at the end")
  func short() throws {
    var recording = PhoneRecording(of: .phyphox)
    let all = readings(100, 0.5)
    #expect(try recording.add(all, notes).text.isEmpty)
    let text = recording.finish(notes).text
    #expect(try Recording(parsing: Array(text.utf8).span).readings == all)
    #expect(recording.finish(notes).text.isEmpty)
    // Whatever the times say, no more than 20,000 are held.
    recording = PhoneRecording(of: .phyphox)
    #expect(try recording.add(readings(40_000, 0.5), notes).text.isEmpty)
    #expect(try !recording.add(readings(40_001, 0.501), notes).text.isEmpty)
  }

  @Test("a low rate is told with what to do, once")
  func lowRate() throws {
    var recording = PhoneRecording(of: .sensorServer)
    let messages = try recording.add(readings(5, 10), notes).messages
    #expect(messages == [.rate(5), .lowRate(5, .sensorServer)])
    #expect("\(messages[1])".contains("Sampling Rate to 5000"))
  }

  @Test("without gravity at rest, or in another unit, it ends", arguments: [0.02, 1.0, 98])
  func gravity(z: Double) throws {
    var recording = PhoneRecording(of: .phyphox)
    #expect(throws: PhoneFailure.self) { try recording.add(readings(100, 2, z: z), notes) }
  }

  @Test("while it moves nothing is said of gravity; at the first rest it is")
  func moving() throws {
    var recording = PhoneRecording(of: .phyphox)
    let moving = readings(100, 2, z: 2, noise: 8)
    _ = try recording.add(moving, notes)
    let still = readings(100, 3, z: 2).map {
      Reading(
        timestamp: $0.timestamp.advanced(byNanoseconds: 2_000_000_000),
        acceleration: $0.acceleration)
    }
    #expect(throws: PhoneFailure.noGravity(atRest: 2, .phyphox)) {
      try recording.add(still, notes)
    }
  }
}

@Suite struct PhoneAddressTests {
  @Test(
    "addresses",
    arguments: [
      ("http://192.168.0.42:8080", "http://192.168.0.42:8080"),
      ("http://192.168.0.42/", "http://192.168.0.42:80"), ("WS://phone", "ws://phone:8080"),
      ("http://[fe80::1]:8081", "http://[fe80::1]:8081"),
      ("ws://phone:9/sensor/connect?type=android.sensor.accelerometer", "ws://phone:9"),
      ("dsu://pc", "dsu://pc:26760"), ("DSU://[::1]:9/3", "dsu://[::1]:9/3"),
      ("dsu://pc/", "dsu://pc:26760"),
    ])
  func good(text: String, address: String) throws {
    #expect("\(try PhoneAddress(text))" == address)
  }

  @Test(
    "what is none",
    arguments: [
      "", "phone", "https://phone", "ftp://phone", "http://", "http://phone:0",
      "http://phone:65536",
      "http://phone:x", "http://me@phone", "http://phone/get", "http://a b", "http://[::1",
      "http://[]", "http://[fe80::1%eth0]", "ws://phone/gps", "http://phone:80:80",
      "http://phone:٣", "dsu://pc/4", "dsu://pc/00", "dsu://pc/-1", "dsu://pc/1/", "http://pc/1",
    ])
  func bad(text: String) {
    #expect(throws: PhoneAddress.Problem.self) { try PhoneAddress(text) }
  }
}
