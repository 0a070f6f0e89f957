// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionLabels
import MotionSynthesis

/// Examples for learning the weights of the scores: measures of shakes and of other motion.
struct TrainingExamples: Sendable {
  /// The terms of a motion in a recording.
  struct Example: Sendable {
    var terms: ShakeTerms
    var label: LabeledRecording
  }

  /// Examples at moments when a motion might begin.
  var begin: [Example] = []
  /// Examples at moments when a motion that began stopped.
  var end: [Example] = []

  /// The number of pieces taken from a recording of shakes.
  private static let pieces = 8

  /// Weights that let every possible shake begin, and none end.
  private static let candidates: ShakeWeights = {
    var weights = ShakeWeights.learned
    weights.begin.typical += 0.5
    weights.end.typical = -1e9
    return weights
  }()

  /// Examples from a recording.
  ///
  /// Shakes come in pieces of 0.6 to 0.98 s from random places, two thirds with rest before them
  /// and all with rest behind: few recordings show a whole short shake.
  ///
  /// - Parameters:
  ///   - recording: what they are taken from
  ///   - seed: of the places
  init(_ recording: EvaluationCase, seed: UInt64) {
    switch recording.label.content {
    case .shake(let intervals):
      var random = SeededGenerator(seed: seed)
      for index in 0..<Self.pieces {
        var piece = recording.piece(of: intervals, &random)
        if index % 3 != 0 { piece = Rest(duration: 1.5).prepended(to: piece) }
        add(Rest().appended(to: piece), recording.label)
      }
    case .other:
      add(recording.rested, recording.label)
    case .ambiguous:
      break
    }
  }

  /// No examples.
  init() {}

  private mutating func add(_ readings: [Reading], _ label: LabeledRecording) {
    var probe = ShakeProbe()
    var last: Reading?
    for reading in readings {
      // A probe sees streams without gaps.
      if let last, reading.timestamp.seconds(since: last.timestamp) > 0.25 { probe = ShakeProbe() }
      last = reading
      guard let measures = probe.process(reading) else { continue }
      begin.append(Example(terms: measures.terms(gain: 1), label: label))
    }
    var configuration = ShakeConfiguration()
    configuration.weights = Self.candidates
    configuration.swingsToEnd = 1
    configuration.hasLimits = false
    var pipeline = MotionPipeline([.shake(configuration)], isExplaining: true)
    for reading in readings {
      var isOver = false
      pipeline.process(reading) { finding, _ in
        switch finding {
        case .event(let event):
          isOver = isOver || event.isCancelled
        case .rejection(.shake(let rejection)):
          guard isOver, case .score(let score) = rejection.shortcoming else { return }
          end.append(Example(terms: score.measures.terms(gain: 1), label: label))
        case .state: break
        }
      }
    }
  }

  static func += (left: inout TrainingExamples, right: TrainingExamples) {
    left.begin += right.begin
    left.end += right.end
  }
}

extension EvaluationCase {
  /// A piece of 0.6 to 0.98 s from a random place within `intervals`.
  fileprivate func piece(
    of intervals: [ClosedRange<Double>], _ random: inout SeededGenerator
  ) -> [Reading] {
    guard let start = readings.first?.timestamp, var interval = intervals.first else { return [] }
    let total = intervals.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    var place = Double.random(in: 0..<1, using: &random) * total
    for each in intervals {
      interval = each
      if place < each.upperBound - each.lowerBound { break }
      place -= each.upperBound - each.lowerBound
    }
    let length = Double.random(in: 0.6...0.98, using: &random)
    let from = max(
      interval.lowerBound, min(interval.lowerBound + place, interval.upperBound - length))
    let piece = from...min(interval.upperBound, from + length)
    return readings.filter { piece.contains($0.timestamp.seconds(since: start)) }
  }
}

extension Rest {
  /// `readings` with this rest before them.
  fileprivate func prepended(to readings: [Reading]) -> [Reading] {
    func reversed(_ readings: [Reading]) -> [Reading] {
      readings.reversed().map {
        Reading(
          timestamp: Timestamp(nanoseconds: -$0.timestamp.nanoseconds),
          acceleration: $0.acceleration)
      }
    }
    return reversed(appended(to: reversed(readings)))
  }
}
