// SPDX-License-Identifier: Apache-2.0

// The options of a recognizer, which are those that commands share: see docs/options.md.

import CMotion

/// A mistake in the arguments of `motion_make`, and the remedy.
struct Mistake: Error {
  let text: String
}

/// The words before the null pointer at the end; none without a list.
func words(
  _ list: UnsafePointer<UnsafePointer<CChar>?>?
) throws(Mistake) -> ArraySlice<String> {
  guard var list else { return [] }
  var words: [String] = []
  while let word = list.pointee {
    guard let text = String(validatingCString: word) else {
      throw Mistake(text: "option \(words.count + 1) is not UTF-8: write it in UTF-8")
    }
    words.append(text)
    list += 1
  }
  return words[...]
}

/// A pipeline of the motions that the options ask for.
func wantedPipeline(_ words: ArraySlice<String>) throws(Mistake) -> MotionPipeline {
  var rest = words
  var kinds: [MotionKind] = [.shake]
  var options = MotionOptions()
  var window: String?
  var hasWindowOption = false
  var isExplaining = false
  while let word = rest.popFirst() {
    let end = word.utf8.firstIndex(of: UInt8(ascii: "=")) ?? word.endIndex
    let name = String(word[..<end])
    func value() throws(Mistake) -> String {
      if end < word.endIndex { return String(word[word.utf8.index(after: end)...]) }
      guard let next = rest.first, next.utf8.first != UInt8(ascii: "-") else {
        throw Mistake(text: "\(name) has no value: write \(name)=VALUE")
      }
      return rest.removeFirst()
    }
    switch name {
    case "--motions": kinds = try kindsNamed(in: value())
    case "--sensitivity": options.sensitivity = try sensitivity(value())
    case "--window": window = try value()
    case "--option":
      let text = try value()
      hasWindowOption = hasWindowOption || text.utf8.starts(with: "shake.window=".utf8)
      try set(text, in: &options)
    case "--explain" where end == word.endIndex: isExplaining = true
    default:
      let known = "--motions, --sensitivity, --window, --option, --explain"
      throw Mistake(text: "unknown option '\(word)': there is \(known)")
    }
  }
  if let window {
    guard !hasWindowOption else {
      throw Mistake(
        text: "--window is short for --option shake.window: expected only one of the two")
    }
    try set("shake.window=\(window)", in: &options)
  }
  return MotionPipeline(options.configurations(of: kinds), isExplaining: isExplaining)
}

private func kindsNamed(in list: String) throws(Mistake) -> [MotionKind] {
  let known = MotionRegistry.kinds
  guard list != "all" else { return known }
  var kinds: [MotionKind] = []
  for part in list.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
    let kind = MotionKind(rawValue: String(Substring(part)))
    guard known.contains(kind) else {
      let names = known.map { $0.rawValue }.joined(separator: ", ")
      throw Mistake(text: "unknown motion '\(kind.rawValue)': there is \(names)")
    }
    kinds.append(kind)
  }
  return kinds
}

private func sensitivity(_ text: String) throws(Mistake) -> Sensitivity {
  if let level = Sensitivity(named: text) { return level }
  guard let number = Double(text), let sensitivity = Sensitivity(number) else {
    throw Mistake(
      text: "--sensitivity must be low, medium, high or a number from 0 to 1, not '\(text)'")
  }
  return sensitivity
}

/// Sets the option in a text such as `shake.window=1.5`.
private func set(_ text: String, in options: inout MotionOptions) throws(Mistake) {
  guard let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
    throw Mistake(text: "'\(text)' has no value: write --option KIND.KEY=VALUE")
  }
  let name = String(text[..<end])
  let value = String(text[text.utf8.index(after: end)...])
  let words = MotionRegistry.option(named: name)?.words ?? []
  let number = words.firstIndex(of: value).map { Double($0) }
  guard let number = number ?? (words.isEmpty ? Double(value) : nil) else {
    let choice = words.isEmpty ? "a number" : words.joined(separator: " or ")
    throw Mistake(text: "\(name) must be \(choice), not '\(value)'")
  }
  do throws(MotionOptionError) { try options.set(name, to: number) } catch {
    throw Mistake(text: error.description)
  }
}

/// The name of the source as JSON, in quotes.
func sourceInJSON(_ source: UnsafePointer<CChar>?) throws(Mistake) -> String {
  guard let source else { return "\"\"" }
  guard let text = String(validatingCString: source) else {
    throw Mistake(text: "the name of the source is not UTF-8: write it in UTF-8")
  }
  let name = text.jsonString
  guard name.utf8.count - 2 <= MOTION_SOURCE_MAX else {
    throw Mistake(
      text: "the name of the source takes \(name.utf8.count - 2) bytes in a line: "
        + "use one of at most \(MOTION_SOURCE_MAX)")
  }
  return name
}

#if compiler(<6.3)
  private import SwiftShims

  extension Double {
    /// The number that `text` is, which Embedded Swift reads by itself from 6.3 on; nil for other
    /// text.
    ///
    /// MotionCore, which is compiled with this file, reads recordings by it.
    init?(_ text: String) {
      var (number, isWhole) = (0.0, false)
      text.withCString {
        isWhole = _swift_stdlib_strtod_clocale($0, &number).map { $0.pointee == 0 } ?? false
      }
      guard isWhole else { return nil }
      self = number
    }
  }
#endif
