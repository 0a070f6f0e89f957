// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import MotionCore
import TestTraits
import Testing

@testable import motiond_sensor_proxy

/// The interface of iio-sensor-proxy on a real bus, from the readings of a motiond.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct SensorProxyTests {
  private static let poses: [(up: (x: Double, y: Double, z: Double), edge: String, tilt: String)] =
    [
      ((0, 0, 9.8), "undefined", "face-up"), ((0, 8, 5.7), "bottom-up", "tilted-up"),
      ((0, -9.8, 0), "normal", "vertical"), ((8, 0, -5.7), "left-up", "tilted-down"),
      ((-9.8, 0, 0), "right-up", "vertical"), ((0, 0, -9.8), "right-up", "face-down"),
    ]

  @Test("without a claim all properties are those of a proxy that has only an accelerometer")
  func properties() throws {
    let rig = try BridgeRig.serving()
    let client = try rig.client()
    let values: [String: BusValue] = [
      "HasAccelerometer": .bool(true), "AccelerometerOrientation": .string("undefined"),
      "AccelerometerTilt": .string("undefined"), "HasAmbientLight": .bool(false),
      "LightLevelUnit": .string("lux"), "LightLevel": .double(0), "HasProximity": .bool(false),
      "ProximityNear": .bool(false),
    ]
    #expect(client.call("GetAll", of: rig) == values)
    // As with the proxy, a sensor that is not there can be claimed.
    for method in ["ClaimLight", "ReleaseLight", "ClaimProximity", "ReleaseProximity"] {
      #expect(try client.proxy(method, in: rig) == .success([]), "\(method)")
    }
    #expect(rig.motiond?.rates == [])
  }

  @Test("a claim opens the pipe; its client alone is sent each change, in the proxy's words")
  func claim() throws {
    let rig = try BridgeRig.serving()
    let (client, other) = (try rig.client(), try rig.client())
    for _ in 0..<2 { #expect(try client.proxy("ClaimAccelerometer", in: rig) == .success([])) }
    try rig.run { rig.motiond?.isRead == true }
    #expect(rig.motiond?.rates == [.double(10)])
    for pose in Self.poses {
      rig.motiond?.hold(pose.up)
      try rig.run {
        let values = client.call("GetAll", of: rig)
        return values?["AccelerometerOrientation"] == .string(pose.edge)
          && values?["AccelerometerTilt"] == .string(pose.tilt)
      }
    }
    #expect(
      client.changes.compactMap { $0["AccelerometerOrientation"] }
        == ["bottom-up", "normal", "left-up", "right-up"].map { .string($0) })
    #expect(other.changes.isEmpty)
    // What a client has read before its claim may be out of date.
    #expect(try other.proxy("ClaimAccelerometer", in: rig) == .success([]))
    try rig.run { !other.changes.isEmpty }
    #expect(
      other.changes == [
        [
          "AccelerometerOrientation": .string("right-up"),
          "AccelerometerTilt": .string("face-down"),
        ]
      ])
  }

  @Test("the last release, or the last client that leaves, closes the pipe; the orientation stays")
  func release() throws {
    let rig = try BridgeRig.serving()
    let (first, second) = (try rig.claimed(), try rig.claimed())
    rig.motiond?.hold((-9.8, 0, 0))
    try rig.run { !second.changes.isEmpty }
    #expect(try first.proxy("ReleaseAccelerometer", in: rig) == .success([]))
    #expect(rig.motiond?.isRead == true)
    #expect(try second.proxy("ReleaseAccelerometer", in: rig) == .success([]))
    try rig.run { rig.motiond?.isRead == false }
    #expect(
      first.call("GetAll", of: rig)?["AccelerometerOrientation"] == .string("right-up"))
    #expect(rig.motiond?.rates.count == 1)
  }

  @Test("an accelerometer that goes is announced to all, and its orientation with it")
  func unplugged() throws {
    let rig = try BridgeRig.serving()
    let (client, other) = (try rig.claimed(), try rig.client())
    rig.motiond?.hold((0, 9.8, 0))
    try rig.run { !client.changes.isEmpty }
    try rig.motiond?.show(hasAccelerometer: false)
    try rig.run { !other.changes.isEmpty }
    #expect(other.changes == [["HasAccelerometer": .bool(false)]])
    let values = client.call("GetAll", of: rig)
    #expect(values?["AccelerometerOrientation"] == .string("undefined"))
    try rig.motiond?.show(hasAccelerometer: true)
    try rig.run(untilHasAccelerometer: true)
  }

  @Test("a controller says nothing about the screen: it is no accelerometer here")
  func controller() throws {
    let rig = try BridgeRig.serving()
    try rig.motiond?.show(["Subsystem": .string("input")])
    try rig.run(untilHasAccelerometer: false)
    try rig.motiond?.show(["Subsystem": .string("iio")])
    try rig.run(untilHasAccelerometer: true)
  }

  @Test("an accelerometer in the base says nothing about the screen, from the start and later")
  func base() throws {
    let rig = try BridgeRig.serving()
    for (place, isThere) in [
      ("base", false), ("unknown", true), ("base", false), ("display", true),
    ] {
      try rig.motiond?.show(["Place": .string(place)])
      try rig.run(untilHasAccelerometer: isThere)
    }
    // The next motiond has another one.
    try rig.motiond?.show(["Place": .string("base")])
    try rig.run(untilHasAccelerometer: false)
    rig.stopMotiond()
    try rig.startMotiond()
    try rig.run(untilHasAccelerometer: true)
  }

  @Test("a motiond that ends takes the accelerometer along; the next one is asked at once")
  func restart() throws {
    let rig = try BridgeRig.serving()
    let client = try rig.claimed()
    rig.stopMotiond()
    try rig.run(untilHasAccelerometer: false)
    try rig.startMotiond()
    try rig.run { rig.motiond?.isRead == true }
    #expect(client.call("GetAll", of: rig)?["HasAccelerometer"] == .bool(true))
    rig.motiond?.hold((9.8, 0, 0))
    try rig.run { client.changes.last?["AccelerometerOrientation"] == .string("left-up") }
  }

  @Test("a client beyond the limit is refused, and its release makes room")
  func quota() throws {
    let rig = try BridgeRig.serving(limits: .init(total: 1))
    let (first, second) = (try rig.client(), try rig.client())
    #expect(try first.proxy("ClaimAccelerometer", in: rig) == .success([]))
    guard
      case .failure(.refused(_, let name, _))? =
        try second.proxy("ClaimAccelerometer", in: rig)
    else {
      Issue.record("no refusal")
      return
    }
    #expect(name == Motion1.ErrorName.limitExceeded)
    #expect(try first.proxy("ReleaseAccelerometer", in: rig) == .success([]))
    #expect(try second.proxy("ClaimAccelerometer", in: rig) == .success([]))
  }

  @Test("a user whom polkit does not name hears of poses, and keeps no sensor awake")
  func standing() throws {
    let rig = try BridgeRig.serving(trusting: [])
    try rig.startPolkit(false)
    let client = try rig.client()
    #expect(try client.proxy("ClaimAccelerometer", in: rig) == .success([]))
    #expect(rig.polkit?.actions == [.string(ProxyService.action)])
    #expect(rig.motiond?.rates == [])
  }

  @Test("a name that another has is waited for; a program that asks for it gets it")
  func owners() throws {
    let rig = try BridgeRig.serving()
    let (_, proxy) = (try rig.claimed(), try rig.client())
    // One that asks without replacing waits.
    #expect(try proxy.requestName(0, in: rig) == .success([.uint32(2)]))
    // As a proxy does that was started with --replace.
    #expect(try proxy.requestName(3, in: rig) == .success([.uint32(1)]))
    try rig.run { rig.motiond?.isRead == false }
    proxy.connection.close()
  }

  @Test("a name that the bus refuses is had once the bus has read a policy that allows it")
  func refusedAtFirst() throws {
    let rig = try BridgeRig(policy: PrivateBus.ownerlessPolicy, motiond: false)
    let client = try rig.client()
    #expect(client.call("GetAll", of: rig) == nil)
    try rig.bus.write(policy: PrivateBus.openPolicy)
    #expect(try client.reload(in: rig) == .success([]))
    // Time stands still: the bus says that it has read it.
    try rig.run { client.call("GetAll", of: rig) != nil }
  }

  @Test("the bus is asked again after a second, without a word from it")
  func refusedForASecond() throws {
    let rig = try BridgeRig(policy: PrivateBus.ownerlessPolicy, motiond: false)
    try rig.run { rig.bridge.retry != nil }
    #expect(rig.bridge.retry == Timestamp(nanoseconds: 1_000_000_000))
    rig.clock.now = Timestamp(nanoseconds: 1_000_000_000)
    try rig.run { rig.bridge.retry == Timestamp(nanoseconds: 6_000_000_000) }
  }
}
