// SPDX-License-Identifier: Apache-2.0

/// A search for the focus below a window, level by level: pure but for what it asks `Source`.
///
/// Programs have a search of their own (`Collection.GetMatches`), which makes every object there
/// is, such as all cells of a spreadsheet, and does not stop when nobody waits any more. So each
/// object is asked by itself, within a quota.
struct FocusWalk<Source: AccessibleSource> {
  let source: Source
  let toolkit: Toolkit

  struct Outcome: Hashable {
    /// Nil if it is not known.
    var focus: Focus?
    /// The menu bars on the way.
    var bars: [AccessibleObject] = []
  }

  /// The objects that were met.
  private var seen: Set<AccessibleObject> = []
  private var focused: [AccessiblePart] = []
  private var bars: [AccessibleObject] = []
  /// Visible parts that are out of sight, such as pages of a notebook: looked into last.
  private var hidden: [AccessiblePart] = []
  /// False once something was left out that may have the focus.
  private var isComplete = true
  /// The object that has the focus, if it did not say in time what it is.
  private var lateFocus: AccessibleObject?
  /// True once a part did not say in time whether it has the focus.
  private var isLate = false

  init(_ source: Source, toolkit: Toolkit) { (self.source, self.toolkit) = (source, toolkit) }

  /// Searches below `window`, whose focus is the program's focus.
  mutating func search(_ window: AccessiblePart, _ quota: inout CallQuota) -> Outcome {
    seen = [window.object]
    var level = sort([window])
    while focus == nil {
      if level.isEmpty { (level, hidden) = (hidden, []) }
      guard !level.isEmpty else { break }
      let objects = children(of: level, &quota).filter { seen.insert($0).inserted }
      level = sort(parts(objects, &quota))
    }
    return Outcome(focus: focus ?? rest, bars: bars)
  }

  /// The edited part, the terminal or the password field that has the focus.
  ///
  /// A document that has the focus may hold a field that has it as well; in Qt a bar of buttons
  /// that passes its focus on says that it has it.
  private var focus: Focus? {
    let all = focused.map { Focus(kind: toolkit.kind(of: $0), object: $0.object) }
    let best =
      all.first { $0.kind == .password || $0.kind == .terminal }
      ?? all.first { $0.kind == .singleLine || $0.kind == .text }
    // It may be a password field.
    if let lateFocus, best?.kind != .password { return Focus(kind: .unknown, object: lateFocus) }
    return best
  }

  /// The focus at the end of a search that met no such part.
  private var rest: Focus? {
    // What is drawn on passes the focus to nothing.
    let canvas = focused.first { $0.role == .drawingArea || $0.role == .canvas }
    if canvas == nil, isLate { return Focus(kind: .unknown, object: nil) }
    if let page = focused.first(where: { toolkit.kind(of: $0) == .page }) {
      return Focus(kind: .page, object: page.object)
    }
    guard isComplete || canvas != nil else { return nil }
    return Focus(kind: .other, object: (canvas ?? focused.first)?.object)
  }

  private mutating func children(
    of parts: [AccessiblePart], _ quota: inout CallQuota
  ) -> [AccessibleObject] {
    let together = parts.filter { $0.listing(in: toolkit) == .together }
    let listed = together.prefix(quota.take(together.count))
    isComplete = isComplete && listed.count == together.count
    var found: [AccessibleObject] = []
    for answer in source.children(of: Array(listed)) {
      // A program may list more than it counted.
      if answer.map({ $0.count > AccessiblePart.mostChildren }) ?? true { isComplete = false }
      found += (answer ?? []).prefix(AccessiblePart.mostChildren)
    }
    for part in parts where part.listing(in: toolkit) == .oneByOne {
      guard quota.take(part.count) == part.count else {
        isComplete = false
        break
      }
      let answers = source.children(oneByOne: part)
      if answers.contains(nil) { isComplete = false }
      found += answers.compactMap(\.self)
    }
    return found
  }

  /// The visible ones of `objects` that have children or the focus, with what they are.
  private mutating func parts(
    _ objects: [AccessibleObject], _ quota: inout CallQuota
  ) -> [AccessiblePart] {
    let asked = Array(objects.prefix(quota.take(objects.count)))
    let states = source.states(of: asked, &isLate)
    if asked.count < objects.count || states.contains(nil) { isComplete = false }
    let shown = zip(asked, states).compactMap { object, states in states.map { (object, $0) } }
    // What has the focus is worth the last calls.
    let focused = shown.filter { $0.1.contains(.focused) }
    let others = shown.filter { $0.1.contains(.visible) && !$0.1.contains(.focused) }
    return parts(focused, &quota) + parts(others, &quota)
  }

  private mutating func parts(
    _ objects: [(AccessibleObject, AccessibleStates)], _ quota: inout CallQuota
  ) -> [AccessiblePart] {
    let counted = objects.prefix(quota.take(objects.count))
    let counts = source.counts(of: counted.map(\.0))
    // What has neither children nor the focus may be anything.
    let wanted = counted.indices.filter { counts[$0] != 0 || counted[$0].1.contains(.focused) }
    let named = wanted.prefix(quota.take(wanted.count))
    let roles = source.roles(of: named.map { counted[$0].0 })
    var parts: [AccessiblePart] = []
    for (index, role) in zip(named, roles) {
      let (object, states) = counted[index]
      if let role, let count = counts[index] {
        parts.append(AccessiblePart(object: object, role: role, states: states, count: count))
      } else if states.contains(.focused) {
        lateFocus = object
      }
    }
    if counted.count < objects.count || parts.count < wanted.count { isComplete = false }
    return parts
  }

  /// Notes what `parts` are, and returns those to look into next.
  private mutating func sort(_ parts: [AccessiblePart]) -> [AccessiblePart] {
    var next: [AccessiblePart] = []
    for part in parts {
      if part.states.contains(.focused) { focused.append(part) }
      switch (part.role, part.listing(in: toolkit)) {
      case (.menuBar, _): bars.append(part.object)
      case (.menu, _), (.popupMenu, _), (.menuItem, _), (_, .none): break
      case (_, .never): isComplete = false
      case (_, .together), (_, .oneByOne):
        if part.states.contains(.showing) { next.append(part) } else { hidden.append(part) }
      }
    }
    return next
  }
}
