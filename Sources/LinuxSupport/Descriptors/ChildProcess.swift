// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import SystemPackage

/// Programs that run as children of this command.
package enum Child {
  /// Looks for `program` in PATH, so that a mistake shows before the first event.
  ///
  /// - Throws: a ``Failure`` if it is missing
  package static func check(_ program: String) throws(Failure) {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let places =
      program.utf8.contains(UInt8(ascii: "/"))
      ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
    // X_OK also holds for a folder, because a process may enter it.
    guard !places.contains(where: { access($0, X_OK) == 0 && !Folder.exists(at: $0) }) else {
      return
    }
    throw Failure(
      .noInput, "there is no program '\(program)' to run; its arguments come after --")
  }

  /// Starts a program, with the original handling of signals that this command ignores.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments
  ///   - environment: its variables as C strings, such as `NAME=value`; nil for this command's
  ///     variables
  ///   - isGroup: true to give it its own process group
  ///   - redirect: adds the changes of its descriptors
  /// - Returns: the process
  /// - Throws: the error of starting it
  package static func start(
    _ words: [String], environment: [ContiguousArray<CChar>]? = nil, asGroup isGroup: Bool = false,
    _ redirect: (inout posix_spawn_file_actions_t) -> Void
  ) throws(Errno) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    redirect(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A dispatch thread blocks signals, and this command ignores some: children would inherit both.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in StopSignals.ignored { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = isGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    var arguments = copies(of: words.map(\.utf8CString))
    var variables = environment.map(copies) ?? []
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let problem =
      environment == nil
      ? posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
      : posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    guard problem == 0 else { throw Errno(rawValue: problem) }
    return process
  }

  /// Starts a program of the Debian package `package`, which a ``Failure`` names if it is missing.
  package static func start(
    _ words: [String], from package: String,
    _ redirect: (inout posix_spawn_file_actions_t) -> Void
  ) throws(Failure) -> pid_t {
    do throws(Errno) { return try start(words, redirect) } catch {
      throw error == .noSuchFileOrDirectory
        ? Failure(.unavailable, "the program \(words[0]) is missing: apt-get install \(package)")
        : Failure(.failure, "cannot run \(words[0]): \(error)")
    }
  }

  /// Returns the exit status in a status of `waitpid`; for a signal that ended the process, 128
  /// plus its number.
  package static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Returns the texts as C strings, and a null pointer behind them; the caller frees them.
  private static func copies(
    of texts: [ContiguousArray<CChar>]
  ) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in text.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } } } + [
      nil
    ]
  }
}

/// Another program with output to read, such as gzip.
public final class ChildProcess {
  /// The end of the pipe to read its output from.
  public let output: FileDescriptor
  private let process: pid_t
  private var status: Int32?

  /// Starts a program, which gets no other descriptors than these.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments
  ///   - package: the Debian package that has it, or another thing to install
  ///   - input: its standard input; nil for none
  ///   - lines: its descriptor 3, to read lines from; nil for none
  ///   - showsErrors: true to let it write on this command's standard error
  /// - Throws: a ``Failure`` if it does not start
  public init(
    _ words: [String], from package: String, input: FileDescriptor? = nil,
    lines: LinePipe? = nil, showsErrors: Bool = false
  ) throws(Failure) {
    let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do { ends = try FileDescriptor.ownPipe() } catch {
      throw Failure(.failure, "cannot run \(words[0]): \(error)")
    }
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
        // After the others, as one of them may have this number.
        if let lines { posix_spawn_file_actions_adddup2(&actions, lines.readEnd.rawValue, 3) }
        // Libraries open descriptors that a program would inherit, such as NIO's sockets.
        posix_spawn_file_actions_addclosefrom_np(&actions, lines == nil ? 3 : 4)
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

  /// Asks the program to end, by SIGTERM, and waits for its end.
  public func stop() {
    if status == nil { kill(process, SIGTERM) }
    finish()
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status; for a signal that ended it, 128 plus its number
  @discardableResult public func finish() -> Int32 {
    if let status { return status }
    var word: Int32 = 0
    while waitpid(process, &word, 0) < 0 && errno == EINTR {}
    let ended = Child.exitStatus(word)
    status = ended
    return ended
  }
}
