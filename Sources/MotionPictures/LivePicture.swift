import MotionCore

/// A picture of the present, made of text: readings as they come, gravity, how near a shake is, and the last events.
package struct LivePicture: Sendable {
  /// The time that curves span.
  private static let span = 4.0
  private static let blocks = Array("▁▂▃▄▅▆▇█")
  /// The least acceleration that fills a curve, in m/s².
  private static let leastRange = 12.0
  /// The number of events that are kept.
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
  ///   - motions: the motions that are recognised
  package init(_ title: String, detecting motions: Set<MotionConfiguration>) {
    self.title = title
    kinds = Set(motions.map(\.kind)).sorted()
    let shake = motions.lazy.compactMap { if case .shake(let shake) = $0 { shake } else { nil } }
      .first
    trace = ShakeTrace(shake ?? ShakeConfiguration())
  }

  /// The time of the latest reading; nil without readings.
  package var now: Timestamp? { readings.last?.timestamp }

  /// Takes the next reading.
  ///
  /// One that is late or implausible is left out.
  package mutating func take(_ reading: Reading) {
    guard let point = trace.take(reading) else { return }
    self.point = point
    // After a clock that was set back, what came before is of another time.
    if let now, reading.timestamp < now { readings = [] }
    readings.append(reading)
    // Not at each reading, as that moves all others.
    guard readings.count.isMultiple(of: 64) else { return }
    let old = readings.prefix { reading.timestamp.seconds(since: $0.timestamp) > Self.span }.count
    readings.removeFirst(old)
  }

  /// Takes what was found in the readings.
  package mutating func take(_ finding: MotionFinding) {
    switch finding {
    case .state: return
    case .rejection(let rejection): note(rejection.text)
    case .event(let event):
      note(event.text)
      last[event.kind] = event.timestamp
      switch event.phase {
      case .began: open.insert(event.kind)
      case .ended, .cancelled, .recognised: open.remove(event.kind)
      }
    }
  }

  private mutating func note(_ text: String) {
    if notes.count == Self.noted { notes.removeFirst() }
    notes.append(text)
  }

  /// The picture as lines, none of them longer than `width`, and not more than `height`.
  package func lines(width: Int, height: Int) -> [String] {
    var lines = [title]
    if let reading = readings.last {
      let room = max(8, width - 12)
      for (axis, name) in ["x", "y", "z"].enumerated() {
        lines.append(
          "\(name)\(number(reading.acceleration[axis]))  " + curve(room) { $0.acceleration[axis] })
      }
      lines.append(
        "|a|\(number(reading.acceleration.length).dropFirst(2))  "
          + curve(room) { $0.acceleration.length })
    } else {
      lines.append("no readings yet")
    }
    lines += measures
    lines += kinds.map(state)
    lines += [""] + notes.suffix(max(0, height - lines.count - 1)).reversed()
    return lines.prefix(height).map { String($0.prefix(width)) }
  }

  /// The present in one line, for output that is no terminal.
  package var line: String {
    guard let reading = readings.last else { return "no readings yet" }
    let time = (Double(reading.timestamp.nanoseconds) / 1e9).text(decimals: 3)
    return ["\(time) s  |a| \(reading.acceleration.length.text(decimals: 2)) m/s²"]
      .joined() + measures.map { "  \($0)" }.joined()
  }

  private var measures: [String] {
    guard let point, let reading = readings.last else { return [] }
    let gravity = point.gravity
    var lines = [
      "gravity \([gravity.x, gravity.y, gravity.z].map(number).joined(separator: " ")) m/s²"
    ]
    if kinds.contains(.shake) {
      let limit = ShakeTrace.swingAmplitude
      let score = point.score.map { ", score \($0.text(decimals: 1)) (a shake begins at 0)" } ?? ""
      lines.append(
        "swing   \(bar(point.amplitude / limit)) \(point.amplitude.text(decimals: 1)) of "
          + "\(limit.text(decimals: 0)) m/s²\(score)")
    }
    if kinds.contains(.freeFall) {
      let standard = Reading.standardGravity
      let limit = FreeFallConfiguration().threshold
      let share = (standard - reading.acceleration.length) / (standard - limit)
      lines.append("fall    \(bar(share)) |a| below \(limit.text(decimals: 0)) m/s² is a fall")
    }
    return lines
  }

  private func state(_ kind: MotionKind) -> String {
    let name = kind.rawValue + String(repeating: " ", count: max(1, 12 - kind.rawValue.count))
    if open.contains(kind) { return "\(name)under way" }
    guard let time = last[kind], let now else { return "\(name)-" }
    return "\(name)\(now.seconds(since: time).text(decimals: 1)) s ago"
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
