/// A change of the owner of iio-sensor-proxy's name, for the log.
enum SensorProxyNews: Hashable, Sendable {
  /// motiond has the name.
  case serving
  /// Another program has the name; motiond gets it next.
  case waiting
  /// Another program has taken the name from motiond, which gets it back next.
  case gaveWay
  /// The bus does not let motiond have the name, as `message` says.
  case refused(message: String)
}

extension SensorProxyNews: CustomStringConvertible {
  /// The change and what to do about it, in one line.
  var description: String {
    let other = "another program, such as iio-sensor-proxy,"
    return switch self {
    case .serving: "serves \(SensorProxy.name) in the place of iio-sensor-proxy"
    case .waiting: "\(other) has the name \(SensorProxy.name): motiond serves it once it is free"
    case .gaveWay:
      "\(other) has taken the name \(SensorProxy.name): motiond gives way until it is free"
    case .refused(let message):
      "cannot own \(SensorProxy.name) (\(message)): link org.motiond.SensorProxy.conf into "
        + "/etc/dbus-1/system.d, then systemctl reload dbus and systemctl reload motiond"
    }
  }
}

/// The owner of iio-sensor-proxy's name, as far as motiond knows.
///
/// motiond waits in the bus's queue for the name, takes it from nobody, and lets others take it who ask for that.
struct SensorProxyOwnership: Hashable {
  /// The owner, as the bus tells it.
  enum Owner: Hashable {
    case motiond
    case other
    case nobody
  }

  private enum State: Hashable {
    /// motiond does not want the name.
    case off
    /// The bus was asked for it, and has not answered.
    case asking
    /// Another program has it.
    case waiting
    case serving
    /// The bus refused it.
    case refused
  }

  private var state = State.off

  /// A Boolean value that indicates whether motiond has the name.
  var isServing: Bool { state == .serving }

  /// The state in a word, for a status.
  var word: String {
    switch state {
    case .off: "off"
    case .asking: "asking for the name"
    case .waiting: "waiting, as another program has the name"
    case .serving: "serving"
    case .refused: "refused by the bus"
    }
  }

  /// Takes the wish to have the name, or not.
  ///
  /// - Returns: true if the bus is to be asked for the name, or is to be given it back
  mutating func want(_ isWanted: Bool) -> Bool {
    switch (state, isWanted) {
    case (.off, true), (.refused, true):
      state = .asking
      return true
    case (.asking, false), (.waiting, false), (.serving, false):
      state = .off
      return true
    case (.refused, false):
      state = .off
      return false
    case (.off, false), (.asking, true), (.waiting, true), (.serving, true): return false
    }
  }

  /// Takes the owner that the bus has told.
  mutating func take(_ owner: Owner) -> SensorProxyNews? {
    switch (state, owner) {
    case (.off, _), (.refused, _): return nil
    case (.asking, .motiond), (.waiting, .motiond):
      state = .serving
      return .serving
    case (.asking, .other):
      state = .waiting
      return .waiting
    case (.serving, .other):
      state = .waiting
      return .gaveWay
    // The bus answers, or gives it to the next in its queue, which is motiond.
    case (.asking, .nobody), (.waiting, .nobody): return nil
    // Nobody can give it back but motiond.
    case (.serving, .nobody): return nil
    case (.waiting, .other), (.serving, .motiond): return nil
    }
  }

  /// Takes the bus's refusal.
  mutating func refuse(_ message: String) -> SensorProxyNews? {
    switch state {
    case .asking:
      state = .refused
      return .refused(message: message)
    case .off, .waiting, .serving, .refused: return nil
    }
  }
}
