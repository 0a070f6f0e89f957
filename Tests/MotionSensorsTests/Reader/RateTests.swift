// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import MotionCore
import MotionSensors
import TestTraits
import Testing

/// A reader that is to sample at another rate.
@Suite(.waits, .oneMachine) struct RateTests {
  private func scan(_ number: Int64) -> [UInt8] {
    FakeDevice.scan(1, 2, 3, at: number * 10_000_000)
  }

  @Test("while it samples: the buffer is opened anew, and that is no loss and no gap")
  func sampling() throws {
    try withReader(of: [.accelerometer()], [scan(1)]) { probe, machine, reader in
      try #expect(probe.started().rate == 100)
      _ = try probe.readings(1)
      machine.play(scan(2))
      _ = try probe.readings(1)
      // The nearest above that it has.
      reader.setRate(150)
      try #expect(probe.started().rate == 200)
      #expect(machine.attribute("sampling_frequency") == "200")
      machine.play(scan(3))
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [30_000_000])
      let statistics = reader.statistics
      #expect(statistics.losses == 0 && statistics.reopenings == 0 && statistics.gaps == 0)
    }
  }

  @Test(
    "what it was asked for already changes nothing, also if it lists no rates and keeps its own",
    arguments: [([100, 75, 99.999], 100), ([100], 90)])
  func same(asked: [Hertz], rate: Hertz) throws {
    let device = FakeDevice.accelerometer().with {
      $0.attributes["sampling_frequency"] = "\(rate)"
      if rate == 90 { $0.attributes["sampling_frequency_available"] = nil }
      $0.refused = ["sampling_frequency"]
    }
    try withReader(of: [device]) { probe, machine, reader in
      try #expect(probe.started().rate == rate)
      for rate in asked { reader.setRate(rate) }
      reader.demand(SamplingDemand(Demand(MotionRegistry.defaults(of: .shake)), at: 100))
      // A new start would come between them.
      for number in 2...3 as ClosedRange<Int64> {
        machine.play(scan(number))
        try #expect(probe.readings(1).count == 1)
      }
    }
  }

  @Test("before it samples: it starts at the rate that was set last")
  func before() throws {
    let machine = try FakeMachine([.accelerometer()])
    let probe = ReaderProbe()
    let reader = AccelerometerReader(.automatic) { probe.put($0) }
    reader.setRate(200)
    reader.setRate(10)
    try reader.start(waiting: false)
    try #expect(probe.started().rate == 50)
    reader.stop()
    reader.setRate(200)
    #expect(!machine.isOn() && probe.rest == 0)
    try reader.start(waiting: false)
    try #expect(probe.started().rate == 200)
    reader.stop()
  }

  @Test("if it does not start again it is lost, and looked for with the new rate")
  func refused() throws {
    try withReader(of: [.accelerometer()]) { probe, machine, reader in
      _ = try probe.started()
      try machine.add(.accelerometer().with { $0.refused = ["buffer"] })
      reader.setRate(200)
      guard case .failed = try probe.lost() else {
        Issue.record("lost for another reason")
        return
      }
      machine.permitAll()
      try #expect(probe.started().rate == 200)
      #expect(reader.statistics.losses == 1 && reader.statistics.reopenings == 1)
    }
  }
}
