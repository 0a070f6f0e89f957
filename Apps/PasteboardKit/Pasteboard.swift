// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Items that were copied, for pasting in the same app or in another.
///
/// ``general`` is for copying and pasting, ``find`` for the text searched for last; apps make
/// others for ends of their own. All processes of a user see the same; what one writes the others
/// read at once.
///
/// Writing replaces all items, save with `addItems(_:)`, and adds one to ``changeCount``. What is
/// read is what was written last, by whatever process, so an app that needs several things of it at
/// the same count takes ``items`` once. Reading and writing are of files, on the thread of the main
/// actor; at most 64 MiB.
///
/// No call throws: one that fails reads nothing, or changes nothing, and leaves the reason in
/// ``error``. A method that writes returns whether the items can be pasted. Where no folder can be
/// used a pasteboard works within its process.
@MainActor
public final class Pasteboard: PasteboardReuse {
  /// The name that other processes find it by.
  public nonisolated let name: Name
  private let store: PasteboardStore
  private weak var registry: PasteboardRegistry?
  private(set) var standing = PasteboardStanding.shared
  private var catchingUp = CatchingUp.idle
  private var news = PasteboardNews()

  private enum CatchingUp {
    case idle
    case reading
    /// A read is under way, and the contents have changed since it began.
    case readingOld
  }

  /// The error of the last write, which reading does not clear; otherwise the last read's.
  ///
  /// It is set before ``failedNotification`` is posted. Items that are kept in this process alone
  /// leave an error too; what a method that writes returns says whether they are kept.
  public var error: PasteboardError? { writeError ?? readError }
  private var writeError: PasteboardError?
  private var readError: PasteboardError?

  // MARK: Which there are

  /// The pasteboard for copying and pasting.
  public static var general: Pasteboard { PasteboardRegistry.shared.system(.general) }

  /// The pasteboard that holds the text searched for last.
  public static var find: Pasteboard { PasteboardRegistry.shared.system(.find) }

  /// Returns the pasteboard of that name: one object for each name and process.
  ///
  /// A pasteboard that an app made lives as long as the process that made it, unless it is
  /// persistent.
  ///
  /// - Parameters:
  ///   - name: The name; nil is returned for an empty one, and for one that is too long for a
  ///     file's name, which more than 244 bytes of UTF-8 always are.
  ///   - create: True to make a pasteboard that does not exist; if false, nil is returned then.
  public convenience init?(name: Name, create: Bool) {
    guard let pasteboard = PasteboardRegistry.shared.pasteboard(name, create: create) else {
      return nil
    }
    self.init(reused: pasteboard)
  }

  /// Makes a pasteboard with a name that no other has, which lives as long as the process.
  public static func withUniqueName() -> Pasteboard {
    PasteboardRegistry.shared.unique()
  }

  /// Removes the pasteboard of that name for all processes; a system one stays.
  public static func remove(withName name: Name) {
    PasteboardRegistry.shared.remove(name)
  }

  /// Reads whether other processes changed any pasteboard, and posts ``changedNotification`` for
  /// each.
  ///
  /// Where the main queue runs (`RunLoop.main.run()`, `dispatchMain()`, an `async` `main`) changes
  /// are reported without it. A program with another main loop has that run the main queue, as
  /// `Examples/ShakeNotes` does with GTK's, or calls this when it becomes active.
  public static func checkForChanges() {
    PasteboardRegistry.shared.checkForChanges()
  }

  /// Creates the object for a name; `error` if the pasteboard cannot be used.
  init(
    name: Name, in store: PasteboardStore, registry: PasteboardRegistry, error: PasteboardError?
  ) {
    self.name = name
    self.store = store
    self.registry = registry
    if let error {
      if error.leavesProcessAlone { standing.process(.kept(PasteboardContents(), after: 0)) }
      fail(error)
    }
    let contents = header
    news = PasteboardNews(contents)
    scheduleExpiration(of: contents)
  }

  /// A Boolean value that indicates whether the pasteboard outlives the process that made it.
  ///
  /// System pasteboards do, also a restart; an app's do if this is set. Setting it for a system
  /// pasteboard does nothing.
  public var isPersistent: Bool {
    get {
      switch standing {
      case .shared: (try? store.isPersistent(name)) ?? name.isSystem
      case .unshared: name.isSystem
      case .removed: false
      }
    }
    set {
      guard case .shared = standing else { return }
      do {
        try registry?.setPersistent(newValue, name)
      } catch {
        report(error)
      }
    }
  }

