// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Text and what is selected in it, as a value.
///
/// Places are offsets in UTF-8, which cost nothing to find, and stay what they are while text
/// behind them changes. Those of a selection lie between characters.
struct EditedText {
  private(set) var string: String
  /// The end of the selection that stays when it is extended.
  private(set) var anchor: Int
  /// The end of the selection that moves.
  private(set) var caret: Int
  /// The number of changes of the string, to see whether there was one.
  private(set) var changes = 0

  init(_ string: String = "", after changes: Int = 0) {
    (self.string, self.changes) = (string, changes)
    // Once, so that no place has to be counted.
    self.string.makeContiguousUTF8()
    (anchor, caret) = (string.utf8.count, string.utf8.count)
  }

  /// The selection; empty for a caret alone.
  var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  var end: Int { string.utf8.count }

  // MARK: Places

  func index(_ place: Int) -> String.Index {
    string.utf8.index(string.startIndex, offsetBy: place)
  }

  func place(_ index: String.Index) -> Int {
    // An index of another text may lie behind the end of this one.
    string.utf8.distance(
      from: string.startIndex, to: min(max(index, string.startIndex), string.endIndex))
  }

  func indices(_ range: Range<Int>) -> Range<String.Index> {
    index(range.lowerBound)..<index(range.upperBound)
  }

  subscript(range: Range<Int>) -> String { String(string[indices(range)]) }

  /// The place before the character that has `place` in it, or `place` itself.
  func characterStart(_ place: Int) -> Int {
    guard place > 0, place < end else { return min(max(place, 0), end) }
    let index = index(place)
    return self.place(string.index(before: string.index(after: index)))
  }

  /// The place behind the character that has `place` in it, or `place` itself.
  func characterEnd(_ place: Int) -> Int {
    let start = characterStart(place)
    return start == min(max(place, 0), end) ? start : self.place(string.index(after: index(start)))
  }

  /// `range`, widened to whole characters; an empty one is moved behind its character.
  func whole(_ range: Range<Int>) -> Range<Int> {
    let upper = characterEnd(range.upperBound)
    return range.isEmpty ? upper..<upper : min(characterStart(range.lowerBound), upper)..<upper
  }

  /// The place that is `count` characters after `place`, as far as there is text.
  func place(_ place: Int, movedBy count: Int) -> Int {
    let limit = count < 0 ? string.startIndex : string.endIndex
    let moved = string.index(index(place), offsetBy: count, limitedBy: limit)
    return self.place(moved ?? limit)
  }

  /// The word at `place`, or before it; empty if there is none.
  func word(at place: Int) -> Range<Int> {
    func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    let (before, after) = (string[..<index(place)], string[index(place)...])
    let tail = after.prefix(while: isInWord)
    var start = before.endIndex
    while start > string.startIndex, isInWord(string[string.index(before: start)]) {
      start = string.index(before: start)
    }
    return self.place(start)..<self.place(tail.endIndex)
  }

  // MARK: Changes

  mutating func select(anchor: Int, caret: Int) {
    (self.anchor, self.caret) = (characterEnd(anchor), characterEnd(caret))
  }

  mutating func select(_ range: Range<Int>) {
    let range = whole(range)
    (anchor, caret) = (range.lowerBound, range.upperBound)
  }

  /// Puts `new` in the place of `range`, and the caret behind it.
  mutating func replace(_ range: Range<Int>, with new: String) {
    changes += 1
    string.replaceSubrange(indices(range), with: new)
    string.makeContiguousUTF8()
    let caret = range.lowerBound + new.utf8.count
    select(anchor: caret, caret: caret)
  }

  /// The smallest change that makes `new` of this text: what is replaced, and by what.
  ///
  /// In a run of equal letters several changes make the same text; `caret`, the place of the caret
  /// after the change, tells which it was.
  func difference(from new: String, caret: Int) -> (range: Range<Int>, with: String)? {
    let (old, new) = (Array(string.utf8), Array(new.utf8))
    guard old != new else { return nil }
    let shorter = min(old.count, new.count)
    var (head, tail) = (0, 0)
    while head < shorter, old[head] == new[head] { head += 1 }
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    let (removed, inserted) = (old.count - head - tail, new.count - head - tail)
    // Letters that were put in end at the caret, and those taken out were behind it.
    while head > 0, head + inserted > caret, removed == 0 || inserted == 0,
      removed == 0
        ? new[head - 1] == new[head + inserted - 1] : old[head - 1] == old[head + removed - 1]
    {
      (head, tail) = (head - 1, tail + 1)
    }
    // Not in the middle of a scalar, of either text.
    while head > 0, old.continues(at: head) || new.continues(at: head) { head -= 1 }
    while tail > 0, old.continues(at: old.count - tail) { tail -= 1 }
    return (
      head..<(old.count - tail), String(decoding: new[head..<(new.count - tail)], as: UTF8.self)
    )
  }
}

extension [UInt8] {
  /// A Boolean value that indicates whether a scalar goes on at `index`.
  fileprivate func continues(at index: Int) -> Bool {
    index < count && self[index] & 0b1100_0000 == 0b1000_0000
  }
}

extension EditedText {
  /// The next match of `sought` after the selection, or before it; nil if there is none.
  ///
  /// Letters match in either case, and a match holds whole characters.
  func match(of sought: String, forwards: Bool) -> Range<Int>? {
    guard !sought.isEmpty else { return nil }
    let start = index(forwards ? selection.upperBound : selection.lowerBound)
    return forwards
      ? first(sought, start..<string.endIndex) ?? first(sought, string.startIndex..<string.endIndex)
      : last(sought, string.startIndex..<start) ?? last(sought, string.startIndex..<string.endIndex)
  }

  private func first(_ sought: String, _ range: Range<String.Index>) -> Range<Int>? {
    var rest = range
    while let found = string.range(of: sought, options: .caseInsensitive, range: rest) {
      if let whole = wholeMatch(found) { return whole }
      rest = string.index(after: found.lowerBound)..<range.upperBound
    }
    return nil
  }

  private func last(_ sought: String, _ range: Range<String.Index>) -> Range<Int>? {
    var rest = range
    let options: String.CompareOptions = [.caseInsensitive, .backwards]
    while let found = string.range(of: sought, options: options, range: rest) {
      if let whole = wholeMatch(found) { return whole }
      rest = range.lowerBound..<found.lowerBound
    }
    return nil
  }

  private func wholeMatch(_ found: Range<String.Index>) -> Range<Int>? {
    let range = place(found.lowerBound)..<place(found.upperBound)
    return range == whole(range) && !range.isEmpty ? range : nil
  }
}
