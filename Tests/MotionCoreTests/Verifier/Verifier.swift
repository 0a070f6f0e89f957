// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// Checks what must hold of every recognizer on every motion, whatever it recognizes.
///
/// Each property changes a stream in a way that is said to change nothing, or nothing but what it
/// says, and compares the events with those of the stream as it was. How often and where it changes
/// it follows from the motion's seed.
struct Verifier {
  let recognizer: Recognizer
  let motion: TestMotion
  /// What is recognized in the motion as it is, its end included.
  let plain: Run

  init(_ recognizer: Recognizer, _ motion: TestMotion) {
    self.recognizer = recognizer
    self.motion = motion
    plain = Run(recognizer.make(), motion.readings.map(StreamStep.reading))
    var grammar = Grammar()
    for event in plain.events { grammar.check(event, context) }
    grammar.finish(context)
  }

  /// A bank's answer to a stream and its end.
  struct Run {
    var events: [MotionEvent]
    var statistics: StreamStatistics

    init(_ fresh: MotionPipeline, _ steps: [StreamStep]) {
      var bank = fresh
      events = steps.flatMap { bank.events(at: $0) } + bank.events(at: .interruption)
      statistics = bank.statistics
    }
  }

  /// What a failure is to be found again by.
  var context: String { "\(recognizer), \(motion.testDescription)" }

  /// A run over the motion's readings, with `inserted(after, before)` between each two of them;
  /// `after` is nil before the first, `before` is nil after the last.
  func run(inserting inserted: (_ after: Reading?, _ before: Reading?) -> [StreamStep]) -> Run {
    var steps: [StreamStep] = []
    var last: Reading?
    for reading in motion.readings {
      steps += inserted(last, reading) + [.reading(reading)]
      last = reading
    }
    return Run(recognizer.make(), steps + inserted(last, nil))
  }

  /// Records an issue, with both sides drawn, unless `events` are the `expected` ones.
  func expect(
    _ events: [MotionEvent], _ expected: [MotionEvent], _ property: String,
    by isSame: (MotionEvent, MotionEvent) -> Bool = { $0 == $1 }
  ) {
    guard !events.elementsEqual(expected, by: isSame) else { return }
    let start = motion.readings[0].timestamp
    let different = zip(events, expected).first { !isSame($0, $1) }
    Issue.record(
      """
      \(property): \(context)
      expected: \(DrawnEvents(expected, from: start))
      came:     \(DrawnEvents(events, from: start))
      \(different.map { "first difference: \($0)\nexpected: \($1)" } ?? "")
      """)
  }
}
