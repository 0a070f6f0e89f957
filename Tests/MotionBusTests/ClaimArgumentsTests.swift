// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionBus

@Suite struct ClaimArgumentsTests {
  @Test("a claim keeps what it says, and nothing else")
  func accepted() throws {
    #expect(try MotionClaim(arguments: [:]) == MotionClaim())
    let all = try MotionClaim(arguments: [
      "motions": .strings(["shake", "shake"]), "sensitivity": .string("high"),
      "window": .double(60),
    ])
    #expect(try all == MotionClaim([.shake], sensitivity: .high, window: .seconds(60)))
    let low = try MotionClaim(arguments: ["sensitivity": .string("low")])
    #expect(low == MotionClaim(sensitivity: .low))
    let number = try MotionClaim(arguments: ["sensitivity": .double(0.6)])
    #expect(number.options == MotionOptions(sensitivity: 0.6))
    let long = try MotionClaim(arguments: ["shake.window": .double(2)])
    #expect(try long == MotionClaim(window: .seconds(2)))
    let asking = try MotionClaim(arguments: ["shake.long": .string("ends")])
    #expect(
      asking.options.configurations(of: [.shake]) == [.shake(ShakeConfiguration(long: .ends))])
    #expect(asking.arguments["shake.long"] == .string("ends"))
    let sure = try MotionClaim(arguments: ["shake.swings": .double(4)])
    #expect(
      sure.options.configurations(of: [.shake]) == [.shake(ShakeConfiguration(swingsToBegin: 4))])
  }

  @Test(
    "a claim comes out of its argument as it went in",
    arguments: [
      MotionClaim(), MotionClaim(sensitivity: .medium),
      MotionClaim(options: MotionOptions(sensitivity: 0.123)),
      try? MotionClaim(sensitivity: .low, window: .milliseconds(1500)),
    ])
  func roundTrip(claim: MotionClaim?) throws {
    let claim = try #require(claim)
    #expect(try MotionClaim(arguments: claim.arguments) == claim)
  }

  @Test("names of levels and the short window are written, which any daemon knows")
  func written() throws {
    #expect(MotionClaim().arguments == ["motions": .strings(["shake"])])
    #expect(
      try MotionClaim(sensitivity: .high, window: .seconds(2)).arguments == [
        "motions": .strings(["shake"]), "sensitivity": .string("high"), "window": .double(2),
      ])
    let number = MotionClaim(options: MotionOptions(sensitivity: 0.6))
    #expect(number.arguments["sensitivity"] == .double(0.6))
  }

  @Test(
    "a wrong argument is refused with the right ones",
    arguments: [
      (["sensitvity": .string("low")], "there are motions, sensitivity, window"),
      (["shake.widow": .double(1)], "unknown option 'shake.widow'"),
      (["motions": .strings([])], "motions is empty: give shake"),
      (["motions": .string("shake")], "must be a list of strings (as), not s"),
      (
        ["sensitivity": .string("loud")],
        "low, medium or high (s) or a number from 0 to 1 (d), not 'loud'"
      ),
      (["sensitivity": .double(1.5)], "not 1.5"), (["sensitivity": .double(.nan)], "not nan"),
      (["sensitivity": .int32(1)], "not of type i"),
      (["window": .int32(1)], "window must be given as a double (d), not i"),
      (["window": .double(0)], "window must be more than 0 and at most 60 s, not 0"),
      (["window": .double(-1)], "more than 0"), (["window": .double(60.5)], "not 60.5"),
      (["shake.window": .double(61)], "shake.window must be more than 0 and at most 60 s, not 61"),
      (
        ["shake.swings": .double(2.5)],
        "shake.swings must be a whole number, at least 2 and at most 4, not 2.5"
      ),
      (["shake.long": .string("stops")], "shake.long must be cancels or ends (s)"),
      (["shake.long": .double(1)], "cancels or ends"),
      (["shake.swings": .double(1)], "at least 2"), (["shake.swings": .double(5)], "not 5"),
      (["window": .double(.nan)], "not nan"), (["window": .double(.infinity)], "not inf"),
      (["window": .other("ay")], "not ay"),
    ] as [([String: BusValue], String)])
  func refused(arguments: [String: BusValue], text: String) throws {
    let refusal = #expect(throws: Refusal.self) { try MotionClaim(arguments: arguments) }
    #expect(refusal?.name == Motion1.ErrorName.invalidArguments)
    #expect(refusal?.message.contains(text) == true, "\(String(describing: refusal))")
  }

  @Test("an unknown motion is refused with those that there are, in few words")
  func unknownMotion() {
    let name = String(repeating: "x", count: 100_000)
    let refusal = #expect(throws: Refusal.self) {
      try MotionClaim(arguments: ["motions": .strings(["shake", name])])
    }
    #expect(refusal?.name == Motion1.ErrorName.unknownMotion)
    #expect(refusal?.message.contains("there is shake") == true)
    #expect((refusal?.message.count ?? 0) < 250)
  }

  @Test("a window out of range makes no claim", arguments: [-1, 0, 61])
  func window(seconds: Int) {
    #expect(throws: MotionOptionError.self) { try MotionClaim(window: .seconds(seconds)) }
  }
}
