// SPDX-License-Identifier: Apache-2.0

import CLinux
import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import Synchronization
import SystemPackage

/// Runs a program for each event: one at a time, in order, for a limited time.
final class ProgramRunner: Sendable {
  private let program: String
  private let arguments: [String]
  private let limit: Duration
  private let maxAge: Duration
  private let phases: Set<String>?
  private let queue = DispatchQueue(label: "org.motiond.exec")
  private let state = Mutex(State())

  private struct State {
    /// The process that runs, with a process group of its own.
    var running: pid_t?
    /// A program that is slower than 100 events misses whole motions.
    var backlog = EventBacklog(limit: 100)
    var isStopped = false
    /// A Boolean value that indicates whether the process was killed because it ran for too long.
    var isOverdue = false
    /// The events that ran nothing, as they had waited for too long.
    var outdated = 0
  }

  /// A runner of a program.
  ///
  /// - Parameters:
  ///   - program: its path, or its name in PATH
  ///   - arguments: its arguments
  ///   - limit: the longest time that it may run before it is killed
  ///   - maxAge: the time that an event may wait for its turn
  ///   - phases: the phases that start it; nil for all
  init(
    _ program: String, _ arguments: [String], limit: Duration, maxAge: Duration,
    on phases: Set<String>?
  ) {
    self.program = program
    self.arguments = arguments
    self.limit = limit
    self.maxAge = maxAge
    self.phases = phases
  }

  /// Queues a run of the program for `event`.
  ///
  /// For what came too late it is not run: an end counts as a cancellation.
  func run(for event: MotionEvent) {
    if event.isTooLate { report("is not run for '\(event.text)'") }
    guard let event = event.timely else { return }
    let admitted = state.withLock { $0.backlog.add(event) }
    switch event.phase {
    case .began where admitted.isEmpty, .recognized where admitted.isEmpty:
      report("is too slow: it missed a motion")
    case .began, .ended, .cancelled, .recognized:
      break
    }
    let now = ContinuousClock.now
    for event in admitted { queue.async { self.runNow(for: event, since: now) } }
  }

  /// Kills the running program and waits for its end; no other is started.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let running = state.running { kill(-running, SIGKILL) }
    }
    queue.sync {}
  }

  /// Runs the program for `event`, which has waited since `arrival`.
  private func runNow(for event: MotionEvent, since arrival: ContinuousClock.Instant) {
    let age = ContinuousClock.now - arrival
    do throws(Errno) {
      // Under the lock, so that `stop()` ends every process that was started.
      let start = try state.withLock { state throws(Errno) -> Start in
        state.backlog.removeOne()
        guard !state.isStopped, phases?.contains(event.phase.name) ?? true else { return .unwanted }
        guard age <= maxAge else {
          state.outdated += 1
          return .outdated(count: state.outdated)
        }
        let process = try spawn(event.environment)
        state.running = process
        return .running(process)
      }
      switch start {
      case .unwanted: break
      case .outdated(let count):
        report(
          "was not run for '\(event.kind) \(event.phase.name)', which waited"
            + " \((age / .seconds(1)).text(decimals: 1)) s; \(count) so far")
      case .running(let process): wait(for: process)
      }
    } catch { report("cannot be run: \(error)") }
  }

  /// The outcome for an event whose turn it is.
  private enum Start {
    /// The program does not run for this event.
    case unwanted
    /// The event waited for too long, as so many did.
    case outdated(count: Int)
    case running(pid_t)
  }

  private func wait(for process: pid_t) {
    // The group keeps its number until it is waited for below, under the lock.
    let deadline = DispatchWorkItem {
      self.state.withLock { state in
        guard state.running == process else { return }
        kill(-process, SIGKILL)
        state.isOverdue = true
      }
    }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + limit.dispatchInterval, execute: deadline)
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    deadline.cancel()
    var status: Int32 = 0
    let isOverdue = state.withLock { state in
      state.running = nil
      waitpid(process, &status, 0)
      defer { state.isOverdue = false }
      return state.isOverdue
    }
    if isOverdue { report("took longer than \(limit / .seconds(1)) s, and was ended") }
    if status & 0x7f == 0, status >> 8 & 0xff != 0 {
      report("failed with status \(status >> 8 & 0xff)")
    } else if status & 0x7f != 0, status & 0x7f != SIGKILL {
      report("was ended by signal \(status & 0x7f)")
    }
  }

  private func report(_ text: String) {
    try? MonitorCommand.report("\(program) \(text)")
  }

  /// Starts the program with `variables` in its environment.
  private func spawn(_ variables: [(name: String, value: String)]) throws(Errno) -> pid_t {
    // Variables of this command that look like an event's variables are left out.
    var environment = variables.map { "\($0)=\($1)".utf8CString }
    var next = own_environment()
    while let variable = next?.pointee {
      if strncmp(variable, "MOTION_", 7) != 0 {
        environment.append(
          ContiguousArray(UnsafeBufferPointer(start: variable, count: strlen(variable) + 1)))
      }
      next = next?.successor()
    }
    return try Child.start([program] + arguments, environment: environment, asGroup: true) {
      posix_spawn_file_actions_addopen(&$0, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      // Results go to standard output, and nothing else does.
      posix_spawn_file_actions_adddup2(&$0, STDERR_FILENO, STDOUT_FILENO)
    }
  }
}

extension MotionEvent {
  /// The environment variables of a program that runs for this event.
  ///
  /// Each is `MOTION_` and a key of the JSON line; the numbers of a vector are separated by blanks.
  var environment: [(name: String, value: String)] {
    var fields = EnvironmentFields(variables: [
      ("MOTION_MOTION", kind.rawValue), ("MOTION_PHASE", phase.name),
      ("MOTION_TIMESTAMP_NS", "\(timestamp.nanoseconds)"),
    ])
    var event = self
    event.code(&fields)
    return fields.variables
  }
}

/// Writes the fields of an event as variables.
private struct EnvironmentFields: EventFieldCoder {
  var variables: [(name: String, value: String)]

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    if let text = value.text { variables.append(("MOTION_\(key.uppercased())", text)) }
    return value
  }
}
