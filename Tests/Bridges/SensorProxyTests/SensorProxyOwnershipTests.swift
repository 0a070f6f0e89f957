import Testing

@testable import motiond_sensor_proxy

/// The owner of iio-sensor-proxy's name, step by step.
@Suite struct SensorProxyOwnershipTests {
  @Test("a free name is served; another's is waited for, and said once")
  func waiting() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.want(true) == true)
    #expect(ownership.take(.other) == .waiting)
    #expect(ownership.take(.other) == nil)
    #expect(ownership.take(.nobody) == nil)
    #expect(!ownership.isServing)
    #expect(ownership.take(.motiond) == .serving)
    // The bus answers, and tells everybody.
    #expect(ownership.take(.motiond) == nil)
    #expect(ownership.isServing)
  }

  @Test("who takes the name has it, until it is free again")
  func givingWay() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.want(true) == true)
    #expect(ownership.take(.motiond) == .serving)
    #expect(ownership.take(.other) == .gaveWay)
    #expect(!ownership.isServing)
    #expect(ownership.take(.motiond) == .serving)
  }

  @Test("a name that the bus refuses is asked for again when the options are read again")
  func refused() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.want(true) == true)
    #expect(ownership.refuse("no") == .refused(message: "no"))
    #expect(ownership.take(.nobody) == nil)
    #expect(ownership.want(true) == true)
    #expect(ownership.take(.motiond) == .serving)
    #expect(ownership.want(true) == false)
    #expect(ownership.refuse("late") == nil)
  }

  @Test(
    "a name that is not wanted any more is given back, and changes of its owner are nobody's business"
  )
  func unwanted() {
    for owner in [SensorProxyOwnership.Owner.motiond, .other, .nobody] {
      var ownership = SensorProxyOwnership()
      #expect(ownership.want(false) == false)
      #expect(ownership.want(true) == true)
      _ = ownership.take(owner)
      #expect(ownership.want(false) == true)
      #expect(ownership.take(.other) == nil)
      #expect(ownership.take(.motiond) == nil)
      #expect(!ownership.isServing)
      #expect(ownership.word == "off")
    }
  }
}
