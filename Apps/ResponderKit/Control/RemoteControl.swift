// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TouchCore

extension Event.EventSubtype {
  /// No particular kind: for an event that has no subtype.
  public static let none = Self(rawValue: "none")

  /// Play.
  public static let remoteControlPlay = Self(rawValue: "remoteControlPlay")
  /// Pause.
  public static let remoteControlPause = Self(rawValue: "remoteControlPause")
  /// Stop.
  public static let remoteControlStop = Self(rawValue: "remoteControlStop")
  /// Pause what plays, play what pauses: a headset's one button.
  public static let remoteControlTogglePlayPause = Self(rawValue: "remoteControlTogglePlayPause")
  /// Skip to the next track.
  public static let remoteControlNextTrack = Self(rawValue: "remoteControlNextTrack")
  /// Skip to the previous track.
  public static let remoteControlPreviousTrack = Self(rawValue: "remoteControlPreviousTrack")
  /// Start to seek backward, until the matching end.
  public static let remoteControlBeginSeekingBackward = Self(
    rawValue: "remoteControlBeginSeekingBackward")
  /// Stop seeking backward.
  public static let remoteControlEndSeekingBackward = Self(
    rawValue: "remoteControlEndSeekingBackward")
  /// Start to seek forward, until the matching end.
  public static let remoteControlBeginSeekingForward = Self(
    rawValue: "remoteControlBeginSeekingForward")
  /// Stop seeking forward.
  public static let remoteControlEndSeekingForward = Self(
    rawValue: "remoteControlEndSeekingForward")
}

/// Makes commands for media of the keys of headsets, infrared receivers and keyboards.
///
/// The codes are evdev's (`linux/input-event-codes.h`). Make one for each device. It reads no
/// device and no clock:
///
/// ```swift
/// var keys = MediaKeys()
/// for event in keys.process(code: 164, value: 1, at: Timestamp(nanoseconds: 0)) {
///   application.sendEvent(event)  // KEY_PLAYPAUSE: toggles
/// }
/// ```
public struct MediaKeys: Sendable {
  /// The keys that are held now.
  private var held: Set<UInt16> = []

  /// Media keys, none of them held.
  public init() {}

  /// Takes a key's event; repetitions, unknown keys and releases of what was not held give nothing.
  ///
  /// - Parameters:
  ///   - code: the key, as evdev numbers them
  ///   - value: 1 pressed, 0 released, 2 repeated
  ///   - timestamp: the time of the event, on the clock of the input
  /// - Returns: the events to send, at most one
  public mutating func process(code: UInt16, value: Int32, at timestamp: Timestamp) -> [Event] {
    guard let command = MediaCommand.ofKeys[code] else { return [] }
    let isNews =
      switch value {
      case 0: held.remove(code) != nil
      case 1: held.insert(code).inserted
      default: false
      }
    let name: String
    switch (command, isNews) {
    case (.command(let command), true) where value == 1: name = command
    case (.seeking(let seeking), true): name = (value == 1 ? "Begin" : "End") + seeking
    case (.command, _), (.seeking, false): return []
    }
    return [Event(remoteControl: .init(rawValue: "remoteControl\(name)"), at: timestamp)]
  }

  /// Ends the seeking of keys that are held, because the device is gone.
  ///
  /// - Parameter timestamp: the time when the host noticed it, on the clock of the input
  /// - Returns: the events to send
  public mutating func interrupt(at timestamp: Timestamp) -> [Event] {
    held.sorted().flatMap { process(code: $0, value: 0, at: timestamp) }
  }
}
