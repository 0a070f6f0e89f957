/// The measures of all chains that might begin a shake, in a stream without gaps: examples to learn
/// weights from.
package struct ShakeProbe: Sendable {
  /// The numbers of swings of a chain that a beginning is learned from: most shakes begin within
  /// these.
  private static var counts: ClosedRange<Int> { 2...4 }

  private var signal = ShakeSignal()
  private var gains = FilterGains()
  private var chain: SwingChain?

  /// A probe that has seen nothing yet.
  package init() {}

  /// Takes the next reading.
  ///
  /// - Parameter reading: in m/s², gravity included; later than the one before
  /// - Returns: the measures of a chain that might begin now, by all other rules; otherwise nil
  package mutating func take(_ reading: Reading) -> ShakeMeasures? {
    _ = signal.advance(to: reading, &gains)
    chain.follow(signal, after: nil)
    guard signal.step == .closed, let chain, Self.counts.contains(chain.count) else { return nil }
    return chain.isProminentStroke(ShakeConfiguration()) ? chain.measures : nil
  }
}
