// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionImport
import MotionSynthesis

/// The form of a table that an app might write.
///
/// Each property is a dimension of its own, drawn at random from a seed. The first value of each is
/// the simplest.
struct ExportForm: Hashable, Sendable {
  enum Container: CaseIterable { case table, jsonLines, jsonList, jsonColumns, nested }
  enum Language: CaseIterable { case english, german, japanese }
  /// One sensor; three in each row; each in rows and columns of its own; each in rows of its own.
  enum Layout: CaseIterable { case one, beside, sparse, long }
  /// Gravity is in the accelerations, also in columns beside them, only in those, or nowhere.
  enum Gravity: CaseIterable { case inside, doubled, apart, outside }
  enum Scale: CaseIterable { case metersPerSecondSquared, gravities, thousandths, counts }
  enum Time: CaseIterable {
    case seconds, milliseconds, microseconds, nanoseconds, iso, dayFirst, timeOfDay, difference
    case rate, wrapped
  }
  /// One by one; with noise; in bunches of one time; in bunches at a clock that sticks.
  enum Delivery: CaseIterable { case single, jitter, bunches, sticky }
  enum Dialect: CaseIterable { case commas, semicolons, tabs, decimalCommas, quotedCommas }
  /// Another column of times, at the pace of the first or faster.
  enum Second: CaseIterable { case none, agreeing, faster }
  enum Extra: CaseIterable { case index, temperature, battery, label }

  var seed: UInt64 = 0
  var rate = 100.0
  /// The number of readings; the first 2.2 s are at rest.
  var count = 400
  var container = Container.table
  var layout = Layout.one
  var gravity = Gravity.inside
  var scale = Scale.metersPerSecondSquared
  /// The lines before the header say the counts of 1 g.
  var saysScale = true
  var namesUnits = true
  var language = Language.english
  var time = Time.seconds
  /// The clock counts from the start of 1970, not from that of the recording.
  var isEpoch = false
  /// In the middle the app pauses for five seconds.
  var pauses = false
  var second = Second.none
  var delivery = Delivery.single
  var bunch = 4
  var dialect = Dialect.commas
  var isQuoted = false
  var hasMark = false
  var hasReturns = false
  var isComment = false
  var hasPreamble = false
  var hasBlankLines = false
  var extras: Set<Extra> = []
  /// Each so many rows of the accelerometer cannot be read; 0 for none.
  var broken = 0

  init() {}

  /// Makes a form that some app could write.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func one<Value: CaseIterable>(_: Value.Type, simplest share: Double) -> Value {
      let all = Array(Value.allCases)
      let isSimplest = Double.random(in: 0..<1, using: &random) < share
      return all[isSimplest ? 0 : Int.random(in: 0..<all.count, using: &random)]
    }
    func chance(_ share: Double) -> Bool { .random(in: 0..<1, using: &random) < share }
    self.seed = seed
    rate = [20, 50, 60, 100, 200].randomElement(using: &random) ?? 100
    count = Int(rate * .random(in: 4...8, using: &random))
    container = one(Container.self, simplest: 0.6)
    layout = one(Layout.self, simplest: 0.2)
    gravity = one(Gravity.self, simplest: 0.3)
    scale = one(Scale.self, simplest: 0)
    (saysScale, namesUnits) = (chance(0.7), chance(0.6))
    language = one(Language.self, simplest: 0.5)
    time = one(Time.self, simplest: 0)
    (isEpoch, pauses) = (chance(0.5), chance(0.2))
    delivery = one(Delivery.self, simplest: 0.4)
    bunch = .random(in: 3...8, using: &random)
    dialect = one(Dialect.self, simplest: 0)
    (isQuoted, hasMark, hasReturns) = (chance(0.3), chance(0.3), chance(0.3))
    (isComment, hasPreamble, hasBlankLines) = (chance(0.2), chance(0.3), chance(0.2))
    extras = Set(Extra.allCases.filter { _ in chance(0.2) })
    broken = chance(0.2) ? .random(in: 3...20, using: &random) : 0
    second = one(Second.self, simplest: 0.7)
    settle()
  }

  /// Leaves out what no app writes together.
  mutating func settle() {
    // Columns of a long table are named x, y and z alone, and have one unit.
    if layout == .long { gravity = gravity == .outside ? .outside : .inside }
    if layout == .sparse, gravity != .outside { gravity = .inside }
    if container != .table {
      (isComment, hasPreamble, hasBlankLines, hasReturns) = (false, false, false, false)
      (dialect, isQuoted) = (.commas, false)
      // The columns to name have an order in a table alone.
      if second == .faster { second = .agreeing }
      saysScale = false
      // Its sensors become tables before their rows are read.
      if layout == .long, [.difference, .wrapped].contains(time) { layout = .one }
      if container == .jsonColumns, layout == .long { container = .jsonList }
    }
    if container == .nested {
      // Each sensor is an object, and no name has room for a unit.
      namesUnits = false
      if [.sparse, .long].contains(layout) { layout = .beside }
    }
    if scale == .counts, saysScale { hasPreamble = true }
    // Without another time, a T that rises evenly is one.
    if time == .rate {
      extras.remove(.temperature)
      second = .none
    }
    if [.rate, .difference].contains(time) { (pauses, isEpoch) = (false, false) }
    if time == .rate { delivery = .single }
    if [.difference, .wrapped].contains(time), delivery != .jitter { delivery = .single }
    // The year 1970 would be no date of a phone.
    if [.iso, .dayFirst].contains(time) { isEpoch = true }
    // At a low rate, bunches are as far apart as gaps.
    bunch = min(bunch, max(2, Int(rate / 8)))
    if count <= bunch * 4 { delivery = .single }
    if count < 20 { second = .none }
  }

  /// Changes that make a form simpler, each by itself.
  static let simplifications: [@Sendable (inout ExportForm) -> Void] = {
    let simplest = ExportForm()
    return [
      { $0.container = simplest.container }, { $0.layout = simplest.layout },
      { $0.gravity = simplest.gravity }, { $0.scale = simplest.scale }, { $0.saysScale = true },
      { $0.namesUnits = true }, { $0.language = simplest.language },
      { $0.time = simplest.time }, { $0.isEpoch = false }, { $0.pauses = false },
      { $0.delivery = simplest.delivery }, { $0.second = .none }, { $0.dialect = simplest.dialect },
      { $0.isQuoted = false }, { $0.hasMark = false }, { $0.hasReturns = false },
      { $0.isComment = false }, { $0.hasPreamble = false }, { $0.hasBlankLines = false },
      { $0.extras = [] }, { $0.broken = 0 }, { $0.count = min($0.count, 400) },
      { $0.count = min($0.count, 240) },
      { $0.rate = 100 },
      { $0.count /= 2 }, { $0.count -= $0.count / 8 },
    ]
  }()
}