  // MARK: Contents

  /// The items; setting them replaces all there are.
  public var items: [Item] {
    get { contents(.whole).items }
    set { setItems(newValue) }
  }

  /// Replaces all items.
  ///
  /// - Parameters:
  ///   - items: The items. If one has a value that no pasteboard can hold, nothing is written.
  ///   - options: How to keep them.
  /// - Returns: True if they can be pasted, even if only in this process; false if nothing changed.
  @discardableResult
  public func setItems(_ items: [Item], options: Set<Option> = []) -> Bool {
    // What is replaced is not read: that may be many bytes.
    write(replacesItems: true) { contents in
      contents = contents.emptied(changeCount: contents.changeCount)
      contents.items = items
      for option in options {
        switch option {
        case .expirationDate(let date): contents.expirationDate = date
        case .concealed: contents.isConcealed = true
        }
      }
    }
  }

  /// Adds items after those there are, to be kept in the same way.
  ///
  /// - Returns: True if they can be pasted, even if only in this process; false if nothing changed.
  @discardableResult
  public func addItems(_ items: [Item]) -> Bool {
    write { $0.items += items }
  }

  /// The contents as the header of a file says; its items have no bytes.
  var header: PasteboardContents { contents(.header) }

  private func contents(_ part: PasteboardFiles.Part) -> PasteboardContents {
    let nothing = PasteboardContents().emptied(changeCount: news.changeCount)
    switch standing {
    case .removed: return nothing
    case .unshared(let contents, _):
      return giveWay(part) ?? contents.at(store.now())
    case .shared:
      do {
        let contents = try store.read(name, part)
        readError = nil
        if let contents { return keptUp(contents) }
        removeRemains()
        return nothing
      } catch {
        failedToRead(error)
        return nothing
      }
    }
  }

  /// Sees to it that the count of a system pasteboard does not fall when its file was removed.
  private func keptUp(_ contents: PasteboardContents) -> PasteboardContents {
    switch news.continuation(by: contents, isSystem: name.isSystem) {
    case .nothingNew, .changed, .remade: contents
    // Nothing is made by reading.
    case .lost: contents.emptied(changeCount: news.changeCount)
    case .fallen: raised(above: news.changeCount) ?? contents
    }
  }

  /// Gives up contents of this process for what others stored later; nil if there is nothing later.
  private func giveWay(_ part: PasteboardFiles.Part) -> PasteboardContents? {
    guard let stored = try? store.read(name, part) else { return nil }
    let later: PasteboardContents?
    switch standing.precedence(overStored: stored.changeCount) {
    case .own, .none: later = nil
    case .stored: later = stored
    case .storedOnce(let count): later = raised(above: count)
    }
    if later != nil { standing.process(.stored) }
    return later
  }

  /// Stores what is stored once more, at a change count above `count`; nil if that fails.
  private func raised(above count: Int) -> PasteboardContents? {
    (try? store.update(name, above: count) { _ in })?.new
  }

  private func write(
    replacesItems: Bool = false, _ change: (inout PasteboardContents) -> Void
  ) -> Bool {
    var unshared: PasteboardContents?
    switch standing {
    case .removed: return false
    case .unshared(let contents, _):
      if giveWay(.header) == nil { unshared = contents }
    case .shared: break
    }
    do {
      let count = news.changeCount
      guard
        let change = try store.update(
          name, over: unshared, above: count, replacesItems: replacesItems, change)
      else {
        wasRemoved()
        return false
      }
      readError = nil
      if let error = change.unshared {
        standing.process(.withheld(change.new))
        fail(error)
      } else {
        standing.process(.stored)
        writeError = nil
        registry?.watch()
      }
      reportChange(from: change.old.types, to: change.new)
      return true
    } catch  where error.leavesProcessAlone {
      return writeUnshared(
        over: unshared ?? contents(replacesItems ? .header : .whole), change, because: error)
    } catch {
      report(error)
      return false
    }
  }

