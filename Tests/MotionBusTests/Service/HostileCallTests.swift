// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

/// Calls that are made to cost the service much.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct HostileCallTests {
  @Test("a claim with more entries than there are options is refused before they are read")
  func manyEntries() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let entries = Dictionary(
      uniqueKeysWithValues: (0..<1000).map { ("k\($0)", BusValue.bool(true)) })
    let answer = try client.motion("Claim", [.dictionary(entries)])
    #expect(answer.refusal == Motion1.ErrorName.invalidArguments)
    #expect(answer.explanation?.contains("more than") == true, "\(answer)")
    let names = [String](repeating: "shake", count: 1000)
    let list = try client.motion("Claim", [.dictionary(["motions": .strings(names)])])
    #expect(list.explanation?.contains("more than") == true, "\(list)")
    try client.claim()
  }
}
