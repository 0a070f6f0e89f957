import MotionCore
import Testing

@testable import MotionBus

@Suite struct ClaimOptionsTests {
  @Test("what is not given is the default; what is given counts")
  func accepted() throws {
    #expect(try ClaimOptions([:]).configuration == ShakeConfiguration())
    let defaults = ShakeConfiguration(sensitivity: .low, window: 2)
    #expect(try ClaimOptions([:], defaults: defaults).configuration == defaults)
    let high = try ClaimOptions(["sensitivity": .string("high")], defaults: defaults)
    #expect(high.configuration == ShakeConfiguration(sensitivity: .high, window: 2))
    let all = try ClaimOptions([
      "motions": .strings(["shake"]), "sensitivity": .string("high"), "window": .double(60),
    ])
    #expect(all.configuration == ShakeConfiguration(sensitivity: .high, window: 60))
    #expect(try ClaimOptions(["sensitivity": .string("low")]).configuration.sensitivity == .low)
    #expect(
      try ClaimOptions(["sensitivity": .string("medium")]).configuration == ShakeConfiguration())
  }

  @Test(
    "what makes no sense is refused, with what would",
    arguments: [
      (["sensitvity": .string("low")], "there are motions, sensitivity and window"),
      (["motions": .strings([])], "motions is empty"),
      (["motions": .string("shake")], "must be a list of strings (as), not s"),
      (["sensitivity": .string("loud")], "low, medium or high, not 'loud'"),
      (["sensitivity": .double(0.5)], "low, medium or high; it is d"),
      (["window": .int32(1)], "as a double (d), not i"),
      (["window": .double(0)], "more than 0 s and at most 60 s, not 0"),
      (["window": .double(-1)], "more than 0 s"), (["window": .double(60.5)], "not 60.5"),
      (["window": .double(.nan)], "not nan"), (["window": .double(.infinity)], "not inf"),
      (["window": .other("ay")], "not ay"),
    ] as [([String: BusValue], String)])
  func refused(options: [String: BusValue], text: String) throws {
    let refusal = #expect(throws: MotionService.Refusal.self) { try ClaimOptions(options) }
    #expect(refusal?.name == Motion1.ErrorName.invalidArguments)
    #expect(refusal?.message.contains(text) == true, "\(String(describing: refusal))")
  }

  @Test("an unknown motion is refused with those that there are, in few words")
  func unknownMotion() {
    let name = String(repeating: "x", count: 100_000)
    let refusal = #expect(throws: MotionService.Refusal.self) {
      try ClaimOptions(["motions": .strings(["shake", name])])
    }
    #expect(refusal?.name == Motion1.ErrorName.unknownMotion)
    #expect(refusal?.message.hasSuffix("there is shake") == true)
    #expect((refusal?.message.count ?? 0) < 100)
  }
}