  private func writeUnshared(
    over old: PasteboardContents, _ change: (inout PasteboardContents) -> Void,
    because error: PasteboardError
  ) -> Bool {
    do {
      let new = try old.changed(by: change)
      standing.process(.kept(new, after: old.changeCount))
      fail(error)
      reportChange(from: old.types, to: new)
      return true
    } catch {
      report(error)
      return false
    }
  }

  // MARK: Notifications

  private func reportChange(from oldTypes: [String], to new: PasteboardContents) {
    let isRemade = news.continuation(by: new, isSystem: name.isSystem) == .remade
    news = PasteboardNews(new)
    if isRemade { post(RemovedMessage()) }
    scheduleExpiration(of: new)
    post(
      ChangedMessage(
        typesAdded: new.types.filter { !oldTypes.contains($0) },
        typesRemoved: oldTypes.filter { !new.types.contains($0) }))
  }

  /// Tells observers that a change failed.
  func report(_ error: PasteboardError) {
    writeError = error
    post(FailedMessage(error: error))
  }

  /// Tells observers once of what keeps the contents from being read.
  private func failedToRead(_ error: PasteboardError) {
    let isKnown = error == readError || error == writeError
    readError = error
    if !isKnown { post(FailedMessage(error: error)) }
  }

  /// Reports what keeps the contents in this process, a lasting error once.
  private func fail(_ error: PasteboardError) {
    let isKnown = error == self.error
    writeError = error
    if !isKnown { post(FailedMessage(error: error)) }
  }

  /// Gives up the contents, because the pasteboard was removed.
  func wasRemoved() {
    if case .removed = standing { return }
    standing.process(.removed)
    registry?.forget(self)
    post(RemovedMessage())
  }

  // MARK: Changes by others, and by time

  /// A Boolean value that indicates whether other processes do not see the contents.
  var isUnshared: Bool {
    if case .unshared = standing { true } else { false }
  }

  /// Reads what other processes wrote, and notifies observers of something new.
  func catchUpNow() {
    switch standing {
    case .shared: show(Result { () throws(PasteboardError) in try store.read(name, .header) })
    case .unshared: show(.success(header))
    case .removed: break
    }
  }

  /// Does so on another thread; when it is called meanwhile, once more.
  func catchUp() {
    switch catchingUp {
    case .idle: Task { await readElsewhere() }
    case .reading: catchingUp = .readingOld
    case .readingOld: break
    }
  }

  private func readElsewhere() async {
    catchingUp = .reading
    show(await store.readElsewhere(name))
    let isOld = if case .readingOld = catchingUp { true } else { false }
    catchingUp = .idle
    if isOld { catchUp() }
  }

  private func show(_ result: Result<PasteboardContents?, PasteboardError>) {
    switch result {
    case .success(let contents?):
      switch news.continuation(by: contents, isSystem: name.isSystem) {
      case .remade: reportChange(from: [], to: contents)
      case .changed: reportChange(from: news.types, to: contents)
      case .fallen:
        if let contents = raised(above: news.changeCount) {
          reportChange(from: news.types, to: contents)
        }
      case .nothingNew, .lost: break
      }
    case .success(nil):
      removeRemains()
      wasRemoved()
    case .failure(let error): failedToRead(error)
    }
  }

  /// Removes the file of a pasteboard whose owner has died.
  private func removeRemains() {
    _ = try? store.contains(name)
  }

  private func scheduleExpiration(of contents: PasteboardContents) {
    guard let date = contents.expirationDate else { return }
    let wait = date.timeIntervalSince(store.now())
    // A longer one is applied whenever the pasteboard is read.
    guard wait < 366 * 86_400 else { return }
    DispatchQueue.main.asyncAfter(wallDeadline: .now() + max(0, wait)) { [weak self] in
      MainActor.assumeIsolated { self?.expire() }
    }
  }

  private func expire() {
    do {
      if case .shared = standing { try store.removeExpired(name) }
      catchUpNow()
      // The bytes of a secret do not stay in memory.
      if case .unshared(let contents, _) = standing {
        standing.process(.expired(contents.at(store.now())))
      }
      scheduleExpiration(of: header)  // if the timer was early
    } catch {
      report(error)
    }
  }
}
