// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import motionctl

@Suite struct NumberLineTests {
  private static func columns(_ names: String) -> [NumberLine.Column] {
    names.split(separator: ",").map { NumberLine.Column($0) }
  }

  @Test(
    "x, y and z by position",
    arguments: [
      "1,-2.5,3e2", "1 -2.5 300", "1\t-2.5\t300\r", " 1 ; -2.5;\t300 ", "1, -2.5, 300,",
      "(1, -2.5, 300)", "[1,-2.5,300]", "+1,-2.50,300.0\t",
      #"{"type": "accelerometer", "data": [1, -2.5, 300]}"#,
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
    #expect(NumberLine("light:40", columns) == .nothing)
    #expect(NumberLine("x:1 x:2", columns) == .bad("it has x twice"))
    #expect(NumberLine("x:far", columns) == .bad("'far' is no number"))
    #expect(NumberLine("x:", columns) == .bad("'' is no number"))
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
      ("1,5,2,5,3,5", "6 values, expected 3: --columns says which are x, y and z"),
    ])
  func bad(line: String, reason: String) {
    #expect(NumberLine(line, NumberLine.usualColumns) == .bad(reason))
    let isPlain = NumberLine.isPlainlyBad(Array(line.utf8), NumberLine.usualColumns)
    #expect(isPlain == line.contains { $0.isLetter && $0 != "e" || line == "ready" })
  }

  @Test("an empty line is nothing", arguments: ["", " \t", "\r", "()"])
  func empty(line: String) {
    #expect(NumberLine(line, NumberLine.usualColumns) == .nothing)
  }
}
