// SPDX-License-Identifier: Apache-2.0

import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
extension NSNotification.Name {
  /// Posted when a group opens inside another, before a group closes, and before undo, redo and
  /// `canRedo`.
  ///
  /// The moment to register changes that were collected but not registered yet. It is not posted
  /// when a top-level group opens; Apple's pages disagree there.
  public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")

  /// Posted after a group was opened.
  public static let NSUndoManagerDidOpenUndoGroup = Self(
    "NSUndoManagerDidOpenUndoGroupNotification")

  /// Posted before a group is closed.
  public static let NSUndoManagerWillCloseUndoGroup = Self(
    "NSUndoManagerWillCloseUndoGroupNotification")

  /// Posted after a group was closed.
  public static let NSUndoManagerDidCloseUndoGroup = Self(
    "NSUndoManagerDidCloseUndoGroupNotification")

  /// Posted before a group is undone.
  public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")

  /// Posted after a group was undone.
  public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")

  /// Posted before a group is redone.
  public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")

  /// Posted after a group was redone.
  public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key in a notification's user info for whether a group has discardable actions only.
///
/// The value is true; for any other group the key is absent. It comes with
/// `NSUndoManagerDidCloseUndoGroup`, and with the group's `NSUndoManagerDidUndoChange` and
/// `NSUndoManagerDidRedoChange`.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"
