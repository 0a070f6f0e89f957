// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The window that has the focus, as the display server describes it.
///
/// Texts are of the program that made the window: whoever shows them escapes them. They are cut to
/// ``longestText`` bytes.
package struct ActiveWindow: Hashable, Sendable {
  /// The identity of the window: the same window has the same one until
  /// ``WindowSystem/close()``, and no other has it.
  package var identity: String
  /// The process of the program; nil where the server hides it, as wlroots does.
  package var processID: pid_t?
  /// The program's name: app_id, the class of WM_CLASS, or the name of a desktop file.
  package var applicationID: String?
  /// The title.
  package var title: String?
  /// The place where the program exports the actions of this window, as GTK does on X11.
  package var exportedActions: ExportedActions?
  /// True if it is a dialog, or may be one of another window of its program.
  package var mayBeDialog: Bool
  /// The receiver of the keys that are typed now; ``Keyboard/here`` too where a server cannot tell.
  package var keyboard = Keyboard.here

  /// A receiver of typed keys.
  package enum Keyboard: Hashable, Sendable {
    case here
    /// Another client of the X server has grabbed the keyboard, as lockers do.
    case grabbed
    /// A window outside of this one has the input focus.
    case elsewhere
  }

  /// The most bytes of a text.
  package static let longestText = 512

  /// The beginning of `text` that has at most ``longestText`` bytes, so that titles from different
  /// sources can be compared: a server cuts bytes, and may leave a part of a character.
  package static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestText - 4 else { return text }
    var (scalars, count) = (String.UnicodeScalarView(), 0)
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      if count > longestText { break }
      scalars.append(scalar)
    }
    if scalars.last == "\u{FFFD}" { scalars.removeLast() }
    return String(scalars)
  }

  /// A window.
  package init(
    identity: String, processID: pid_t? = nil, applicationID: String? = nil, title: String? = nil,
    exportedActions: ExportedActions? = nil, mayBeDialog: Bool = false
  ) {
    self.identity = identity
    self.processID = processID
    self.applicationID = applicationID.map(Self.shortened)
    self.title = title.map(Self.shortened)
    self.exportedActions = exportedActions
    self.mayBeDialog = mayBeDialog
  }
}

/// The place where a GTK program exports its actions on the session bus: properties of a window on
/// X11.
package struct ExportedActions: Hashable, Sendable {
  /// The program's connection: `_GTK_UNIQUE_BUS_NAME`.
  package var busName: String
  /// The window's object: `_GTK_WINDOW_OBJECT_PATH`.
  package var windowPath: String?
  /// The program's object: `_GTK_APPLICATION_OBJECT_PATH`.
  package var applicationPath: String?

  /// The objects of a window.
  package init(busName: String, windowPath: String? = nil, applicationPath: String? = nil) {
    self.busName = busName
    self.windowPath = windowPath
    self.applicationPath = applicationPath
  }
}

/// A display server, asked which window is active.
///
/// Used by one thread at a time.
package protocol WindowSystem: AnyObject {
  /// The name for people, such as "X11".
  var name: String { get }
  /// True if no window is active here, or its keyboard is another's, while a locker has the
  /// keyboard.
  var showsLocks: Bool { get }
  /// Returns the active window, or nil if none is.
  ///
  /// - Parameter time: the longest time it may take; the server is not waited for longer
  /// - Returns: the window
  /// - Throws: a ``DesktopError``
  func activeWindow(within time: Duration) throws(DesktopError) -> ActiveWindow?
  /// True if the program of `window` hangs: it does not answer what its toolkit would answer at
  /// once.
  ///
  /// - Parameters:
  ///   - window: the active window
  ///   - time: the longest time it may take
  /// - Returns: nil where it cannot be asked, or knows no such question
  func isHung(_ window: ActiveWindow, within time: Duration) -> Bool?
  /// Closes what ``activeWindow(within:)`` opened; identities are comparable until then.
  func close()
  /// Returns the availability of the window system here; changes nothing that a user could see.
  func availability() -> Availability
}

extension WindowSystem {
  package var showsLocks: Bool { false }
}

