// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TestSupport
import Testing

@testable import MotionImport

/// Tables of random forms: each gives the recording again, after refusals that name an option for
/// each thing that it leaves open, and without any other.
@Suite struct ExportGeneratorTests {
  /// Seeds that showed a defect: a pause in the first rows, a gyroscope in columns of m/s², and a
  /// clock that sticks where rows cannot be read.
  private static let known: [UInt64] = [310, 519, 6241]

  /// The seeds to try: those of `MOTION_TEST_SEEDS=FIRST-LAST`, if it is there.
  private static let seeds: [UInt64] = {
    let words = ProcessInfo.processInfo.environment["MOTION_TEST_SEEDS"] ?? ""
    let ends = words.split(separator: "-").compactMap { UInt64($0) }
    return ends.count == 2 && ends[0] <= ends[1]
      ? Array(ends[0]...ends[1]) : Array(0..<LongTests.count(40, long: 1000)) + known
  }()

  @Test("a table in any form gives the recording it was made of, once its questions are answered")
  func random() {
    for seed in Self.seeds {
      let form = ExportForm(seed: seed)
      guard GeneratedExport(form).failure != nil else { continue }
      let export = GeneratedExport(Self.smallest(form))
      Issue.record(
        """
        seed \(seed): \(export.failure ?? "")
        \(String(decoding: export.bytes, as: UTF8.self))
        \(export.form)
        """)
    }
  }

  /// The simplest form that fails as well, by one simplification after the other.
  private static func smallest(_ form: ExportForm) -> ExportForm {
    var form = form
    // Some undo each other.
    for _ in 0..<100 {
      let simpler = ExportForm.simplifications.lazy.map { simplify in
        var simpler = form
        simplify(&simpler)
        simpler.settle()
        return simpler
      }.first { $0 != form && $0.count >= 8 && GeneratedExport($0).failure != nil }
      guard let simpler else { break }
      form = simpler
    }
    return form
  }
}
