// SPDX-License-Identifier: Apache-2.0

extension ColumnPlan {
  /// The column that names the sensor of each row: text, beside columns named only x, y and z.
  static func sensorColumn(
    _ columns: [ColumnName], _ triples: [Triple], _ rows: [ExportLine]
  ) -> Int? {
    guard triples.count == 1, columns[triples[0].columns[0]].words.isEmpty else { return nil }
    let known: Set = ["sensor", "sensorname", "sensortype", "type", "sensor name", "sensor type"]
    return columns.indices.first { index in
      known.contains(columns[index].words.joined(separator: " "))
        && rows.contains { !Quantity.isNothing(ColumnName.words(in: $0.text(index))) }
    }
  }

  private static let words: Set = [
    "sensor", "sensorid", "id", "imu", "device", "instance", "node", "side", "hand", "wrist",
  ]

  /// The column that tells sensors of one kind apart: its two to eight values go round from row to
  /// row, and no two rows of one value have one time.
  ///
  /// If its name is not of a sensor, the rows of one value also go on more smoothly than all rows
  /// do: the columns may count the rows of a packet.
  static func columnOfAlike(
    _ columns: [ColumnName], _ triples: [Triple], _ rows: [ExportLine], _ dialect: ExportDialect
  ) -> Int? {
    let rows = rows.filter { row in triples[0].columns.allSatisfy { row.number($0, dialect) != nil }
    }
    guard rows.count >= 8 else { return nil }
    let time = triples[0].time?.column
    let times = rows.map { row in time.map { row.text($0) } ?? "" }
    let used = Set(triples.flatMap { $0.columns + ($0.time.map { [$0.column] } ?? []) })
    let values = rows.map { row in
      SIMD3(triples[0].columns.map { row.number($0, dialect)?.double ?? 0 })
    }
    let isShared = 4 * zip(times, times.dropFirst()).count { $0 == $1 } >= rows.count
    return columns.indices.first { index in
      guard !used.contains(index), columns[index].axis == nil else { return false }
      let names = rows.map { $0.text(index) }
      let count = Set(names).count
      let changes = zip(names, names.dropFirst()).count { $0 != $1 }
      guard (2...8).contains(count), 4 * changes >= rows.count else { return false }
      let isNamed = columns[index].words.contains { words.contains($0) }
      guard time != nil, isShared else { return isNamed }
      return Set(zip(times, names).map { [$0, $1] }).count == rows.count
        && (isNamed || values.goOnMoreSmoothly(by: count))
    }
  }
}
