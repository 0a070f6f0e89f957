// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import MotionCore
import MotionSensors
import TestSupport
import TestTraits
import Testing

/// Motions as a sequence, from an accelerometer that plays a shake.
@Suite(.waits, .oneMachine) struct AccelerometerMotionsTests {
  /// Raw values of swings along x, at 100 Hz, after a second of rest.
  private var shake: [UInt8] {
    (0..<400).flatMap { index in
      let time = Double(index) / 100
      let isShaking = (1.0..<1.8).contains(time)
      let swing = isShaking ? (Int(time * 10).isMultiple(of: 2) ? 20.0 : -20) : 0
      return FakeDevice.scan(
        Int16(swing / FakeDevice.scale), 0, Int16(9.8 / FakeDevice.scale),
        at: Int64(index) * 10_000_000)
    }
  }

  @Test("a shake begins and ends; and the sequence ends when it is cancelled")
  func shakes() async throws {
    let machine = try FakeMachine([.accelerometer()], shake)
    let motions = AccelerometerMotions(sampling: SamplingOptions(mode: .prompt))
    var iterator = motions.makeAsyncIterator()
    // First: when everything was sent, the accelerometer is lost.
    var status = motions.status.makeAsyncIterator()
    guard case .connected(let info)? = await status.next() else {
      Issue.record("not connected")
      return
    }
    #expect(info.name == "fake")
    #expect(await iterator.next()?.phase == .began)
    let ended = await iterator.next()
    #expect(ended?.phase == .ended)
    motions.cancel()
    #expect(await iterator.next() == nil)
    while await status.next() != nil {}
    #expect(!machine.isOn())
  }

  @Test("its shakes are typed")
  func typed() async throws {
    let machine = try FakeMachine([.accelerometer()], shake)
    let motions = AccelerometerMotions(sampling: SamplingOptions(mode: .prompt))
    var shakes = motions.shakes.makeAsyncIterator()
    let shake = try #require(await shakes.next())
    #expect(shake.axis == .x && shake.swings >= 4 && shake.peak > 10)
    motions.cancel()
    for await _ in motions.status {}
    #expect(!machine.isOn())
  }

  @Test("without the app's focus the buffer is off; with it, it is on again", .deadline)
  func activity() async throws {
    let machine = try FakeMachine([.accelerometer()])
    let motions = AccelerometerMotions(sampling: SamplingOptions(mode: .prompt))
    var status = motions.status.makeAsyncIterator()
    _ = await status.next()
    for isActive in [false, true, false] {
      motions.isActive = isActive
      #expect(settles { machine.isOn() == isActive } && motions.isActive == isActive)
    }
    motions.cancel()
    while await status.next() != nil {}
  }

  @Test("two configurations of one kind are refused at once, by name", .exits)
  func twoOfOneKind() async {
    await #expect(processExitsWith: .failure) {
      _ = AccelerometerMotions(
        detecting: [.shake(), .shake(ShakeConfiguration(sensitivity: .high))])
    }
  }

  @Test(
    "the sequence ends in a motion when the task that iterates is cancelled",
    .deadline)
  func cancellation() async throws {
    let machine = try FakeMachine([.accelerometer()], shake)
    let motions = AccelerometerMotions(sampling: SamplingOptions(mode: .prompt))
    let (events, heard) = AsyncStream.makeStream(of: MotionEvent.self)
    let task = Task {
      for await event in motions { heard.yield(event) }
    }
    #expect(await events.first { _ in true }?.phase == .began)
    task.cancel()
    await task.value
    // It ends once the buffer is off.
    for await _ in motions.status {}
    withExtendedLifetime(motions) {}
    #expect(!machine.isOn())
  }
}
