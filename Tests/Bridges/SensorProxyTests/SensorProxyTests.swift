import BusTestSupport
import Glibc
import MotionCore
import Testing

@testable import MotionBus

/// The interface of iio-sensor-proxy on a real bus.
@Suite(.enabled(if: PrivateBus.isInstalled)) struct SensorProxyTests {
  private static let screen = Demand([.orientation(.screen)])

  /// A service that serves the interface, with an accelerometer.
  private func rig(
    trusting trusted: Set<UInt32> = [geteuid()], limits: ServiceLimits? = nil, policy: String = ""
  ) async throws -> ServiceRig {
    let rig = try ServiceRig(trusting: trusted, limits: limits, policy: policy)
    rig.service.update(device: "accelerometer", rate: 100)
    rig.service.update(sensorProxy: true)
    return rig
  }

  private func serving() async throws -> ServiceRig {
    let rig = try await rig()
    try process([], rig.log) { rig.log.news == [.serving] }
    return rig
  }

  private func hold(_ rig: ServiceRig, _ edge: DeviceOrientation?, _ tilt: ScreenTilt = .vertical)
    async
  {
    rig.service.emit(
      .screen(ScreenPose(edge: edge, tilt: tilt)), of: .orientation(.screen))
    await rig.service.pass()
  }

  @Test("without a claim all properties are those of a proxy that has only an accelerometer")
  func properties() async throws {
    let rig = try await serving()
    let client = try rig.proxyClient()
    let accelerometer: [String: BusValue] = [
      "HasAccelerometer": .bool(true), "AccelerometerOrientation": .string("undefined"),
      "AccelerometerTilt": .string("undefined"), "HasAmbientLight": .bool(false),
      "LightLevelUnit": .string("lux"), "LightLevel": .double(0), "HasProximity": .bool(false),
      "ProximityNear": .bool(false),
    ]
    #expect(try client.proxyValues() == accelerometer)
    let compass = try client.call(
      "org.freedesktop.DBus.Properties", "GetAll", [.string("\(SensorProxy.interface).Compass")],
      to: SensorProxy.name, "\(SensorProxy.path)/Compass")
    #expect(
      compass
        == .success([.dictionary(["HasCompass": .bool(false), "CompassHeading": .double(0)])]))
    // As with the proxy, what is not there can be claimed.
    for method in ["ClaimLight", "ReleaseLight", "ClaimProximity", "ReleaseProximity"] {
      #expect(try client.proxy(method) == .success([]), "\(method)")
    }
    #expect(rig.log.demands.isEmpty)
  }

  @Test("a claim is a demand; its client alone is told each change, in the proxy's words")
  func claim() async throws {
    let rig = try await serving()
    let (client, other) = (try rig.proxyClient(), try rig.proxyClient())
    #expect(try client.proxy("ClaimAccelerometer") == .success([]))
    #expect(try client.proxy("ClaimAccelerometer") == .success([]))
    #expect(rig.log.demands == [Self.screen])
    let words: [(DeviceOrientation?, ScreenTilt, String, String)] = [
      (nil, .faceUp, "undefined", "face-up"), (.portrait, .tiltedUp, "bottom-up", "tilted-up"),
      (.portraitUpsideDown, .vertical, "normal", "vertical"),
      (.landscapeLeft, .tiltedDown, "left-up", "tilted-down"),
      (.landscapeRight, .faceDown, "right-up", "face-down"),
      (nil, .faceDown, "right-up", "face-down"),
    ]
    for (edge, tilt, word, tiltWord) in words {
      await hold(rig, edge, tilt)
      #expect(try client.proxyValues()["AccelerometerOrientation"] == .string(word))
      #expect(try client.proxyValues()["AccelerometerTilt"] == .string(tiltWord))
    }
    try other.settle()
    #expect(other.changes.isEmpty)
    #expect(
      client.changes.compactMap { $0["AccelerometerOrientation"] }
        == ["bottom-up", "normal", "left-up", "right-up"].map { .string($0) })
    #expect(client.changes.count == 5)
  }

  @Test("a client that claims later is told the orientation, which it may have read long ago")
  func later() async throws {
    let rig = try await serving()
    let first = try rig.proxyClient()
    #expect(try first.proxy("ClaimAccelerometer") == .success([]))
    await hold(rig, .landscapeLeft)
    let second = try rig.proxyClient()
    #expect(try second.proxy("ClaimAccelerometer") == .success([]))
    try second.settle()
    #expect(
      second.changes == [
        ["AccelerometerOrientation": .string("left-up"), "AccelerometerTilt": .string("vertical")]
      ])
  }

  @Test("the last release, or the last client that leaves, ends the demand; the orientation stays")
  func release() async throws {
    let rig = try await serving()
    let (first, second) = (try rig.proxyClient(), try rig.proxyClient())
    for each in [first, second] { #expect(try each.proxy("ClaimAccelerometer") == .success([])) }
    await hold(rig, .landscapeRight)
    #expect(try first.proxy("ReleaseAccelerometer") == .success([]))
    #expect(try first.proxy("ReleaseAccelerometer") == .success([]))
    #expect(rig.log.demands == [Self.screen])
    second.connection.close()
    try process([], rig.log) { rig.log.demands == [Self.screen, Demand()] }
    rig.service.emit(.screen(nil), of: .orientation(.screen))
    await rig.service.pass()
    #expect(try first.proxyValues()["AccelerometerOrientation"] == .string("right-up"))
  }

  @Test("an accelerometer that goes is told to everybody, and its orientation with it")
  func unplugged() async throws {
    let rig = try await serving()
    let (client, other) = (try rig.proxyClient(), try rig.proxyClient())
    #expect(try client.proxy("ClaimAccelerometer") == .success([]))
    await hold(rig, .portrait)
    rig.service.update(device: nil, rate: nil)
    await rig.service.pass()
    try other.settle()
    #expect(other.changes == [["HasAccelerometer": .bool(false)]])
    let values = try client.proxyValues()
    #expect(values["HasAccelerometer"] == .bool(false))
    #expect(values["AccelerometerOrientation"] == .string("undefined"))
    #expect(client.changes.last?["AccelerometerOrientation"] == .string("undefined"))
    rig.service.update(device: "another", rate: 100)
    await rig.service.pass()
    #expect(try client.proxyValues()["HasAccelerometer"] == .bool(true))
    #expect(rig.log.demands == [Self.screen])
  }

  @Test("claims of motions and of the screen are one client's, and do not touch each other")
  func both() async throws {
    let rig = try await serving()
    let client = try rig.proxyClient()
    try client.claim()
    #expect(try client.proxy("ClaimAccelerometer") == .success([]))
    #expect(rig.log.demands.last == Demand([.shake(), .orientation(.screen)]))
    await hold(rig, .portrait)
    await rig.emit(.recognized(at: 1).of(.orientation), of: .orientation(.screen))
    #expect(try client.motion("Release") == .success([]))
    #expect(rig.log.demands.last == Self.screen)
    #expect(client.events.isEmpty)
    guard case .dictionary(let clients)? = rig.service.status["Clients"],
      case .dictionary(let shown)? = clients["1"]
    else {
      Issue.record("\(rig.service.status)")
      return
    }
    #expect(clients.count == 1)
    #expect(shown["screen"] == .bool(true))
    #expect(rig.service.status["SensorProxy"] == .string("serving"))
    #expect(try client.proxy("ReleaseAccelerometer") == .success([]))
    #expect(rig.log.demands.last == Demand())
  }

  @Test("who holds all claims that one may hold gets none here either")
  func quota() async throws {
    let rig = try await rig(
      limits: ServiceLimits(
        claims: Quota.Limits(total: 1), questions: Quota.Limits(total: 1),
        samples: Quota.Limits(total: 1)))
    try process([], rig.log) { rig.log.news == [.serving] }
    let (first, second) = (try rig.proxyClient(), try rig.proxyClient())
    try first.claim()
    #expect(try second.proxy("ClaimAccelerometer").refusal == Motion1.ErrorName.tooManyClaims)
    #expect(try first.proxy("ClaimAccelerometer") == .success([]))
  }

  @Test("who polkit does not name is told, and keeps no sensor awake")
  func standing() async throws {
    let rig = try await rig(trusting: [])
    try process([], rig.log) { rig.log.news == [.serving] }
    let polkit = try FakePolkit(.address(rig.bus.address)) {
      try $0.reply([.structure([.bool(false), .bool(false), .texts([:])])])
    }
    let client = try rig.proxyClient()
    let answer = try client.call(
      SensorProxy.interface, "ClaimAccelerometer", to: SensorProxy.name, SensorProxy.path,
      with: [polkit.connection])
    #expect(answer == .success([]))
    #expect(polkit.questions.map { $0[1] } == [.string("org.motiond.motion1.claim")])
    #expect(rig.log.demands.isEmpty)
    await hold(rig, .portrait)
    try client.settle()
    #expect(client.changes.last?["AccelerometerOrientation"] == .string("bottom-up"))
  }

  @Test("a name that another has is waited for; who asks for it gets it, with the accelerometer")
  func owners() async throws {
    let rig = try ServiceRig()
    let proxy = try rig.proxyClient()
    #expect(try proxy.requestName(4) == .success([.uint32(1)]))
    rig.service.update(device: "accelerometer", rate: 100)
    rig.service.update(sensorProxy: true)
    try process([], rig.log) { rig.log.news == [.waiting] }
    // Calls to motiond itself are refused meanwhile.
    let client = try rig.proxyClient()
    let early = try client.call(
      SensorProxy.interface, "ClaimAccelerometer", to: Motion1.name, SensorProxy.path)
    #expect(early.refusal == Motion1.ErrorName.failed)
    proxy.connection.close()
    try process([], rig.log) { rig.log.news == [.waiting, .serving] }
    #expect(try client.proxy("ClaimAccelerometer") == .success([]))
    #expect(rig.log.demands == [Self.screen])
    // As a proxy does that was started with --replace.
    let replacing = try rig.proxyClient()
    #expect(try replacing.requestName(3) == .success([.uint32(1)]))
    try process([], rig.log) { rig.log.news.last == .gaveWay }
    try process([], rig.log) { rig.log.demands == [Self.screen, Demand()] }
    replacing.connection.close()
    try process([], rig.log) { rig.log.news.last == .serving }
    rig.service.update(sensorProxy: false)
    await rig.service.pass()
    let bus = "org.freedesktop.DBus"
    try process([client.connection]) {
      (try? client.call(bus, "NameHasOwner", [.string(SensorProxy.name)], to: bus, "/"))
        == .success([.bool(false)])
    }
    #expect(rig.log.news == [.waiting, .serving, .gaveWay, .serving])
  }

  @Test("one that asks without replacing does not get the name, nor does motiond take it from one")
  func noReplacement() async throws {
    let rig = try await serving()
    let proxy = try rig.proxyClient()
    #expect(try proxy.requestName(0) == .success([.uint32(2)]))
    #expect(try proxy.proxyValues()["HasAccelerometer"] == .bool(true))
    #expect(rig.log.news == [.serving])
  }

  @Test("a bus that does not let motiond own the name is told of, and asked again")
  func refused() async throws {
    let rig = try await rig(
      policy: "<policy context=\"default\"><deny own=\"\(SensorProxy.name)\"/></policy>")
    try process([], rig.log) { rig.log.news.count == 1 }
    guard case .refused(let message)? = rig.log.news.first else {
      Issue.record("\(rig.log.news)")
      return
    }
    #expect(message.contains(SensorProxy.name))
    #expect(rig.service.status["SensorProxy"] == .string("refused by the bus"))
    rig.service.update(sensorProxy: true)
    try process([], rig.log) { rig.log.news.count == 2 }
    // Motions are served all the same.
    try rig.proxyClient().claim()
  }
}

