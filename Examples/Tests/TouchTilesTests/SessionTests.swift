// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionTestSupport
import PasteboardKit
import ResponderKit
import Testing
import TouchCore

@testable import TouchTiles

/// The app as its user has it, on a board of 480 x 320 points.
@Suite("Tiles that are touched")
@MainActor
final class SessionTests {
  let session: Session
  let log = Log()
  let pasteboard = Pasteboard.withUniqueName()
  let picture = FileManager.default.temporaryDirectory.appendingPathComponent(
    "\(UUID().uuidString).png")

  init() {
    let log = log
    session = Session(.picture(picture, width: 480, height: 320), pasteboard) {
      log.lines.append($0)
    }
    session.start(CGSize(width: 480, height: 320))
  }

  deinit { try? FileManager.default.removeItem(at: picture) }

  private var application: Application { session.application }
  private var tiles: [Tile] { session.board.tiles }
  /// The middle of the first tile, which has sides of 80 points.
  private let first = CGPoint(x: 96, y: 160)
  private let second = CGPoint(x: 216, y: 160)
  private let background = CGPoint(x: 420, y: 280)

  @Test("a tap selects, and a double tap changes the color")
  func taps() {
    application.play(touches: .tap(at: second))
    #expect(session.board.selected?.number == 2)
    application.play(touches: .tap(at: first, count: 2))
    #expect(tiles[0].color == 1)
    #expect(log.lines == ["tile 2 selected", "tile 1 recolored"])
  }

  @Test("a tile follows the finger, and a shake puts it back")
  func drag() {
    let place = tiles[0].frame
    application.play(touches: .drag(from: first, to: CGPoint(x: 196, y: 110)))
    let way = CGPoint(x: tiles[0].frame.minX - place.minX, y: tiles[0].frame.minY - place.minY)
    // All but the distance that distinguishes a drag from a tap.
    #expect((85...100).contains(way.x) && (-50 ... -42).contains(way.y), "\(way)")
    application.play(.shake)
    #expect(tiles[0].frame == place)
    #expect(log.lines.last == "undone: Move")
  }

  @Test("two fingers resize a tile around its middle; undo and redo")
  func pinch() throws {
    application.play(touches: .pinch(at: second, scale: 1.5, distance: 60))
    let resized = tiles[1].frame
    #expect((100...121).contains(resized.width))
    #expect(abs(resized.midX - second.x) < 0.001)
    let manager = try #require(session.board.undoManager)
    manager.undo()
    #expect(tiles[1].frame.width == 80)
    manager.redo()
    #expect(tiles[1].frame == resized)
  }

