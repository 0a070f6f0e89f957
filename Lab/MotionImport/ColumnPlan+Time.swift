// SPDX-License-Identifier: Apache-2.0

extension ColumnPlan.TimeColumn {
  private static let words: Set = [
    "time", "timestamp", "t", "ts", "elapsed", "epoch", "epoc", "datetime", "date", "seconds",
    "millis", "milliseconds", "micros", "nanos", "nanoseconds", "microseconds", "yyyy", "uptime",
    "dt",
    "zeit", "zeitstempel", "uhrzeit", "datum", "temps", "horodatage", "heure", "tiempo", "fecha",
    "hora", "tempo", "tijd", "tijdstip", "aika", "tid", "czas", "čas", "idő", "zaman", "время",
    "час", "時間", "時刻", "时间", "시간",
  ]

  /// The best column of times for a triple; nil without a column of times.
  ///
  /// - Throws: an ``ImportError`` if the unit is unclear, or another column disagrees
  init?(
    for triple: ColumnPlan.Triple, among columns: [ColumnName], rows: [ExportLine],
    _ dialect: ExportDialect, chosen: TimeUnit?, hasRate: Bool, of source: String,
    factor: Double?
  ) throws(ImportError) {
    let clocks = columns.indices.compactMap { index -> Clock? in
      let name = columns[index]
      guard name.axis == nil, name.words.contains(where: { Self.words.contains($0) }) else {
        return nil
      }
      return Clock(index, name, of: triple, rows, dialect, chosen: chosen, factor: factor)
    }
    guard var best = clocks.first else { return nil }
    for clock in clocks where clock.score > best.score { best = clock }
    if !hasRate, let other = clocks.first(where: { $0.contradicts(best) }) {
      throw .twoTimes(
        file: source, best.name.text, other.name.text,
        columns: columns.indices.map { $0 == other.column ? "-" : columns[$0].text })
    }
    column = best.column
    name = best.name.text
    isDifference = best.isDifference
    guard !best.isWritten else {
      (power, unit, isGuess) = (nil, "date or time of day", false)
      return
    }
    if chosen == nil, let factor {
      (power, unit, isGuess) = (
        0, "of \(factor / 1e9) s, as the lines before the header say", false
      )
      self.factor = factor
      return
    }
    if let known = chosen ?? best.unit {
      (power, unit, isGuess) = (known.power, known.rawValue, false)
      return
    }
    guard !hasRate else { return nil }
    guard let unit = TimeUnit.fitting(best.times.compactMap { $0 }) else {
      throw .timeUnit(file: source, column: best.name.text)
    }
    (power, self.unit, isGuess) = (unit.power, unit.rawValue, true)
  }
}

/// A column that may be of times: its name proposes, and its steps decide.
private struct Clock {
  let column: Int, name: ColumnName
  /// True for dates and times of day, and for the times since the row before.
  let isWritten: Bool, isDifference: Bool
  /// The unit in its name.
  let unit: TimeUnit?
  private(set) var score: Int
  /// True if its name is of the sensor in question, and if it is no clock of it.
  private let isOwn: Bool, isDoubtful: Bool
  /// The time in each row, since whatever moment.
  let times: [Double?]
  /// The seconds of its unit; several where its name has none.
  private let scales: [Double]

  /// The seconds between rows of the slowest and the fastest clock, in tables of several sensors.
  private static let periods = 0.000_05...10.0

