// SPDX-License-Identifier: Apache-2.0

/// The rules that keep the desktop's clipboard and the pasteboard alike.
///
/// It reads neither: the bridge tells it what changed, and does what it answers.
struct BridgeMachine {
  /// Who put on the clipboard what is there now.
  enum Owner: Hashable {
    /// This program.
    case ourselves
    /// Another program with such a bridge: what it offers is on the pasteboard already.
    case bridge
    /// A program that offers these MIME types.
    case other(types: [String])
  }

  enum Input: Hashable {
    /// The clipboard has another owner, or other content.
    case clipboardChanged(Owner)
    /// The reading with that number has ended; with nothing if it failed.
    case clipboardRead(reading: Int, isEmpty: Bool)
    /// The pasteboard has other items; `isOffered` is false if there are none, or if they are a
    /// secret.
    case pasteboardChanged(isOffered: Bool, isActive: Bool)
    /// The focus came into the window.
    case activated
    /// What was read was written, or could not be.
    case written
  }

  enum Action: Hashable {
    /// Read these types from the clipboard, and give up a reading under way.
    case read([String], reading: Int)
    /// Put what was read on the pasteboard.
    case write
    /// Offer the pasteboard's items on the clipboard, and give up a reading under way.
    case offer
    /// Take back what was offered: the pasteboard is empty, or has a secret.
    case withdraw
  }

  private enum State {
    /// Both have what they should have.
    case idle
    /// The bridge offers the pasteboard's items once the focus comes into the window: so only one
    /// of several programs with a bridge offers, and a Wayland compositor accepts no other.
    case waiting
    /// The clipboard is being read.
    case reading(Int)
    /// What was read is being written, which changes the pasteboard.
    case writing
  }

  private var state = State.idle
  private var readings = 0

  /// Takes an input.
  ///
  /// - Returns: what to do about it; nil for nothing
  mutating func handle(_ input: Input) -> Action? {
    switch (state, input) {
    case (.idle, .clipboardChanged(.other(let types))),
      (.waiting, .clipboardChanged(.other(let types))),
      (.reading, .clipboardChanged(.other(let types))):
      return read(types)
    case (.idle, .clipboardChanged(.ourselves)), (.idle, .clipboardChanged(.bridge)),
      (.waiting, .clipboardChanged(.ourselves)), (.idle, .activated), (.reading, .activated):
      return nil
    case (.waiting, .clipboardChanged(.bridge)), (.reading, .clipboardChanged(.ourselves)),
      (.reading, .clipboardChanged(.bridge)):
      // Another one offered it; or what was being read is gone.
      state = .idle
      return nil
    case (.reading(let current), .clipboardRead(let reading, let isEmpty)) where current == reading:
      state = isEmpty ? .idle : .writing
      return isEmpty ? nil : .write
    case (.idle, .clipboardRead), (.waiting, .clipboardRead), (.reading, .clipboardRead),
      (.writing, .clipboardRead):
      // Of a reading that was given up.
      return nil
    case (.idle, .pasteboardChanged(let isOffered, let isActive)),
      (.waiting, .pasteboardChanged(let isOffered, let isActive)),
      (.reading, .pasteboardChanged(let isOffered, let isActive)):
      // Later than what is being read, if that is so.
      state = isOffered && !isActive ? .waiting : .idle
      return isOffered ? isActive ? .offer : nil : .withdraw
    case (.waiting, .activated):
      state = .idle
      return .offer
    case (.writing, .pasteboardChanged):
      // Our own write: handed back it would go round for ever.
      return nil
    case (.writing, .written):
      state = .idle
      return nil
    case (.writing, .clipboardChanged), (.writing, .activated), (.idle, .written),
      (.waiting, .written), (.reading, .written):
      // Writing is one call on the main thread: nothing else can happen meanwhile.
      return nil
    }
  }

  private mutating func read(_ types: [String]) -> Action? {
    guard !types.isEmpty else {
      state = .idle
      return nil
    }
    readings += 1
    state = .reading(readings)
    return .read(types, reading: readings)
  }
}
