// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import motiond_sensor_proxy

/// The owner of iio-sensor-proxy's name, step by step.
@Suite struct SensorProxyOwnershipTests {
  @Test("a free name is served; another's is waited for, and reported once")
  func waiting() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.process(.other) == .waiting)
    #expect(ownership.process(.other) == nil)
    #expect(ownership.process(.none) == nil)
    #expect(!ownership.isServing)
    #expect(ownership.process(.own) == .serving)
    // The bus answers, and announces it to all.
    #expect(ownership.process(.own) == nil)
    #expect(ownership.isServing)
  }

  @Test("a program that asks for the name has it, until it is free again")
  func givingWay() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.process(.own) == .serving)
    #expect(ownership.process(.other) == .gaveWay)
    #expect(!ownership.isServing)
    #expect(ownership.process(.own) == .serving)
  }

  @Test("a refusal is reported once, and only as the answer to the question")
  func refused() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.refuse("no") == .refused(message: "no"))
    #expect(ownership.refuse("no") == nil)
    #expect(ownership.process(.other) == nil)
    #expect(!ownership.isServing)
    var serving = SensorProxyOwnership()
    #expect(serving.process(.own) == .serving)
    #expect(serving.refuse("late") == nil)
  }

  @Test("the bus is asked again after 1 s and 5 s, then whenever it has read its configuration")
  func retries() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.askAgain() == false)
    #expect(ownership.refuse("no") == .refused(message: "no"))
    #expect(ownership.retryDelay == .seconds(1))
    #expect(ownership.askAgain() == true)
    #expect(ownership.askAgain() == false, "one question at a time")
    #expect(ownership.retryDelay == nil)
    #expect(ownership.refuse("no") == nil)
    #expect(ownership.retryDelay == .seconds(5))
    for _ in 0..<3 {
      #expect(ownership.askAgain() == true)
      #expect(ownership.refuse("no") == nil)
      #expect(ownership.retryDelay == nil)
    }
    #expect(ownership.askAgain() == true)
    #expect(ownership.process(.own) == .serving)
    #expect(ownership.askAgain() == false)
  }

  @Test("a name that another got meanwhile is waited for")
  func refusedThenWaiting() {
    var ownership = SensorProxyOwnership()
    #expect(ownership.refuse("no") == .refused(message: "no"))
    #expect(ownership.askAgain() == true)
    #expect(ownership.process(.other) == .waiting)
    #expect(ownership.retryDelay == nil)
    #expect(ownership.process(.own) == .serving)
  }
}
