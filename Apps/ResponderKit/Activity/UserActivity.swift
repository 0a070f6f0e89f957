// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An activity of the user that can be taken up later or elsewhere: the open document and the place
/// in it, or the message that is being written.
///
/// Give it to the responders that know about it, by ``Responder/userActivity``. Set ``needsSave``
/// whenever something changed; once in each pass of the main loop those responders bring it up to
/// date in ``Responder/updateUserActivityState(_:)``, and ``Application/saveUserActivity`` stores
/// it, as a file or in another way: <doc:UserActivities> has an example.
///
/// Its content is a value, ``state``, whose properties are this object's too.
@MainActor
@dynamicMemberLookup
public final class UserActivity {
  /// The content: what is saved, handed on and restored.
  public var state: State {
    get {
      wasUsed = true
      return content
    }
    set {
      wasUsed = true
      content = newValue
    }
  }
  private var content: State
  /// A Boolean value that indicates whether anybody has looked at ``state``, or changed it.
  private var wasUsed = false

  /// The object that hears before it is saved, which is not owned.
  public weak var delegate: (any UserActivityDelegate)?

  /// A Boolean value that indicates whether to save it in the next pass of the main loop.
  ///
  /// Set it as often as something changes. It is false again before the responders bring the
  /// activity up to date: see ``Application/saveUserActivities()``.
  public var needsSave = false {
    didSet { if needsSave { application.needsSave(self) } }
  }

  /// The responders that have it, in the order that they got it.
  private var holders: [Holder] = []

  private struct Holder {
    weak var responder: Responder?
  }

  /// An activity of the kind `activityType`, without content.
  ///
  /// - Parameter activityType: a name in reverse-DNS form (`"com.example.editing"`)
  public convenience init(activityType: String) {
    self.init(State(activityType: activityType))
  }

  /// An activity with the content of `state`, such as one read from a file.
  public init(_ state: State) {
    content = state
  }

  /// The kind of activity, in reverse-DNS form (`"com.example.editing"`).
  public var activityType: String { state.activityType }

  /// A property of ``state``, such as ``State/title``.
  public subscript<Property>(dynamicMember property: WritableKeyPath<State, Property>) -> Property {
    get { state[keyPath: property] }
    set { state[keyPath: property] = newValue }
  }

  /// Adds `entries` to the user info, in place of those with the same key.
  public func addUserInfoEntries(from entries: [String: Value]) {
    state.userInfo.merge(entries) { $1 }
  }
}

extension UserActivity {
  /// The content of an activity.
  ///
  /// It can be written to a file (``UserActivityFile``), and as ``encoded()`` data be sent to
  /// another program, over D-Bus for instance.
  public struct State: Hashable, Sendable {
    /// The kind of activity, in reverse-DNS form (`"com.example.editing"`).
    public let activityType: String
    /// The text for the user; nil if it has none.
    public var title: String?
    /// The values that are needed to take the activity up.
    public var userInfo: [String: Value] = [:]
    /// A page to be opened where the app is not installed.
    public var webpageURL: URL?
    /// Words that a search may find it by.
    public var keywords: Set<String> = []

    /// The content of an activity of the kind `activityType`, without further properties.
    public init(activityType: String) {
      self.activityType = activityType
    }
  }

  /// A value in the user info of an activity.
  public indirect enum Value: Hashable, Sendable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number.
    case number(Double)
    /// True or false.
    case bool(Bool)
    /// A point in time.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// An address, such as a document's.
    case url(URL)
    /// A list.
    case array([Value])
    /// Values with names.
    case dictionary([String: Value])
  }
}

extension UserActivity.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A list.
  public init(arrayLiteral elements: Self...) { self = .array(elements) }
  /// Values with names; of those with the same name the last counts.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}

extension UserActivity {
  /// The application of the responders that have it; without one the process's.
  private var application: Application {
    holders.lazy.compactMap { $0.responder?.application }.first ?? .shared
  }

  /// Notes that `responder` has it now.
  func add(_ responder: Responder) {
    holders.removeAll { $0.responder == nil || $0.responder === responder }
    holders.append(Holder(responder: responder))
    // It may have waited for another application, or for none.
    if needsSave { application.needsSave(self) }
  }

  /// Notes that `responder` no longer has it.
  func remove(_ responder: Responder) {
    holders.removeAll { $0.responder == nil || $0.responder === responder }
  }

  /// True if a responder has it.
  func isHeld(along first: Responder) -> Bool {
    !responders(along: first).isEmpty
  }

  /// Returns the responders that have it, in the order that they got it; then responders on the
  /// chain of `first` whose property is overridden.
  private func responders(along first: Responder) -> [Responder] {
    let known = holders.compactMap(\.responder)
    let others = first.chain.filter { one in
      one.userActivity === self && !known.contains { $0 === one }
    }
    return known + others
  }

  /// Has those that have it bring it up to date: the user info from nothing, as in UIKit.
  ///
  /// Values that nobody puts in again, because no responder overrides the method, stay. The use of
  /// the activity shows an override.
  ///
  /// - Parameter first: where the chain begins
  func update(along first: Responder) {
    needsSave = false
    let former = content.userInfo
    content.userInfo = [:]
    delegate?.userActivityWillSave(self)
    wasUsed = false
    for responder in responders(along: first) { responder.updateUserActivityState(self) }
    if !wasUsed { content.userInfo = former.merging(content.userInfo) { $1 } }
  }
}

/// An object that hears before an activity is saved.
@MainActor
public protocol UserActivityDelegate: AnyObject {
  /// Called before `userActivity` is saved, with an empty user info, and before responders bring
  /// it up to date.
  func userActivityWillSave(_ userActivity: UserActivity)
}
