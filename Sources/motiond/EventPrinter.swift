// SPDX-License-Identifier: Apache-2.0

import Commands
import LinuxSupport
import MotionCore

/// Prints events on standard output, on the service queue.
///
/// It never waits for a reader: what the output does not take now waits, up to 1000 events, until
/// there is room.
final class EventPrinter {
  /// The events to print, and their format.
  struct Style: Hashable, Sendable {
    /// The name of the source in events.
    var source: String
    var format: EventFormat
    /// The motions to print.
    var motions: Set<MotionConfiguration>
  }

  /// Nil if nothing is printed.
  private var style: Style?
  /// A reader that is slower than 1000 events misses whole motions.
  private var backlog = EventBacklog(limit: 1000)
  /// The lines that were not written yet, in order, and the bytes of the first that were.
  private var (lines, begun) = ([String](), 0)
  /// The reason why the output cannot be written any more.
  private(set) var problem: OutputError?
  /// Called once every line was written.
  private var reports: [@Sendable () -> Void] = []

  private let output: OutputFile
  /// Fires when the output has room; nil while nothing waits for room.
  private var room: QueueSource?
  private let waitForRoom: () -> QueueSource?
  private let fail: () -> Void

  /// A printer that prints nothing yet.
  ///
  /// - Parameters:
  ///   - output: the file to print to
  ///   - waitForRoom: makes a source that calls ``flush()`` when the output has room; nil if there
  ///     is no descriptor left
  ///   - fail: called once the output cannot be written any more
  init(
    _ output: OutputFile, waitForRoom: @escaping () -> QueueSource?, fail: @escaping () -> Void
  ) {
    (self.output, self.waitForRoom, self.fail) = (output, waitForRoom, fail)
  }

  /// Prints in this style from now on; nil for nothing.
  ///
  /// Open motions are cancelled in the style so far: their end may not be printed in the new one.
  func setStyle(_ style: Style?) {
    if let old = self.style { write(backlog.interrupt(), old) }
    self.style = style
  }

  /// Prints `event`, if motions of `configuration` are printed.
  func print(_ event: MotionEvent, of configuration: MotionConfiguration) {
    guard let style, style.motions.contains(configuration) else { return }
    write(backlog.add(event), style)
  }

  private func write(_ events: [MotionEvent], _ style: Style) {
    lines += events.map { style.format.line(.event($0), source: style.source) }
    if room == nil { flush() }
  }

  /// Writes the lines that wait, as far as there is room.
  func flush() {
    var written = 0
    defer {
      lines.removeFirst(written)
      if lines.isEmpty { reportEmpty() }
    }
    while written < lines.count {
      // Nothing more is expected of an output that failed: its lines count as written.
      if problem == nil {
        do throws(OutputError) {
          begun = try output.writeWithoutWaiting(lines[written], from: begun)
          guard begun == lines[written].utf8.count else { return room = room ?? waitForRoom() }
        } catch {
          problem = error
          fail()
        }
      }
      begun = 0
      backlog.removeOne()
      written += 1
    }
    room = nil
  }

  /// Calls `report` once every line was written: at once, if that is so.
  func whenEmpty(_ report: @escaping @Sendable () -> Void) {
    reports.append(report)
    if lines.isEmpty { reportEmpty() }
  }

  private func reportEmpty() {
    let due = reports
    reports = []
    for report in due { report() }
  }
}

extension Settings {
  /// The style of printed events; nil if they are not printed.
  var style: EventPrinter.Style? {
    guard let format = chosenFormat ?? (bus == .none ? .text : nil) else { return nil }
    return EventPrinter.Style(
      source: sourceName, format: format, motions: detection.configurations)
  }
}
