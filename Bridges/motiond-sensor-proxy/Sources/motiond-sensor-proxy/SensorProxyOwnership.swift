// SPDX-License-Identifier: Apache-2.0

/// A change of the owner of iio-sensor-proxy's name, for the log.
enum SensorProxyNews: Hashable {
  /// This program has the name.
  case serving
  /// Another program has the name; this one gets it next.
  case waiting
  /// Another program has taken the name from this one, which gets it back next.
  case gaveWay
  /// The bus does not let this program have the name, as `message` says.
  case refused(message: String)
}

extension SensorProxyNews: CustomStringConvertible {
  /// The change and what to do about it, in one line.
  var description: String {
    let other = "another program, such as iio-sensor-proxy,"
    return switch self {
    case .serving: "serves \(SensorProxy.name) in the place of iio-sensor-proxy"
    case .waiting:
      "\(other) has the name \(SensorProxy.name): motiond-sensor-proxy serves it once it is free"
    case .gaveWay:
      "\(other) has taken the name \(SensorProxy.name): motiond-sensor-proxy gives way until it is "
        + "free"
    case .refused(let message):
      "cannot own \(SensorProxy.name) (\(message)): motiond-sensor-proxy asks again in a moment, and "
        + "whenever the bus reads its configuration: systemctl reload dbus, with "
        + "motiond-sensor-proxy.conf in /usr/share/dbus-1/system.d"
    }
  }
}

/// The owner of iio-sensor-proxy's name, as far as this program knows.
///
/// It waits in the bus's queue for the name, takes it from no other program, and lets a program
/// that asks for it take it.
struct SensorProxyOwnership: Hashable {
  /// The owner, as the bus names it.
  enum Owner: Hashable {
    case own
    case other
    case none
  }

  private enum State: Hashable {
    /// The bus, which refused the name so many times before, has not answered the latest request
    /// yet.
    case asking(refusals: Int)
    /// Another program has it.
    case waiting
    case serving
    /// The bus refused it so many times.
    case refused(times: Int)
  }

  private var state = State.asking(refusals: 0)

  /// The delays after refusals.
  ///
  /// A bus may read the policy before the package has made the user that the policy names, and
  /// again soon after. Later only a change of the bus's configuration helps.
  private static let delays: [Duration] = [.seconds(1), .seconds(5)]

  /// A Boolean value that indicates whether this program has the name.
  var isServing: Bool { state == .serving }

  /// The delay before the next request to the bus; nil if only the bus's configuration can help.
  var retryDelay: Duration? {
    guard case .refused(let times) = state, times <= Self.delays.count else { return nil }
    return Self.delays[times - 1]
  }

  /// Processes that the delay is over, or that the bus has read its configuration.
  ///
  /// - Returns: true if it is time to ask the bus for the name
  mutating func askAgain() -> Bool {
    guard case .refused(let times) = state else { return false }
    state = .asking(refusals: times)
    return true
  }

  /// Processes a change of the owner, which the bus announced.
  ///
  /// - Returns: news for the log; nil if nothing has changed
  mutating func process(_ owner: Owner) -> SensorProxyNews? {
    switch (state, owner) {
    case (.asking, .own), (.waiting, .own):
      state = .serving
      return .serving
    case (.asking, .other):
      state = .waiting
      return .waiting
    case (.serving, .other):
      state = .waiting
      return .gaveWay
    // The bus answers, or gives it to the next in its queue, which is this program.
    case (.asking, .none), (.waiting, .none): return nil
    // Only this program can give it back.
    case (.serving, .none): return nil
    case (.waiting, .other), (.serving, .own): return nil
    case (.refused, _): return nil
    }
  }

  /// Processes the refusal of the bus.
  ///
  /// - Returns: news for the log, once; nil if nothing has changed
  mutating func refuse(_ message: String) -> SensorProxyNews? {
    switch state {
    case .asking(let refusals):
      state = .refused(times: refusals + 1)
      return refusals == 0 ? .refused(message: message) : nil
    case .waiting, .serving, .refused: return nil
    }
  }
}
