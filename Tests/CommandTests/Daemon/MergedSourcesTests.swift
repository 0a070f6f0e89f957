// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import motiond

@Suite struct MergedSourcesTests {
  private let shake = MotionConfiguration.shake()

  private func event(
    _ phase: MotionEvent.Phase, _ time: Int64, isSimulated: Bool = false
  ) -> MotionEvent {
    var event = MotionEvent(.shake, phase, at: Timestamp(nanoseconds: time))
    event.isSimulated = isSimulated
    return event
  }

  /// Draws events one after the other: `b`, `e` and `r` of the source, `B`, `E` and `R` of a
  /// simulation; a cancellation is `c` or `C`.
  private func merge(_ drawing: String) -> String {
    var merged = MergedMotions()
    var drawn = ""
    for (index, letter) in drawing.enumerated() {
      let phase: MotionEvent.Phase =
        switch letter.lowercased() {
        case "b": .began
        case "e": .ended
        case "c": .cancelled(.tooLong)
        default: .recognized
        }
      let event = event(phase, Int64(index), isSimulated: letter.isUppercase)
      for event in merged.merge(event, of: shake) {
        let letter = ["began": "b", "ended": "e", "cancelled": "c"][event.phase.name] ?? "r"
        drawn += event.isSimulated ? letter.uppercased() : letter
      }
    }
    return drawn
  }

  @Test(
    "two streams that follow the grammar are one that follows it, and the source comes first",
    arguments: [
      ("beBEbc", "beBEbc"),
      // Within a motion of the source none is simulated.
      ("bBEe", "be"), ("bBeE", "be"),
      // A motion of the source cancels a simulated one.
      ("BbEe", "BCbe"), ("BbeE", "BCbe"), ("BbeEBE", "BCbeBE"),
      ("bRre", "bRre"),
    ])
  func merging(_ drawing: String, _ merged: String) {
    #expect(merge(drawing) == merged)
  }

  @Test("a simulated motion that is cut off is cancelled at the time of its latest event")
  func cancellation() {
    var merged = MergedMotions()
    _ = merged.merge(event(.began, 50, isSimulated: true), of: shake)
    let events = merged.merge(event(.began, 9), of: shake)
    #expect(events.map(\.timestamp.nanoseconds) == [50, 9])
    #expect(events.map(\.isSimulated) == [true, false])
    #expect(merged.isOpen(shake))
  }
}
