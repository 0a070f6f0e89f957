// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files of one pasteboard, for one operation: one in the folder that lasts, one in memory.
///
/// Where there are both, the one with the higher change count holds, and the one in memory if they
/// are equal. A pasteboard lasts if it has a file that does. While its items are concealed they are
/// in memory, and the file that lasts has the change count alone.
struct PasteboardFiles {
  private let store: PasteboardStore
  private let name: Pasteboard.Name
  private let fileName: String
  /// The folder in memory; nil if it is not there, or not needed so far.
  private let memory: PasteboardFolder?
  /// The folder that lasts; nil if it is not there, or not needed so far.
  private let lasting: PasteboardFolder?

  /// Opens the folders; nil if no pasteboard can have that name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - store: Where the folders are.
  ///   - making: True to make the folders that the pasteboard needs if they are not there.
  /// - Throws: Why a folder that the pasteboard needs cannot be used. A system one does without the
  ///   one in memory unless its items are concealed, others without the one that lasts unless they
  ///   do.
  init?(
    of name: Pasteboard.Name, in store: PasteboardStore, making: Bool = false
  ) throws(PasteboardError) {
    guard let fileName = name.fileName else { return nil }
    self.name = name
    self.store = store
    self.fileName = fileName
    let places = store.places
    if name.isSystem {
      memory = try? Self.open(places.memory, making: false)
      lasting = try Self.open(places.lasting, making: making)
    } else {
      memory = try Self.open(places.memory, making: making)
      lasting = try? Self.open(places.lasting, making: false)
    }
  }

  private static func open(_ path: String?, making: Bool) throws(PasteboardError)
    -> PasteboardFolder?
  {
    guard let path else { throw homeless }
    return try making ? PasteboardFolder(at: path) : PasteboardFolder(existingAt: path)
  }

  private static let homeless = PasteboardError.unusableFolder(
    path: "~/.local/state/pasteboards", reason: "HOME is not set")

  private func memoryFolder() throws(PasteboardError) -> PasteboardFolder {
    if let memory { return memory }
    return try PasteboardFolder(at: store.places.memory)
  }

  /// The folder that lasts, for a pasteboard that is about to.
  private func lastingFolder() throws(PasteboardError) -> PasteboardFolder {
    if let lasting { return lasting }
    guard let path = store.places.lasting else { throw Self.homeless }
    return try PasteboardFolder(at: path)
  }

  /// Calls `body` while no other process may change the pasteboard.
  ///
  /// - Parameters:
  ///   - lasts: True if it lasts, or is about to.
  ///   - body: What to do.
  /// - Returns: What `body` does.
  /// - Throws: What `body` throws, or why the lock cannot be had.
  func locked<Result>(
    lasts: Bool, _ body: () throws(PasteboardError) -> Result
  ) throws(PasteboardError) -> Result {
    guard !name.isSystem, let memory else { return try lockedLasting(lasts, body) }
    return try memory.locked { () throws(PasteboardError) in try lockedLasting(lasts, body) }
  }

  private func lockedLasting<Result>(
    _ lasts: Bool, _ body: () throws(PasteboardError) -> Result
  ) throws(PasteboardError) -> Result {
    guard lasts else { return try body() }
    return try lastingFolder().locked(body)
  }

  /// A Boolean value that indicates whether the pasteboard outlives the process that made it.
  var lasts: Bool {
    name.isSystem || lasting?.contains(fileName) == true
  }

  /// A Boolean value that indicates whether there is a file, readable or not.
  var areThere: Bool {
    lasts || memory?.contains(fileName) == true
  }

  /// The part of contents that is read.
  enum Part {
    /// All.
    case whole
    /// The header alone, without the bytes of items.
    case header
  }

  /// The contents, expired or not; nil if the pasteboard does not exist, or its owner has died.
  func read(_ part: Part = .whole) throws(PasteboardError) -> PasteboardContents? {
    guard let contents = try readAny(part) else { return nil }
    return name.isSystem || lasts || isOwned ? contents : nil
  }

