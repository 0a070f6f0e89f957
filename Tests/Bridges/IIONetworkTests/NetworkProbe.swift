// SPDX-License-Identifier: Apache-2.0

import FakeIIOD
import FakeSensor
import MotionCore
import MotionSensors
import Testing

@testable import IIONetwork

/// Runs `body` with the accelerometer of a fake that has `devices` and gives `answers`; then lets
/// it go and stops the fake, which leaves no connection behind.
func withAccelerometer(
  of devices: [FakeDevice] = [.accelerometer()], rate: Double = 100,
  _ answers: [FakeIIOD.Answer] = [],
  avoiding silent: Set<SamplingWay> = [],
  _ body: (NetworkAccelerometer, FakeIIOD) throws -> Void
) throws {
  let iiod = try FakeIIOD(devices, answers)
  defer { #expect(iiod.stop(), "a connection was left open") }
  let accelerometer = try NetworkAccelerometer(
    of: NetworkContext(uri: iiod.uri), rate: rate, avoiding: silent)
  try body(accelerometer, iiod)
  // A close that waits for an answer gets none.
  iiod.rest()
}

/// The error that the accelerometer of a fake fails with when it is opened.
func failure(_ devices: [FakeDevice]) throws -> NetworkError {
  try #require(throws: NetworkError.self) { try withAccelerometer(of: devices) { _, _ in } }
}

/// The reading of the default accelerometer with these raw values.
func reading(_ x: Int16, _ y: Int16, _ z: Int16, at nanoseconds: Int64) -> Reading {
  Reading(
    timestamp: Timestamp(nanoseconds: nanoseconds),
    acceleration: FakeDevice.scale * SIMD3(Double(x), Double(y), Double(z)))
}
