import Glibc
import SystemPackage

/// Another program whose output is read, such as gzip.
public final class ChildProcess {
  /// The end of the pipe from which its output is read.
  public let output: FileDescriptor
  private let process: pid_t
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments
  ///   - package: the Debian package that has it
  ///   - input: its standard input; nil for none
  ///   - showsErrors: true to let it write on this command's standard error
  /// - Throws: a ``Failure`` if it cannot be started
  public init(
    _ words: [String], from package: String, input: FileDescriptor? = nil, showsErrors: Bool = false
  ) throws(Failure) {
    let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do { ends = try FileDescriptor.pipe() } catch {
      throw Failure(.failure, "cannot run \(words[0]): \(error)")
    }
    // Else a later child would keep the pipe open.
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    defer { try? ends.writeEnd.close() }
    do throws(Failure) {
      process = try spawn(words, from: package) { actions in
        if let input {
          posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO)
        } else {
          posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, ends.writeEnd.rawValue, STDOUT_FILENO)
        if !showsErrors {
          posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
      }
    } catch {
      try? ends.readEnd.close()
      throw error
    }
    output = ends.readEnd
  }

  deinit {
    if status == nil { kill(process, SIGKILL) }
    finish()
    try? output.close()
  }

  /// Waits for its end.
  ///
  /// - Returns: its exit status; 128 and the number of the signal that ended it
  @discardableResult public func finish() -> Int32 {
    if let status { return status }
    var word: Int32 = 0
    while waitpid(process, &word, 0) < 0 && errno == EINTR {}
    let ended = word & 0x7F == 0 ? word >> 8 & 0xFF : 128 + word & 0x7F
    status = ended
    return ended
  }
}

/// Starts a program as a child, with the signals that this command ignores as they were.
///
/// - Parameters:
///   - words: its name, found in PATH, and its arguments
///   - package: the Debian package that has it
///   - redirect: adds what is to be done with its descriptors
/// - Returns: the process
/// - Throws: a ``Failure`` if it cannot be started
func spawn(
  _ words: [String], from package: String, _ redirect: (inout posix_spawn_file_actions_t) -> Void
) throws(Failure) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  redirect(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // A thread of dispatch blocks signals, and this command ignores some: children would inherit both.
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  for number in StopSignals.ignored { sigaddset(&signals, number) }
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var process: pid_t = 0
  let problem = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
  guard problem != 0 else { return process }
  throw problem == ENOENT
    ? Failure(.unavailable, "the program \(words[0]) is missing: apt-get install \(package)")
    : Failure(.failure, "cannot run \(words[0]): \(Errno(rawValue: problem))")
}
