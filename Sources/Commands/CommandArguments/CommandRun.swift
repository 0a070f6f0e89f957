// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandOptions
import LinuxSupport

/// Runs the body of a command.
///
/// An ``ExitingError`` is written to standard error and becomes the exit status.
/// A closed standard output ends the command quietly.
///
/// - Parameters:
///   - command: its name, for messages
///   - body: the work
/// - Throws: only errors that ArgumentParser turns into an exit status
public func reportingFailures(of command: String, _ body: () throws -> Void) throws {
  do { try body() } catch { try report(error, from: command) }
}

/// The same for a command that works in tasks.
package func reportingFailures(
  of command: String, _ body: () async throws -> Void
) async throws {
  do { try await body() } catch { try report(error, from: command) }
}

private func report(_ error: any Error, from command: String) throws {
  guard let status = exitStatus(reporting: error, from: command) else { throw error }
  if status != 0 { throw ExitCode(status) }
}

/// Does `body`, and throws what it finds wrong as an error of ArgumentParser.
package func validating<Value>(
  _ body: @autoclosure () throws(UsageError) -> Value
) throws(ValidationError) {
  do throws(UsageError) { _ = try body() } catch { throw ValidationError("\(error)") }
}

extension ParsableCommand {
  /// Ends the process if an argument is not UTF-8, or if one that is not printable is wrong.
  ///
  /// ArgumentParser repeats a wrong argument as it is, with what a terminal would obey.
  public static func requireUTF8Arguments() {
    do { try validating(try checkArguments()) } catch { exit(withError: error) }
    guard CommandLine.arguments.contains(where: { $0 != $0.printable }) else { return }
    do { _ = try parseAsRoot() } catch {
      guard exitCode(for: error) != .success else { return }
      try? OutputFile.standardError.write(fullMessage(for: error).printableLines + "\n")
      exit(withError: exitCode(for: error))
    }
  }

  /// Runs the command; for an unknown subcommand, suggests the nearest one.
  ///
  /// - Parameters:
  ///   - moved: subcommands that this command had, and another one has now
  ///   - successor: that other one, which has a Debian package of its name
  public static func mainSuggesting(moved: [String] = [], to successor: String = "") {
    requireUTF8Arguments()
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
      !names.contains(word)
    else { return main(nil) }
    if moved.contains(word) {
      Failure(.usage, "'\(word)' is now '\(successor) \(word)', of the package \(successor)")
        .report(from: configuration.commandName ?? "")
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
    let guess = Suggestion.nearest(to: word, among: names).map { ", did you mean \($0)?" } ?? ""
    exit(withError: ValidationError("there is no command '\(word)'\(guess)"))
  }
}