/// A way to press the keys of an undo or a redo in the program that has the focus.
///
/// Used by one thread at a time. A call takes some seconds at the most, whatever the server does.
package protocol KeySender: AnyObject {
  /// The name for people, such as "XTest".
  var name: String { get }
  /// Opens what needs time before the first key, with the question; does nothing if it is open.
  ///
  /// A slow opening goes on by itself, while ``isOpening``, and the next call takes what came of
  /// it.
  ///
  /// - Throws: a ``DesktopError``
  func prepare() throws(DesktopError)
  /// True while what ``prepare()`` began is under way.
  var isOpening: Bool { get }
  /// Prepares, and waits until programs would get a key: after this, ``send(_:)`` waits only for
  /// the server.
  ///
  /// - Throws: a ``DesktopError``
  func settle() throws(DesktopError)
  /// Presses and releases the keys of `stroke`, and returns when the server has them.
  ///
  /// It opens nothing: before each key comes ``settle()``, and then the last look at the window.
  ///
  /// - Parameters:
  ///   - stroke: the keys
  ///   - window: the window of that look, which a server that can hold the focus compares with the
  ///     one that has it now; nil for any
  ///   - onFirst: called directly before the first key; an error from it is thrown on
  /// - Throws: a ``DesktopError``: nothing was pressed then, or everything is released again
  func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError)
  /// Closes what ``prepare()`` opened, if it should not stay: after the answer.
  func close()
  /// Returns the availability of the keys here; opens no session and asks the user nothing.
  func availability() -> Availability
}

extension KeySender {
  package var isOpening: Bool { false }
  package func settle() throws(DesktopError) { try prepare() }

  /// The error of a key before ``settle()``, or after what that opened was lost.
  func notOpen(_ server: String) -> DesktopError {
    .lost(server: server, action: "send keys", why: "it is not open")
  }
}

/// The availability of a window system, or of a way to send keys, in this session.
package enum Availability: Hashable, Sendable {
  /// It works, as these words say in more detail.
  case works(String)
  /// It does not, why, and what the user can do about it.
  case unavailable(why: String, remedy: String)
}

extension Availability {
  /// Not available, for the reason of `error`.
  init(_ error: DesktopError) {
    switch error {
    case .unavailable(_, let why, let remedy): self = .unavailable(why: why, remedy: remedy)
    case .late(let server, _):
      self = .unavailable(why: "\(server) does not answer", remedy: "log out and in again")
    case .lost(let server, _, let why):
      self = .unavailable(why: "\(server) ended the connection (\(why))", remedy: "try again")
    case .heldKey(let key):
      self = .unavailable(why: "\(key) is held down", remedy: "release it")
    case .outdated(let why): self = .unavailable(why: why, remedy: "try again")
    case .stopped: self = .unavailable(why: "this program was stopped", remedy: "start it again")
    }
  }
}

/// The reason why a display server gave no window, or took no key.
package enum DesktopError: Error, Hashable, Sendable {
  /// Doing `action` is not possible here.
  case unavailable(action: String, why: String, remedy: String)
  /// `server` took too long to do `action`; the program waits for nothing any more.
  case late(server: String, action: String)
  /// The connection to `server` ended during `action`, or its answer made no sense.
  case lost(server: String, action: String, why: String)
  /// A key that would change the meaning of the stroke, such as Shift, is held down.
  case heldKey(String)
  /// The last look is out of date, for this reason: nothing was sent.
  case outdated(String)
  /// A signal ended the program's wait in the middle of `action`.
  case stopped(action: String)
}

extension DesktopError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  package var description: String {
    switch self {
    case .unavailable(let action, let why, let remedy): "cannot \(action): \(why); \(remedy)"
    case .late(let server, let action):
      "cannot \(action): \(server) does not answer; if it stays so, log out and in again"
    case .lost(let server, let action, let why):
      "cannot \(action): the connection to \(server) ended (\(why)); the next shake tries again"
    case .heldKey(let key): "cannot undo by a key: \(key) is held down; release it, and try again"
    case .outdated(let why): "nothing was sent: \(why)"
    case .stopped(let action): "cannot \(action): the program was stopped; start it again"
    }
  }
}
