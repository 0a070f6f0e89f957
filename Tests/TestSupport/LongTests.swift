// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The amount of testing where it has no natural end: a small fixed one by default, all of it with
/// `MOTION_TEST_LONG=1`.
///
/// `MOTION_TEST_LONG=1 make test` sets the variable.
public enum LongTests {
  /// True if everything is to be tested.
  public static let areOn = getenv("MOTION_TEST_LONG").map { String(cString: $0) } == "1"

  /// The number of random cases: `long` if everything is to be tested, or else `short`.
  public static func count<Number>(_ short: Number, long: Number) -> Number {
    areOn ? long : short
  }

  /// All of `cases`, or by default each `step`-th of them.
  public static func some<Case>(of cases: [Case], every step: Int) -> [Case] {
    areOn ? cases : cases.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }

  /// All pairs, or by default one of `step`: diagonals, so that each element comes up.
  public static func pairs<First, Second>(
    _ firsts: [First], _ seconds: [Second], every step: Int
  ) -> [(First, Second)] {
    firsts.indices.flatMap { first in
      seconds.indices.filter { areOn || (first + $0).isMultiple(of: step) }
        .map { (firsts[first], seconds[$0]) }
    }
  }
}
