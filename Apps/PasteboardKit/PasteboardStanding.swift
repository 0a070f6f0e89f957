// SPDX-License-Identifier: Apache-2.0

/// The place of a pasteboard's contents, as one process sees it.
///
/// It decides whose contents count; the pasteboard reads, writes and notifies.
enum PasteboardStanding: Hashable, Sendable {
  /// In the store, for all processes.
  case shared
  /// In this process, because they cannot be stored; what others store after the change count
  /// `over` takes their place.
  case unshared(PasteboardContents, over: Int)
  /// Nowhere: the pasteboard was removed, and stays so.
  case removed

  /// Something that happens to the contents.
  enum Input: Hashable {
    /// They were stored, or those that others stored take their place.
    case stored
    /// The change that the store could not take; it was at the change count `after`.
    case kept(PasteboardContents, after: Int)
    /// The change that is not for the store, which has only its change count.
    case withheld(PasteboardContents)
    /// The contents of this process expired, and these are left.
    case expired(PasteboardContents)
    /// The pasteboard was removed.
    case removed
  }

  /// The contents that count.
  enum Precedence: Hashable {
    /// The contents of this process.
    case own
    /// The contents in the store.
    case stored
    /// The contents in the store, once their change count is above this one, as the count must not
    /// fall.
    case storedOnce(above: Int)
    /// None.
    case none
  }

  /// Takes note of `input`.
  mutating func process(_ input: Input) {
    switch (self, input) {
    case (.removed, .stored), (.removed, .kept), (.removed, .withheld), (.removed, .expired),
      (.removed, .removed), (.shared, .expired):
      break
    case (.shared, .stored), (.unshared, .stored): self = .shared
    case (.shared, .kept(let contents, let count)): self = .unshared(contents, over: count)
    // What others may store counts from where this process left them.
    case (.unshared(_, let base), .kept(let contents, _)): self = .unshared(contents, over: base)
    case (.unshared(_, let base), .expired(let contents)): self = .unshared(contents, over: base)
    case (.shared, .withheld(let contents)), (.unshared, .withheld(let contents)):
      self = .unshared(contents, over: contents.changeCount)
    case (.shared, .removed), (.unshared, .removed): self = .removed
    }
  }

  /// Returns the contents that count while those in the store are at `count`.
  func precedence(overStored count: Int) -> Precedence {
    switch self {
    case .removed: .none
    case .shared: .stored
    case .unshared(_, let base) where count <= base: .own
    case .unshared(let own, _) where count <= own.changeCount:
      .storedOnce(above: own.changeCount)
    case .unshared: .stored
    }
  }
}

/// The state of a pasteboard that its observers heard of last, or the first that there was.
struct PasteboardNews: Hashable, Sendable {
  let changeCount: Int
  let types: [String]
  /// 0 if there was nothing.
  private let generation: UInt64

  init(_ contents: PasteboardContents = PasteboardContents()) {
    changeCount = contents.changeCount
    types = contents.types
    generation = contents.generation
  }

  /// The relation of contents that were read to the contents that observers heard of.
  enum Continuation: Hashable {
    /// They are the same, or older.
    case nothingNew
    /// They were changed.
    case changed
    /// The pasteboard was removed, and another made with its name.
    case remade
    /// The file of a system pasteboard was removed, and there is no other: it is empty, at the
    /// change count that observers heard of.
    case lost
    /// Another file was made; the change count of the pasteboard, which must not fall, has to rise
    /// above the one that observers heard of.
    case fallen
  }

  /// Returns how `contents` go on from what observers heard of a pasteboard, a system one or an
  /// app's.
  func continuation(by contents: PasteboardContents, isSystem: Bool) -> Continuation {
    let isOther = generation != 0 && contents.generation != generation
    return switch (isOther, isSystem, contents.changeCount > changeCount) {
    case (true, false, _): .remade
    case (true, true, false): contents.generation == 0 ? .lost : .fallen
    case (true, true, true), (false, _, true): .changed
    case (false, _, false): .nothingNew
    }
  }
}
