// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import ProcessTestSupport

/// An event as it was printed, to be compared with that of another clock.
struct EventJSON: Equatable {
  /// The timestamp in nanoseconds.
  let time: Int64
  /// All other keys, times as nanoseconds after ``time``.
  let rest: NSDictionary

  /// The event in a line; nil for other lines.
  init?(_ line: String) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
      var keys = object as? [String: Any], let time = keys["timestamp_ns"] as? Int64
    else { return nil }
    self.time = time
    keys["source"] = nil
    keys["timestamp_ns"] = nil
    if let swing = keys["last_swing_ns"] as? Int64 { keys["last_swing_ns"] = swing - time }
    rest = keys as NSDictionary
  }

  /// Whether it is the event of a simulation.
  var isSimulated: Bool { rest["simulated"] as? Bool == true }
  /// What happened.
  var phase: String? { rest["phase"] as? String }

  /// Whether each motion in `events` is whole: it began and then ended or was cancelled, one of a
  /// kind at a time; or it was recognized.
  static func areWholeMotions(_ events: [EventJSON]) -> Bool {
    var open: Set<String> = []
    for event in events {
      let kind = event.rest["motion"] as? String ?? ""
      switch event.phase {
      case "began": guard open.insert(kind).inserted else { return false }
      case "ended", "cancelled": guard open.remove(kind) != nil else { return false }
      case "recognized": break
      default: return false
      }
    }
    return open.isEmpty
  }
}

extension RunningCommand {
  /// The next event that it prints as JSON; nil at the end, and for another line.
  func nextEvent() -> EventJSON? { nextLine().flatMap(EventJSON.init) }

  /// The next `count` events that it prints as JSON.
  func events(_ count: Int = 2) -> [EventJSON] { (0..<count).compactMap { _ in nextEvent() } }
}
