// SPDX-License-Identifier: Apache-2.0

/// A gesture to look for.
public enum GestureKind: Hashable, Sendable {
  /// So many fingers touch and lift together, so many times in a row; recognized at the last lift.
  case tap(taps: Int = 1, fingers: Int = 1)
  /// So many fingers rest, after so many taps; lasts until one of them lifts.
  case press(taps: Int = 0, fingers: Int = 1)
  /// So many fingers move quickly along one of these directions; recognized when they are there.
  case swipe(SwipeDirections, fingers: Int = 1)
  /// So many fingers move; lasts until fewer than the least number are left.
  case pan(fingers: ClosedRange<Int> = 1...TouchTracker.mostContacts)
  /// Two fingers move apart or together.
  case pinch
  /// Two fingers turn round each other.
  case rotation
  /// The client's own gesture, which the client reports by
  /// ``GestureBank/report(_:of:at:asking:_:)``.
  case custom

  /// The number of times that fingers go down for it; kinds with more come first.
  var touchdowns: Int {
    switch self {
    case .tap(let taps, _): taps
    case .press(let taps, _): taps + 1
    case .swipe, .pan, .pinch, .rotation, .custom: 1
    }
  }

  /// The number of fingers that go down each time, where it is fixed; otherwise 1.
  package var fingersEach: Int {
    switch self {
    case .tap(_, let fingers), .press(_, let fingers), .swipe(_, let fingers): fingers
    case .pan, .custom: 1
    case .pinch, .rotation: 2
    }
  }

  /// True if it may be recognized without keeping others from being recognized with later fingers.
  var isTap: Bool {
    switch self {
    case .tap: true
    case .press, .swipe, .pan, .pinch, .rotation, .custom: false
    }
  }

  /// True if the numbers in it make sense.
  var isMeaningful: Bool {
    switch self {
    case .tap(let taps, let fingers): taps >= 1 && fingers >= 1
    case .press(let taps, let fingers): taps >= 0 && fingers >= 1
    case .swipe(let directions, let fingers): !directions.isEmpty && fingers >= 1
    case .pan(let fingers): fingers.lowerBound >= 1
    case .pinch, .rotation, .custom: true
    }
  }
}

/// Directions of a swipe.
public struct SwipeDirections: OptionSet, Hashable, Sendable {
  /// One bit for each direction.
  public let rawValue: UInt8

  /// The directions of these bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Toward larger x.
  public static let right = SwipeDirections(rawValue: 1)
  /// Toward smaller x.
  public static let left = SwipeDirections(rawValue: 2)
  /// Toward smaller y.
  public static let up = SwipeDirections(rawValue: 4)
  /// Toward larger y.
  public static let down = SwipeDirections(rawValue: 8)
}
