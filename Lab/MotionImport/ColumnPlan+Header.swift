// SPDX-License-Identifier: Apache-2.0

extension ColumnPlan {
  /// The header among `candidates`: its place, and the plan of its columns.
  ///
  /// With columns that the user named, the rows begin where their numbers do.
  static func found(
    in candidates: ArraySlice<[UInt8]>, all lines: [[UInt8]], file: String, source: String,
    isOneOfSeveral: Bool, _ options: ImportOptions
  ) throws(ImportError) -> (place: Int, plan: ColumnPlan, dialect: ExportDialect)? {
    for (place, line) in candidates.enumerated() {
      let notes = ExportNotes(candidates.prefix(place))
      let line = options.columns == nil ? ExportLine.header(line) : line
      for separator in ExportDialect.separators(in: line) {
        let header = ExportLine(line[...], separator: separator)
        let names = options.columns ?? header.texts
        let isHeader = header.texts.contains { $0.contains(where: \.isLetter) && Double($0) == nil }
        guard options.columns == nil ? isHeader : header.isRow(under: names), names.count >= 3
        else { continue }
        let first = options.columns == nil ? place + 1 : place
        let rows = lines.dropFirst(first).filter { !$0.isEmpty }
        var dialect = ExportDialect(separator: separator, count: names.count, in: rows)
        let below = rows.map { ExportLine($0[...], dialect) }
        dialect.hasDecimalComma = below.contains { $0.hasDecimalComma }
        do throws(ImportError) {
          let plan = try ColumnPlan(
            names, source: source, isOneOfSeveral: isOneOfSeveral, rows: below, dialect,
            timeUnit: options.timeUnit, hasRate: options.rate != nil, notes: notes)
          if let plan { return (first - 1, plan, dialect) }
        } catch {
          // Times that make no sense in shifted columns are not what is wrong.
          guard
            let long = lines.indices.dropFirst(first).first(where: { index in
              dialect.shifts(lines[index], beyond: names.count)
            })
          else { throw error }
          let count = below.count { $0.filledCount > names.count }
          throw .brokenRows(
            file: file, line: long + 1,
            reason: dialect.shiftReason(
              ExportLine(lines[long][...], dialect), names.count, isNamed: options.columns != nil),
            count: count, areAll: count == below.count)
        }
      }
    }
    return nil
  }
}

extension ExportDialect {
  /// True if a row has more fields than `count` columns.
  fileprivate func shifts(_ row: [UInt8], beyond count: Int) -> Bool {
    ExportLine(row[...], self).filledCount > count
  }

  /// The reason why the import skips a row with more fields than `count` columns.
  func shiftReason(_ row: ExportLine, _ count: Int, isNamed: Bool) -> String {
    let hint =
      separator == UInt8(ascii: ",")
      ? "; if numbers have a decimal comma, export them with a point, or with semicolons between columns"
      : ""
    return
      "\(row.filledCount) fields where \(isNamed ? "--columns names" : "the header has") \(count)\(hint)"
  }
}

extension ExportLine {
  /// True if the columns that `names` gives an axis hold numbers, whatever others hold.
  fileprivate func isRow(under names: [String]) -> Bool {
    names.indices.allSatisfy { index in
      ColumnName(names[index]).axis == nil || field(index).isEmpty
        || ExportNumber(field(index), hasDecimalComma: false) != nil
        || ExportNumber(field(index), hasDecimalComma: true) != nil
    }
      // Words and a number before the header are no row.
      && Set(names.indices.filter { !field($0).isEmpty }.compactMap { ColumnName(names[$0]).axis })
        .count == 3
  }

  /// True if a field is a number with a decimal comma.
  fileprivate var hasDecimalComma: Bool {
    (0..<count).contains { index in
      let field = field(index)
      return field.contains(UInt8(ascii: ",")) && !field.contains(UInt8(ascii: "."))
        && ExportNumber(field, hasDecimalComma: true) != nil
    }
  }
}
