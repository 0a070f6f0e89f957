// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A recording made from the tracks of an export, with remarks on how they were interpreted.
package struct ImportedRecording: Sendable {
  /// The recording; its first reading is at 0.
  package let recording: Recording
  /// Remarks for the user, a line each: the meaning of each column, and the data left out.
  package private(set) var remarks: [String] = []
  /// The number of readings, duration, rate, gaps, and the share of rows left out.
  package let summary: String

  /// Makes a recording.
  ///
  /// - Parameters:
  ///   - tracks: of all files of the export
  ///   - options: the choices of the user
  ///   - isFromIOS: true if the export says that gravity points down, as in iOS; nil if it says
  ///     nothing of it
  /// - Throws: an ``ImportError`` for an ambiguity, for a broken row without `isRepairing`, or for
  ///   a doubt about the recording without `isAsItIs`
  package init(
    _ tracks: [Track], _ options: ImportOptions, isFromIOS: Bool? = nil
  ) throws(ImportError) {
    var remarks: [String] = []
    let chosen = try Self.choice(among: tracks, options, &remarks)
    let main = chosen.main
    for track in [main, chosen.gravity].compactMap({ $0 }) { try track.check(options, &remarks) }
    let (unit, unitReason) = try main.scale(options, gravity: chosen.gravity)
    let addend = try chosen.gravity.map { gravity throws(ImportError) in
      (track: gravity, factor: try gravity.scale(options, gravity: nil).scale.factor)
    }
    let presence = try main.gravity(options, in: unit, hasOther: addend != nil)
    let isInverted = options.isInverted ?? (isFromIOS ?? (main.app?.isInverted == true))
    let sign: Double = isInverted ? -1 : 1

    remarks.append("\(main.file)\(main.app.map { ", of \($0.name)" } ?? "")")
    if let time = main.plan.time, options.rate == nil {
      let reason = time.isGuess ? ", as the steps between its numbers say" : ""
      remarks.append("time: '\(time.name)', \(time.unit)\(reason)")
    } else if options.rate == nil, let rate = main.sampled?.rate {
      remarks.append("time: \(rate) Hz, as its second row says")
    } else {
      remarks.append("time: \(options.rate.map { "\($0) Hz" } ?? "none"), as --rate says")
    }
    remarks.append(
      "x, y, z: \(main.columns.map { "'\($0)'" }.joined(separator: ", ")), \(unit.name)\(unitReason)"
    )
    switch presence {
    case .included(let reason): remarks.append("gravity: in it\(reason)")
    case .apart:
      let names = addend.map { $0.track.columns.map { "'\($0)'" }.joined(separator: ", ") } ?? ""
      remarks.append("gravity: added from \(addend?.track.file ?? ""), \(names)")
    case .absent:
      remarks.append("gravity: not in it; 9.81 m/s² added along z, as --gravity none says")
    }
    if isInverted {
      remarks.append(
        "sign: turned round, for iOS has gravity point down (a recording has it point up)")
    } else if options.isInverted == nil, isFromIOS == nil, main.app?.hasKnownSign != true {
      remarks.append(
        "sign: as it is; if a phone with iOS wrote it without turning it, give --invert")
    }

    var readings: [Reading] = []
    readings.reserveCapacity(main.times.count)
    var (index, implausible) = (0, 0)
    let start = main.times[0]
    for (time, value) in zip(main.times, main.values) {
      var acceleration = value * unit.factor * sign
      switch presence {
      case .included: break
      case .apart:
        if let addend {
          acceleration += addend.track.value(at: time, from: &index) * (addend.factor * sign)
        }
      case .absent: acceleration.z += Reading.standardGravity
      }
      let reading = Reading(
        timestamp: Timestamp(nanoseconds: time - start),
        acceleration: acceleration.rounded(toDecimals: 6))
      if reading.isPlausible { readings.append(reading) } else { implausible += 1 }
    }
    guard implausible == 0 || options.isRepairing else {
      throw .beyond(sensor: main.plan.label, unit: unit.name, count: implausible)
    }
    if implausible > 0 { remarks.append("left out: \(implausible) readings beyond 400 m/s²") }
    var notes = [RecordingNote("imported_from", main.app?.name ?? main.file)]
    if let rate = readings.rate {
      notes.append(RecordingNote("rate_hz", "\((rate * 10).rounded() / 10)"))
    }
    // Times before 2001 count from the start of the app or the device.
    if start > 978_307_200_000_000_000 { notes.append(RecordingNote("start_epoch_ns", "\(start)")) }
    for doubt in ImportDoubt.all(of: readings, from: main, options) {
      guard options.isAsItIs else { throw .doubt(sensor: main.plan.label, doubt) }
      remarks.append("as it is: \(doubt.text)")
      notes.append(RecordingNote("as_it_is", doubt.text))
    }
    if let remark = ImportDoubt.remark(on: readings) { remarks.append(remark) }
    recording = Recording(notes: notes, readings: readings)
    summary = Self.summary(of: readings, leftOut: main.leftOut + implausible)
    self.remarks = remarks
  }

  private static func summary(of readings: [Reading], leftOut: Int) -> String {
    let steps = zip(readings.dropFirst(), readings)
      .map { $0.timestamp.nanoseconds(since: $1.timestamp) }
    let seconds = Double(steps.reduce(0, +)) / 1e9
    var parts = ["\(readings.count) readings in \(seconds.text(decimals: 1)) s"]
    if let rate = readings.rate {
      parts.append("\(rate.text(decimals: 1)) Hz")
      let longest = GapRule.longestSilence(period: Int64(1e9 / rate))
      let gaps = steps.filter { $0 > longest }
      if let gap = gaps.max() {
        parts.append(
          "\(gaps.count) \(gaps.count == 1 ? "gap" : "gaps") of up to "
            + "\((Double(gap) / 1e9).text(decimals: 1)) s")
      }
    }
    if leftOut > 0 {
      let all = readings.count + leftOut
      parts.append(
        "\(leftOut) of \(all) rows left out "
          + "(\((100 * Double(leftOut) / Double(all)).text(decimals: 1)) %)")
    }
    return parts.joined(separator: ", ")
  }

  /// The track to import, and one with the gravity to add.
  private static func choice(
    among tracks: [Track], _ options: ImportOptions, _ remarks: inout [String]
  ) throws(ImportError) -> (main: Track, gravity: Track?) {
    let filled = tracks.filter { !$0.times.isEmpty || $0.broken != nil }
    guard let first = filled.first else {
      throw .noReadings(file: tracks.first?.file ?? "")
    }
    let gravities = filled.filter { $0.plan.quantity == .gravity }
    var candidates = filled.filter { $0.plan.quantity != .gravity }
    let all = candidates
    if let sensor = options.sensor?.lowercased() {
      let labels = Self.labels(of: candidates)
      let named = zip(candidates, labels).filter { $0.1.lowercased().contains(sensor) }
      guard !named.isEmpty else { throw .noSensor(options.sensor ?? "", of: labels) }
      candidates = named.filter { $0.1.lowercased() == sensor }.map(\.0)
      if candidates.isEmpty { candidates = named.map(\.0) }
    }
    // Accelerations with gravity first, then those that need gravity added.
    let whole = candidates.filter { $0.plan.quantity != .user }
    if !whole.isEmpty { candidates = whole }
    let rank = candidates.map(\.plan.rank).min()
    candidates = candidates.filter { $0.plan.rank == rank }
    // If no name tells several apart: the only one whose values have gravity.
    let heavy = candidates.count > 1 ? candidates.filter(\.hasGravity) : []
    if heavy.count == 1, let taken = heavy.first {
      remarks.append("taken: \(taken.file), the only one of \(candidates.count) with gravity")
      candidates = heavy
    }
    guard let main = candidates.first else {
      throw .noAcceleration(file: first.file, columns: first.columns)
    }
    guard candidates.count == 1 else { throw .severalSensors(Self.labels(of: candidates, in: all)) }
    let near = gravities.filter { $0.plan.rank == main.plan.rank }
    guard options.gravity == nil, main.needsGravity(options, from: near.first) else {
      return (main, nil)
    }
    guard near.count <= 1 else { throw .severalSensors(Self.labels(of: near)) }
    return (main, near.first)
  }

  /// A name of each track for `--sensor`: with its file, and its columns, where several have one.
  private static func labels(of tracks: [Track], in all: [Track]? = nil) -> [String] {
    let names: [(Track) -> String] = [
      { $0.plan.label }, { "\($0.plan.label) of \($0.file)" },
      { "\($0.plan.label) of \($0.file), \($0.columns.joined(separator: " "))" },
    ]
    return tracks.map { track in
      let fitting = names.first { name in
        (all ?? tracks).count { name($0).lowercased() == name(track).lowercased() } == 1
      }
      return (fitting ?? names[2])(track)
    }
  }
}

