import MotionCore

/// A motion drawn as text, one column for 20 ms: `^` and `v` push along one direction and back,
/// `.` is rest, `_` is no reading at all.
struct Timeline {
  static let column: Int64 = 20_000_000
  private static let readingsPerColumn: Int64 = 2

  /// What happens at each column when `drawing` is played: `b`, `e` or `c` for began, ended and
  /// cancelled, `.` for nothing.
  static func play(
    _ drawing: String, along direction: SIMD3<Double> = [1, 0, 0], strength: Double = 20,
    _ configuration: ShakeConfiguration = ShakeConfiguration()
  ) -> String {
    var bank = DetectorBank(shake: configuration)
    var marks: [Character] = []
    for (index, character) in drawing.enumerated() {
      var mark: Character = "."
      for part in 0..<readingsPerColumn where character != "_" {
        let time = Int64(index) * column + part * column / readingsPerColumn
        let push = character == "^" ? strength : character == "v" ? -strength : 0
        let reading = Reading(
          timestamp: Timestamp(nanoseconds: time),
          acceleration: SIMD3(0, 0, 9.8) + push * direction)
        bank.process(reading) { mark = $0.mark }
      }
      marks.append(mark)
    }
    return String(marks)
  }
}

extension MotionEvent {
  fileprivate var mark: Character {
    switch phase {
    case .began: "b"
    case .ended: "e"
    case .cancelled: "c"
    }
  }
}
