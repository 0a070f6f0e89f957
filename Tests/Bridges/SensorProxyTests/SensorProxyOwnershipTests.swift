// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import motiond_sensor_proxy

/// The owner of iio-sensor-proxy's name, step by step.
@Suite struct SensorProxyOwnershipTests {
  @Test("a free name is served; another's is waited for; who asks has it until it is free again")
  func owners() {
    var ownership = SensorProxyOwnership()
    let reports = [.other, .other, .none, .own, .own, .other, .own].map { ownership.process($0) }
    // Each once: the bus answers, and announces it to all.
    #expect(reports == [.waiting, nil, nil, .serving, nil, .gaveWay, .serving])
    #expect(ownership.isServing)
    _ = ownership.process(.other)
    #expect(!ownership.isServing)
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
