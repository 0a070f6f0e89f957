import Glibc
import SystemPackage

/// Programs that run as children of this command.
package enum Child {
  /// Starts a program, with the signals that this command ignores as they were.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments
  ///   - environment: its variables, such as `NAME=value`, as C has them; nil for those of this command
  ///   - isGroup: true to make it a process group of its own
  ///   - redirect: adds what is to be done with its descriptors
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
    // A thread of dispatch blocks signals, and this command ignores some: children would inherit both.
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
  static func start(
    _ words: [String], from package: String,
    _ redirect: (inout posix_spawn_file_actions_t) -> Void
  ) throws(Failure) -> pid_t {
    do throws(Errno) { return try start(words, redirect) } catch {
      throw error == .noSuchFileOrDirectory
        ? Failure(.unavailable, "the program \(words[0]) is missing: apt-get install \(package)")
        : Failure(.failure, "cannot run \(words[0]): \(error)")
    }
  }

  /// The exit status in what `waitpid` told; 128 and the number of the signal that ended it.
  static func exitStatus(_ told: Int32) -> Int32 {
    told & 0x7F == 0 ? told >> 8 & 0xFF : 128 + told & 0x7F
  }

  /// The texts as C has them, and a null pointer behind them; whoever gets them frees them.
  private static func copies(
    of texts: [ContiguousArray<CChar>]
  ) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in text.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } } } + [
      nil
    ]
  }
}
