// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MotionCore

/// That the page of all kinds in `docs/` says what the registry says.
///
/// With `MOTION_RECORD_SAMPLES=1` it is written anew, as samples are.
@Suite struct MotionPageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../docs/motions.md")

  @Test("docs/motions.md is what the registry says")
  func page() throws {
    let text = Self.text
    if ProcessInfo.processInfo.environment["MOTION_RECORD_SAMPLES"] != nil {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
    }
  }

  private static var text: String {
    let all = MotionRegistry.all
    let rows = all.map { motion in
      let events = motion.lasts ? "`began`, then `ended` or `cancelled`" : "`recognized`"
      return [
        "`\(motion.kind)`", motion.summary, events, hertz(motion.leastRate), hertz(motion.fullRate),
        hertz(motion.rate),
      ]
    }
    let options = all.flatMap { motion in
      motion.options.map { option in
        ["`\(motion.kind).\(option.key)`", option.summary, option.rangeText, option.defaultText]
      }
    }
    let keys = all.map {
      ["`\($0.kind)`", keyNames(of: $0, .began), keyNames(of: $0, $0.lasts ? .ended : .recognized)]
    }
    let relations = all.flatMap { motion in
      motion.relations.map { relation in
        let others = relation.kinds.map { "`\($0)`" }.joined(separator: ", ")
        return ["`\(motion.kind)`", words(for: relation.effect), others]
      }
    }
    return """
      # Kinds of motion

      For everyone who chooses kinds of motion, or reads their events: all kinds in one place. [How motions are
      recognized](recognition.md) leads to the definition of each kind. `make samples` writes this page from
      `MotionRegistry`.

      \(table(["kind", "motion", "events", "refused below", "coarse below", "asks for"], rows))

      A rate may be a tenth lower, because real sensors are off by some percent.

      ## Options

      \(table(["option", "meaning", "values", "default"], options))

      ## How kinds stand to each other

      These rules always use the first kind's default options, even if no client has claimed it. They leave out motions
      that a chip recognized, and judge each simulation by itself.

      \(table(["kind", "what it does", "to"], relations))

      ## Keys of their events

      In addition to the [keys of all kinds](events.md#keys-of-all-kinds):

      \(table(["kind", "`began`", "`ended` or `recognized`"], keys))

      Next: [Kinds and options](options.md), [Events](events.md), [How motions are recognized](recognition.md)

      """
  }

  private static func words(for effect: MotionRelation.Effect) -> String {
    switch effect {
    case .withholds(let after):
      "withholds: none begins or is recognized during it, and for "
        + "\(after.seconds.text(decimals: 1)) s after"
    case .retracts(let span):
      "retracts: cancels one that began less than \(span.seconds.text(decimals: 1)) s before, as `notAShake`"
    case .outranks: "outranks: none is recognized during it; earlier ones stand"
    }
  }

  private static func hertz(_ rate: Hertz) -> String { "\(MotionOption.text(rate)) Hz" }

  private static func keyNames(of motion: MotionDescription, _ phase: MotionEvent.Phase) -> String {
    var list = KeyList()
    let time = Timestamp(nanoseconds: 0)
    guard var blank = MotionMeasurements(of: motion.kind, phase, at: time) else { return "" }
    blank.code(&list)
    return list.keys.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}

/// The keys of fields.
private struct KeyList: EventFieldCoder {
  var keys: [String] = []

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    keys.append(key)
    return value
  }
}
