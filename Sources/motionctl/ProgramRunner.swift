import CommandSupport
import Dispatch
import Glibc
import MotionBus
import MotionCore
import Synchronization

/// Runs a program for each event: one at a time, in order, for a limited time.
final class ProgramRunner: Sendable {
  private let program: String
  private let arguments: [String]
  private let limit: Duration
  private let queue = DispatchQueue(label: "org.motiond.exec")
  private let state = Mutex(State())

  private struct State {
    /// The program that runs, with a process group of its own.
    var running: pid_t?
    var waiting = 0
    var isStopped = false
  }

  /// Events that wait for a program to end; a program that is that slow misses the newest.
  private static let mostWaiting = 100

  /// A runner of `program`, found in PATH if it has no slash, with `arguments`.
  init(_ program: String, _ arguments: [String], limit: Duration) {
    self.program = program
    self.arguments = arguments
    self.limit = limit
  }

  /// Looks for `program` as running it would, so that a mistake shows before the first event.
  ///
  /// - Throws: a ``Failure`` if it is not there
  static func check(_ program: String) throws(Failure) {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let places =
      program.contains("/") ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
    guard !places.contains(where: { access($0, X_OK) == 0 }) else { return }
    throw Failure(
      .noInput, "there is no program '\(program)' to run; its arguments come after --")
  }

  /// Runs the program for `event`, once those before have ended.
  func run(for event: MotionEvent) {
    let hasRoom = state.withLock { state in
      guard state.waiting < Self.mostWaiting else { return false }
      state.waiting += 1
      return true
    }
    guard hasRoom else { return tell("too slow: it missed an event") }
    queue.async { self.runNow(for: event) }
  }

  /// Ends the program that runs, and waits for its end; those that wait are not started.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let running = state.running { kill(-running, SIGKILL) }
    }
    queue.sync {}
  }

  private func runNow(for event: MotionEvent) {
    let started = state.withLock { state -> Int32? in
      state.waiting -= 1
      guard !state.isStopped else { return nil }
      var process: pid_t = 0
      let problem = spawn(event.environment, &process)
      if problem == 0 { state.running = process }
      return problem
    }
    switch started {
    case nil: return
    case 0?: wait()
    case let problem?: tell("cannot be run: \(String(cString: strerror(problem)))")
    }
  }

  private func wait() {
    guard let process = state.withLock({ $0.running }) else { return }
    // The group keeps its number until it is waited for below, under the lock.
    let deadline = DispatchWorkItem {
      self.state.withLock { state in
        guard state.running == process else { return }
        kill(-process, SIGKILL)
        self.tell("took longer than \(self.limit / .seconds(1)) s, and was ended")
      }
    }
    let limit = DispatchTimeInterval.milliseconds(Int(limit / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: deadline)
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    deadline.cancel()
    var status: Int32 = 0
    state.withLock { state in
      state.running = nil
      waitpid(process, &status, 0)
    }
    if status & 0x7f == 0, status >> 8 & 0xff != 0 {
      tell("failed with status \(status >> 8 & 0xff)")
    } else if status & 0x7f != 0, status & 0x7f != SIGKILL {
      tell("was ended by signal \(status & 0x7f)")
    }
  }

  private func tell(_ text: String) {
    try? OutputFile.standardError.write("motionctl monitor: \(program) \(text)\n")
  }

  /// Starts the program; 0, or the system's error.
  private func spawn(_ facts: [(String, String)], _ process: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    // Results go to standard output, and nothing else does.
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A thread of dispatch blocks all signals, and this command ignores one.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = []
    for variable in inherited { environment.append(strdup(variable)) }
    for (name, value) in facts { environment.append(strdup("\(name)=\(value)")) }
    environment.append(nil)
    defer { for word in words + environment { free(word) } }
    return posix_spawnp(&process, program, &actions, &attributes, &words, &environment)
  }

  /// The environment of this command, without what looks like a fact of an event.
  private var inherited: [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      // Of two variables of a name most programs see the first.
      if !text.hasPrefix("MOTION_") { variables.append(text) }
      next += 1
    }
    return variables
  }
}
