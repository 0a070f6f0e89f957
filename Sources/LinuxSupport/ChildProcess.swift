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
      process = try Child.start(words, from: package) { actions in
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
    let ended = Child.exitStatus(word)
    status = ended
    return ended
  }
}
