// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The pasteboards that a process has asked for: one object for each name.
@MainActor
package final class PasteboardRegistry {
  /// The registry of this process.
  static let shared = PasteboardRegistry(store: PasteboardStore(places: .current))

  private let store: PasteboardStore
  private var pasteboards: [Pasteboard.Name: Pasteboard] = [:]
  /// The owner, which keeps the pasteboards of this process alive.
  private var owner = PasteboardOwner()
  private let isWatching: Bool
  private var watcher: FolderWatcher?

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - store: Where the pasteboards are.
  ///   - isWatching: False if only ``checkForChanges()`` is to report changes by other processes.
  package init(store: PasteboardStore, isWatching: Bool = true) {
    self.store = store
    self.isWatching = isWatching
  }

  /// Returns a pasteboard that always exists.
  package func system(_ name: Pasteboard.Name) -> Pasteboard {
    if let pasteboard = pasteboards[name] { return pasteboard }
    return open(name, error: nil)
  }

  /// Returns the pasteboard of that name; nil if it does not exist and is not to be made.
  package func pasteboard(_ name: Pasteboard.Name, create: Bool) -> Pasteboard? {
    if name.isSystem { return system(name) }
    let known = pasteboards[name]
    if let known, known.isUnshared { return known }
    do {
      if try store.contains(name) { return known ?? open(name, error: nil) }
      known?.wasRemoved()
      guard create, name.fileName != nil else { return nil }
      try store.create(name, for: &owner)
      return open(name, error: nil)
    } catch {
      return known ?? (create ? open(name, error: error) : nil)
    }
  }

  /// Makes a pasteboard with a name that no other has.
  package func unique() -> Pasteboard {
    let name = Pasteboard.Name("unique.\(UUID().uuidString)")
    return pasteboard(name, create: true) ?? open(name, error: nil)
  }

  /// Removes a pasteboard other than the system's.
  package func remove(_ name: Pasteboard.Name) {
    guard !name.isSystem else { return }
    let pasteboard = pasteboards[name]
    do {
      try store.remove(name)
      pasteboard?.wasRemoved()
    } catch {
      // A pasteboard that other processes do not see goes in any case.
      if pasteboard?.isUnshared == true {
        pasteboard?.wasRemoved()
      } else {
        pasteboard?.report(error)
      }
    }
  }

  /// Has every pasteboard read whether another process changed it.
  package func checkForChanges() {
    watch()
    pasteboards.values.forEach { $0.catchUpNow() }
  }

  // MARK: For pasteboards

  /// Forgets a pasteboard that was removed.
  func forget(_ pasteboard: Pasteboard) {
    pasteboards[pasteboard.name] = nil
  }

  /// Has a pasteboard outlive the process that made it, or not.
  func setPersistent(
    _ isPersistent: Bool, _ name: Pasteboard.Name
  ) throws(PasteboardError) {
    try store.setPersistent(isPersistent, name, for: &owner)
  }

  /// Watches the folders, which may have been made again.
  func watch() {
    guard isWatching else { return }
    // The system has a limited number; one that could not be had may be had now.
    watcher = watcher ?? FolderWatcher { [weak self] in self?.notice($0) }
    watcher?.watch(store.places.all)
  }

  private func open(_ name: Pasteboard.Name, error: PasteboardError?) -> Pasteboard {
    // What ended while no process watched has left its bytes.
    if pasteboards.isEmpty { try? store.removeAbandoned() }
    let pasteboard = Pasteboard(name: name, in: store, registry: self, error: error)
    pasteboards[name] = pasteboard
    watch()
    return pasteboard
  }

  private func notice(_ fileNames: Set<String>?) {
    if fileNames == nil { watch() }
    for (name, pasteboard) in pasteboards {
      guard let fileName = name.fileName, fileNames?.contains(fileName) ?? true else { continue }
      pasteboard.catchUp()
    }
    guard fileNames?.contains(where: { $0.hasSuffix(Pasteboard.Name.ownerSuffix) }) == true else {
      return
    }
    // An owner has died, of this one or of others. The kernel tells before it gives back the lock.
    for delay in [0, 0.05] {
      DispatchQueue.main.asyncAfter(deadline: .now() + delay) { [weak self] in
        MainActor.assumeIsolated { self?.catchUpWithOwners() }
      }
    }
  }

  private func catchUpWithOwners() {
    pasteboards.values.filter { !$0.name.isSystem }.forEach { $0.catchUp() }
    Task { [store] in await store.removeAbandonedElsewhere() }
  }
}

/// A class whose initializers may return an object that exists already.
protocol PasteboardReuse {}

extension PasteboardReuse {
  init(reused: Self) {
    self = reused
  }
}
