import MotionCore
import MotionSynthesis
import Testing

@testable import MotionImport

/// Exports as apps write them, made of one shake; each gives the shake again.
@Suite struct ImportTests {
  private static let g = Reading.standardGravity
  /// A shake of a device that lies on its back before and after.
  static let shake: [Reading] = {
    let sample = SampleLibrary.all.first { $0.name == "short-shake" }
    return sample.map { $0.script.readings() } ?? []
  }()

  private static func rows(_ row: (Double, SIMD3<Double>) -> String) -> String {
    shake.map { row(Double($0.timestamp.nanoseconds) * 1e-9, $0.acceleration) + "\n" }.joined()
  }

  private func tracks(
    _ text: String, _ file: String = "export.csv", _ options: ImportOptions = ImportOptions()
  ) throws -> [Track] {
    var reader = ExportReader(file, options)
    // In pieces, as files come.
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      try reader.take(Array(bytes[start..<min(start + 1000, bytes.count)]).span)
    }
    return try reader.finish()
  }

  private func imported(
    _ text: String, _ file: String = "export.csv", _ options: ImportOptions = ImportOptions()
  ) throws -> ImportedRecording {
    try ImportedRecording(try tracks(text, file, options), options)
  }

  /// Expects the shake, but for `tolerance` in m/s² and a millisecond.
  private func expectShake(
    _ result: ImportedRecording, within tolerance: Double = 0.002,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let readings = result.recording.readings
    #expect(readings.count == Self.shake.count, sourceLocation: location)
    for (reading, original) in zip(readings, Self.shake) {
      let start = Self.shake[0].timestamp
      let apart = reading.timestamp.nanoseconds - original.timestamp.nanoseconds(since: start)
      let difference = reading.acceleration - original.acceleration
      guard abs(apart) <= 1_000_000, abs(difference).max() <= tolerance else {
        Issue.record("\(reading) is not \(original)", sourceLocation: location)
        return
      }
    }
  }
}

extension SIMD3<Double> {
  fileprivate static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }
}

private func abs(_ vector: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(Swift.abs(vector.x), Swift.abs(vector.y), Swift.abs(vector.z))
}