  /// A clock; nil if the column holds no times.
  init?(
    _ column: Int, _ name: ColumnName, of triple: ColumnPlan.Triple, _ rows: [ExportLine],
    _ dialect: ExportDialect, chosen: TimeUnit?, factor: Double?
  ) {
    (self.column, self.name) = (column, name)
    let fields = rows.map { $0.field(column) }
    let filled = fields.filter { !$0.isEmpty }
    let numbers = fields.map { ExportNumber($0, hasDecimalComma: dialect.hasDecimalComma)?.double }
    // A few broken rows do not change the type of a column.
    let isNumber = 10 * numbers.count { $0 != nil } >= 9 * filled.count
    let written = fields.map { WrittenTime.nanoseconds(String(decoding: $0, as: UTF8.self)) }
    isWritten = !isNumber && 10 * written.count { $0 != nil } >= 9 * filled.count
    guard !filled.isEmpty, isNumber || isWritten else { return nil }
    unit =
      name.unit.flatMap { TimeUnit(written: $0) }
      ?? name.words.lazy.filter { $0.count > 1 }.compactMap { TimeUnit(written: $0) }.first
    isDifference =
      isNumber && name.words.contains { ["diff", "difference", "delta", "dt"].contains($0) }
    var (sum, sums) = (0.0, [Double?]())
    for number in numbers {
      sum += number ?? 0
      sums.append(number == nil ? nil : sum)
    }
    times =
      isWritten ? written.map { $0.map { Double($0) / 1e9 } } : isDifference ? sums : numbers
    let units = unit.map { [$0, chosen ?? $0] } ?? TimeUnit.allCases
    scales =
      isWritten
      ? [1] : unit == nil && factor != nil ? [(factor ?? 0) / 1e9] : units.map { 1 / $0.perSecond }
    let own = Set(triple.label.split(separator: " ").map(String.init))
    isOwn = name.words.contains { own.contains($0) }
    // Beside another time, T is the temperature.
    isDoubtful = Quantity.isOther(name.words) || name.text == "T"
    score = (isNumber ? 4 : 0) + (isOwn ? 8 : 0) + (unit == nil ? 0 : 2)
    if Quantity.isOther(name.words) { score -= 8 }
    if name.text == "T" { score -= 6 }
    if name.words.contains("elapsed") || name.words.contains("since") { score += 1 }
    // The clock of the sensor, beside the clock of the app.
    if name.words.contains("sensor") { score += 1 }
    if isDifference { score -= 4 }
    let known = times.compactMap { $0 }
    let rising = zip(known.dropFirst(), known).count { $0 > $1 }
    // Sensors that are read in one moment may be written in any order.
    if rising == 0 || zip(known.dropFirst(), known).count(where: <) > known.count / 2 {
      score -= 16
    }
  }

  /// True if both go on as clocks do, and one is faster than the other.
  ///
  /// A column without a unit may have any. A clock that counts whole seconds, or sticks, is late
  /// for a while.
  func contradicts(_ other: Clock) -> Bool {
    guard column != other.column, isOwn == other.isOwn, !isDoubtful, !other.isDoubtful else {
      return false
    }
    let rows = zip(times, other.times).filter { $0 != nil && $1 != nil }
      .map { SIMD2($0 ?? 0, $1 ?? 0) }
    let all = zip(rows.dropFirst(), rows).map { $0 - $1 }
    // Where a counter wraps, and at midnight, a step is unknown.
    let forward = all.map { $0.replacing(with: 0, where: $0 .< 0) }
    let back = (forward.reduce(.zero, +) - all.reduce(.zero, +)) * 4
    guard all.count >= 8,
      10 * all.count(where: { $0.min() < 0 }) <= all.count
        || forward.reduce(-back, +).min() > 0
    else { return false }
    let mean = forward.reduce(.zero, +) / Double(forward.count)
    // In a pause both stand still; between bunches they do so often.
    let usual = forward.filter { $0[0] <= 5 * mean[0] || $0[1] <= 5 * mean[1] }
    let steps = 50 * (forward.count - usual.count) <= forward.count ? usual : forward
    let sum = steps.reduce(.zero, +)
    let pairs = scales.flatMap { own in other.scales.map { SIMD2(own, $0) } }.filter { scale in
      let period = sum * scale / Double(steps.count)
      return Self.periods.contains(period.min()) && Self.periods.contains(period.max())
    }
    guard !pairs.isEmpty else { return false }
    // How far each is from an even pace of the other, in its own unit.
    var (passed, late) = (SIMD2(0.0, 0), 0.0)
    for step in steps {
      passed += step
      late = max(late, abs(passed[0] - passed[1] * (sum[0] / sum[1])))
    }
    return pairs.allSatisfy { scale in
      let seconds = sum * scale
      return abs(seconds[0] - seconds[1]) > 0.1 * seconds.max() + 2 * late * scale[0]
    }
  }
}
