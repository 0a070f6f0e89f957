// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import SystemPackage
import Testing

@testable import MotionSensors

/// Events as the kernel codes them.
@Suite struct KernelEventTests {
  @Test(
    "ids mean what drivers mean by them",
    arguments: [
      (0x0704_0B03_0000_0000, .tap), (0x0705_0B03_0000_0000, .doubleTap),
      // mma8452 falls, bmc150 moves along x, lsm6dsx wakes along z, bma400 is active.
      (0x0102_0703_0000_0000, .freeFall), (0x0201_0103_0000_0000, .motion),
      (0x0000_0303_0000_0000, .motion), (0x0101_0B03_0000_0000, .motion),
      // bma400 is inactive, a step, a change of inclination, voltage, gestures without a direction
      // of ours.
      (0x0102_0B03_0000_0000, nil), (0x0503_0014_0000_0000, nil), (0x0201_010A_0000_0000, nil),
      (0x0001_0000_0000_0000, nil), (0x0703_0B03_0000_0000, nil), (0xFF7F_FFFF_FFFF_FFFF, nil),
    ] as [(UInt64, ChipEvent?)])
  func meaning(_ id: UInt64, _ event: ChipEvent?) {
    #expect(ChipEvent(KernelEvent(id: id, timestamp: Timestamp(nanoseconds: 0))) == event)
  }

  @Test("the differential bit is no part of the direction, nor are channel numbers of the type")
  func fields() {
    let event = KernelEvent(id: 0x0784_0B03_0001_0002, timestamp: Timestamp(nanoseconds: 0))
    #expect(event.type == .gesture && event.direction == .singleTap)
    #expect(event.modifier == 11 && event.channelType == 3)
  }

  @Test("events lie one after the other, 16 bytes each; a part of one is none")
  func decoding() {
    let ids: [UInt64] = [0x0704_0B03_0000_0000, 0x0102_0703_0000_0000]
    var bytes: [UInt8] = []
    for (id, time) in zip(ids, [5, -7] as [Int64]) {
      withUnsafeBytes(of: id.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: time.littleEndian) { bytes += $0 }
    }
    let events = bytes.withUnsafeBytes { KernelEvent.decoded($0) }
    #expect(events.map(\.id) == ids)
    #expect(events.map(\.timestamp.nanoseconds) == [5, -7])
    #expect(bytes[..<31].withUnsafeBytes { KernelEvent.decoded($0).count } == 1)
    #expect([UInt8]().withUnsafeBytes { KernelEvent.decoded($0).isEmpty })
  }

  @Test(
    "attributes switch on what their names say",
    arguments: [
      ("in_accel_gesture_singletap_en", .tap), ("in_accel_gesture_doubletap_en", .doubleTap),
      ("in_accel_x&y&z_mag_falling_en", .freeFall), ("in_accel_x_roc_rising_en", .motion),
      ("in_accel_z_thresh_either_en", .motion), ("in_accel_mag_rising_en", .motion),
      ("in_accel_x|y|z_mag_adaptive_rising_en", .motion),
      ("in_accel_x_mag_referenced_rising_en", .motion),
      ("in_accel_x_roc_rising_value", nil), ("in_accel_mag_falling_en", nil),
      ("in_steps_change_en", nil), ("in_anglvel_x_roc_rising_en", nil), ("in_accel_x_en", nil),
    ] as [(String, ChipEvent?)])
  func attribute(_ name: String, _ event: ChipEvent?) {
    #expect(ChipEvent(enabledBy: name) == event)
  }

  @Test("of an event with several attributes every one is switched on")
  func attributes() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["in_accel_x_roc_rising_en", "in_accel_y_roc_rising_en"]
    for name in names + ["in_accel_gesture_singletap_en", "in_accel_roc_rising_value"] {
      try Data("0".utf8).write(to: folder.appendingPathComponent(name))
    }
    func value(_ name: String) -> String? {
      try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    let attributes = EventAttributes(folder: folder.path)
    #expect(attributes.events == [.motion, .tap] && attributes.names[.motion] == names)
    try attributes.enable(.motion)
    #expect(names.allSatisfy { value($0) == "1" })
    #expect(value("in_accel_gesture_singletap_en") == "0")
    // One axis is enough.
    try FileManager.default.removeItem(at: folder.appendingPathComponent(names[0]))
    try attributes.enable(.motion)
    try FileManager.default.removeItem(at: folder)
    #expect(throws: Errno.noSuchFileOrDirectory) { try attributes.enable(.motion) }
    #expect(throws: Errno.noSuchFileOrDirectory) { try attributes.enable(.freeFall) }
    #expect(EventAttributes(folder: folder.path).events.isEmpty)
  }

  @Test("readings stand in for events that the chip does not tell")
  func demand() {
    let motions = [MotionKind.flip, .tap, .freeFall].map { MotionRegistry.defaults(of: $0) }
    let wanted = Demand(motions.reduce(into: []) { $0.formUnion($1) })
    let demand = SamplingDemand(wanted, usesChip: true)
    #expect(demand.events == [.tap: 200, .freeFall: 100])
    #expect(demand.rate(with: []) == 200)
    #expect(demand.rate(with: [.tap]) == 100)
    #expect(demand.rate(with: [.tap, .freeFall, .motion]) == 25)
    #expect(SamplingDemand(wanted).rate(with: [.tap]) == 200)
    #expect(SamplingDemand(wanted, at: 50, usesChip: true).rate(with: []) == 50)
    let still = Demand(MotionRegistry.defaults(of: .still))
    let rest = SamplingDemand(still, usesChip: true, isResting: true)
    #expect(rest.rate(with: [.motion]) == nil && rest.rate(with: [.tap]) == 10)
    #expect(SamplingDemand(still, isResting: true) == SamplingDemand(still))
  }
}
