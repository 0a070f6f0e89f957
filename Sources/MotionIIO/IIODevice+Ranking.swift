extension IIODevice {
  /// Where in the machine it sits, as far as names tell.
  enum Place: Int {
    /// With the display, which is what the user holds and shakes.
    case display
    case unknown
    /// With the keyboard.
    case base
  }

  /// Where it sits: by the label of the device tree (`accel-display`, `accel-base`), or by `location`
  /// of ChromeOS' embedded controller (`lid`, `base`).
  var place: Place {
    let words = [label, location].compactMap { $0?.lowercased() }
    if words.contains(where: { $0.contains("display") || $0.contains("lid") }) { return .display }
    return words.contains { $0.contains("base") } ? .base : .unknown
  }

  /// What its driver says of where it sits.
  var location: String? {
    attribute("location")
  }

  /// Whether it is to be taken before `other`: one with three axes, then one that streams through a
  /// buffer, then that of the display.
  func isBetter(than other: IIODevice) -> Bool {
    rank < other.rank
  }

  private var rank: (Int, Int, Int) {
    (3 - axes.count, isStreamable ? 0 : 1, place.rawValue)
  }
}
