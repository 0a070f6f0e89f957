// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import motionctl

@Suite struct LivePictureTests {
  /// A picture of a simulation at some moment, with the pipeline that saw the same.
  private struct Watched {
    var pipeline: MotionPipeline
    var picture: LivePicture

    init(_ kinds: [MotionKind], _ name: String, until seconds: Double, rate: Hertz = 100) throws {
      let motions = MotionOptions().configurations(of: kinds)
      var pipeline = MotionPipeline(motions, isExplaining: true)
      var picture = LivePicture("a phone", detecting: motions)
      let script = try #require(SampleLibrary.simulation(name))
      for reading in script.recording(rate: rate).readings {
        guard Double(reading.timestamp.nanoseconds) <= seconds * 1e9 else { break }
        picture.add(reading)
        pipeline.process(reading) { finding, _ in picture.add(finding) }
      }
      (self.pipeline, self.picture) = (pipeline, picture)
    }

    func lines(width: Int = 110, height: Int = 30) -> [String] {
      picture.lines(of: pipeline, width: width, height: height)
    }

    func line(of kind: MotionKind) -> String? {
      lines().first { $0.hasPrefix("\(kind) ") }
    }
  }

  @Test(
    "lines fit the terminal, however small it is",
    arguments: [(80, 24), (20, 5), (1, 1), (300, 90)])
  func size(_ width: Int, _ height: Int) throws {
    let lines = try Watched(MotionRegistry.kinds, "shake", until: 3).lines(
      width: width, height: height)
    #expect(lines.count <= height)
    #expect(lines.allSatisfy { $0.count <= width })
  }

  @Test("in a shake the swing exceeds its threshold, and the shake is under way")
  func shaking() throws {
    let watched = try Watched([.shake], "shake", until: 1.5)
    let line = try #require(watched.line(of: .shake))
    #expect(line.hasPrefix("shake       ████████████████████ under way"))
    #expect(watched.lines().contains { $0.contains("shake began") && $0.hasSuffix(" % sure") })
  }

  @Test("after it the event is there, and nothing swings")
  func after() throws {
    let watched = try Watched([.shake], "shake", until: 100)
    let line = try #require(watched.line(of: .shake))
    #expect(line.hasPrefix("shake       ░░░░░░░░"))
    #expect(line.contains("s ago"))
    #expect(watched.lines().contains { $0.contains("shake ended") })
    #expect(watched.lines().contains { $0.hasPrefix("|a|") && $0.contains("9.8") })
  }

  @Test("late readings, and those that are no numbers, are left out")
  func odd() {
    var picture = LivePicture("auto", detecting: [.shake()])
    for (time, value) in [(5.0, 9.8), (4.9, 9.8), (5.1, .nan), (5.2, .infinity), (-9e9, 9.8)] {
      picture.add(
        Reading(
          timestamp: Timestamp(nanoseconds: Int64(time * 1e9)),
          acceleration: Acceleration(0, 0, value)))
      #expect(picture.lines(of: MotionPipeline(), width: 80, height: 24).count > 4)
    }
  }

  @Test("a line has its numbers without padding; in the terminal they stand in columns")
  func line() throws {
    let watched = try Watched([.still], "shake", until: 0)
    #expect(
      watched.picture.line(of: watched.pipeline).hasPrefix(
        "0.000 s  |a| 9.87 m/s²; gravity -0.05 7.89 5.92 m/s²; still: "))
    #expect(watched.lines().contains("gravity    -0.05     7.89     5.92 m/s²"))
  }

  @Test("without readings it says so, in a line too")
  func empty() {
    let picture = LivePicture("auto", detecting: [.shake()])
    #expect(
      picture.lines(of: MotionPipeline(), width: 80, height: 24).contains("no readings yet"))
    #expect(picture.line(of: MotionPipeline()) == "no readings yet")
  }
}
