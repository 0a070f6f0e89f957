// SPDX-License-Identifier: Apache-2.0

/// The states of an object of AT-SPI.
struct AccessibleStates: Hashable {
  private var bits: UInt64

  /// Numbers of states, as of `atspi-constants.h`.
  enum Bit: UInt64 {
    case active = 1
    case editable = 7
    case enabled = 8
    case focused = 12
    case modal = 16
    case multiLine = 17
    case sensitive = 24
    case showing = 25
    case singleLine = 26
    case visible = 30
    case managesDescendants = 31
  }

  init(_ states: [Bit]) { bits = states.reduce(0) { $0 | 1 << $1.rawValue } }

  /// The states in two words; a program may leave the second out; nil without any.
  init?(words: [UInt32]) {
    guard let low = words.first else { return nil }
    bits = UInt64(low) | (words.count > 1 ? UInt64(words[1]) << 32 : 0)
  }

  func contains(_ bit: Bit) -> Bool { bits & 1 << bit.rawValue != 0 }

  /// True for an item that can be clicked: GTK 4 has some that are sensitive and not enabled.
  var isReady: Bool { contains(.enabled) || contains(.sensitive) }
}

/// A role of AT-SPI that matters here; the numbers come from `atspi-constants.h`.
struct AccessibleRole: Hashable {
  var number: UInt32

  static let alert = Self(number: 2)
  static let canvas = Self(number: 6)
  static let checkMenuItem = Self(number: 8)
  static let colorChooser = Self(number: 9)
  static let comboBox = Self(number: 11)
  static let dialog = Self(number: 16)
  static let drawingArea = Self(number: 18)
  static let fileChooser = Self(number: 19)
  static let fontChooser = Self(number: 22)
  static let frame = Self(number: 23)
  static let layeredPane = Self(number: 30)
  static let list = Self(number: 31)
  static let menu = Self(number: 33)
  static let menuBar = Self(number: 34)
  static let menuItem = Self(number: 35)
  static let password = Self(number: 40)
  static let popupMenu = Self(number: 41)
  static let radioMenuItem = Self(number: 45)
  static let spinButton = Self(number: 52)
  static let table = Self(number: 55)
  static let terminal = Self(number: 60)
  static let text = Self(number: 61)
  static let tree = Self(number: 65)
  static let treeTable = Self(number: 66)
  static let entry = Self(number: 79)
  static let spreadsheet = Self(number: 92)
  static let documentText = Self(number: 94)
  static let documentWeb = Self(number: 95)
  static let listBox = Self(number: 98)
}

/// An object of a program, with what decides whether its children may be asked for.
struct AccessiblePart: Hashable {
  var object: AccessibleObject
  var role: AccessibleRole
  var states: AccessibleStates
  /// The number of its children.
  var count: Int

  /// The most children of an object that are listed.
  ///
  /// A program makes all of them to answer, and goes on with that when nobody waits any more: Calc,
  /// asked for its 2^31 cells, never comes back.
  static let mostChildren = 64

  /// The way to learn the children of an object.
  enum Listing {
    /// It has none.
    case none
    case together
    /// One call for each: a page of LibreOffice Writer manages its paragraphs, and those that are
    /// shown are few.
    case oneByOne
    /// They are too many, or are made only to be listed: what is there stays unknown.
    case never
  }

  /// The way to learn the children, which a program of `toolkit` has.
  func listing(in toolkit: Toolkit) -> Listing {
    guard count > 0 else { return .none }
    guard count <= Self.mostChildren else { return .never }
    switch role {
    case .table, .tree, .treeTable, .list, .listBox: return .never
    // An icon view of GTK, and a stack of pages of Qt.
    case .layeredPane where toolkit.family != .qt: return .never
    default: break
    }
    guard states.contains(.managesDescendants) else { return .together }
    return role == .documentText ? .oneByOne : .never
  }

  /// True for a window in front of another one, whose undo it does not share.
  var isDialog: Bool {
    states.contains(.modal)
      || [.alert, .dialog, .fileChooser, .colorChooser, .fontChooser].contains(role)
  }
}

/// The calls that the program with the active window may still be asked during one shake.
struct CallQuota: Hashable {
  private(set) var left: Int

  /// The calls of a shake, for four searches: when it begins, a second look, after the answer, and
  /// once more if that fails.
  static let shake = CallQuota(left: 3000)
  /// The most calls of a search: some 25 ms of a program.
  ///
  /// Inkscape and Xournal++, which show no focus in some 300 parts, take 700.
  static let mostForSearch = 750

  /// The quota of a search; what it takes is taken here with ``spend(_:)``.
  var search: CallQuota { CallQuota(left: min(left, Self.mostForSearch)) }

  /// Takes what a search took that began with ``search``.
  mutating func spend(_ search: CallQuota) { left -= self.search.left - search.left }

  /// Takes `count` calls, or as many as are left: how many.
  mutating func take(_ count: Int) -> Int {
    let taken = min(count, left)
    left -= taken
    return taken
  }
}

/// The answers of a program's objects, all at once; nil for an error, and for no answer in time.
protocol AccessibleSource {
  /// The states of objects; nil for an object that has none, or does not answer in time; a late one
  /// sets `isLate`.
  func states(of objects: [AccessibleObject], _ isLate: inout Bool) -> [AccessibleStates?]
  func roles(of objects: [AccessibleObject]) -> [AccessibleRole?]
  func counts(of objects: [AccessibleObject]) -> [Int?]
  /// The children of parts that may be listed together.
  func children(of parts: [AccessiblePart]) -> [[AccessibleObject]?]
  /// The first children, as many as its `count`, of a part that lists them one by one.
  func children(oneByOne part: AccessiblePart) -> [AccessibleObject?]
  func names(of objects: [AccessibleObject]) -> [String?]
  func bindings(of objects: [AccessibleObject]) -> [String?]
}

extension AccessibleSource {
  /// The states of objects; nil for one that has none, or does not answer in time.
  func states(of objects: [AccessibleObject]) -> [AccessibleStates?] {
    var isLate = false
    return states(of: objects, &isLate)
  }
}
