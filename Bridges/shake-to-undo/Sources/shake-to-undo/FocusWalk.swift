// SPDX-License-Identifier: Apache-2.0

/// A search for the focus below a window, level by level: pure but for what it asks `Source`.
///
/// Programs have a search of their own (`Collection.GetMatches`), which makes every object there
/// is, such as all cells of a spreadsheet, and does not stop when nobody waits any more. So each
/// object is asked by itself, within a budget.
struct FocusWalk<Source: AccessibleSource> {
  let source: Source
  /// The program's toolkit, by its own name.
  let toolkit: String

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
  /// What has the focus, if it did not say in time what it is.
  private var lateFocus: AccessibleObject?

  init(_ source: Source, toolkit: String) { (self.source, self.toolkit) = (source, toolkit) }

  /// Searches below `window`, whose focus is that of the program.
  mutating func search(_ window: AccessiblePart, _ budget: inout CallBudget) -> Outcome {
    seen = [window.object]
    var level = sort([window])
    while focus == nil {
      if level.isEmpty { (level, hidden) = (hidden, []) }
      guard !level.isEmpty else { break }
      let objects = children(of: level, &budget).filter { seen.insert($0).inserted }
      level = sort(parts(objects, &budget))
    }
    return Outcome(focus: focus ?? rest, bars: bars)
  }

  /// The edited part, the terminal or the password field that has the focus.
  ///
  /// A document that has the focus may hold a field that has it as well; in Qt a bar of buttons
  /// that passes its focus on says that it has it.
  private var focus: Focus? {
    let best =
      focused.first { $0.kind == .password || $0.kind == .terminal }
      ?? focused.first { $0.kind == .singleLine || $0.kind == .text }
    // It may be a password field.
    if let lateFocus, best?.kind != .password { return Focus(kind: .unknown, object: lateFocus) }
    return best.map { Focus(kind: $0.kind, object: $0.object) }
  }

  /// The focus at the end of a search that met no such part.
  private var rest: Focus? {
    // What is drawn on passes the focus to nothing.
    let canvas = focused.first { $0.role == .drawingArea || $0.role == .canvas }
    guard isComplete || canvas != nil else { return nil }
    return Focus(kind: .other, object: (canvas ?? focused.first)?.object)
  }

  private mutating func children(
    of parts: [AccessiblePart], _ budget: inout CallBudget
  ) -> [AccessibleObject] {
    let together = parts.filter { $0.listing(in: toolkit) == .together }
    let listed = together.prefix(budget.take(together.count))
    isComplete = isComplete && listed.count == together.count
    var found: [AccessibleObject] = []
    for answer in source.children(of: Array(listed)) {
      // A program may list more than it counted.
      if answer.map({ $0.count > AccessiblePart.mostChildren }) ?? true { isComplete = false }
      found += (answer ?? []).prefix(AccessiblePart.mostChildren)
    }
    for part in parts where part.listing(in: toolkit) == .oneByOne {
      guard budget.take(part.count) == part.count else {
        isComplete = false
        break
      }
      let answers = source.children(oneByOne: part)
      if answers.contains(nil) { isComplete = false }
      found += answers.compactMap(\.self)
    }
    return found
  }

  /// The visible ones of `objects`, with what they are.
  private mutating func parts(
    _ objects: [AccessibleObject], _ budget: inout CallBudget
  ) -> [AccessiblePart] {
    let asked = Array(objects.prefix(budget.take(objects.count)))
    let states = source.states(of: asked)
    let visible = zip(asked, states).compactMap { object, states in
      states.flatMap { $0.contains(.visible) || $0.contains(.focused) ? (object, $0) : nil }
    }
    let known = visible.prefix(budget.take(2 * visible.count) / 2)
    let roles = source.roles(of: known.map(\.0))
    let counts = source.counts(of: known.map(\.0))
    let parts = known.indices.compactMap { index -> AccessiblePart? in
      guard let role = roles[index], let count = counts[index] else {
        if known[index].1.contains(.focused) { lateFocus = known[index].0 }
        return nil
      }
      return AccessiblePart(
        object: known[index].0, role: role, states: known[index].1, count: count)
    }
    if asked.count < objects.count || states.contains(nil) || parts.count < visible.count {
      isComplete = false
    }
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
