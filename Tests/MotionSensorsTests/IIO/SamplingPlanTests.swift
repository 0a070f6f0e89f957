// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MotionSensors

/// In which ways an accelerometer can be sampled, and which is tried next.
@Suite struct SamplingPlanTests {
  private static let plan = SamplingPlan(
    id: "iio:device3", name: "bmc150_accel", isStreamable: true, isReadable: true,
    takesTrigger: true, hasHardwareFifo: false, trigger: nil, triggers: [], canMakeTimer: false)

  private static let triggers = [
    "sysfs1", "bmc150_accel-any-motion-dev3", "motiond-iio-device3", "bmc150_accel-dev3",
    "bmc150_accel-dev2",
  ]
  private static let own = SamplingWay.trigger("bmc150_accel-dev3")
  private static let ofItsName: [SamplingWay] = [
    .trigger("bmc150_accel-any-motion-dev3"), .trigger("bmc150_accel-dev2"),
  ]
  private static let foreign = SamplingWay.trigger("sysfs1")

  @Test("its own trigger, those of its name, anybody's, a timer, its buffer alone, single values")
  func order() {
    var plan = Self.plan
    (plan.triggers, plan.canMakeTimer) = (Self.triggers, true)
    #expect(plan.ways == [Self.own] + Self.ofItsName + [Self.foreign, .timer, .buffer, .poll])
    plan.name = nil
    plan.triggers = ["timer", "iio:device3-dev3"]
    #expect(plan.ways.first == .trigger("iio:device3-dev3"))
  }

  @Test("the trigger that it has goes first, unless it only fires on motion or is a reader's")
  func current() {
    var plan = Self.plan
    plan.triggers = Self.triggers
    plan.trigger = "sysfs1"
    #expect(plan.ways == [Self.foreign, Self.own] + Self.ofItsName + [.buffer, .poll])
    for left in ["bmc150_accel-any-motion-dev3", "motiond-iio-device3", "bmc150_accel-dev3"] {
      plan.trigger = left
      #expect(plan.ways == [Self.own] + Self.ofItsName + [Self.foreign, .buffer, .poll])
    }
  }

  @Test("one that needs no trigger just streams; with a FIFO of its own a trigger is a detour")
  func noTrigger() {
    var plan = Self.plan
    plan.takesTrigger = false
    (plan.triggers, plan.canMakeTimer) = (["sysfs1"], true)
    #expect(plan.ways == [.buffer, .poll])
    (plan.takesTrigger, plan.hasHardwareFifo) = (true, true)
    #expect(plan.ways == [.buffer, Self.foreign, .timer, .poll])
  }

  @Test("without a buffer there are single values, or nothing")
  func noBuffer() {
    var plan = Self.plan
    (plan.isStreamable, plan.triggers, plan.canMakeTimer) = (false, Self.triggers, true)
    #expect(plan.ways == [.poll])
    plan.isReadable = false
    #expect(plan.ways == [])
    plan.isStreamable = true
    #expect(!plan.ways.contains(.poll))
  }

  @Test("ways that stay silent are left out, until each has been silent")
  func memory() {
    let ways: [SamplingWay] = [.trigger("a"), .timer, .poll]
    var memory = OpeningMemory()
    for _ in 0..<2 {
      memory.stayedSilent(.trigger("a"), of: Self.key)
      #expect(memory.ways(among: ways, of: Self.key) == [.timer, .poll])
      memory.stayedSilent(.timer, of: Self.key)
      #expect(memory.ways(among: ways, of: Self.key) == [.poll])
      memory.stayedSilent(.poll, of: Self.key)
      #expect(memory.ways(among: ways, of: Self.key) == ways)
    }
    #expect(memory.ways(among: [], of: Self.key) == [])
  }

  @Test("a better way that appears is tried first, whatever delivered before")
  func better() {
    var memory = OpeningMemory()
    memory.delivered(.poll, of: Self.key)
    #expect(memory.ways(among: [.timer, .poll], of: Self.key) == [.timer, .poll])
    #expect(
      memory.ways(among: [.trigger("late"), .timer, .poll], of: Self.key)
        == [.trigger("late"), .timer, .poll])
    // What delivers is not silent, whatever was thought of it.
    memory.stayedSilent(.timer, of: Self.key)
    memory.delivered(.timer, of: Self.key)
    #expect(memory.ways(among: [.timer, .poll], of: Self.key) == [.timer, .poll])
  }

  @Test("what is known of one accelerometer says nothing of another, also under the same number")
  func others() {
    var memory = OpeningMemory()
    memory.stayedSilent(.buffer, of: Self.key)
    memory.refused([.motion], of: Self.key)
    for other in [
      OpeningMemory.Key(id: "iio:device1", name: "bmc150"),
      OpeningMemory.Key(id: "iio:device0", name: "kxcjk1013"),
    ] {
      #expect(memory.ways(among: [.buffer, .poll], of: other) == [.buffer, .poll])
      #expect(memory.refusedEvents(of: other) == [])
    }
    #expect(memory.ways(among: [.buffer, .poll], of: Self.key) == [.poll])
    #expect(memory.refusedEvents(of: Self.key) == [.motion])
  }

  private static let key = OpeningMemory.Key(id: "iio:device0", name: "bmc150")
}
