import CommandSupport
import LinuxSupport
import MotionCore
import MotionIIO

extension MotionArguments {
  /// The chosen motions that readings at `rate` carry.
  ///
  /// A kind that was named must be carried. Of `all` the others are left out, and told. Without `--motions` nothing
  /// is checked.
  ///
  /// - Parameters:
  ///   - rate: the rate of the source; nil if it is not known, and then all are carried
  ///   - others: the kinds that need no readings
  ///   - tell: called with a line for each kind that is left out
  /// - Returns: their configurations
  /// - Throws: a ``Failure`` with the status 65 that names the kind; the error of `tell`
  public func configurations(
    carriedAt rate: Hertz?, besides others: [MotionKind] = [], tell: (String) throws -> Void
  ) throws -> Set<MotionConfiguration> {
    guard let rate, let motions else { return configurations }
    var carried: Set<MotionKind> = []
    for kind in motions.kinds.sorted() {
      guard !others.contains(kind), let obstacle = MotionRegistry[kind]?.obstacle(at: rate) else {
        carried.insert(kind)
        continue
      }
      guard motions.isAll else { throw Failure(.badData, obstacle) }
      try tell("\(obstacle); left out")
    }
    return options.configurations(of: carried)
  }
}

/// Holds the first readings of a recording back until their rate is known.
public enum RateProbe: Sendable {
  /// These events wait.
  case waiting([AccelerometerEvent])
  /// The rate is known, or does not matter.
  case done

  /// Nine readings, so that two odd periods do not matter.
  private static let enough = 9

  /// A Boolean value that indicates whether it holds nothing back any more.
  public var isDone: Bool {
    if case .done = self { true } else { false }
  }

  /// A probe that has seen nothing.
  ///
  /// - Parameter detection: the options that need the rate, or not; if not, it holds nothing back
  public init(for detection: MotionArguments) {
    self = detection.motions == nil ? .done : .waiting([])
  }

  /// Takes the next event.
  ///
  /// - Parameters:
  ///   - event: of the recording
  ///   - decide: called once with the rate, nil if there are too few readings to know it
  ///   - pass: called for each event after that, in order
  /// - Throws: the errors of the closures
  public mutating func take(
    _ event: AccelerometerEvent, decide: (Hertz?) throws -> Void,
    pass: (AccelerometerEvent) throws -> Void
  ) throws {
    guard case .waiting(var events) = self else { return try pass(event) }
    events.append(event)
    let readings = events.compactMap { if case .reading(let reading) = $0 { reading } else { nil } }
    if case .ended = event {
    } else if readings.count < Self.enough {
      self = .waiting(events)
      return
    }
    self = .done
    try decide(readings.rate)
    for event in events { try pass(event) }
  }
}

/// The mean rate of readings, to say at the end what they were too slow for.
public struct MeanRate: Sendable {
  private var first: Timestamp?
  private var last: Timestamp?
  private var count = 0

  /// No readings yet.
  public init() {}

  /// Takes the next readings.
  public mutating func take(_ readings: ArraySlice<Reading>) {
    first = first ?? readings.first?.timestamp
    last = readings.last?.timestamp ?? last
    count += readings.count
  }

  /// The reason why none of the kinds that are sought by default can be recognized; nil if they can, or were checked
  /// at the start.
  public func obstacle(for detection: MotionArguments) -> String? {
    guard detection.motions == nil, count >= 9, let first, let last else { return nil }
    let seconds = last.seconds(since: first)
    guard seconds > 0 else { return nil }
    return detection.kinds.sorted()
      .compactMap { MotionRegistry[$0]?.obstacle(at: Double(count - 1) / seconds) }.first
  }
}