extension Track {
  /// The number of rows that were left out.
  var leftOut: Int { (broken?.count ?? 0) + (late?.count ?? 0) + shared.repeated }

  /// Throws for rows that were left out, or adds remarks about them.
  fileprivate func check(_ options: ImportOptions, _ remarks: inout [String]) throws(ImportError) {
    if let broken {
      guard options.isRepairing else {
        throw .brokenRows(
          file: file, line: broken.line, reason: broken.reason, count: broken.count,
          areAll: times.isEmpty)
      }
      remarks.append(
        "left out: \(broken.count) \(broken.count == 1 ? "row" : "rows") of \(file), the first in line \(broken.line): "
          + broken.reason)
    }
    if let late {
      guard options.isRepairing else {
        throw .times(file: file, line: late.line, count: late.count)
      }
      remarks.append(
        "left out: \(late.count) \(late.count == 1 ? "row" : "rows") of \(file) whose time is not later than the one "
          + "before, the first in line \(late.line)")
    }
    if let setBack {
      remarks.append(
        "times: the clock goes back by \((Double(setBack.by) / 1e9).text(decimals: 1)) s in line "
          + "\(setBack.line) of \(file); a gap of 1 s stands there, as nothing says how long it was"
      )
    }
    guard !times.isEmpty else { throw .noReadings(file: file) }
    guard !shared.isAllAtOnce else { throw .oneTime(file: file, count: times.count) }
    if shared.repeated > 0 {
      remarks.append(
        "left out: \(shared.repeated) \(shared.repeated == 1 ? "row" : "rows") of \(file) that repeat another"
      )
    }
    if shared.spaced > 0 {
      remarks.append(
        "times: in bunches of up to \(shared.largest) rows; \(shared.spaced) were spaced evenly until the next "
          + "bunch; if you know the rate, give --rate HZ")
    }
  }
}

extension SIMD3<Double> {
  /// Each element to `decimals` decimals.
  fileprivate func rounded(toDecimals decimals: Int) -> SIMD3<Double> {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded(.toNearestOrEven) / scale
  }
}
