// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

@testable import motionctl

@Suite(.waits) struct NumberLineTests {
  private static func columns(_ names: String) -> [NumberLine.Column] {
    names.split(separator: ",").map { NumberLine.Column($0) }
  }

  /// The rows of a table in docs/lines.md below this line: the words in backquotes, by row.
  private static func rows(below line: String) throws -> [[[Substring]]] {
    let url = RunningCommand.packageRoot.appendingPathComponent("docs/lines.md")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix(line) })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { row in
      row.split(separator: "|").map { cell in
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map(\.element)
      }
    }
  }

  @Test("each line in the table of docs/lines.md is 1, 2, 3")
  func table() throws {
    let rows = try Self.rows(below: "| lines | from | `--columns` |")
    #expect(rows.count > 15)
    for row in rows {
      let columns = row[2].first.map { Self.columns(String($0)) } ?? NumberLine.usualColumns
      for text in row[0] {
        let line = String(text.replacing("⇥", with: "\t"))
        switch NumberLine(line, columns) {
        case .reading(let values): #expect(values == SIMD3(1, 2, 3), "\(text)")
        case .axes(let axes): #expect(axes == [.x: 1, .y: 2, .z: 3], "\(text)")
        case let other: Issue.record("\(text): \(other)")
        }
      }
    }
  }

  @Test(
    "x, y and z by position",
    arguments: [
      "1,-2.5,3e2", "1 -2.5 300", "1\t-2.5\t300\r", " 1 ; -2.5;\t300 ", "1, -2.5, 300,",
      "(1, -2.5, 300)", "[1,-2.5,300]", "+1,-2.50,300.0\t",
      #"{"type": "accelerometer", "data": [1, -2.5, 300]}"#, "1;-2,5;300", "1 -2,5 300",
    ])
  func places(line: String) {
    #expect(!NumberLine.isPlainlyBad(Array(line.utf8), NumberLine.usualColumns))
    #expect(NumberLine(line, NumberLine.usualColumns) == .reading(SIMD3(1, -2.5, 300)))
  }

  @Test("columns choose, order and turn")
  func columns() {
    let line = "7;hot;1;2;3"
    #expect(NumberLine(line, Self.columns("_,-,z,-X,y")) == .reading(SIMD3(-2, 3, 1)))
    #expect(
      NumberLine(line, NumberLine.usualColumns)
        == .bad("5 values, expected 3: --columns says which are x, y and z"))
    #expect(NumberLine("1,2,3", Self.columns("_,x,y,z")) == .bad("3 values, expected 4"))
  }

  @Test("values with names")
  func names() {
    let columns = Self.columns("-x,y,-z")
    #expect(NumberLine("x:12", NumberLine.usualColumns) == .axes([.x: 12]))
    #expect(NumberLine("x: 1 y:2, Z=3 t:40", columns) == .axes([.x: -1, .y: 2, .z: -3]))
    #expect(NumberLine(#"{"time_ms": 4, "x": 12}"#, columns) == .axes([.x: -12]))
    for other in [
      "light:40", "Rotation X: 1, Y: 2, Z: 3 rad/s", "x:1 y:2 z:3 dps", "gx:1 gy:2 gz:3",
      "ANGLE     X: 1\tY: 2\tZ: 3", "ACC ANGLE X: 1\tY: 2", "Orient:\tx= 1 |\ty= 2 |\tz= 3",
      "Linear:\tx= 1 |\ty= 2 |\tz= 3", "Linear Acceleration X: 1, Y: 2, Z: 3",
      "Gravity:\tx= 1 |\ty= 2 |\tz= 3", "Gyr (DPS) [ 1, 2, 3 ]", "X2 = 1 Y2 = 2 Z2 = 3",
    ] {
      #expect(NumberLine(other, columns) == .other, "\(other)")
    }
    #expect(
      NumberLine("Accel X:1 Y:2 Z:3 m/s^2 Gyro X:4 Y:5 Z:6 rad/s", NumberLine.usualColumns)
        == .axes([.x: 1, .y: 2, .z: 3]))
    #expect(
      NumberLine("Accl:\tx= 1 |\ty= 2 |\tz= 3", NumberLine.usualColumns)
        == .axes([.x: 1, .y: 2, .z: 3]))
    #expect(
      NumberLine("Gyro X:4 Y:5 Z:6 rad/s Accel with gravity X:1 Y:2 Z:3", NumberLine.usualColumns)
        == .axes([.x: 1, .y: 2, .z: 3]))
    #expect(NumberLine("Gyroscope:", columns) == .heading(isOfAnother: true))
    #expect(NumberLine("Accelerometer:", columns) == .heading(isOfAnother: false))
    #expect(NumberLine("x:1 x:2", columns) == .bad("it has x twice"))
    #expect(NumberLine("x:1 y:2 z:3 x:1 y:2 z:3", columns) == .bad("it has x, y and z twice"))
    #expect(
      NumberLine("x:1 y:2 z:3 g x:9 y:8 z:7 m/s2", NumberLine.usualColumns)
        == .axes([.x: 1, .y: 2, .z: 3]))
    #expect(NumberLine("x:far", columns) == .bad("'far' is no number"))
    #expect(
      NumberLine("x:1 2", columns) == .bad("some of its values have names, and some have none"))
  }

  @Test(
    "what is no reading",
    arguments: [
      ("1,2", "2 values, expected 3, not x, y and z"), ("1,,3", "'' is no number"),
      ("ready", "1 value, expected 3, not x, y and z"), ("nan,1,2", "'nan' is no number"),
      ("0x1,1,2", "'0x1' is no number"), ("1,inf,2", "'inf' is no number"),
      ("1e999,1,2", "'1e999' is no number"), ("1,2,3x", "'3x' is no number"),
      (
        "1,5,2,5,3,5",
        "6 values, expected 3: --columns says which are x, y and z; beside decimal commas, "
          + "separate the values by blanks or semicolons"
      ),
      ("1 2 3 4,5", "5 values, expected 3: --columns says which are x, y and z"),
    ])
  func bad(line: String, reason: String) {
    #expect(NumberLine(line, NumberLine.usualColumns) == .bad(reason))
    let isPlain = NumberLine.isPlainlyBad(Array(line.utf8), NumberLine.usualColumns)
    #expect(isPlain == (line.first?.isLetter == true))
  }

  @Test(
    "an empty line, or one drawn between readings, is nothing",
    arguments: ["", " \t", "\r", "/* */", "--", "=====", "****"])
  func empty(line: String) {
    #expect(NumberLine(line, NumberLine.usualColumns) == .nothing)
  }
}
