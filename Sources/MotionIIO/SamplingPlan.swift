/// In which ways an accelerometer can be sampled, by what its attributes say.
///
/// Whether a way works is only seen by trying: a trigger can be set and yet never fire.
struct SamplingPlan: Hashable, Sendable {
  /// What the kernel calls the accelerometer, such as `iio:device0`.
  var id: String
  /// What its driver calls it.
  var name: String?
  /// Whether its axes can be streamed through a buffer.
  var isStreamable: Bool
  /// Whether its axes can be read one at a time.
  var isReadable: Bool
  /// Whether it takes a trigger; one that does not needs none.
  var takesTrigger: Bool
  /// Whether the sensor itself gathers readings, which makes a trigger a detour.
  var hasHardwareFifo: Bool
  /// The trigger that it has now.
  var trigger: String?
  /// The triggers there are.
  var triggers: [String]
  /// Whether the kernel can be asked for one more, driven by a timer.
  var canMakeTimer: Bool

  /// The ways, the best first.
  ///
  /// The trigger that somebody gave it goes before its own, that before others of its name (bmc150's
  /// any-motion trigger fires only on motion), and those before anybody's. A trigger made for a
  /// reader, now or by one that crashed, is none of these but the way of the timer.
  var ways: [SamplingWay] {
    guard isStreamable else { return isReadable ? [.poll] : [] }
    var ways: [SamplingWay] = []
    if hasHardwareFifo || !takesTrigger { ways.append(.buffer) }
    if takesTrigger {
      let usable = triggers.filter { !$0.hasPrefix(TimerTrigger.prefix) }
      for rank in 0...3 { ways += usable.filter { self.rank($0) == rank }.map { .trigger($0) } }
      if canMakeTimer { ways.append(.timer) }
      // Some fill their buffer without one all the same.
      if !hasHardwareFifo { ways.append(.buffer) }
    }
    if isReadable { ways.append(.poll) }
    return ways
  }

  private func rank(_ trigger: String) -> Int {
    let name = name ?? id
    let isOwn = trigger == "\(name)-dev\(id.drop { !$0.isNumber })"
    let isOfItsName = trigger.hasPrefix(name)
    if trigger == self.trigger, isOwn || !isOfItsName { return 0 }
    return isOwn ? 1 : isOfItsName ? 2 : 3
  }
}

/// Which ways of sampling worked, and which did not.
struct SamplingMemory: Hashable, Sendable {
  private var failures: Set<SamplingWay> = []
  private var proven: SamplingWay?

  /// The way to try next: the one that delivered, else the first that has not failed.
  ///
  /// When all have failed it begins again with the first; nil if there are none.
  mutating func next(among ways: [SamplingWay]) -> SamplingWay? {
    if let proven, ways.contains(proven) { return proven }
    if failures.isSuperset(of: ways) { failures = [] }
    return ways.first { !failures.contains($0) }
  }

  /// Readings came in this way.
  mutating func delivered(_ way: SamplingWay) {
    proven = way
    failures.remove(way)
  }

  /// No readings came in this way, or it cannot be set up.
  mutating func failed(_ way: SamplingWay) {
    if proven == way { proven = nil }
    failures.insert(way)
  }
}
