// SPDX-License-Identifier: Apache-2.0

/// The command of a media key, by the names that UIKit's subtypes of remote control have.
package enum MediaCommand: Sendable {
  /// The key was pressed.
  case command(String)
  /// The key seeks while it is held.
  case seeking(String)

  /// The keys that control media, as evdev numbers them (`linux/input-event-codes.h`).
  package static let ofKeys: [UInt16: Self] = [
    164: .command("TogglePlayPause"),  // KEY_PLAYPAUSE
    226: .command("TogglePlayPause"),  // KEY_MEDIA
    200: .command("Play"),  // KEY_PLAYCD
    207: .command("Play"),  // KEY_PLAY
    201: .command("Pause"),  // KEY_PAUSECD
    166: .command("Stop"),  // KEY_STOPCD
    128: .command("Stop"),  // KEY_STOP
    163: .command("NextTrack"),  // KEY_NEXTSONG
    165: .command("PreviousTrack"),  // KEY_PREVIOUSSONG
    208: .seeking("SeekingForward"),  // KEY_FASTFORWARD
    168: .seeking("SeekingBackward"),  // KEY_REWIND
  ]
}
