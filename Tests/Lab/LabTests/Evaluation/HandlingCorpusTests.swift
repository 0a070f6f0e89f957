// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionEvaluation
import MotionLabels
import Testing

@testable import motiond_sensor_proxy

/// Still, orientation, flip, pick-up and tilt on other people's recordings, as floors that only
/// rise.
///
/// The recordings are those of each directory in `MOTION_CORPUS` (colons between them) that has an
/// `index.csv`: with a column `motion` they are of that motion, with `category` they are of
/// everyday life.
@Suite(
  .enabled(
    if: !Corpus.directories.isEmpty,
    "MOTION_CORPUS is not set: no recordings of other people to test on"))
struct HandlingCorpusTests {
  /// A recording, and what its index says.
  private struct Case {
    let row: [String: String]
    let readings: [Reading]

    /// The motion, or the category of everyday life.
    var kind: String { row["motion"] ?? row["category"] ?? "" }
    /// A sensor that is worn at the wrist.
    var isWorn: Bool {
      let words = ["device", "label_original", "source"].compactMap { row[$0]?.lowercased() }
      return ["wrist", "watch", "bangle", "pebble", "pamap"].contains { word in
        words.contains { $0.contains(word) }
      }
    }
    var hours: Double {
      guard let first = readings.first, let last = readings.last else { return 0 }
      return last.timestamp.seconds(since: first.timestamp) / 3600
    }

    func events(_ kind: MotionKind) -> [MotionEvent] {
      readings.motionEvents(detecting: MotionOptions().configurations(of: [kind]))
    }
  }

  private func cases(_ isWanted: ([String: String]) -> Bool) throws -> [Case] {
    try Corpus.directories.flatMap { directory in
      let index = try IndexTable(
        parsing: String(contentsOfFile: "\(directory)/index.csv", encoding: .utf8))
      return try index.rows.filter(isWanted).map { row in
        let file = "\(directory)/\(row["file"] ?? "")"
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        return Case(row: row, readings: try Recording(parsing: bytes.span).readings)
      }
    }
  }

  /// Recordings without a flip or a pick-up: everyday life, falls of people, taps.
  private func negatives() throws -> [Case] {
    try cases { row in
      row["category"] != nil || ["negatives", "person-fall", "tap"].contains(row["motion"] ?? "")
    }
  }

  @Test("flips: all, and at most 0.23 false ones an hour")
  func flips() throws {
    let positives = try cases { $0["motion"] == "flip" }
    #expect(positives.allSatisfy { $0.events(.flip).count == 1 })
    let negatives = try negatives()
    let alarms = negatives.reduce(0) { $0 + $1.events(.flip).count }
    let hours = negatives.reduce(0) { $0 + $1.hours }
    print("flip: \(positives.count) positives, \(alarms) false in \(hours) h")
    #expect(Double(alarms) <= 0.23 * hours)
  }

