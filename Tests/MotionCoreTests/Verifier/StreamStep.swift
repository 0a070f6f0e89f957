// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// One thing that happens to a stream.
enum StreamStep: Hashable, Sendable {
  case reading(Reading)
  case time(Timestamp)
  case interruption
}

extension MotionPipeline {
  /// What is recognized in one step.
  mutating func events(at step: StreamStep) -> [MotionEvent] {
    findings(at: step).compactMap(\.event)
  }

  /// What is found in one step.
  mutating func findings(at step: StreamStep) -> [MotionFinding] {
    var findings: [MotionFinding] = []
    switch step {
    case .reading(let reading): process(reading) { finding, _ in findings.append(finding) }
    case .time(let now): advance(to: now) { finding, _ in findings.append(finding) }
    case .interruption: interrupt { finding, _ in findings.append(finding) }
    }
    return findings
  }

  /// The rejections of shakes in one step.
  mutating func rejections(at step: StreamStep) -> [ShakeRejection] {
    findings(at: step).compactMap { finding in
      if case .rejection(.shake(let rejection)) = finding { rejection } else { nil }
    }
  }

  /// What is recognized in these readings, and that they continue this stream.
  mutating func events(in readings: some Sequence<Reading>) -> [MotionEvent] {
    readings.flatMap { events(at: .reading($0)) }
  }
}
