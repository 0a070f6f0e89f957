// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A picture of the present as text: the latest readings, gravity, a gauge for each motion, and the
/// latest events.
struct LivePicture: Sendable {
  /// The time that curves span.
  private static let span = 4.0
  private static let blocks = Array("▁▂▃▄▅▆▇█")
  /// The least acceleration that fills a curve, in m/s².
  private static let leastRange = 12.0
  /// The number of events to keep.
  private static let noted = 12

  private let title: String
  private let kinds: [MotionKind]
  private var readings: [Reading] = []
  private var trace: ShakeTrace
  private var point: ShakeTrace.Point?
  /// The latest events and rejections in words, the newest last.
  private var notes: [String] = []
  private var open: Set<MotionKind> = []
  private var last: [MotionKind: Timestamp] = [:]

  /// A picture without readings.
  ///
  /// - Parameters:
  ///   - title: the source of the readings
  ///   - motions: the motions that are recognized
  init(_ title: String, detecting motions: Set<MotionConfiguration>) {
    self.title = title
    kinds = Set(motions.map(\.kind)).sorted()
    let shake = motions.shake
    trace = ShakeTrace(shake ?? ShakeConfiguration())
  }

  /// The time of the latest reading; nil without readings.
  var now: Timestamp? { readings.last?.timestamp }

  /// Adds the next reading, unless it is late or implausible.
  mutating func add(_ reading: Reading) {
    guard let point = trace.process(reading) else { return }
    self.point = point
    // The clock was set back: the earlier readings no longer fit on its axis.
    if let now, reading.timestamp < now { readings = [] }
    readings.append(reading)
    // Every 64 readings, as removing the first ones moves all others.
    guard readings.count.isMultiple(of: 64) else { return }
    let old = readings.prefix { reading.timestamp.seconds(since: $0.timestamp) > Self.span }.count
    readings.removeFirst(old)
  }

  /// Adds a finding of the readings.
  mutating func add(_ finding: MotionFinding) {
    switch finding {
    case .state: return
    case .rejection(let rejection): note(rejection.text)
    case .event(let event):
      note(event.textWithConfidence)
      last[event.kind] = event.timestamp
      switch event.phase {
      case .began: open.insert(event.kind)
      case .ended, .cancelled, .recognized: open.remove(event.kind)
      }
    }
  }

  private mutating func note(_ text: String) {
    if notes.count == Self.noted { notes.removeFirst() }
    notes.append(text)
  }

  /// The picture as at most `height` lines of at most `width` characters.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline that processed the same readings
  ///   - width: the number of columns
  ///   - height: the number of lines
  /// - Returns: the lines, from the top
  func lines(of pipeline: MotionPipeline, width: Int, height: Int) -> [String] {
    var lines = [title]
    if let reading = readings.last, let point {
      let room = max(8, width - 12)
      for (axis, name) in ["x", "y", "z"].enumerated() {
        lines.append(
          "\(name)\(number(reading.acceleration[axis]))  " + curve(room) { $0.acceleration[axis] })
      }
      lines.append(
        "|a|\(number(reading.acceleration.length).dropFirst(2))  "
          + curve(room) { $0.acceleration.length })
      lines.append(gravity(point, number))
      let gauges = pipeline.gauges(at: reading)
      lines += kinds.map { line(of: $0, gauges[$0]) }
    } else {
      lines.append("no readings yet")
    }
    lines += [""] + notes.suffix(max(0, height - lines.count - 1)).reversed()
    return lines.prefix(height).map { String($0.prefix(width)) }
  }

  /// The present in one line, for output to a file or pipe.
  ///
  /// - Parameter pipeline: the pipeline that processed the same readings
  /// - Returns: the line, without a newline
  func line(of pipeline: MotionPipeline) -> String {
    guard let reading = readings.last, let point else { return "no readings yet" }
    let time = (Double(reading.timestamp.nanoseconds) / 1e9).text(decimals: 3)
    let magnitude = reading.acceleration.length.text(decimals: 2)
    let gauges = pipeline.gauges(at: reading)
    let texts = kinds.compactMap { kind in gauges[kind].map { "\(kind): \($0.text)" } }
    let gravity = gravity(point) { $0.text(decimals: 2) }
    return (["\(time) s  |a| \(magnitude) m/s²", gravity] + texts).joined(separator: "; ")
  }

  private func gravity(_ point: ShakeTrace.Point, _ text: (Double) -> String) -> String {
    let axes = [point.gravity.x, point.gravity.y, point.gravity.z]
    return "gravity \(axes.map(text).joined(separator: " ")) m/s²"
  }

  /// The gauge of the motion as a bar, and the time since it last happened.
  private func line(of kind: MotionKind, _ gauge: MotionGauge?) -> String {
    var line = kind.rawValue.padded(to: 12) + bar(gauge?.share ?? 0) + " "
    if open.contains(kind) {
      line += "under way"
    } else if let time = last[kind], let now {
      line += "\(now.seconds(since: time).text(decimals: 1)) s ago".padded(to: 9)
    } else {
      line += "-".padded(to: 9)
    }
    if let gauge { line += "  \(gauge.text)" }
    if kind == .shake, let score = point?.score {
      line += ", score \(score.text(decimals: 1)) (a shake begins at 0)"
    }
    return line
  }

  private func bar(_ share: Double) -> String {
    let filled = Int((min(1, max(0, share)) * 20).rounded())
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
  }

  /// The values of the last seconds in so many columns, the newest on the right.
  private func curve(_ columns: Int, _ value: (Reading) -> Double) -> String {
    guard let now else { return "" }
    var sums = [(sum: Double, count: Int)](repeating: (0, 0), count: columns)
    var range = Self.leastRange
    for reading in readings {
      let age = now.seconds(since: reading.timestamp) / Self.span
      let column = columns - 1 - Int(age * Double(columns))
      guard sums.indices.contains(column) else { continue }
      sums[column].sum += value(reading)
      sums[column].count += 1
      range = max(range, abs(value(reading)))
    }
    var shown = Self.blocks[0]
    return String(
      sums.map { sum, count -> Character in
        guard count > 0 else { return shown == Self.blocks[0] ? " " : shown }
        let share = (sum / Double(count) / range + 1) / 2
        shown = Self.blocks[min(7, max(0, Int(share * 8)))]
        return shown
      })
  }

  private func number(_ value: Double) -> String {
    let text = value.text(decimals: 2)
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
}

extension String {
  /// This text with blanks behind it, up to a width.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension MotionEvent {
  /// The event in words, with how sure a beginning is.
  var textWithConfidence: String {
    confidence.map { "\(text), \(Int((100 * $0).rounded())) % sure" } ?? text
  }
}
