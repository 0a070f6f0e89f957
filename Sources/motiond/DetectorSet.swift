import CommandSupport
import MotionCore

/// The detectors that are wanted, one bank for each configuration.
struct DetectorSet {
  private struct Entry {
    let configuration: ShakeConfiguration
    var bank: DetectorBank
  }

  private var entries: [Entry] = []
  /// Readings that were not used since the beginning.
  private(set) var dropped = 0

  /// Has a bank for each of `wanted`, and no others.
  ///
  /// - Parameters:
  ///   - wanted: the configurations; those that had a bank keep it, with what it has seen
  ///   - emit: told of the open motions that are cancelled with a bank that goes
  mutating func reconcile(
    _ wanted: Set<ShakeConfiguration>, _ emit: (MotionEvent, ShakeConfiguration) -> Void
  ) {
    for index in entries.indices where !wanted.contains(entries[index].configuration) {
      let configuration = entries[index].configuration
      entries[index].bank.interrupt { emit($0, configuration) }
    }
    entries.removeAll { !wanted.contains($0.configuration) }
    let known = Set(entries.map(\.configuration))
    for configuration in wanted.subtracting(known) {
      entries.append(Entry(configuration: configuration, bank: DetectorBank(shake: configuration)))
    }
  }

  /// Takes a reading.
  mutating func process(
    _ reading: Reading, _ emit: (MotionEvent, ShakeConfiguration) -> Void
  ) {
    let before = droppedByFirst
    for index in entries.indices {
      let configuration = entries[index].configuration
      entries[index].bank.process(reading) { emit($0, configuration) }
    }
    dropped += droppedByFirst - before
  }

  /// Takes the passing of time.
  mutating func advance(
    to now: Timestamp, _ emit: (MotionEvent, ShakeConfiguration) -> Void
  ) {
    for index in entries.indices {
      let configuration = entries[index].configuration
      entries[index].bank.advance(to: now) { emit($0, configuration) }
    }
  }

  /// Takes an interruption.
  mutating func interrupt(_ emit: (MotionEvent, ShakeConfiguration) -> Void) {
    for index in entries.indices {
      let configuration = entries[index].configuration
      entries[index].bank.interrupt { emit($0, configuration) }
    }
  }

  /// All banks see the same readings, and drop the same.
  private var droppedByFirst: Int {
    entries.first.map { $0.bank.statistics.implausible + $0.bank.statistics.late } ?? 0
  }
}