  @Test("a long press copies a tile, and on the background pastes it, as often as one likes")
  func copyAndPaste() {
    application.play(touches: .press(at: background))
    #expect(log.lines == ["nothing to paste"])
    application.play(touches: .press(at: second))
    #expect(pasteboard.types == [Board.type, "public.utf8-plain-text"])
    application.play(touches: .press(at: background))
    application.play(touches: .press(at: CGPoint(x: 60, y: 40)))
    #expect(
      log.lines.suffix(3) == [
        "tile 2 copied", "tile 4 pasted at 420,280", "tile 5 pasted at 60,40",
      ])
    #expect(tiles.map(\.number) == [1, 2, 3, 4, 5])
    #expect(tiles[3].color == tiles[1].color && tiles[3].frame.width == 80)
    application.play(.shake)
    #expect(tiles.map(\.number) == [1, 2, 3, 4])
  }

  @Test("what others copied is not trusted")
  func foreign() {
    pasteboard.setData(Data("[1]".utf8), forType: Board.type)
    application.play(touches: .press(at: background))
    pasteboard.setData(
      Data(#"{"number":1,"frame":[[0,0],[1e300,1]],"color":99}"#.utf8), forType: Board.type)
    application.play(touches: .press(at: background))
    #expect(log.lines == ["nothing to paste", "nothing to paste"])
  }

  @Test("a drag that is cancelled changes nothing, and is no step of undo")
  func cancelled() {
    let place = tiles[0].frame
    var script = TouchScript.drag(from: first, to: CGPoint(x: 196, y: 160))
    script.frames.removeLast()
    application.play(touches: script)
    #expect(tiles[0].frame == place)
    #expect(log.lines == ["tile 1 stays"])
    #expect(session.board.undoManager?.canUndo == false)
  }

  @Test("the keys of a headset select tiles, and put new ones")
  func headset() {
    var keys = MediaKeys()
    for code in [163, 163, 165, 165, 164] as [UInt16] {
      for value in [1, 0] as [Int32] {
        for event in keys.process(code: code, value: value, at: Timestamp(nanoseconds: 0)) {
          application.sendEvent(event)
        }
      }
    }
    #expect(
      log.lines == [
        "tile 1 selected", "tile 2 selected", "tile 1 selected", "tile 3 selected",
        "tile 4 added at 240,160",
      ])
  }

  @Test("the recorded touches give the picture of the article, to the byte")
  func article() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let recording = try TouchRecording(
      contentsOf: root.appendingPathComponent("samples/touch/tiles.csv"))
    try session.play(recording, nil)
    #expect(
      log.lines == [
        "tile 1 moved by -23,125", "tile 2 resized by 1.7", "tile 3 recolored", "tile 3 copied",
        "tile 4 pasted at 643,403", "tile 3 moved by 34,-91", "tile 4 selected",
      ])
    let expected = try Data(
      contentsOf: root.appendingPathComponent("Apps/TouchInput/TouchInput.docc/tiles.png"))
    // `docs/pictures/draw` draws it anew.
    #expect(try Data(contentsOf: picture) == expected)
  }

  @Test("the picture has each tile in its color, and a frame round the selected one")
  func drawing() throws {
    let text = "timestamp_ns,finger,change,x,y\n0,0,down,216,160\n50000000,0,up,,\n"
    try session.play(TouchRecording(parsing: Array(text.utf8).span), nil)
    let canvas = try Pixels(png: Data(contentsOf: picture))
    #expect(canvas.width == 480 && canvas.height == 320)
    #expect(canvas[96, 160] == Color.tiles[0].rgb)
    #expect(canvas[216, 160] == Color.tiles[1].rgb)
    #expect(canvas[336, 160] == Color.tiles[2].rgb)
    // The second tile is from 176 to 256, and its frame of 4 pixels is around it.
    #expect(canvas[173, 160] == Color.selection.rgb && canvas[171, 160] == Color.background.rgb)
    #expect(canvas[96, 118] == Color.background.rgb)
    #expect(canvas[479, 319] == Color.background.rgb)
  }

  @Test("with --show-touches a ring is drawn round each finger, and only while it is there")
  func rings() throws {
    let session = Session(
      .picture(picture, width: 480, height: 320), pasteboard, showsTouches: true
    ) { _ in }
    session.start(CGSize(width: 480, height: 320))
    let down = TouchChange(0, .down(Point(x: 420, y: 280)))
    session.application.receive(
      .frame(TouchFrame(timestamp: Timestamp(nanoseconds: 0), changes: [down])))
    try session.draw()
    var canvas = try Pixels(png: Data(contentsOf: picture))
    #expect(canvas[407, 280] == Color.selection.rgb && canvas[433, 280] == Color.selection.rgb)
    #expect(canvas[420, 267] == Color.selection.rgb && canvas[420, 280] == Color.background.rgb)
    #expect(canvas[403, 280] == Color.background.rgb)
    session.application.receive(.interruption)
    try session.draw()
    canvas = try Pixels(png: Data(contentsOf: picture))
    #expect(canvas[407, 280] == Color.background.rgb)
  }
}

/// Lines that are added from a closure.
@MainActor
final class Log {
  var lines: [String] = []
}
