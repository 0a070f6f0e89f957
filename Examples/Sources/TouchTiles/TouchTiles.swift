// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import Foundation
import MotionCore
import MotionSensors
import TouchCore
import TouchInput

@main
struct TouchTiles: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "TouchTiles",
    abstract:
      "Tiles on a bare console that are tapped, dragged, pinched, copied, and undone by a shake.",
    discussion: """
      Draws to the framebuffer, or, with --picture, into a file; reads the touchscreen, the keys of a headset and \
      the accelerometer itself. Ends with SIGINT or SIGTERM. What is done is printed.

        tap, double tap   select a tile, change its color
        drag, pinch       move it, resize it
        long press        copy the tile; on the background, paste it
        double tap        on the background: a new tile
        shake             undo
      """)

  @Option(help: "The screen.", completion: .file())
  var framebuffer = "/dev/fb0"

  @Option(
    help: "Draw into this PNG file instead of the screen.", completion: .file(extensions: ["png"]))
  var picture: String?

  @Option(help: "The width of the picture in pixels.")
  var width = 480

  @Option(help: "The height of the picture in pixels.")
  var height = 320

  @Option(
    help: "Play this recording of touches, and end.", completion: .file(extensions: ["csv"]))
  var replay: String?

  @Option(help: "After it, play this recording of motions.", completion: .file(extensions: ["csv"]))
  var shake: String?

  @Option(help: "The accelerometer whose shakes undo: auto, iio:NAME or input:NAME.")
  var accelerometer: String?

  @Option(help: "Turn the touches clockwise by 0, 90, 180 or 270 degrees.")
  var rotation = 0

  @Flag(help: "Show an audience where the fingers are.")
  var showTouches = false

  func validate() throws {
    guard QuarterTurn(rawValue: rotation) != nil else {
      throw ValidationError("--rotation \(rotation): expected 0, 90, 180 or 270")
    }
    guard (1...4096).contains(width), (1...4096).contains(height) else {
      throw ValidationError("--width, --height: expected 1 to 4096")
    }
    if let accelerometer, AccelerometerChoice(accelerometer) == nil {
      throw ValidationError(
        "--accelerometer \(accelerometer): expected auto, iio:NAME or input:NAME")
    }
    if shake != nil, replay == nil { throw ValidationError("--shake: expected --replay too") }
  }

  func run() async throws {
    try await live()
  }

  @MainActor
  private func live() async throws {
    let screen: Session.Screen =
      if let picture {
        .picture(URL(fileURLWithPath: picture), width: width, height: height)
      } else {
        .framebuffer(try Framebuffer(framebuffer))
      }
    let session = Session(screen, showsTouches: showTouches) { words in
      FileHandle.standardOutput.write(Data("\(words)\n".utf8))
    }
    if let replay {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: replay)))
      let motions = try shake.map { try Array(Data(contentsOf: URL(fileURLWithPath: $0))) }
      return try session.play(
        TouchRecording(parsing: bytes.span), motions.map { try Recording(parsing: $0.span) })
    }
    var options = TouchOptions()
    options.rotation = QuarterTurn(rawValue: rotation) ?? .none
    let choice = accelerometer.flatMap { AccelerometerChoice($0) }
    let work = Task { [options] in try await session.run(options, shakenBy: choice) }
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { work.cancel() }
      source.activate()
      return source
    }
    defer { for signal in signals { signal.cancel() } }
    try await work.value
  }
}
