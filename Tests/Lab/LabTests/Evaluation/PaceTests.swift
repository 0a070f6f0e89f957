// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionSensors

/// What rarer looks at rest delay: when events reach a client, over recordings of other people.
@Suite(.besideCorpus) struct PaceTests {
  /// The kinds whose events may wait.
  private static let kinds = MotionRegistry.all.filter { $0.patience > 0 }.map(\.kind)
  private static let patience = Demand(MotionOptions().configurations(of: kinds)).patience

  /// The first look at each reading of a recording that a reader with this patience takes.
  private func looks(at readings: [Reading], patience: Int64) -> [Timestamp] {
    guard let rate = readings.rate, let first = readings.first?.timestamp else { return [] }
    let usual = max(SamplingMode.gathering, Int64(1e9 / rate))
    var looks = LookTimes(.buffer(usual), at: first.nanoseconds)
    var (times, seen) = ([Timestamp](), 0)
    while seen < readings.count {
      let now = Timestamp(nanoseconds: looks.due)
      let new = readings[seen...].prefix { $0.timestamp <= now }
      times += new.map { _ in now }
      seen = new.endIndex
      looks.advance(over: 0, new, patience)
    }
    return times
  }

  /// A Boolean value that indicates whether the device moved within the half second before the
  /// reading of this index, but for the last 160 ms.
  private func moved(_ readings: [Reading], before index: Int) -> Bool {
    let now = readings[index].timestamp
    let before = readings[..<index].reversed().prefix {
      now.nanoseconds(since: $0.timestamp) <= 500_000_000
    }.filter { now.nanoseconds(since: $0.timestamp) > Self.patience }.map(\.acceleration)
    return (0..<3).contains { axis in
      let values = before.map { $0[axis] }
      // Two spans of the check, with a reading in common.
      return (values.max() ?? 0) - (values.min() ?? 0) > 2 * RestCheck.widest
    }
  }

  @Test("rarer looks at rest delay an event by 160 ms at most, and none that a movement leads to")
  func delays() throws {
    var delays: [MotionKind: [Int64]] = [:]
    var (rare, usual) = (0, 0)
    for recording in try Corpus.recordings() {
      let readings = recording.readings
      let late = looks(at: readings, patience: Self.patience)
      let prompt = looks(at: readings, patience: 0)
      guard !late.isEmpty else { continue }
      (rare, usual) = (rare + Set(late).count, usual + Set(prompt).count)
      var pipeline = MotionPipeline(MotionOptions().configurations(of: Self.kinds))
      for (index, reading) in readings.enumerated() {
        pipeline.process(reading) { finding, _ in
          guard case .event(let event) = finding else { return }
          let delay = late[index].nanoseconds(since: prompt[index])
          if event.phase == .began || event.phase == .recognized {
            delays[event.kind, default: []].append(delay)
          }
          #expect((0...Self.patience).contains(delay), "\(recording.label.file) \(event)")
          if delay > 0 {
            #expect(!moved(readings, before: index), "\(recording.label.file) \(event)")
          }
        }
      }
    }
    print("looks with readings: \(rare) of \(usual)")
    for (kind, all) in delays.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let late = all.filter { $0 > 0 }.sorted()
      let ms = late.map { $0 / 1_000_000 }
      print(
        "\(kind): \(late.count) of \(all.count) later, by",
        "\(ms.isEmpty ? 0 : ms[ms.count / 2]) ms (median), \(ms.last ?? 0) ms at most")
    }
    #expect(rare < usual)
    // A shake begins after swings, which a look has seen.
    let shakes = try #require(delays[.shake])
    #expect(Double(shakes.count { $0 > 0 }) <= 0.05 * Double(shakes.count))
  }

  /// The two seconds of a recording in which no axis changes by much: a rest, with the noise of the
  /// sensor.
  private func calmest(of readings: [Reading]) -> (readings: ArraySlice<Reading>, range: Double)? {
    var windows: [(ArraySlice<Reading>, Double)] = []
    var start = readings.startIndex
    while start < readings.endIndex {
      let window = readings[start...].prefix {
        $0.timestamp.nanoseconds(since: readings[start].timestamp) < 2_000_000_000
      }
      let ranges = (0..<3).map { axis in
        let values = window.map { $0.acceleration[axis] }
        return (values.max() ?? 0) - (values.min() ?? 0)
      }
      windows.append((window, ranges.max() ?? 0))
      start = window.endIndex
    }
    // The last may be short.
    return windows.dropLast().min { $0.1 < $1.1 }
  }

  @Test(
    "at rest with the noise of the five noisiest sensors a reader looks 8 times a second or less")
  func noise() throws {
    let resting = try Corpus.recordings().filter {
      // A hand that moves for all of a short recording is no noise, nor is a car that drives.
      $0.row["category"] == "still" && $0.labeled.duration >= 5
        && $0.row["label_original"]?.contains("motion_mod") != true
    }
    let calm = resting.compactMap { recording in
      calmest(of: recording.readings).map { (recording.label.file, $0) }
    }
    let noisiest = calm.sorted { $0.1.range > $1.1.range }.prefix(5)
    #expect(!noisiest.isEmpty)
    for (file, (window, range)) in noisiest {
      // The same two seconds again and again.
      let readings = (0..<5).flatMap { round in
        window.map {
          Reading(
            timestamp: $0.timestamp.advanced(byNanoseconds: round * 2_000_000_000),
            acceleration: $0.acceleration)
        }
      }
      let start = try #require(readings.first).timestamp
      // By then a reader knows that the device rests.
      let late = Set(looks(at: readings, patience: Self.patience)).filter {
        $0.nanoseconds(since: start) > 1_000_000_000
      }
      let rate = Double(late.count) / 9
      print("\(file): \(range.text(decimals: 2)) m/s², \(rate.text(decimals: 1)) looks a second")
      #expect(rate <= 8, "\(file)")
    }
  }
}
