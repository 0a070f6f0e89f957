// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TouchInput

@Suite("Calibration") struct CalibrationMatrixTests {
  @Test(
    "a turn sends the corners where libinput's matrix does",
    arguments: [
      (.none, [1, 0, 0, 0, 1, 0]), (.right, [0, -1, 1, 1, 0, 0]), (.over, [-1, 0, 1, 0, -1, 1]),
      (.left, [0, 1, 0, -1, 0, 1]),
    ] as [(QuarterTurn, [Double])])
  func turns(_ turn: QuarterTurn, _ numbers: [Double]) {
    #expect(CalibrationMatrix.identity.turned(turn) == CalibrationMatrix(numbers))
  }

  @Test("four quarter turns are none, two are half a one, and a turn comes after the calibration")
  func composition() throws {
    let skewed = try #require(CalibrationMatrix("1.1 0.05 -0.05 0.01 0.9 0.02"))
    let right = skewed.turned(.right)
    let back = right.turned(.right).turned(.right).turned(.right)
    for (one, other) in [
      (back.a, skewed.a), (back.b, skewed.b), (back.c, skewed.c), (back.d, skewed.d),
      (back.e, skewed.e), (back.f, skewed.f),
    ] { #expect(abs(one - other) < 1e-12) }
    #expect(right.turned(.right).a == skewed.turned(.over).a)
    #expect(right.turned(.over).b == skewed.turned(.left).b)
    // The panel's top left corner.
    #expect((right.c, right.f) == (1 - skewed.f, skewed.c))
  }

  @Test("width and height change places with a quarter turn, and shrink with what is cut off")
  func sizes() throws {
    func size(_ text: String, _ turn: QuarterTurn = .none) throws -> [Double] {
      let matrix = try #require(CalibrationMatrix(text)).turned(turn)
      let (width, height) = matrix.screen(on: (width: 300, height: 200))
      return [width.rounded(), height.rounded()]
    }
    #expect(try size("1 0 0 0 1 0") == [300, 200])
    #expect(try size("1 0 0 0 1 0", .over) == [300, 200])
    #expect(try size("1 0 0 0 1 0", .right) == [200, 300])
    #expect(try size("0 -1 1 1 0 0", .left) == [300, 200])
    #expect(try size("2 0 -0.5 0 1 0") == [150, 200])
  }

  @Test(
    "text that is no matrix is refused",
    arguments: [
      "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 x 0 1 0", "0 0 0 0 0 0", "1 1 0 1 1 0",
      "inf 0 0 0 1 0",
    ])
  func refused(_ text: String) {
    #expect(CalibrationMatrix(text) == nil)
  }

  @Test("a matrix as text is the same matrix")
  func text() {
    let matrix = CalibrationMatrix("1.25 0 -0.1 0 1 0.5")
    #expect(matrix?.description == "1.25 0.0 -0.1 0.0 1.0 0.5")
    #expect(matrix.flatMap { CalibrationMatrix($0.description) } == matrix)
  }
}
