import ArgumentParser

/// A guess at the command that a mistyped one was meant to be.
enum Suggestion {
  /// The one of `names` that is nearest to `word`; nil if none is near.
  static func nearest(to word: String, among names: [String]) -> String? {
    let near = names.map { ($0, distance(from: Array(word), to: Array($0))) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= max(1, word.count / 3) ? $0.0 : nil }
  }

  /// The fewest letters to insert, remove, replace or swap with the next one (optimal string alignment).
  private static func distance(from a: [Character], to b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(
          rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension ParsableCommand {
  /// Runs the command; names the nearest subcommand if there is none of the given name, which ArgumentParser does not.
  public static func mainSuggesting() {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
      !names.contains(word)
    else { return main(nil) }
    let guess = Suggestion.nearest(to: word, among: names).map { ", did you mean \($0)?" } ?? ""
    exit(withError: ValidationError("there is no command '\(word)'\(guess)"))
  }
}
