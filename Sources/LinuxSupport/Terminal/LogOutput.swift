// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// The log of a program that serves: standard error, which it never waits for.
///
/// A terminal may be stopped by Ctrl-S, a pager may not read on, and a journal may have stopped.
/// What standard error does not take now waits, up to a limit; what comes beyond that is lost, and
/// a line says how much.
public final class LogOutput: Sendable {
  /// The log of this process.
  public static let standardError = LogOutput(.standardError)

  private let output: OutputFile
  private let queue = DispatchQueue(label: "org.motiond.log")
  private let state: Mutex<(backlog: LogBacklog, room: QueueSource?, serves: Bool)>

  /// A log in `output`, with so many bytes that wait at most.
  init(_ output: OutputFile, limit: Int = 65_536) {
    self.output = output
    state = Mutex((LogBacklog(limit: limit), nil, false))
  }

  /// A Boolean value that indicates whether the process is one that serves.
  var serves: Bool { state.withLock(\.serves) }

  /// Says that the process serves from now on: even its last line waits for a reader only for a
  /// second.
  public func serve() {
    state.withLock { $0.serves = true }
  }

  /// Writes `line` and a newline, as soon as there is room; any thread may call this.
  public func write(_ line: String) {
    state.withLock { state in
      state.backlog.add(line)
      // Somebody waits for room already.
      if state.room == nil { flush(&state.backlog, &state.room) }
    }
  }

  private func flush(_ backlog: inout LogBacklog, _ room: inout QueueSource?) {
    let isDone: Bool
    do throws(OutputError) {
      isDone = try backlog.flush { line, start throws(OutputError) in
        try output.writeWithoutWaiting(line, from: start)
      }
    } catch {
      // There is no place left to report that.
      backlog.removeAll()
      isDone = true
    }
    if isDone {
      room = nil
    } else if room == nil {
      // Without a descriptor for it, the next line tries again.
      room = output.room(on: queue) { [self] in
        state.withLock { flush(&$0.backlog, &$0.room) }
      }
    }
  }

  /// Waits until all is written, as the process ends; for so long at most.
  func drain(for patience: Duration) {
    let end = ContinuousClock.now + patience
    while true {
      let isDone = state.withLock { state in
        flush(&state.backlog, &state.room)
        return state.backlog.isEmpty
      }
      let left = (end - .now) / .milliseconds(1)
      guard !isDone, left > 0 else { return }
      output.waitForRoom(milliseconds: Int32(left) + 1)
    }
  }
}

/// The lines of a log that nobody has taken yet.
struct LogBacklog {
  /// The lines, each with its newline.
  private var lines: [String] = []
  /// The bytes of the first line that were written.
  private var begun = 0
  private var bytes = 0
  /// The lines that had no room, after those that wait.
  private var lost = 0
  private let limit: Int

  /// No lines, and room for so many bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// A Boolean value that indicates whether nothing waits.
  var isEmpty: Bool { lines.isEmpty && lost == 0 }

  /// Adds a line, or counts it as lost.
  mutating func add(_ line: String) {
    let pieces = (lost > 0 ? [notice] : []) + [line + "\n"]
    let more = pieces.reduce(0) { $0 + $1.utf8.count }
    guard bytes + more <= limit || isEmpty else { return lost += 1 }
    lines += pieces
    bytes += more
    lost = 0
  }

  /// Writes what waits.
  ///
  /// - Parameter write: writes a line from a byte on, and returns the number of its bytes that are
  ///   written
  /// - Returns: false if some is left, as there was no room
  /// - Throws: the error of `write`
  mutating func flush(
    _ write: (String, Int) throws(OutputError) -> Int
  ) throws(OutputError) -> Bool {
    var written = 0
    defer { lines.removeFirst(written) }
    while written < lines.count {
      begun = try write(lines[written], begun)
      guard begun == lines[written].utf8.count else { return false }
      bytes -= begun
      (begun, written) = (0, written + 1)
      if written == lines.count, lost > 0 {
        lines.append(notice)
        bytes += notice.utf8.count
        lost = 0
      }
    }
    return true
  }

  /// Forgets all, as it cannot be written.
  mutating func removeAll() {
    self = LogBacklog(limit: limit)
  }

  private var notice: String {
    let text = "\(lost) lines of this log are lost: nobody read it"
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    return Journal.line(text, .warning, from: String(program)) + "\n"
  }
}

/// Standard error as a stream of log lines.
public struct LogStream: TextOutputStream, Sendable {
  /// A stream into the log of this process.
  public init() {}

  /// Writes a line with its newline.
  public mutating func write(_ line: String) {
    LogOutput.standardError.write(line.hasSuffix("\n") ? String(line.dropLast()) : line)
  }
}
