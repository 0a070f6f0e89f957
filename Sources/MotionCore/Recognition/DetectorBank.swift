/// The detectors that are wanted, of all kinds: one for each configuration.
///
/// The only place where kinds of motions meet.
struct DetectorBank: Sendable {
  private var shakes = ShakePool()
  private var freeFalls = DetectorPool<FreeFallDetector>()
  private var stills = DetectorPool<StillDetector>()
  private var orientations = DetectorPool<OrientationDetector>()
  private var flips = DetectorPool<FlipDetector>()
  private var pickUps = DetectorPool<PickUpDetector>()
  private var tilts = DetectorPool<TiltDetector>()
  private var taps = DetectorPool<TapDetector>()
  private var doubleTaps = DetectorPool<DoubleTapDetector>()

  /// Has a detector for each of `wanted`, and no others; those that stay keep what they have seen.
  ///
  /// - Parameters:
  ///   - wanted: the configurations
  ///   - isExplaining: true if new detectors are to tell rejections
  ///   - moment: the time of the stream, at which motions of detectors that go are cancelled
  ///   - emit: called for each of those cancellations
  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    shakes.reconcile(
      wanted.compactMap { if case .shake(let shake) = $0 { shake } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .shake($1)) }
    freeFalls.reconcile(
      wanted.compactMap { if case .freeFall(let fall) = $0 { fall } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .freeFall($1)) }
    stills.reconcile(
      wanted.compactMap { if case .still(let still) = $0 { still } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .still($1)) }
    orientations.reconcile(
      wanted.compactMap { if case .orientation(let face) = $0 { face } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .orientation($1)) }
    flips.reconcile(
      wanted.compactMap { if case .flip(let flip) = $0 { flip } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .flip($1)) }
    pickUps.reconcile(
      wanted.compactMap { if case .pickUp(let pickUp) = $0 { pickUp } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .pickUp($1)) }
    tilts.reconcile(
      wanted.compactMap { if case .tilt(let tilt) = $0 { tilt } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .tilt($1)) }
    taps.reconcile(
      wanted.compactMap { if case .tap(let tap) = $0 { tap } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .tap($1)) }
    doubleTaps.reconcile(
      wanted.compactMap { if case .doubleTap(let tap) = $0 { tap } else { nil } },
      isExplaining: isExplaining, at: moment
    ) { emit($0, .doubleTap($1)) }
  }

  /// Hands `input` to every detector.
  mutating func handle(
    _ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    shakes.handle(input) { emit($0, .shake($1)) }
    freeFalls.handle(input) { emit($0, .freeFall($1)) }
    stills.handle(input) { emit($0, .still($1)) }
    orientations.handle(input) { emit($0, .orientation($1)) }
    flips.handle(input) { emit($0, .flip($1)) }
    pickUps.handle(input) { emit($0, .pickUp($1)) }
    tilts.handle(input) { emit($0, .tilt($1)) }
    taps.handle(input) { emit($0, .tap($1)) }
    doubleTaps.handle(input) { emit($0, .doubleTap($1)) }
  }

  /// The gauge of each kind that has one; of several detectors of a kind, that of the first.
  func gauges(at reading: Reading) -> [MotionKind: MotionGauge] {
    let gauges: [MotionKind: MotionGauge?] = [
      .shake: shakes.gauge, .freeFall: freeFalls.gauge(at: reading),
      .still: stills.gauge(at: reading),
      .orientation: orientations.gauge(at: reading), .flip: flips.gauge(at: reading),
      .pickUp: pickUps.gauge(at: reading), .tilt: tilts.gauge(at: reading),
      .tap: taps.gauge(at: reading), .doubleTap: doubleTaps.gauge(at: reading),
    ]
    return gauges.compactMapValues { $0 }
  }
}

/// The detectors of one kind.
private struct DetectorPool<Detector: MotionDetector>: Sendable {
  private struct Entry {
    let configuration: Detector.Configuration
    var detector: Detector
  }

  private var entries: [Entry] = []

  mutating func reconcile(
    _ wanted: [Detector.Configuration], isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, Detector.Configuration) -> Void
  ) {
    for index in entries.indices where !wanted.contains(entries[index].configuration) {
      let configuration = entries[index].configuration
      // A stream that has not begun has nothing to cancel.
      guard let moment else { continue }
      entries[index].detector.handle(.interruption(at: moment)) { emit($0, configuration) }
    }
    entries.removeAll { !wanted.contains($0.configuration) }
    for configuration in wanted
    where !entries.contains(where: { $0.configuration == configuration }) {
      entries.append(
        Entry(
          configuration: configuration,
          detector: Detector(configuration, isExplaining: isExplaining)))
    }
  }

  func gauge(at reading: Reading) -> MotionGauge? {
    entries.first?.detector.gauge(at: reading)
  }

  /// Hands `input` to every detector.
  ///
  /// Inlined, as most kinds have none, and are asked at each reading.
  @inline(__always)
  mutating func handle(
    _ input: DetectorInput, _ emit: (MotionFinding, Detector.Configuration) -> Void
  ) {
    if !entries.isEmpty { handleEach(input, emit) }
  }

  private mutating func handleEach(
    _ input: DetectorInput, _ emit: (MotionFinding, Detector.Configuration) -> Void
  ) {
    for index in entries.indices {
      let configuration = entries[index].configuration
      entries[index].detector.handle(input) { emit($0, configuration) }
    }
  }
}
