import Foundation

/// Items that were copied, for pasting in the same app or in another.
///
/// ``general`` is for copying and pasting, ``find`` for the text searched for last; apps make
/// others for ends of their own. All processes of a user see the same; what one writes the others
/// read at once.
///
/// Writing replaces all items, save with ``addItems(_:)``, and adds one to ``changeCount``. What is
/// read is what was written last, by whatever process, so an app that needs several things of it at
/// the same count takes ``items`` once. Reading and writing are of files, on the thread of the main
/// actor; at most 64 MiB.
///
/// No call throws: one that fails reads nothing, or changes nothing, and leaves the reason in
/// ``error``. Where no folder can be used a pasteboard works within its process.
@MainActor
public final class Pasteboard: PasteboardReuse {
  /// The name, by which other processes find it.
  public nonisolated let name: Name
  private let store: PasteboardStore
  private weak var registry: PasteboardRegistry?
  private var state = State.shared
  private var catchingUp = CatchingUp.idle
  /// The state at the last notification, or at first.
  private var notified: (changeCount: Int, types: [String]) = (0, [])

  /// The place of the contents.
  private enum State {
    /// In the store, for all processes.
    case shared
    /// In this process, because they cannot be stored.
    case unshared(PasteboardContents)
    /// Nowhere: the pasteboard was removed.
    case removed
  }

  private enum CatchingUp {
    case idle
    case reading
    /// A read is under way, and the contents have changed since it began.
    case readingOld
  }

  /// The error of the last read or write; nil if it succeeded.
  ///
  /// It is set before ``failedNotification`` is posted.
  public private(set) var error: PasteboardError?

  // MARK: Which there are

  /// The pasteboard for copying and pasting.
  public static var general: Pasteboard { PasteboardRegistry.shared.system(.general) }

  /// The pasteboard that holds the text searched for last.
  public static var find: Pasteboard { PasteboardRegistry.shared.system(.find) }

  /// Returns the pasteboard of that name: one object for each name and process.
  ///
  /// One that an app made lives as long as the process that made it, unless it is made persistent.
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
  /// those.
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
    if let error { fail(error, at: PasteboardContents()) }
    let contents = contents
    notified = (contents.changeCount, contents.types)
    scheduleExpiration(of: contents)
  }

  /// A Boolean value that indicates whether the pasteboard outlives the process that made it.
  ///
  /// System pasteboards do, also a restart; an app's do if this is set. Setting it for a system
  /// pasteboard does nothing.
  public var isPersistent: Bool {
    get {
      switch state {
      case .shared: (try? store.isPersistent(name)) ?? name.isSystem
      case .unshared: name.isSystem
      case .removed: false
      }
    }
    set {
      guard case .shared = state else { return }
      do {
        registry?.own(try store.setPersistent(newValue, name), of: name)
      } catch {
        report(error)
      }
    }
  }

  // MARK: Contents

  /// The number of times that the contents changed, for all processes; it never falls, also not by
  /// a restart.
  ///
  /// Every write adds one, also one of what is there already; so does expiration.
  public var changeCount: Int { contents.changeCount }

  /// The items; setting them replaces all there are.
  public var items: [Item] {
    get { contents.items }
    set { setItems(newValue) }
  }

  /// The number of items.
  public var numberOfItems: Int { items.count }

  /// The time at which the items vanish; nil if they stay.
  public var expirationDate: Date? { contents.expirationDate }

  /// A Boolean value that indicates whether the items are a secret, which is never written to a
  /// disk.
  ///
  /// A bridge to a desktop's clipboard does not hand them on.
  public var isConcealed: Bool { contents.isConcealed }

  /// An option for the way in which items are kept.
  public enum Option: Hashable, Sendable {
    /// The items vanish at that time, by the system's clock.
    case expirationDate(Date)
    /// The items are a secret: kept in memory only, not to be handed on to a desktop's clipboard.
    ///
    /// Items with a type by which password managers say so are kept like that without the option.
    case concealed
  }

  /// Replaces all items.
  ///
  /// - Parameters:
  ///   - items: The items. If one has a value that no pasteboard can hold, nothing is written.
  ///   - options: How they are to be kept.
  public func setItems(_ items: [Item], options: Set<Option> = []) {
    write { contents in
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
  public func addItems(_ items: [Item]) {
    write { $0.items += items }
  }

  private var contents: PasteboardContents {
    let nothing = PasteboardContents().emptied(changeCount: notified.changeCount)
    switch state {
    case .removed: return nothing
    case .unshared(let contents): return contents.at(store.now())
    case .shared:
      do {
        let contents = try store.read(name)
        error = nil
        return contents ?? nothing
      } catch {
        if error != self.error { report(error) }
        return nothing
      }
    }
  }

  private func write(_ change: (inout PasteboardContents) -> Void) {
    let unshared: PasteboardContents?
    switch state {
    case .removed: return
    case .unshared(let contents): unshared = contents
    case .shared: unshared = nil
    }
    do {
      guard let change = try store.update(name, over: unshared, change) else {
        wasRemoved()
        return
      }
      state = .shared
      error = nil
      registry?.watch()
      reportChange(from: change.old.types, to: change.new)
    } catch  where error.leavesProcessAlone {
      writeUnshared(over: unshared ?? contents, change, because: error)
    } catch {
      report(error)
    }
  }

  private func writeUnshared(
    over old: PasteboardContents, _ change: (inout PasteboardContents) -> Void,
    because error: PasteboardError
  ) {
    do {
      let new = try old.changed(by: change)
      fail(error, at: new)
      reportChange(from: old.types, to: new)
    } catch {
      report(error)
    }
  }

  // MARK: Notifications

  private func reportChange(from oldTypes: [String], to new: PasteboardContents) {
    notified = (new.changeCount, new.types)
    scheduleExpiration(of: new)
    post(
      ChangedMessage(
        typesAdded: new.types.filter { !oldTypes.contains($0) },
        typesRemoved: oldTypes.filter { !new.types.contains($0) }))
  }

  /// Tells observers that something failed.
  func report(_ error: PasteboardError) {
    self.error = error
    post(FailedMessage(error: error))
  }

  /// Continues within this process if the error asks for it, and reports a lasting error once.
  private func fail(_ error: PasteboardError, at contents: PasteboardContents) {
    if error.leavesProcessAlone { state = .unshared(contents) }
    if error != self.error { report(error) }
  }

  /// Gives up the contents, because the pasteboard was removed.
  func wasRemoved() {
    if case .removed = state { return }
    state = .removed
    registry?.forget(self)
    post(RemovedMessage())
  }

  // MARK: Changes by others, and by time

  /// A Boolean value that indicates whether other processes do not see the contents.
  var isUnshared: Bool {
    if case .unshared = state { true } else { false }
  }

  /// Reads what other processes wrote, and notifies observers of something new.
  func catchUpNow() {
    switch state {
    case .shared: show(Result { () throws(PasteboardError) in try store.read(name) })
    case .unshared(let contents): show(.success(contents.at(store.now())))
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
    case .success(let contents?) where contents.changeCount > notified.changeCount:
      reportChange(from: notified.types, to: contents)
    case .success(.some): break
    case .success(nil): wasRemoved()
    case .failure(let error): if error != self.error { report(error) }
    }
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
      if case .shared = state { try store.removeExpired(name) }
      catchUpNow()
      scheduleExpiration(of: contents)  // if the timer was early
    } catch {
      report(error)
    }
  }
}

/// A class whose initializers may return an object that exists already.
protocol PasteboardReuse {}

extension PasteboardReuse {
  init(reused: Self) {
    self = reused
  }
}
