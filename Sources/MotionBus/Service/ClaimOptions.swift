import MotionCore

/// What a client asks for when it claims motions.
struct ClaimOptions: Hashable {
  /// The longest window, in seconds.
  static let longestWindow = 60.0

  /// What the motions are recognised by.
  let configuration: ShakeConfiguration

  /// The options of a call.
  ///
  /// - Parameters:
  ///   - options: `motions`, `sensitivity` and `window`
  ///   - defaults: what counts where they are not given
  /// - Throws: a ``MotionService/Refusal`` that says what may be given
  init(
    _ options: [String: BusValue], defaults: ShakeConfiguration = ShakeConfiguration()
  ) throws(MotionService.Refusal) {
    var configuration = defaults
    // In order, so that of several mistakes always the same is told.
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "motions": try Self.check(motions: value)
      case "sensitivity": configuration.sensitivity = try Self.sensitivity(value)
      case "window": configuration.window = try Self.window(value)
      default:
        throw .invalid(
          "unknown option '\(key.shortened)': there are motions, sensitivity and window")
      }
    }
    self.configuration = configuration
  }

  private static func check(motions value: BusValue) throws(MotionService.Refusal) {
    guard case .strings(let motions) = value else {
      throw .invalid("motions must be a list of strings (as), not \(value.signature.shortened)")
    }
    guard !motions.isEmpty else {
      throw .invalid("motions is empty: give 'shake', or call Release")
    }
    if let unknown = motions.first(where: { $0 != MotionKind.shake.rawValue }) {
      throw MotionService.Refusal(
        name: Motion1.ErrorName.unknownMotion,
        message: "unknown motion '\(unknown.shortened)': there is shake")
    }
  }

  private static func sensitivity(
    _ value: BusValue
  ) throws(MotionService.Refusal) -> Sensitivity {
    guard case .string(let text) = value else {
      throw .invalid(
        "sensitivity must be a string (s): low, medium or high; it is \(value.signature.shortened)")
    }
    guard let level = MotionClaim.Sensitivity(rawValue: text) else {
      throw .invalid("sensitivity must be low, medium or high, not '\(text.shortened)'")
    }
    return level.value
  }

  private static func window(_ value: BusValue) throws(MotionService.Refusal) -> Double {
    guard case .double(let window) = value else {
      throw .invalid("window must be seconds as a double (d), not \(value.signature.shortened)")
    }
    // Not a number fails as well.
    guard window > 0 && window <= longestWindow else {
      throw .invalid("window must be more than 0 s and at most 60 s, not \(window)")
    }
    return window
  }
}

extension String {
  /// Enough of it to recognise it by: an answer need not be as long as the question.
  fileprivate var shortened: String {
    count > 40 ? prefix(40) + "…" : self
  }
}
