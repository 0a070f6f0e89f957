// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import ResponderKit
import UndoKit

/// The tiles, on the background that fills the screen.
///
/// A double tap on the background puts a new tile there, a long press pastes one. The keys of a
/// headset select the next and the previous tile, and play puts a new one in the middle. A shake
/// undoes.
final class Board: View {
  /// The type of a tile on the pasteboard.
  static let type = "org.motiond.touch-tile"

  unowned let application: Application
  private let pasteboard: Pasteboard
  /// Takes what was done, in words.
  private let log: (String) -> Void
  /// Called when something looks different.
  var needsDisplay: () -> Void = {}

  /// An empty board.
  init(
    of application: Application, _ pasteboard: Pasteboard, _ log: @escaping (String) -> Void
  ) {
    (self.application, self.pasteboard, self.log) = (application, pasteboard, log)
    super.init()
    let (doubleTap, press) = (TapGestureRecognizer(), LongPressGestureRecognizer())
    doubleTap.numberOfTapsRequired = 2
    doubleTap.addAction { [weak self] in self?.add(at: $0.location(in: self)) }
    press.addAction { [weak self] press in
      if press.state == .began { self?.paste(at: press.location(in: self)) }
    }
    for gesture in [doubleTap, press] { addGestureRecognizer(gesture) }
  }

  /// Fills a screen of that size with three tiles.
  func start(_ size: CGSize) {
    frame = CGRect(origin: .zero, size: size)
    let side = min(size.width, size.height) / 4
    tiles = (0..<3).map { index in
      Tile(
        number: index + 1,
        frame: CGRect(
          x: size.width * (0.2 + 0.25 * Double(index)) - side / 2, y: size.height / 2 - side / 2,
          width: side, height: side), color: index)
    }
  }

  func report(_ words: String) {
    log(words)
    needsDisplay()
  }

  override var canBecomeFirstResponder: Bool { true }

  // MARK: Tiles

  var tiles: [Tile] {
    get { views.map(\.tile) }
    set {
      let old = Dictionary(uniqueKeysWithValues: views.map { ($0.number, $0) })
      for view in views where !newValue.contains(where: { $0.number == view.number }) {
        view.removeFromSuperview()
      }
      for tile in newValue {
        if let view = old[tile.number] { view.tile = tile } else { addSubview(TileView(tile)) }
      }
      // The keys of a headset speak to the first responder, which may just have gone.
      if window?.firstResponder == nil { becomeFirstResponder() }
      needsDisplay()
    }
  }

  private var views: [TileView] { subviews.compactMap { $0 as? TileView } }

  /// The tile that commands concern.
  var selected: TileView? { window?.firstResponder as? TileView }

  // MARK: Edits

  /// Makes one step of undo of what `change` does.
  func edit(_ name: String, _ change: () -> Void) {
    let before = tiles
    change()
    record(name, since: before)
  }

  /// Makes one step of undo of what has changed since there were these tiles.
  func record(_ name: String, since before: [Tile]) {
    guard before != tiles else { return }
    undoManager?.registerUndo(withTarget: self) { board in
      // While undoing this registers what redoes.
      board.edit(name) { board.tiles = before }
      board.report("undone: \(name)")
    }
    undoManager?.setActionName(name)
  }

  private func add(at place: CGPoint) {
    let side = min(frame.width, frame.height) / 4
    put(
      Tile(
        number: 0, frame: CGRect(x: place.x, y: place.y, width: side, height: side), color: 0),
      at: place, "Add", "added")
  }

  /// Puts a copy of `tile` there, under a number of its own.
  private func put(_ tile: Tile, at place: CGPoint, _ name: String, _ verb: String) {
    var tile = tile
    tile.number = (tiles.map(\.number).max() ?? 0) + 1
    tile.frame.origin = CGPoint(
      x: place.x - tile.frame.width / 2, y: place.y - tile.frame.height / 2)
    if verb == "added" { tile.color = (tile.number - 1) % Color.tiles.count }
    edit(name) { tiles.append(tile) }
    report("tile \(tile.number) \(verb) at \(Int(place.x.rounded())),\(Int(place.y.rounded()))")
  }

  // MARK: Commands

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .copy where selected != nil: { _, _ in self.copy() }
    default: super.method(for: action)
    }
  }

  private func copy() {
    guard let tile = selected?.tile, let data = try? JSONEncoder().encode(tile) else { return }
    let text = "tile \(tile.number)"
    let isCopied = pasteboard.setItems([[Self.type: data, "public.utf8-plain-text": text]])
    report(isCopied ? "\(text) copied" : "\(text) not copied")
  }

  private func paste(at place: CGPoint) {
    guard let data = pasteboard.data(forType: Self.type),
      let tile = try? JSONDecoder().decode(Tile.self, from: data), tile.isPlausible
    else { return report("nothing to paste") }
    put(tile, at: place, "Paste", "pasted")
  }

  override func remoteControlReceived(with event: Event?) {
    switch event?.subtype {
    case .remoteControlNextTrack: selectNext(1)
    case .remoteControlPreviousTrack: selectNext(-1)
    case .remoteControlTogglePlayPause, .remoteControlPlay:
      add(at: CGPoint(x: frame.width / 2, y: frame.height / 2))
    default: super.remoteControlReceived(with: event)
    }
  }

  private func selectNext(_ step: Int) {
    guard !views.isEmpty else { return }
    let present = views.firstIndex { $0 === selected } ?? (step > 0 ? -1 : 0)
    views[(present + step + views.count) % views.count].select()
  }
}

extension Tile {
  /// True if it can be shown: what lies on a pasteboard may come from anybody.
  fileprivate var isPlausible: Bool {
    Color.tiles.indices.contains(color) && (1...10_000).contains(frame.width)
      && (1...10_000).contains(frame.height)
  }
}
