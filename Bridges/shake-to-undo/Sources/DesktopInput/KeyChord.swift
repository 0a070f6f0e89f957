// SPDX-License-Identifier: Apache-2.0

import CDesktop

/// The keys of a stroke on one keyboard.
struct KeyChord: Hashable {
  /// The modifiers, in the order to press them; codes of evdev.
  var modifiers: [UInt32]
  /// The key; a code of evdev.
  var key: UInt32
  /// The layout where these keys mean the stroke.
  var layout: UInt32

  /// All keys, in the order to press them.
  var keys: [UInt32] { modifiers + [key] }
}

extension KeyStroke {
  /// The keysym of the key that is pressed with the modifiers.
  var keysym: Keysym {
    switch self {
    case .undoKey: .undo
    case .redoKey: .redo
    case .controlZ, .controlShiftZ: .z
    case .controlY: .y
    }
  }

  /// The modifiers, each by what its keys give.
  var modifiers: [[Keysym]] {
    switch self {
    case .undoKey, .redoKey: []
    case .controlZ, .controlY: [[.leftControl, .rightControl]]
    case .controlShiftZ: [[.leftControl, .rightControl], [.leftShift, .rightShift]]
    }
  }

  /// The modifiers, by their names in a keymap.
  var modifierNames: [String] {
    switch self {
    case .undoKey, .redoKey: []
    case .controlZ, .controlY: ["Control"]
    case .controlShiftZ: ["Control", "Shift"]
    }
  }

  /// The name for people.
  package var name: String {
    switch self {
    case .undoKey: "Undo"
    case .controlZ: "Ctrl+Z"
    case .redoKey: "Redo"
    case .controlShiftZ: "Ctrl+Shift+Z"
    case .controlY: "Ctrl+Y"
    }
  }

  /// The keys of this stroke on `keymap` while `layout` is active; nil if there are none.
  ///
  /// Programs look a shortcut up in the active layout first: on a German keyboard Ctrl+Z is where
  /// others have Y. A layout without Latin letters has no such key; toolkits then search the other
  /// layouts, and if these have none, the place that the key has in the United States.
  func chord(on keymap: Keymap, layout: UInt32) -> KeyChord? {
    let others = (0..<keymap.layouts).filter { $0 != layout }
    let places = ([layout] + others).lazy.compactMap { other in
      keymap.key(keysym, layout: other).map { (key: $0, layout: other) }
    }
    guard let place = places.first ?? position.map({ (key: $0, layout: layout) }) else {
      return nil
    }
    var codes: [UInt32] = []
    for keysyms in modifiers {
      let code = keysyms.lazy.compactMap { keymap.key($0, layout: place.layout) }.first
      guard let code else { return nil }
      codes.append(code)
    }
    return KeyChord(modifiers: codes, key: place.key, layout: place.layout)
  }

  /// The keys of this stroke on `keymap` while `layout` is active.
  ///
  /// - Throws: a ``DesktopError`` if there are none
  func requiredChord(on keymap: Keymap, layout: UInt32) throws(DesktopError) -> KeyChord {
    guard let chord = chord(on: keymap, layout: layout) else {
      throw .unavailable(
        action: "send keys", why: "the keyboard has no keys for \(name)",
        remedy: "add a layout with Latin letters")
    }
    return chord
  }

  /// The keys of this stroke if they are the same in all layouts that have them; nil otherwise.
  ///
  /// For a server that does not say which layout is active.
  func chordOfAnyLayout(on keymap: Keymap) -> KeyChord? {
    let layouts = (0..<keymap.layouts).filter { keymap.key(keysym, layout: $0) != nil }
    let chords = layouts.map { chord(on: keymap, layout: $0) }
    guard let first = chords.first else { return chord(on: keymap, layout: 0) }
    return chords.allSatisfy { $0?.keys == first?.keys } ? first : nil
  }

  /// The place of the key on a keyboard of the United States; a code of evdev.
  private var position: UInt32? {
    switch self {
    case .undoKey, .redoKey: nil
    case .controlZ, .controlShiftZ: 44
    case .controlY: 21
    }
  }
}

extension KeyStroke {
  /// The keymap of the compositor's seat, as far as it tells.
  struct ActiveLayout {
    fileprivate let keymap: Keymap?

    /// The keymap of the compositor that the environment names.
    init(_ environment: [String: String], within time: Duration) {
      let connection = try? WaylandServer(environment).connect(
        for: DESKTOP_KEYMAP, "read the keymap", lacking: "wl_seat", within: time)
      keymap = connection?.keymap.flatMap { Keymap(text: $0) }
    }

    /// The same, once programs have noticed a keyboard that was opened at `time`.
    init(
      settledSince time: Duration, _ pace: Pace, _ environment: [String: String],
      within patience: Duration
    ) {
      pace.wait(time + Self.settling - pace.now())
      // Now, as it may change meanwhile.
      self.init(environment, within: patience)
    }

    /// The time that desktop and programs take to notice the keyboard of a new session.
    static let settling = Duration.milliseconds(500)
  }

  /// The keys of this stroke for a session of a remote desktop, and the method that presses them.
  ///
  /// Such a session does not say which layout is active. Where the layouts differ in the keys, it
  /// gets keysyms, which the compositor looks up in the active layout; a layout without Latin
  /// letters does not have these keysyms.
  func notifications(_ layout: ActiveLayout) -> (method: String, keys: [Int32]) {
    if let keymap = layout.keymap, let chord = chordOfAnyLayout(on: keymap) {
      return ("NotifyKeyboardKeycode", chord.keys.map { Int32($0) })
    }
    let keysyms = modifiers.compactMap(\.first) + [keysym]
    return ("NotifyKeyboardKeysym", keysyms.map { Int32($0.rawValue) })
  }
}
