// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// The undo that programs export on the session bus by themselves: it needs no accessibility and no
/// key, and says whether there is something to undo.
///
/// GTK exports the actions of each window and program (`org.gtk.Actions`, documented at
/// <https://wiki.gnome.org/Projects/GLib/GApplication/DBusAPI>), KDE the actions of each main
/// window (`org.kde.KMainWindow`, of KDE Frameworks' KXmlGui).
final class ExportedUndo {
  private let bus: BusConnection
  /// Connections that did not answer in time, and that the agent does not ask again until then:
  /// nobody reads some connections of a program, such as Pluma's connection to find accessibility.
  private var silent: [String: Timestamp] = [:]

  private static let gtk = "org.gtk.Actions"
  private static let kde = "org.kde.KMainWindow"
  /// The names of actions that undo, and those that redo, as programs call them: mousepad
  /// `edit.undo`, gedit, Inkscape and Xournal++ `undo`, KDE's standard actions `edit_undo`.
  private static let undoNames = ["undo", "edit.undo", "edit-undo", "doc.undo", "edit_undo"]
  private static let redoNames = ["redo", "edit.redo", "edit-redo", "doc.redo", "edit_redo"]
  /// The most objects of a program that the agent asks.
  private static let mostObjects = 64

  init(bus: BusConnection) { self.bus = bus }

  /// The undo of `window` itself.
  ///
  /// On X11 a window of GTK names the object with its actions, and a window that names none, such
  /// as a dialog, has no undo. A main window of KDE says whether it is active. Elsewhere nothing
  /// ties a window to an object. There only a program with a single window has an offer, and only
  /// if the compositor has no other window of it, which may be a dialog.
  ///
  /// - Parameters:
  ///   - window: the active window
  ///   - deadline: on `CLOCK_MONOTONIC`
  /// - Returns: nil if the program exports no undo, or if it may not be the undo of `window`
  func offer(of window: ActiveWindow, until deadline: Timestamp) -> Offer? {
    let path = window.exportedActions?.windowPath
    if let exported = window.exportedActions {
      guard let path else { return nil }
      let own = offers(.gtk, exported.busName, [path], until: deadline)
      if let offer = own.first { return offer }
    }
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    silent = silent.filter { $0.value > now }
    guard let owner = owner(of: window, until: deadline), silent[owner] == nil else { return nil }
    let objects = objects(of: window, owner, until: deadline)
    if !objects.kde.isEmpty {
      let active = self.active(objects.kde, of: owner, until: deadline)
      return active.count == 1 ? offers(.kde, owner, active, until: deadline).first : nil
    }
    guard objects.windows.count == 1, objects.documents.count <= 1, !window.mayBeDialog,
      path == nil ? !window.isOfX11 : objects.windows == [path]
    else { return nil }
    let offers = offers(.gtk, owner, objects.windows + objects.documents, until: deadline)
    return offers.count == 1 ? offers[0] : nil
  }

  /// The active ones of the main windows at `paths`: a dialog in front of one is active instead.
  private func active(
    _ paths: [String], of owner: String, until deadline: Timestamp
  ) -> [String] {
    let answers = bus.ask(
      paths.map { .property(owner, $0, "org.qtproject.Qt.QWidget", "isActiveWindow") },
      until: deadline)
    return zip(paths, answers).filter { $0.1?.first?.isTrue ?? false }.map(\.0)
  }

  /// True if `action` can be called now.
  func isEnabled(_ action: ExportedAction, until deadline: Timestamp) -> Bool {
    readiness(bus.ask(Self.state(of: action), until: deadline)) == .ready
  }

  /// Calls `action`.
  ///
  /// - Returns: false if the program did not take it
  func perform(_ action: ExportedAction, until deadline: Timestamp) -> Bool {
    switch action.interface {
    case .gtk:
      bus.ask(
        Call(
          destination: action.busName, path: action.path, interface: Self.gtk, member: "Activate",
          values: [.string(action.name), .array("v", []), .dictionary([:])]),
        until: deadline) != nil
    case .kde:
      bus.ask(Self.call(action, Self.kde, "activateAction"), until: deadline)?.first?.isTrue
        ?? false
    }
  }

  /// True if the program of `window` does not answer on the session bus; nil if it is not there
  /// under its application id.
  ///
  /// The agent asks it for the actions of its application, which a GTK program lists in its main
  /// loop; a program that has none answers with an error.
  func isHung(_ window: ActiveWindow, until deadline: Timestamp, within patience: Duration) -> Bool?
  {
    guard let id = window.applicationID, id.contains("."),
      let owner = window.exportedActions?.busName
        ?? bus.ask(.bus("GetNameOwner", [.string(id)]), until: deadline)?.first?.text
    else { return nil }
    let path = window.exportedActions?.applicationPath ?? Self.path(of: id)
    let list = Call(destination: owner, path: path, interface: Self.gtk, member: "List")
    return !bus.isAnswered(list, until: deadline, within: patience)
  }

  /// The object of a program of GTK with this application id.
  private static func path(of id: String) -> String {
    "/" + id.split(separator: ".").joined(separator: "/").replacing("-", with: "_")
  }

  // MARK: The program

