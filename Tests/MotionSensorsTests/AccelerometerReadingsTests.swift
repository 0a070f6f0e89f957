// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import LinuxSupport
import MotionCore
import MotionSensors
import TestTraits
import Testing

/// Readings as a sequence, from an accelerometer that plays scans.
@Suite(.waits, .oneMachine, .deadline) struct AccelerometerReadingsTests {
  private let options = SamplingOptions(mode: .prompt)

  /// Scans with the times `times`, in nanoseconds.
  private func scans(_ times: Range<Int>) -> [UInt8] {
    times.flatMap { FakeDevice.scan(Int16($0 % 1000), -1, 1000, at: Int64($0)) }
  }

  private func reading(_ time: Int) -> Reading {
    Reading(
      timestamp: Timestamp(nanoseconds: Int64(time)),
      acceleration: FakeDevice.scale * [Double(time % 1000), -1, 1000])
  }

  /// Ends `readings`, so that they take no machine of a later test.
  private func end(_ readings: AccelerometerReadings, of machine: FakeMachine) async {
    readings.cancel()
    for await _ in readings.status {}
    #expect(!machine.isOn())
  }

  @Test("readings come in order, to each loop; and the sequence ends when it is cancelled")
  func inOrder() async throws {
    let machine = try FakeMachine([.accelerometer()], scans(1..<51))
    let readings = AccelerometerReadings(sampling: options)
    var iterator = readings.makeAsyncIterator()
    var status = readings.status.makeAsyncIterator()
    guard case .connected(let info)? = await status.next() else {
      Issue.record("not connected")
      return
    }
    #expect(info.name == "fake")
    for time in 1..<51 { #expect(await iterator.next() == reading(time)) }
    var second = readings.makeAsyncIterator()
    machine.play(scans(51..<53))
    for time in 51..<53 {
      #expect(await iterator.next() == reading(time))
      #expect(await second.next() == reading(time))
    }
    readings.cancel()
    #expect(await iterator.next() == nil)
    #expect(await second.next() == nil)
    while await status.next() != nil {}
    #expect(!machine.isOn())
    #expect(readings.dropped == 0 && readings.statistics.readings == 52)
  }

  @Test("a slow loop gets the newest readings, and what it lost is counted")
  func slow() async throws {
    let count = 1024 + 100
    let machine = try FakeMachine([.accelerometer()], scans(1..<count + 1))
    let readings = AccelerometerReadings(sampling: options)
    var quick = readings.makeAsyncIterator()
    var slow = readings.makeAsyncIterator()
    while let next = await quick.next(), next != reading(count) {}
    // Once it has ended, the slow one has the last in its queue too.
    await end(readings, of: machine)
    #expect(readings.dropped >= 100)
    #expect(await slow.next() == reading(101))
  }

  @Test("what cannot be a reading is left out and counted: a time or a value beyond the limits")
  func implausible() async throws {
    let garbage =
      FakeDevice.scan(1, 2, 3, at: .max) + FakeDevice.scan(1, 2, 3, at: .min)
      + FakeDevice.scan(.max, 0, 0, at: 2)
    let device = FakeDevice.accelerometer().with {
      for axis in ["x", "y", "z"] { $0.attributes["accel_\(axis) scale"] = "0.5" }
    }
    let machine = try FakeMachine([device], garbage + FakeDevice.scan(2, 4, 6, at: 3))
    let readings = AccelerometerReadings(sampling: options)
    var iterator = readings.makeAsyncIterator()
    let expected = Reading(timestamp: Timestamp(nanoseconds: 3), acceleration: [1, 2, 3])
    #expect(await iterator.next() == expected)
    #expect(readings.dropped == 3)
    await end(readings, of: machine)
  }

  @Test("two sequences read two accelerometers at once; the end of one leaves the other alone")
  func two() async throws {
    let other = FakeDevice.accelerometer().with { ($0.id, $0.name) = ("iio:device1", "other") }
    let machine = try FakeMachine([.accelerometer(), other], scans(1..<2))
    machine.play(scans(7..<8), on: other.id)
    let first = AccelerometerReadings(AccelerometerChoice(.iio, name: "fake"), sampling: options)
    let second = AccelerometerReadings(AccelerometerChoice(.iio, name: "other"), sampling: options)
    var ofFirst = first.makeAsyncIterator()
    var ofSecond = second.makeAsyncIterator()
    #expect(await ofFirst.next() == reading(1))
    #expect(await ofSecond.next() == reading(7))
    await end(first, of: machine)
    machine.play(scans(8..<9), on: other.id)
    #expect(await ofSecond.next() == reading(8))
    second.cancel()
    for await _ in second.status {}
    #expect(!machine.isOn(other.id))
  }

  @Test("the accelerometer that was chosen is read, and waited for if it is not there")
  func chosen() async throws {
    let machine = try FakeMachine([.accelerometer()], scans(1..<2))
    let readings = AccelerometerReadings(
      AccelerometerChoice(.iio, name: "nobody"), sampling: options)
    guard
      case .unavailable(.unknown("nobody", _))? = await readings.status.first(where: { _ in true })
    else {
      Issue.record("an accelerometer of another name was taken")
      return
    }
    await end(readings, of: machine)
  }

  @Test("the buffer is off once the task that iterates is cancelled, or all was released")
  func cancellation() async throws {
    let machine = try FakeMachine([.accelerometer()], scans(1..<2))
    let readings = AccelerometerReadings(sampling: options)
    let (times, heard) = AsyncStream<Timestamp>.makeStream()
    let task = Task {
      for await reading in readings { heard.yield(reading.timestamp) }
    }
    #expect(await times.first { _ in true }?.nanoseconds == 1)
    #expect(machine.isOn())
    task.cancel()
    await task.value
    // It ends once the buffer is off.
    for await _ in readings.status {}
    #expect(!machine.isOn())

    var status: AsyncStream<AccelerometerReadings.Status>
    do {
      let released = AccelerometerReadings(sampling: options)
      status = released.status
      #expect(await status.first { _ in true }.map { "\($0)".hasPrefix("connected") } == true)
    }
    for await _ in status {}
    #expect(!machine.isOn())
  }
}
