import MotionCore
import Testing

@Suite("Options of kinds")
struct MotionOptionsTests {
  private static func options(
    _ sensitivity: Sensitivity?, _ numbers: [String: Double]
  ) throws -> MotionOptions {
    var options = MotionOptions(sensitivity: sensitivity)
    for (name, number) in numbers { try options.set(name, to: number) }
    return options
  }

  @Test("what is not set is taken from the defaults")
  func completed() throws {
    let defaults = try Self.options(.low, ["shake.window": 2, "freeFall.duration": 0.3])
    #expect(MotionOptions().completed(from: defaults) == defaults)
    let own = try Self.options(nil, ["shake.window": 3])
    #expect(
      own.completed(from: defaults)
        == (try Self.options(.low, ["shake.window": 3, "freeFall.duration": 0.3])))
  }

  @Test("a sensitivity of one's own decides the numbers that a sensitivity decides")
  func sensitivityDecides() throws {
    let defaults = try Self.options(.low, ["shake.window": 2, "freeFall.duration": 0.3])
    let own = MotionOptions(sensitivity: .high)
    #expect(own.completed(from: defaults) == (try Self.options(.high, ["shake.window": 2])))
    let both = try Self.options(.high, ["freeFall.duration": 0.1])
    #expect(
      both.completed(from: defaults)
        == (try Self.options(.high, ["shake.window": 2, "freeFall.duration": 0.1])))
  }

  @Test("an option is described with its default, or by what decides it")
  func defaultText() throws {
    let texts = MotionRegistry.all.flatMap { kind in
      kind.options.map { "\(kind.kind).\($0.key): \($0.defaultText)" }
    }
    #expect(
      texts == [
        "shake.window: 1 s", "shake.swings: 2", "freeFall.duration: by sensitivity",
        "still.duration: 5 s",
      ])
  }
}