  /// The connection of the window's program on the session bus.
  private func owner(of window: ActiveWindow, until deadline: Timestamp) -> String? {
    if let name = window.exportedActions?.busName { return name }
    // A program of GTK or KDE has its application id as its name.
    if let id = window.applicationID, id.contains("."),
      let owner = bus.ask(.bus("GetNameOwner", [.string(id)]), until: deadline)?.first?.text
    {
      return owner
    }
    guard let process = window.processID,
      let names = bus.ask(.bus("ListNames"), until: deadline)?.first?.texts
    else { return nil }
    let unique = names.filter { $0.hasPrefix(":") }.prefix(1024)
    let processes = bus.processes(of: Array(unique), until: deadline)
    let own = zip(unique, processes).filter { $0.1 == process }.map(\.0)
    // A program may have several connections: the one with a name of its own is the one to call.
    guard own.count > 1 else { return own.first }
    let known = names.filter { !$0.hasPrefix(":") && $0 != "org.freedesktop.DBus" }.prefix(256)
    let owners = bus.ask(
      known.map { .bus("GetNameOwner", [.string($0)]) }, until: deadline
    ).compactMap { $0?.first?.text }
    return own.first(where: owners.contains) ?? own.first
  }

  /// The objects of GTK's windows and documents below the path of the program, and of KDE's main
  /// windows.
  private func objects(
    of window: ActiveWindow, _ owner: String, until deadline: Timestamp
  ) -> (windows: [String], documents: [String], kde: [String]) {
    var root = window.exportedActions?.applicationPath
    if root == nil, let id = window.applicationID, id.contains(".") { root = Self.path(of: id) }
    func below(_ folder: String) -> [String] {
      root.map { children(of: owner, "\($0)/\(folder)", until: deadline) } ?? []
    }
    let top = children(of: owner, "/", until: deadline)
    guard silent[owner] == nil else { return ([], [], []) }
    let objects: [String] = top.flatMap { children(of: owner, $0, until: deadline) }
    let kde = objects.filter { $0.contains("MainWindow_") }.prefix(Self.mostObjects)
    return (below("window"), below("document"), Array(kde))
  }

  /// The objects just below `path`, as the program's introspection lists them.
  private func children(
    of owner: String, _ path: String, until deadline: Timestamp
  ) -> [String] {
    let call = Call(
      destination: owner, path: path, interface: "org.freedesktop.DBus.Introspectable",
      member: "Introspect")
    let asked = Timestamp.now(on: CLOCK_MONOTONIC)
    guard let answer = bus.answers(to: [call], until: deadline)[0] else {
      // A connection that got its question as the time ran out had no time to answer.
      if asked.advanced(byNanoseconds: Patience.fairness.nanoseconds) <= deadline {
        silent[owner] = asked.advanced(byNanoseconds: Patience.silence.nanoseconds)
      }
      return []
    }
    guard let text = (try? answer.get())?.first?.text, text.utf8.count < 1 << 20 else { return [] }
    // The children are elements `<node name="NAME">`; a parser is not needed for that alone.
    return text.split(separator: "<node name=\"").dropFirst().prefix(Self.mostObjects)
      .compactMap { part in
        guard let name = part.split(separator: "\"", maxSplits: 1).first,
          name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return nil }
        return path == "/" ? "/\(name)" : "\(path)/\(name)"
      }
  }

  // MARK: Actions

  /// The undo of each object at `paths` that has one, by `interface`.
  private func offers(
    _ interface: ExportedAction.Interface, _ owner: String, _ paths: [String],
    until deadline: Timestamp
  ) -> [Offer] {
    let (name, list) = interface == .gtk ? (Self.gtk, "List") : (Self.kde, "actions")
    let lists = bus.ask(
      paths.map { Call(destination: owner, path: $0, interface: name, member: list) },
      until: deadline)
    let found = zip(paths, lists).compactMap { path, list -> (ExportedAction, [String])? in
      guard let names = list?.first?.texts, let name = Self.undoNames.first(where: names.contains)
      else { return nil }
      return (ExportedAction(interface: interface, busName: owner, path: path, name: name), names)
    }
    let states = bus.ask(found.map { Self.state(of: $0.0) }, until: deadline)
    return zip(found, states).compactMap { entry, state in
      readiness(state).map { offer(entry.0, $0, entry.1) }
    }
  }

  private func offer(
    _ action: ExportedAction, _ readiness: Offer.Readiness, _ names: [String]
  ) -> Offer {
    let redo = Self.redoNames.first(where: names.contains).map { name in
      var redo = action
      redo.name = name
      return Way.exportedAction(redo)
    }
    return Offer(way: .exportedAction(action), readiness: readiness, redo: redo)
  }

  /// The call that asks whether `action` can be called.
  static func state(of action: ExportedAction) -> Call {
    switch action.interface {
    case .gtk: call(action, gtk, "Describe")
    case .kde: call(action, kde, "actionIsEnabled")
    }
  }

  private static func call(
    _ action: ExportedAction, _ interface: String, _ member: String
  ) -> Call {
    Call(
      destination: action.busName, path: action.path, interface: interface, member: member,
      values: [.string(action.name)])
  }

  /// The readiness that KDE's answer gives, and GTK's `(bgav)`: whether the action is enabled, the
  /// type of its parameter, its state.
  private func readiness(_ answer: [BusValue]?) -> Offer.Readiness? {
    guard let first = answer?.first else { return nil }
    return first.isTrue || first.values.first?.isTrue ?? false ? .ready : .nothingToUndo
  }
}

extension ActiveWindow {
  /// True if a window of GTK would name its object.
  fileprivate var isOfX11: Bool { identity.hasPrefix("x11:") }
}