  private func readAny(_ part: Part) throws(PasteboardError) -> PasteboardContents? {
    // In this order, or what was seen could go back: a file in memory is removed only after a later
    // one was put into the other folder.
    let first = try contents(part, in: memory)
    let second = try contents(part, in: lasting)
    switch (first, second) {
    // It may have moved into memory meanwhile.
    case (nil, nil):
      return try contents(part, in: memory) ?? (name.isSystem ? PasteboardContents() : nil)
    case (let contents?, nil), (nil, let contents?): return contents
    case (let first?, let second?): return first.changeCount >= second.changeCount ? first : second
    }
  }

  private func contents(
    _ part: Part, in folder: PasteboardFolder?
  ) throws(PasteboardError) -> PasteboardContents? {
    guard let folder else { return nil }
    let path = "\(folder.path)/\(fileName)"
    let first = part == .header ? PasteboardHeader.usualCount : Int.max
    return try folder.read(fileName, limit: store.limit, first: first) {
      (bytes, size) throws(PasteboardError) -> PasteboardContents? in
      switch part {
      case .whole: try PasteboardContents(bytes: bytes, path: path)
      case .header: try PasteboardContents(start: bytes, size: size, path: path)
      }
    }
  }

  /// Puts contents in place of those there are; a process killed meanwhile leaves the old or the
  /// new.
  func write(_ contents: PasteboardContents, lasts: Bool) throws(PasteboardError) {
    if contents.isConcealed || !lasts {
      try put(contents, in: memoryFolder())
    }
    if lasts {
      let isHidden = contents.isConcealed
      let count = contents.changeCount
      try put(isHidden ? contents.emptied(changeCount: count) : contents, in: lastingFolder())
    }
    if !lasts {
      try lasting?.remove(fileName)
    } else if !contents.isConcealed {
      try memory?.remove(fileName)
    }
  }

  private func put(
    _ contents: PasteboardContents, in folder: PasteboardFolder
  ) throws(PasteboardError) {
    guard !contents.isConcealed || folder.isInMemory else { throw .notInMemory(path: folder.path) }
    let bytes = try contents.bytes(limit: store.limit, path: "\(folder.path)/\(fileName)")
    try folder.replace(fileName, with: bytes)
  }

  /// Removes what there is, readable or not.
  func remove() throws(PasteboardError) {
    try lasting?.remove(fileName)
    try memory?.remove(fileName)
    try memory?.remove(ownerName)
  }

  // MARK: Owners

  /// Makes `owner` the owner, unless there is one.
  func own(_ owner: inout PasteboardOwner) throws(PasteboardError) {
    guard let memory, !isOwned else { return }
    try memory.remove(ownerName)
    if let lock = owner.locks.last, memory.link(lock, as: ownerName) { return }
    owner.locks.append(try memory.lockNew(ownerName))
  }

  /// A Boolean value that indicates whether the process that made it lives.
  private var isOwned: Bool {
    memory?.isLocked(ownerName) == true
  }

  /// A Boolean value that indicates whether there is such a pasteboard, and the process that owns
  /// it lives unless it lasts.
  func exists() throws(PasteboardError) -> Bool {
    guard !lasts else { return true }
    return memory?.contains(fileName) == true && isOwned
  }

  /// Removes what pasteboards left behind whose owners died, of whatever name.
  func removeAbandoned() throws(PasteboardError) {
    try memory?.removeAbandoned(besides: lasting)
  }

  private var ownerName: String {
    fileName.dropLast(Pasteboard.Name.suffix.count) + Pasteboard.Name.ownerSuffix
  }
}

extension PasteboardFolder {
  /// The files that kept the pasteboards of owners that have died.
  func abandonedOwners() -> [String] {
    names().filter {
      // Not the file that another process is about to lock: to ask would hold it for a moment.
      $0.hasSuffix(Pasteboard.Name.ownerSuffix) && $0 != Self.newOwnerName && !isLocked($0)
    }
  }

  /// Removes them and their pasteboards, except the ones that are also in `lasting`.
  ///
  /// Requires the lock.
  func removeAbandoned(besides lasting: PasteboardFolder?) throws(PasteboardError) {
    for owner in abandonedOwners() {
      let file = String(owner.dropLast(Pasteboard.Name.ownerSuffix.count)) + Pasteboard.Name.suffix
      if lasting?.contains(file) != true { try remove(file) }
      try remove(owner)
    }
  }
}