extension RequestLog {
  fileprivate var news: [SensorProxyNews] {
    all.compactMap { if case .sensorProxy(let news) = $0 { news } else { nil } }
  }
}

extension ServiceRig {
  /// A client that hears of changes of the proxy's properties.
  fileprivate func proxyClient() throws -> BusClient {
    let client = try client()
    try client.listen("path='\(SensorProxy.path)'")
    return client
  }
}

extension BusClient {
  /// Calls a method of the proxy's interface.
  fileprivate func proxy(_ member: String) throws -> Result<[BusValue], BusError> {
    try call(SensorProxy.interface, member, to: SensorProxy.name, SensorProxy.path)
  }

  /// The properties of the proxy's interface by name.
  fileprivate func proxyValues() throws -> [String: BusValue] {
    let answer = try call(
      "org.freedesktop.DBus.Properties", "GetAll", [.string(SensorProxy.interface)],
      to: SensorProxy.name, SensorProxy.path)
    guard case .success(let values) = answer, case .dictionary(let properties)? = values.first
    else { return [:] }
    return properties
  }

  /// The changes of the proxy's properties that it was told.
  fileprivate var changes: [[String: BusValue]] {
    signals.compactMap { signal in
      guard signal.member == "PropertiesChanged", signal.values.count == 3,
        signal.values[0] == .string(SensorProxy.interface),
        case .dictionary(let changes) = signal.values[1]
      else { return nil }
      return changes
    }
  }

  fileprivate func requestName(_ flags: UInt32) throws -> Result<[BusValue], BusError> {
    let bus = "org.freedesktop.DBus"
    return try call(
      bus, "RequestName", [.string(SensorProxy.name), .uint32(flags)], to: bus, "/")
  }
}
