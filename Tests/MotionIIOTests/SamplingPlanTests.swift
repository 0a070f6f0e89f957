// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MotionIIO

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

  @Test("ways that fail lead to the next, and in the end to the first again")
  func memory() {
    let ways: [SamplingWay] = [.trigger("a"), .timer, .poll]
    var memory = SamplingMemory()
    for _ in 0..<2 {
      for way in ways {
        #expect(memory.next(among: ways) == way)
        #expect(memory.next(among: ways) == way, "asking changed something")
        memory.failed(way)
      }
    }
    #expect(memory.next(among: []) == nil)
  }

  @Test("a way that delivered is kept, until it fails")
  func kept() {
    let ways: [SamplingWay] = [.trigger("a"), .timer, .poll]
    var memory = SamplingMemory()
    memory.failed(.trigger("a"))
    memory.delivered(.timer)
    #expect(memory.next(among: ways) == .timer)
    #expect(memory.next(among: [.trigger("b")] + ways) == .timer)
    #expect(memory.next(among: [.trigger("a"), .poll]) == .poll)
    memory.failed(.timer)
    #expect(memory.next(among: ways) == .poll)
    // What delivers has not failed, whatever was thought of it.
    memory.delivered(.trigger("a"))
    memory.failed(.poll)
    #expect(memory.next(among: ways) == .trigger("a"))
  }

  @Test("one for whom all that is has failed begins again, whatever else has failed")
  func beginsAgain() {
    var memory = SamplingMemory()
    for way: SamplingWay in [.trigger("a"), .buffer, .timer] { memory.failed(way) }
    #expect(memory.next(among: [.buffer, .timer]) == .buffer)
  }
}
