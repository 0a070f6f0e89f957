// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TestSupport
import Testing

@testable import MotionImport

/// Tables of random forms: none that is unambiguous is refused, and each gives the recording again.
@Suite struct ExportGeneratorTests {
  @Test("a table in any form gives the recording it was made of, or is refused if it is ambiguous")
  func random() {
    for seed in 0..<LongTests.count(40, long: UInt64(1000)) {
      let form = ExportForm(seed: seed)
      guard GeneratedExport(form).failure != nil else { continue }
      let export = GeneratedExport(Self.smallest(form))
      Issue.record(
        """
        seed \(seed): \(export.failure ?? ""), with \(export.options)
        \(String(decoding: export.bytes.prefix(2000), as: UTF8.self))
        \(export.form)
        """)
    }
  }

  /// The simplest form that fails as well, by one simplification after the other.
  private static func smallest(_ form: ExportForm) -> ExportForm {
    ExportForm.simplifications.reduce(form) { form, simplify in
      var simpler = form
      simplify(&simpler)
      simpler.settle()
      return simpler.count >= 8 && GeneratedExport(simpler).failure != nil ? simpler : form
    }
  }
}
