// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A log of one client, in order, with times of `CLOCK_BOOTTIME` in nanoseconds.
struct ClientLog {
  /// One thing that happened.
  enum Entry {
    /// It asked for this claim, or for none any more.
    case asked(ClaimWish?, at: Int64)
    /// The daemon has done what it asked for last.
    case granted(at: Int64)
    /// It heard of an event.
    case heard(MotionEvent, at: Int64)
    /// It heard something else.
    case garbled(String)
    /// It left the bus, whatever was still on its way.
    case left
  }

  var entries: [Entry] = []

  /// Every event that it heard, and when.
  var events: [(event: MotionEvent, at: Int64)] {
    entries.compactMap {
      if case .heard(let event, let time) = $0 { (event, time) } else { nil }
    }
  }

  /// A claim that it had for sure.
  struct Tenure {
    let wish: ClaimWish
    /// The time at which the answer of the daemon came.
    let from: Int64
    var end = End.never

    /// Up to when it must have heard everything.
    enum End {
      case never
      /// It asked for something else then.
      case asked(at: Int64)
      /// It left; this was the timestamp of the last event that it heard.
      case left(after: Int64)
    }
  }

  /// Its claims, each from the daemon's answer until the client asked for something else.
  var tenures: [Tenure] {
    var tenures: [Tenure] = []
    var (wish, lastEvent) = (ClaimWish?.none, Int64.min)
    func end(_ end: Tenure.End) {
      guard let last = tenures.indices.last, case .never = tenures[last].end else { return }
      tenures[last].end = end
    }
    for entry in entries {
      switch entry {
      case .asked(let next, let time):
        end(.asked(at: time))
        wish = next
      case .granted(let time):
        if let wish { tenures.append(Tenure(wish: wish, from: time)) }
      case .heard(let event, at: _):
        lastEvent = event.timestamp.nanoseconds
      case .left:
        end(.left(after: lastEvent))
      case .garbled:
        continue
      }
    }
    return tenures
  }
}