  @Test("still: never a false end at rest")
  func still() throws {
    let rests = try cases { $0["category"] == "still" }
      .filter { !$0.isWorn && $0.row["label_original"]?.contains("vehicle_motion") != true }
    #expect(
      rests.allSatisfy { recording in !recording.events(.still).contains { $0.phase == .ended } })
    let long = rests.filter { $0.hours > 8.0 / 3600 }
    let found = long.count { !$0.events(.still).isEmpty }
    print("still: \(found) of \(long.count) rests of 8 s, none ended in \(rests.count)")
    #expect(found >= long.count - 1)
  }

  @Test("pick-ups: at most 1.56 false ones an hour off the wrist")
  func pickUps() throws {
    let positives = try cases { $0["motion"] == "pick-up" }
    #expect(positives.allSatisfy { $0.events(.pickUp).count == 1 })
    let negatives = try negatives().filter { !$0.isWorn }
    let alarms = negatives.reduce(0) { $0 + $1.events(.pickUp).count }
    let hours = negatives.reduce(0) { $0 + $1.hours }
    print("pickUp: \(positives.count) positives, \(alarms) false in \(hours) h off the wrist")
    #expect(Double(alarms) <= 1.56 * hours)
  }

  @Test(
    "orientation: each scripted change, and a quarter of iio-sensor-proxy's on people who walk or run"
  )
  func orientations() throws {
    let scripted = try cases { $0["label"] == "4d" }
    #expect(scripted.allSatisfy { $0.events(.orientation).count == 8 })
    // The screen turns as often as by the proxy where the device is turned on purpose.
    #expect(
      scripted.allSatisfy {
        Self.changesOfScreen(in: $0.readings) == SensorProxyRule.changes(in: $0.readings)
      })
    let people = try cases { ["walking", "running"].contains($0["category"] ?? "") }
    guard !people.isEmpty else { return }
    let ours = people.reduce(0) { $0 + $1.events(.orientation).count }
    let theirs = people.reduce(0) { $0 + SensorProxyRule.changes(in: $1.readings) }
    let screens = people.reduce(0) { $0 + Self.changesOfScreen(in: $1.readings) }
    print(
      "orientation: \(ours) changes of people, iio-sensor-proxy \(theirs), the screen \(screens)")
    #expect(4 * ours <= theirs)
    #expect(2 * screens <= theirs)
  }

  /// The changes of the screen that motiond-sensor-proxy finds.
  private static func changesOfScreen(in readings: [Reading]) -> Int {
    var detector = ScreenDetector()
    var (changes, last) = (0, DeviceOrientation?.none)
    for reading in readings {
      guard let edge = detector.process(reading)?.edge else { continue }
      if last != nil, edge != last { changes += 1 }
      last = edge
    }
    return changes
  }

  @Test("flips, pick-ups and orientations are the same at every rate")
  func rates() throws {
    let recordings = try cases { row in
      ["flip", "pick-up", "orientation", "tilt", "still"].contains(row["motion"] ?? "")
    }
    for (kind, rates) in [
      (MotionKind.flip, [25.0, 50, 100, 200]), (.pickUp, [25, 50, 100, 200]),
      (.orientation, [10, 25, 50, 100, 200]), (.still, [10, 25, 50, 100, 200]),
    ] {
      for rate in rates {
        let same = recordings.count { recording in
          let resampled = Resampling(rate: rate).applied(to: recording.readings)
            .motionEvents(detecting: MotionOptions().configurations(of: [kind]))
          return resampled.map(\.word) == recording.events(kind).map(\.word)
        }
        print("\(kind) at \(rate) Hz: \(same) of \(recordings.count) the same")
        // A rest of just three seconds, and a device that is snatched up.
        let differing = kind == .pickUp ? 2 : 1
        #expect(same >= recordings.count - differing, "\(kind) at \(rate) Hz")
      }
    }
  }
}

/// The changes that iio-sensor-proxy 3.0 reports: a reading every 0.7 s, and a threshold of 35
/// degrees.
///
/// From its `orientation.c`, with the axes of this project.
private enum SensorProxyRule {
  static func changes(in readings: [Reading]) -> Int {
    var changes = 0
    var next = readings.first?.timestamp ?? Timestamp(nanoseconds: 0)
    var last: DeviceOrientation?
    for reading in readings where reading.timestamp >= next {
      while next <= reading.timestamp { next = next.advanced(byNanoseconds: 700_000_000) }
      let (x, y, z) = (reading.acceleration.x, reading.acceleration.y, reading.acceleration.z)
      let across = atan2(x, (y * y + z * z).squareRoot()) * 180 / .pi
      let along = atan2(y, (x * x + z * z).squareRoot()) * 180 / .pi
      var orientation = last
      switch (abs(across) > 35, abs(along) > 35) {
      case (true, true), (false, false): break
      case (true, false): orientation = across > 0 ? .landscapeLeft : .landscapeRight
      case (false, true): orientation = along > 0 ? .portrait : .portraitUpsideDown
      }
      if last != nil, orientation != last { changes += 1 }
      last = orientation
    }
    return changes
  }
}
