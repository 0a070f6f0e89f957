// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The pasteboards of a user as files, shared by all of the user's processes.
///
/// A file is replaced as a whole, so that readers need no lock; writers do.
package struct PasteboardStore: Sendable {
  /// The folders.
  package let places: PasteboardPlaces
  /// The most bytes that a file may have.
  package let limit: Int
  /// The present time, for expiration.
  let now: @Sendable () -> Date

  package init(
    places: PasteboardPlaces, limit: Int = 64 << 20,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.places = places
    self.limit = limit
    self.now = now
  }

  /// The contents of a pasteboard before and after a change.
  package struct Change: Sendable {
    package let old: PasteboardContents
    package let new: PasteboardContents
    /// The reason why the new contents are not in a folder; the old ones are there then, at the new
    /// count.
    package var unshared: PasteboardError?
  }

  /// Returns the contents of a pasteboard, or a part of them; nil if it does not exist.
  func read(
    _ name: Pasteboard.Name, _ part: PasteboardFiles.Part = .whole
  ) throws(PasteboardError) -> PasteboardContents? {
    let files = try PasteboardFiles(of: name, in: self)
    guard let contents = try files?.read(part) else { return nil }
    let present = contents.at(now())
    guard present != contents, (try? removeExpired(name)) != nil else { return present }
    // It is written, so that the count is the same for those whose clock is late.
    return try files?.read(part)?.at(now())
  }

  /// Changes the contents of a pasteboard and counts that; nil if it does not exist.
  ///
  /// - Parameters:
  ///   - name: The pasteboard.
  ///   - unshared: Contents that could not be stored, to be changed instead.
  ///   - count: A change count that the new one must exceed.
  ///   - replacesItems: True if the change replaces all items, which then are not read.
  ///   - change: The change, of the contents as they are while no other process may write.
  /// - Returns: The contents before and after.
  /// - Throws: The file, what was done to it, and why it failed; nothing has changed then.
  package func update(
    _ name: Pasteboard.Name, over unshared: PasteboardContents? = nil, above count: Int = 0,
    replacesItems: Bool = false,
    _ change: (inout PasteboardContents) throws(PasteboardError) -> Void
  ) throws(PasteboardError) -> Change? {
    guard let files = try PasteboardFiles(of: name, in: self, making: true) else { return nil }
    return try files.locked(lasts: files.lasts) { () throws(PasteboardError) -> Change? in
      guard let stored = try files.read(replacesItems ? .header : .whole)?.at(now()) else {
        return nil
      }
      var old = unshared?.at(now()) ?? stored
      old.changeCount = max(old.changeCount, stored.changeCount, count)
      let new = try old.changed(by: change)
      do throws(PasteboardError) {
        try files.write(new, lasts: files.lasts)
        return Change(old: old, new: new)
      } catch  where error.leavesProcessAlone && files.lasts {
        // A secret: with its count taken, what others write later is known to be later.
        guard var stored = try files.read()?.at(now()) else { return nil }
        stored.changeCount = new.changeCount
        try files.write(stored, lasts: true)
        return Change(old: old, new: new, unshared: error)
      }
    }
  }

  /// Returns the contents without bytes, read on another thread; see ``read(_:_:)``.
  @concurrent func readElsewhere(
    _ name: Pasteboard.Name
  ) async -> Result<PasteboardContents?, PasteboardError> {
    Result { () throws(PasteboardError) in try read(name, .header) }
  }

  /// Removes expired items from the folders.
  package func removeExpired(_ name: Pasteboard.Name) throws(PasteboardError) {
    guard let files = try PasteboardFiles(of: name, in: self) else { return }
    guard let contents = try files.read(.header), contents.at(now()) != contents else { return }
    try files.locked(lasts: files.lasts) { () throws(PasteboardError) in
      guard let old = try files.read() else { return }
      let new = old.at(now())
      if new != old { try files.write(new, lasts: files.lasts) }
    }
  }

  // MARK: Which there are

  /// Returns true if there is a pasteboard of that name.
  package func contains(_ name: Pasteboard.Name) throws(PasteboardError) -> Bool {
    guard let files = try PasteboardFiles(of: name, in: self) else { return false }
    // A question about nothing makes nothing, not even a lock.
    guard files.areThere else { return false }
    return try files.locked(lasts: files.lasts) { () throws(PasteboardError) in
      let exists = try files.exists()
      if !exists { try files.remove() }
      return exists
    }
  }

  /// Makes a pasteboard without items that lives as long as `owner` does, unless there is one.
  package func create(
    _ name: Pasteboard.Name, for owner: inout PasteboardOwner
  ) throws(PasteboardError) {
    guard let files = try PasteboardFiles(of: name, in: self, making: true) else { return }
    owner = try files.locked(lasts: files.lasts) { () throws(PasteboardError) -> PasteboardOwner in
      guard try !files.exists() else { return owner }
      var owner = owner
      try files.remove()
      if owner.isNew { try files.removeAbandoned() }
      try files.own(&owner)
      try files.write(.new, lasts: false)
      return owner
    }
  }

  /// Removes the files of all pasteboards whose owners have died, if there are any.
  package func removeAbandoned() throws(PasteboardError) {
    guard let memory = try PasteboardFolder(existingAt: places.memory),
      // A question about nothing makes nothing, not even a lock.
      !memory.abandonedOwners().isEmpty
    else { return }
    let lasting = places.lasting.flatMap { try? PasteboardFolder(existingAt: $0) }
    try memory.locked { () throws(PasteboardError) in
      try memory.removeAbandoned(besides: lasting)
    }
  }

  /// Does so on another thread; a process that cannot leaves it to the next.
  @concurrent func removeAbandonedElsewhere() async {
    _ = try? removeAbandoned()
  }

  /// Removes a pasteboard other than the system's, even if its file is not readable.
  package func remove(_ name: Pasteboard.Name) throws(PasteboardError) {
    guard !name.isSystem, let files = try PasteboardFiles(of: name, in: self) else { return }
    try files.locked(lasts: files.lasts) { () throws(PasteboardError) in try files.remove() }
  }

  // MARK: Persistence

  /// Returns true if the pasteboard outlives the process that made it.
  package func isPersistent(_ name: Pasteboard.Name) throws(PasteboardError) -> Bool {
    try PasteboardFiles(of: name, in: self)?.lasts ?? false
  }

  /// Has a pasteboard other than the system's outlive the process that made it, or not.
  ///
  /// A pasteboard that is no longer persistent, and has no owner, gets `owner`.
  package func setPersistent(
    _ isPersistent: Bool, _ name: Pasteboard.Name, for owner: inout PasteboardOwner
  ) throws(PasteboardError) {
    guard !name.isSystem, let files = try PasteboardFiles(of: name, in: self, making: true) else {
      return
    }
    owner = try files.locked(lasts: true) { () throws(PasteboardError) -> PasteboardOwner in
      guard files.lasts != isPersistent, let contents = try files.read() else { return owner }
      var owner = owner
      if !isPersistent { try files.own(&owner) }
      try files.write(contents, lasts: isPersistent)
      return owner
    }
  }
}

/// A process that keeps the pasteboards alive that it made, by one lock on a file with a name for
/// each of them.
///
/// The kernel ends that when the process dies.
package struct PasteboardOwner: Sendable {
  /// More than one only where a file could not get another name.
  var locks: [Descriptor] = []

  /// A Boolean value that indicates whether it owns nothing so far.
  var isNew: Bool { locks.isEmpty }
}
