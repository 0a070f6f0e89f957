// SPDX-License-Identifier: Apache-2.0

import Foundation

// Typed messages, which Foundation has from Swift 6.3 on: what `addObserver(of:for:using:)` takes,
// so that `.checkpoint` names a message.
#if compiler(>=6.3)

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.CheckpointMessage> {
    /// Identifies ``UndoManager/CheckpointMessage``.
    public static var checkpoint: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.DidOpenUndoGroupMessage> {
    /// Identifies ``UndoManager/DidOpenUndoGroupMessage``.
    public static var didOpenUndoGroup: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.WillCloseUndoGroupMessage> {
    /// Identifies ``UndoManager/WillCloseUndoGroupMessage``.
    public static var willCloseUndoGroup: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.DidCloseUndoGroupMessage> {
    /// Identifies ``UndoManager/DidCloseUndoGroupMessage``.
    public static var didCloseUndoGroup: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.WillUndoChangeMessage> {
    /// Identifies ``UndoManager/WillUndoChangeMessage``.
    public static var willUndoChange: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.DidUndoChangeMessage> {
    /// Identifies ``UndoManager/DidUndoChangeMessage``.
    public static var didUndoChange: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.WillRedoChangeMessage> {
    /// Identifies ``UndoManager/WillRedoChangeMessage``.
    public static var willRedoChange: Self { Self() }
  }

  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<UndoManager.DidRedoChangeMessage> {
    /// Identifies ``UndoManager/DidRedoChangeMessage``.
    public static var didRedoChange: Self { Self() }
  }
#endif
