// SPDX-License-Identifier: Apache-2.0

import MotionBus
import SystemPackage
import Testing

@testable import motiond_sensor_proxy

/// The pipe of readings, step by step.
@Suite struct SampleFeedTests {
  private static let denied = BusError.refused(
    method: "OpenSamplesWith", name: Motion1.ErrorName.accessDenied, message: "polkit says no")

  @Test("a pipe is open while readings are wanted, and only the first call starts motiond")
  func wanted() {
    var feed = SampleFeed()
    #expect(feed.process(.appeared).isEmpty)
    #expect(feed.process(.wanted(true)) == [.open(starting: true)])
    #expect(feed.process(.wanted(true)).isEmpty)
    #expect(feed.process(.opened).isEmpty)
    #expect(feed.isOpen)
    #expect(feed.process(.wanted(false)) == [.close])
    #expect(!feed.isOpen)
    for late in [
      SampleFeed.Input.opened, .ended, .due, .refused(.stopped("motiond")), .wanted(false),
    ] {
      #expect(feed.process(late).isEmpty)
    }
  }

  @Test("a motiond that ends is reported once, waited for, and not started")
  func ended() {
    var feed = SampleFeed()
    _ = feed.process(.wanted(true))
    _ = feed.process(.opened)
    let actions = feed.process(.ended)
    #expect(actions.first == .close)
    #expect(actions.last == .retry(after: .seconds(1)))
    #expect(actions.count == 3)
    #expect(feed.process(.due) == [.open(starting: false)])
    let gone = feed.process(.refused(.noDaemon("motiond", message: "gone")))
    #expect(gone.count == 2)
    #expect(gone.last == .retry(after: .seconds(2)))
    #expect(feed.process(.appeared) == [.open(starting: false)])
    #expect(feed.process(.opened) == [.reportRecovery])
    feed.succeed()
    #expect(feed.process(.ended).last == .retry(after: .seconds(1)))
  }

  @Test("a refusal names its remedy, is reported once, and is tried again ever more rarely")
  func refused() {
    var feed = SampleFeed()
    _ = feed.process(.wanted(true))
    let first = feed.process(.refused(Self.denied))
    guard case .report(let problem)? = first.first else {
      Issue.record("\(first)")
      return
    }
    #expect(problem.contains("polkit says no") && problem.contains("rules.d"))
    for seconds in [2, 4, 8, 16, 32, 64, 64] {
      #expect(feed.process(.due) == [.open(starting: false)])
      #expect(feed.process(.refused(Self.denied)) == [.retry(after: .seconds(seconds))])
    }
    #expect(feed.process(.wanted(false)) == [.close])
    #expect(feed.process(.due).isEmpty)
  }
}
