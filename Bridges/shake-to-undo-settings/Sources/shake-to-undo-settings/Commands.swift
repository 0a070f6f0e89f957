// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// The commands that the window runs, such as `shake-to-undo set`.
@MainActor
final class Commands {
  typealias Completion = @MainActor (_ output: String, _ failure: String?) -> Void

  /// Those that change or read the settings: one after the other, as each reads the file, and
  /// writes it.
  private var waiting: [(words: [String], then: Completion)] = []
  private var isBusy = false

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments
  ///   - completion: called with what it printed, and why it failed
  func run(_ words: [String], then completion: @escaping Completion) {
    guard words.count > 1, ["set", "on", "off", "pause"].contains(words[1]) else {
      return start(words, then: completion)
    }
    // Of several looks at the same file one is enough.
    if words.count == 2, waiting.last?.words == words { return }
    waiting.append((words, completion))
    startNext()
  }

  private func startNext() {
    guard !isBusy, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    isBusy = true
    start(next.words) { [weak self] output, failure in
      self?.isBusy = false
      next.then(output, failure)
      self?.startNext()
    }
  }

  private func start(_ words: [String], then completion: @escaping Completion) {
    var strings = [Self.place(of: words[0])] + words.dropFirst()
    strings.withCStrings { arguments in
      var error: UnsafeMutablePointer<GError>?
      let flags = GSubprocessFlags(
        G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue)
      guard let process = g_subprocess_newv(arguments, flags, &error) else {
        return completion("", Self.message(error))
      }
      whenReady {
        g_subprocess_communicate_utf8_async(process, nil, nil, $0, $1)
      } then: { result in
        var output: UnsafeMutablePointer<CChar>?
        var said: UnsafeMutablePointer<CChar>?
        var error: UnsafeMutablePointer<GError>?
        let isRead = g_subprocess_communicate_utf8_finish(process, result, &output, &said, &error)
        let (text, complaint) = (taken(output), taken(said))
        let works = isRead != 0 && g_subprocess_get_successful(process) != 0
        g_object_unref(UnsafeMutableRawPointer(process))
        completion(
          text, works ? nil : isRead == 0 ? Self.message(error) : Self.line(complaint, words))
      }
    }
  }

  /// The last line of what a command said, without its name.
  private static func line(_ text: String, _ words: [String]) -> String {
    let line = text.split(whereSeparator: \.isNewline).last.map(String.init)
    return line ?? "\(words.joined(separator: " ")) failed"
  }

  private static func message(_ error: UnsafeMutablePointer<GError>?) -> String {
    defer { if let error { g_error_free(error) } }
    return error?.pointee.message.map { String(cString: $0) } ?? "the command failed"
  }

  /// The folder of this program.
  static let folder: String = {
    guard let program = realpath("/proc/self/exe", nil) else { return "/usr/bin" }
    defer { free(program) }
    return "/" + String(cString: program).split(separator: "/").dropLast().joined(separator: "/")
  }()

  /// The program beside this one, as both are installed; else by its name.
  private static func place(of name: String) -> String {
    access("\(folder)/\(name)", X_OK) == 0 ? "\(folder)/\(name)" : name
  }
}

extension [String] {
  /// Calls `body` with C's array of these strings, which ends with null.
  fileprivate mutating func withCStrings(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void
  ) {
    let copies = map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
    pointers.withUnsafeBufferPointer { if let start = $0.baseAddress { body(start) } }
  }
}
