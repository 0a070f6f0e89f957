// SPDX-License-Identifier: Apache-2.0

import CommandSupport
import Dispatch
import LinuxSupport
import MotionCore
import Synchronization

/// Prints events on standard output, on a queue of its own: a reader that is stuck holds up nothing
/// else.
final class EventPrinter: Sendable {
  /// The events to print, and their format.
  struct Style: Hashable, Sendable {
    /// The name of the source in events.
    var source: String
    var format: EventFormat
    /// The motions to print.
    var motions: Set<MotionConfiguration>
  }

  private struct State {
    /// Nil if nothing is printed.
    var style: Style?
    /// A reader that is slower than 1000 events misses whole motions.
    var backlog = EventBacklog(limit: 1000)
    /// The reason why the output cannot be written any more.
    var problem: OutputError?
  }

  private let output: OutputFile
  private let stop: Wakeup
  private let queue = DispatchQueue(label: "org.motiond.print")
  private let state = Mutex(State())

  /// A printer that prints nothing yet.
  ///
  /// - Parameters:
  ///   - output: the file to print to
  ///   - stop: raised when the output cannot be written any more
  init(_ output: OutputFile, _ stop: Wakeup) {
    self.output = output
    self.stop = stop
  }

  /// Prints in this style from now on; nil for nothing.
  ///
  /// Open motions are cancelled in the style so far: their end may not be printed in the new one.
  func setStyle(_ style: Style?) {
    state.withLock { state in
      if let old = state.style { write(state.backlog.interrupt(), old) }
      state.style = style
    }
  }

  /// Queues `event`, if motions of `configuration` are printed.
  func print(_ event: MotionEvent, of configuration: MotionConfiguration) {
    state.withLock { state in
      guard let style = state.style, style.motions.contains(configuration) else { return }
      write(state.backlog.add(event), style)
    }
  }

  /// Queues events, under the lock, which keeps their order.
  private func write(_ events: [MotionEvent], _ style: Style) {
    for event in events { queue.async { self.write(event, style) } }
  }

  private func write(_ event: MotionEvent, _ style: Style) {
    defer { state.withLock { $0.backlog.removeOne() } }
    guard problem == nil else { return }
    do throws(OutputError) {
      try output.write(style.format.line(.event(event), source: style.source))
    } catch {
      state.withLock { $0.problem = error }
      stop.raise()
    }
  }

  /// Waits until every event was printed; after a signal a slow reader is not waited for.
  func finish() {
    if state.withLock({ !$0.backlog.isEmpty }) { queue.sync {} }
  }

  /// The reason why the output cannot be written any more; nil if it can.
  var problem: OutputError? {
    state.withLock { $0.problem }
  }
}
