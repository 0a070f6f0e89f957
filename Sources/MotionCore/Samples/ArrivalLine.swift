// SPDX-License-Identifier: Apache-2.0

/// A line of least squares through the arrivals of the last second, over a count or a clock.
///
/// It keeps the mean of each 32nd part of a second, which is as good as all points, at any rate.
///
/// What a radio kept during a hole comes late, in a burst, and ever less late: the line has the
/// times of a burst, and none of its arrivals.
///
/// - Units: arrivals in ns.
struct ArrivalLine: Sendable {
  private static let window = 1e9
  private static let slot = window / 32
  /// The span that shows how far arrivals stray.
  private static let known = 0.25e9
  /// The sum of deviations to one side, relative to the usual deviation, that chance does not
  /// reach: 30 points in a row.
  private static let most = 24.0
  /// The pause in ns, beyond the usual one, that begins a burst: jitter over a network is 8 ms.
  private static let hole = 12e6
  /// The square of the relative distance of two means that count as one.
  private static let rounding = 1e-28

  /// The arrivals of a part of a second.
  private struct Slot: Sendable {
    var start: Double
    var count = 0.0
    var place = 0.0
    var arrival = 0.0
    /// The sum of the squares of the deviations.
    var squares = 0.0

    mutating func add(_ value: Double, at place: Double) {
      count += 1
      self.place += (place - self.place) / count
      arrival += (value - arrival) / count
    }
  }

  /// Oldest first.
  private var slots: [Slot] = []
  private var last = 0.0
  private var lastPlace = 0.0
  /// The line: its middle, and its slope; nil before two arrivals.
  private var line: (place: Double, arrival: Double, slope: Double)?
  /// The burst after a hole: when it began, and how late its last arrival was; nil for none.
  private var burst: (start: Double, lateness: Double)?
  /// The arrivals since the line was last crossed, which make the next line if this one ends.
  private var side: (slots: [Slot], sum: Double) = ([], 0)
  /// The ns of one step of the count or clock; nil before two arrivals.
  var slope: Double? { line?.slope }

  /// The time that the line spans, in ns.
  var span: Double { slots.first.map { last - $0.start } ?? 0 }

  /// Adds an arrival, and returns the time of the line there.
  mutating func add(_ arrival: Double, at place: Double) -> Double {
    defer { (last, lastPlace) = (arrival, place) }
    if let time = timeInBurst(arrival, at: place) { return time }
    last = arrival
    Self.add(arrival, at: place, to: &slots)
    var time = fit(at: place)
    let deviation = arrival - time
    let usual = usualDeviation
    slots[slots.count - 1].squares += deviation * deviation
    if deviation * side.sum < 0 {
      side.slots.removeAll(keepingCapacity: true)
      side.sum = 0
    }
    side.sum += deviation
    Self.add(arrival, at: place, to: &side.slots)
    if span >= Self.known, abs(side.sum) > Self.most * usual {
      slots = side.slots
      side = ([], 0)
      time = fit(at: place)
    }
    return time
  }

  /// The time of an arrival in a burst after a hole; nil for any other.
  ///
  /// A burst ends on the line, when its arrivals are not ever less late, or when it is so long
  /// that its arrivals make a line.
  private mutating func timeInBurst(_ arrival: Double, at place: Double) -> Double? {
    // A clock that goes back, as one of 32 bits does when it turns, is not late.
    guard let line, span >= Self.known, place >= lastPlace else {
      burst = nil
      return nil
    }
    let time = line.arrival + line.slope * (place - line.place)
    let lateness = arrival - time
    if let begun = burst {
      let goesOn =
        lateness >= 0 && lateness < begun.lateness && arrival - begun.start < Self.known
      burst = goesOn ? (begun.start, lateness) : nil
    } else if lateness > 0, arrival - last - max(0, line.slope * (place - lastPlace)) > Self.hole {
      burst = (arrival, lateness)
    }
    return burst == nil ? nil : time
  }

  /// The root mean square of the deviations; at least 0.1 ms, which no detector sees.
  private var usualDeviation: Double {
    var (count, squares) = (0.0, 0.0)
    for slot in slots {
      count += slot.count
      squares += slot.squares
    }
    return max(0.1e6, (squares / count).squareRoot())
  }

  private static func add(_ arrival: Double, at place: Double, to slots: inout [Slot]) {
    if slots.last.map({ arrival - $0.start >= slot }) ?? true {
      slots.append(Slot(start: arrival))
      let old = slots.prefix { arrival - $0.start > window }.count
      slots.removeFirst(old)
    }
    slots[slots.count - 1].add(arrival, at: place)
  }

  private mutating func fit(at place: Double) -> Double {
    var (count, middle, mean) = (0.0, 0.0, 0.0)
    for slot in slots {
      count += slot.count
      middle += slot.count * slot.place
      mean += slot.count * slot.arrival
    }
    middle /= count
    mean /= count
    var (square, product) = (0.0, 0.0)
    for slot in slots {
      let offset = slot.place - middle
      square += slot.count * offset * offset
      product += slot.count * offset * (slot.arrival - mean)
    }
    // Less is only the rounding of equal means.
    guard square > Self.rounding * count * middle * middle else { return last }
    let slope = product / square
    line = (middle, mean, slope)
    return mean + slope * (place - middle)
  }
}
