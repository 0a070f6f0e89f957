// SPDX-License-Identifier: Apache-2.0

/// A board that text is copied to and pasted from.
///
/// `Pasteboard` of the product PasteboardKit has all of this, so an app that links both products
/// conforms it in a line, and gives it to its application:
///
/// ```swift
/// import PasteboardKit
/// import ResponderKit
///
/// extension Pasteboard: @retroactive TextBoard {}
///
/// @MainActor func useBoards() {
///   Application.shared.pasteboard = Pasteboard.general
///   Application.shared.findPasteboard = Pasteboard.find
/// }
/// ```
@MainActor
public protocol TextBoard: AnyObject {
  /// The text that was copied last; nil without any.
  var string: String? { get }
  /// A Boolean value that indicates whether there is text; asked for each menu.
  var hasStrings: Bool { get }
  /// Puts `string` on the board, in place of all that was there.
  ///
  /// - Returns: true if it can be pasted; after false nothing may be cut
  func setString(_ string: String) -> Bool
}

/// A board of this object alone, which no other process sees.
///
/// An application has one until it is given another.
@MainActor
public final class LocalTextBoard: TextBoard {
  /// The text that was copied last.
  public private(set) var string: String?

  /// An empty board.
  public init() {}

  /// A Boolean value that indicates whether anything was copied.
  public var hasStrings: Bool { string != nil }

  /// Puts `string` on the board.
  ///
  /// - Returns: true
  public func setString(_ string: String) -> Bool {
    self.string = string
    return true
  }
}
