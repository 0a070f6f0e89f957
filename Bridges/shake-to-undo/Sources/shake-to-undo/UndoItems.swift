// SPDX-License-Identifier: Apache-2.0

/// Undo in a menu, and the item after it, if that is Redo.
struct UndoItem: Hashable {
  var undo: AccessibleObject
  var redo: AccessibleObject?

  var objects: [AccessibleObject] { [undo] + (redo.map { [$0] } ?? []) }
}

/// Finds Undo in menu bars, and Redo after it, by the place, the shortcut and the word together:
/// pure but for what it asks `Source`.
///
/// Another item may have a shortcut that looks the same, as LibreOffice's "Increase Size" has.
struct UndoItems<Source: AccessibleSource> {
  let source: Source
  let toolkit: Toolkit
  /// The names of the program, which show that a menu is the application's.
  let program: Set<String>
  var undoWords = UndoWords.undo
  var redoWords = UndoWords.redo

  /// Undo and its neighbors come first in a menu.
  private static var mostItems: Int { 3 }

  /// The item of each of `bars` that has one.
  ///
  /// LibreOffice has two bars, and keeps only the one that is shown up to date.
  func search(_ bars: [AccessibleObject], _ quota: inout CallQuota) -> [UndoItem] {
    var found: [UndoItem] = []
    for bar in bars.prefix(4) {
      let menus = children(of: bar, &quota)
      guard quota.take(2) == 2 else { break }
      let names = source.names(of: Array(menus.prefix(2)))
      let isFirst = names.first.flatMap(\.self).map(isApplicationMenu) ?? false
      guard let edit = menus.dropFirst(isFirst ? 2 : 1).first else { continue }
      if let item = item(in: edit, &quota) { found.append(item) }
    }
    return found
  }

  /// True if the first menu is the application's menu, as GTK shows it where the shell does not:
  /// Edit is then the third.
  private func isApplicationMenu(_ name: String) -> Bool {
    program.contains(name.lowercased())
  }

  private func item(
    in menu: AccessibleObject, _ quota: inout CallQuota
  ) -> UndoItem? {
    var entries = children(of: menu, &quota)
    var roles = roles(of: entries, &quota)
    // In Qt the entry of a bar has the menu, and that has the items.
    if entries.count == 1, roles == [.popupMenu] || roles == [.menu] {
      entries = children(of: entries[0], &quota)
      roles = self.roles(of: entries, &quota)
    }
    let kinds: Set<AccessibleRole?> = [.menuItem, .checkMenuItem, .radioMenuItem, .menu]
    let items = Array(
      zip(entries, roles).filter { kinds.contains($0.1) }.map(\.0).prefix(Self.mostItems + 1))
    guard quota.take(2 * items.count) == 2 * items.count else { return nil }
    let steps = steps(items)
    guard let index = steps.prefix(Self.mostItems).firstIndex(of: .undo) else { return nil }
    let next = index + 1
    let redo = next < items.count && steps[next] == .redo ? items[next] : nil
    return UndoItem(undo: items[index], redo: redo)
  }

  /// The ones of `items` that are still what they were: a program may give an object another
  /// meaning.
  func confirmed(_ items: [UndoItem]) -> [UndoItem] {
    let objects = items.flatMap(\.objects)
    let steps = Dictionary(zip(objects, steps(objects))) { first, _ in first }
    return items.filter { steps[$0.undo] == .undo }.map { item in
      var item = item
      item.redo = item.redo.flatMap { steps[$0] == .redo ? $0 : nil }
      return item
    }
  }

  /// The step of each of `items` by its shortcut and its word: Undo, Redo, or nil.
  private func steps(_ items: [AccessibleObject]) -> [QuestionMachine.Step?] {
    zip(source.bindings(of: items), source.names(of: items)).map { binding, name in
      guard let binding, let name else { return nil }
      if UndoWords.isUndo(binding), undoWords.areIn(name) { return .undo }
      return UndoWords.isRedo(binding) && redoWords.areIn(name) ? .redo : nil
    }
  }

  /// The children of a bar or a menu.
  private func children(
    of object: AccessibleObject, _ quota: inout CallQuota
  ) -> [AccessibleObject] {
    guard quota.take(4) == 4, let role = source.roles(of: [object])[0],
      let states = source.states(of: [object])[0], let count = source.counts(of: [object])[0]
    else { return [] }
    let part = AccessiblePart(object: object, role: role, states: states, count: count)
    guard part.listing(in: toolkit) == .together else { return [] }
    return Array((source.children(of: [part])[0] ?? []).prefix(AccessiblePart.mostChildren))
  }

  /// The roles of the first of `entries`; the caller leaves separators out.
  private func roles(
    of entries: [AccessibleObject], _ quota: inout CallQuota
  ) -> [AccessibleRole?] {
    let first = entries.prefix(quota.take(min(entries.count, 2 * Self.mostItems)))
    return source.roles(of: Array(first))
  }
}
