// SPDX-License-Identifier: Apache-2.0

extension UndoManager {
  /// Registers a call of `method` to revert a change of `target`.
  ///
  /// In place of Apple's `registerUndo(withTarget:selector:object:)`, checked by the compiler:
  ///
  /// ```swift
  /// undoManager.registerUndo(withTarget: note, method: Note.setText, object: oldText)
  /// ```
  ///
  /// In all else it is `registerUndo(withTarget:handler:)`.
  ///
  /// - Parameters:
  ///   - target: The object that changed; not retained.
  ///   - method: The method to call on the target.
  ///   - object: The argument of the method; retained until it was called or is dropped.
  public func registerUndo<TargetType: AnyObject, ObjectType>(
    withTarget target: TargetType,
    method: @escaping (TargetType) -> (ObjectType) -> Void,
    object: ObjectType
  ) {
    registerUndo(withTarget: target) { method($0)(object) }
  }

  /// Returns a stand-in for `target` that registers each call and change, instead of making it.
  ///
  /// ```swift
  /// undoManager.prepare(withInvocationTarget: note).text = oldText
  /// undoManager.prepare(withInvocationTarget: note).record(Note.move(toX:y:), oldX, oldY)
  /// ```
  ///
  /// Apple's manager itself stands in, and takes any message as the call to register. Swift has no
  /// messages: here a property is set as usual, and a method is named. To be redone, what is set or
  /// called must register its own inverse, as any handler must.
  ///
  /// - Parameter target: The object that changes; not retained by what is registered.
  /// - Returns: The stand-in; it retains the target, so use it at once.
  public func prepare<TargetType: AnyObject>(
    withInvocationTarget target: TargetType
  ) -> InvocationRecorder<TargetType> {
    InvocationRecorder(undoManager: self, invocationTarget: target)
  }
}

extension UndoManager {
  /// A stand-in for an object: what is done to it is registered, and done to the object by undo.
  @MainActor
  @dynamicMemberLookup
  public struct InvocationRecorder<TargetType: AnyObject> {
    // Long names, because the target cannot have properties of these names set.
    let undoManager: UndoManager
    let invocationTarget: TargetType

    /// Registers a call of `method`.
    ///
    /// - Parameters:
    ///   - method: The method to call on the target.
    ///   - arguments: Its arguments, default values included; retained until it was called or
    ///     is dropped.
    public func record<each Argument>(
      _ method: @escaping (TargetType) -> (repeat each Argument) -> Void,
      _ arguments: repeat each Argument
    ) {
      undoManager.registerUndo(withTarget: invocationTarget) { method($0)(repeat each arguments) }
    }

    /// A property of the target: read it as it is now, set it to register the value that it gets.
    ///
    /// - Parameter property: The property, by its name.
    public subscript<Value>(
      dynamicMember property: ReferenceWritableKeyPath<TargetType, Value>
    ) -> Value {
      get { invocationTarget[keyPath: property] }
      nonmutating set {
        undoManager.registerUndo(withTarget: invocationTarget) { $0[keyPath: property] = newValue }
      }
    }
  }
}

/// The name before Swift 3.
@available(*, unavailable, renamed: "UndoManager") public typealias NSUndoManager = UndoManager

extension UndoManager {
  /// The name before Swift 3, for a message by a selector, which Linux does not have.
  @available(*, unavailable, message: "registerUndo(withTarget:method:object:) takes a method")
  public func registerUndoWithTarget(_ target: Any, selector: Any, object: Any?) {}
}
