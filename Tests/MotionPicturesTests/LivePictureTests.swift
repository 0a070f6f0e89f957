import MotionCore
import MotionPictures
import MotionSynthesis
import Testing

@Suite struct LivePictureTests {
  private func picture(until seconds: Double) throws -> LivePicture {
    let motions = MotionOptions().configurations(of: [.shake, .freeFall])
    var pipeline = MotionPipeline(motions, isExplaining: true)
    var picture = LivePicture("a phone, 100 Hz", detecting: motions)
    let script = try #require(SampleLibrary.simulation("shake"))
    for reading in script.recording(rate: 100).readings {
      guard Double(reading.timestamp.nanoseconds) <= seconds * 1e9 else { break }
      picture.take(reading)
      pipeline.take(reading) { finding, _ in picture.take(finding) }
    }
    return picture
  }

  @Test(
    "lines fit the terminal, however small it is",
    arguments: [(80, 24), (20, 5), (1, 1), (300, 90)])
  func size(_ width: Int, _ height: Int) throws {
    let lines = try picture(until: 3).lines(width: width, height: height)
    #expect(lines.count <= height)
    #expect(lines.allSatisfy { $0.count <= width })
  }

  @Test("in a shake the swing exceeds its threshold, and the shake is under way")
  func shaking() throws {
    let lines = try picture(until: 1.5).lines(width: 100, height: 24)
    #expect(lines.contains { $0.hasPrefix("swing   ████████████████████") })
    #expect(lines.contains { $0.hasPrefix("shake") && $0.hasSuffix("under way") })
    #expect(lines.contains { $0.contains("shake began") })
  }

  @Test("after it the event is there, and nothing swings")
  func after() throws {
    let lines = try picture(until: 100).lines(width: 100, height: 24)
    #expect(lines.contains { $0.hasPrefix("swing   ░░░░░░░░") })
    #expect(lines.contains { $0.contains("shake ended") })
    #expect(lines.contains { $0.hasPrefix("shake") && $0.hasSuffix("s ago") })
    #expect(lines.contains { $0.hasPrefix("|a|") && $0.contains("9.8") })
  }

  @Test("late readings, and those that are no numbers, are left out")
  func odd() {
    var picture = LivePicture("auto", detecting: [.shake()])
    for (time, value) in [(5.0, 9.8), (4.9, 9.8), (5.1, .nan), (5.2, .infinity), (-9e9, 9.8)] {
      picture.take(
        Reading(
          timestamp: Timestamp(nanoseconds: Int64(time * 1e9)),
          acceleration: Acceleration(0, 0, value)))
      #expect(picture.lines(width: 80, height: 24).count > 4)
    }
  }

  @Test("without readings it says so, in a line too")
  func empty() {
    let picture = LivePicture("auto", detecting: [.shake()])
    #expect(picture.lines(width: 80, height: 24).contains("no readings yet"))
    #expect(picture.line == "no readings yet")
  }
}
