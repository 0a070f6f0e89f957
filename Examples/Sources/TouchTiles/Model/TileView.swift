// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit

/// A tile that is tapped, dragged, pinched and held.
///
/// | gesture | does |
/// |---|---|
/// | tap | selects it: it becomes first responder |
/// | double tap | gives it the next color |
/// | drag | moves it |
/// | pinch | resizes it |
/// | long press | copies it |
final class TileView: View {
  let number: Int
  private(set) var color: Int
  /// The tiles before a gesture that goes on, and the frame of this one.
  private var before: (tiles: [Tile], frame: CGRect)?

  init(_ tile: Tile) {
    (number, color) = (tile.number, tile.color)
    super.init(frame: tile.frame)
    isMultipleTouchEnabled = true
    let (tap, doubleTap) = (TapGestureRecognizer(), TapGestureRecognizer())
    doubleTap.numberOfTapsRequired = 2
    tap.require(toFail: doubleTap)
    let pan = PanGestureRecognizer()
    pan.maximumNumberOfTouches = 1
    let (pinch, press) = (PinchGestureRecognizer(), LongPressGestureRecognizer())
    tap.addAction { [weak self] _ in self?.select() }
    doubleTap.addAction { [weak self] _ in self?.recolor() }
    pan.addAction { [weak self, weak pan] _ in if let pan { self?.drag(pan) } }
    pinch.addAction { [weak self, weak pinch] _ in if let pinch { self?.resize(pinch) } }
    press.addAction { [weak self] press in if press.state == .began { self?.hold() } }
    for gesture in [tap, doubleTap, pan, pinch, press] { addGestureRecognizer(gesture) }
  }

  var tile: Tile {
    get { Tile(number: number, frame: frame, color: color) }
    set { (frame, color) = (newValue.frame, newValue.color) }
  }

  override var canBecomeFirstResponder: Bool { true }

  private var board: Board? { superview as? Board }

  // MARK: Gestures

  func select() {
    becomeFirstResponder()
    board?.report("tile \(number) selected")
  }

  private func recolor() {
    board?.edit("Change Color") { color = (color + 1) % Color.tiles.count }
    board?.report("tile \(number) recolored")
  }

  private func hold() {
    guard becomeFirstResponder() else { return }
    // Along the responder chain, as from a menu or a key.
    board?.application.sendAction(.copy, to: nil, from: self, for: nil)
  }

  private func drag(_ pan: PanGestureRecognizer) {
    let way = pan.translation(in: board)
    follow(pan, "Move", "moved by \(Int(way.x.rounded())),\(Int(way.y.rounded()))") {
      $0.offsetBy(dx: way.x, dy: way.y)
    }
  }

  private func resize(_ pinch: PinchGestureRecognizer) {
    let scale = min(max(pinch.scale, 0.2), 5)
    follow(pinch, "Resize", "resized by \((scale * 10).rounded() / 10)") { frame in
      frame.insetBy(dx: frame.width * (1 - scale) / 2, dy: frame.height * (1 - scale) / 2)
    }
  }

  /// Shows a gesture as it goes on; its end is one step of undo, and a cancellation none.
  private func follow(
    _ gesture: GestureRecognizer, _ name: String, _ words: String, _ change: (CGRect) -> CGRect
  ) {
    guard let board else { return }
    switch gesture.state {
    case .began:
      before = (board.tiles, frame)
      frame = change(frame)
    case .changed:
      if let before { frame = change(before.frame) }
    case .ended:
      guard let before else { return }
      frame = change(before.frame)
      board.record(name, since: before.tiles)
      board.report("tile \(number) \(words)")
      self.before = nil
    case .cancelled:
      if let before { frame = before.frame }
      before = nil
      board.report("tile \(number) stays")
    case .possible, .failed: return
    }
    board.needsDisplay()
  }
}
