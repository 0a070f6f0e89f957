// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import PasteboardKit

/// Keeps the desktop's clipboard and a pasteboard the same, so that what one program copies the
/// other pastes.
///
/// What another program copies is read at once, and written to the pasteboard; so it outlives that
/// program. What is written to the pasteboard, by whatever process, is offered on the clipboard
/// under its MIME types, once the focus is in the window. A secret is not.
@MainActor
final class ClipboardBridge {
  private let clipboard: OpaquePointer
  private let pasteboard: Pasteboard
  private var machine = BridgeMachine()

  /// A Boolean value that indicates whether the focus is in the window; only then items are
  /// offered.
  var isActive = false {
    didSet { if isActive { handle(.activated) } }
  }

  private var reading: ClipboardReading?
  /// What was read last, until it is written.
  private var read: [ClipboardReading.Value] = []
  private var observation: NotificationCenter.ObservationToken?

  /// The type that marks what a bridge offers: another bridge leaves it, as it is on the
  /// pasteboard already.
  private static let mark = "application/x.org.motiond.pasteboard"

  /// The type that password managers mark a secret with, as PasteboardKit knows.
  private static let secret = "x-kde-passwordManagerHint"

  /// A bridge between the clipboard of the display that `widget` is on and `pasteboard`.
  init(_ widget: UnsafeMutablePointer<GtkWidget>, _ pasteboard: Pasteboard) {
    clipboard = gtk_widget_get_clipboard(widget)
    self.pasteboard = pasteboard
    connect(UnsafeMutableRawPointer(clipboard), "changed") { [weak self] _ in
      self?.clipboardChanged()
    }
    observation = NotificationCenter.default.addObserver(of: pasteboard, for: .changed) {
      [weak self] _ in self?.pasteboardChanged()
    }
  }

  private func clipboardChanged() {
    guard gdk_clipboard_is_local(clipboard) == 0 else {
      return handle(.clipboardChanged(.ourselves))
    }
    let types = mimeTypes
    if types.contains(Self.mark) { return handle(.clipboardChanged(.bridge)) }
    // Of the many forms in which programs offer a text or an image, those with a standard type.
    var standard: [String: String] = [:]
    let wanted = types.filter { type in
      let name = Pasteboard.StandardType.named(type)
      defer { standard[name] = standard[name] ?? type }
      return type == Self.secret || name != type && standard[name] == nil
    }
    handle(.clipboardChanged(.other(types: wanted)))
  }

  private func pasteboardChanged() {
    let isOffered = !pasteboard.items.isEmpty && !pasteboard.isConcealed
    handle(.pasteboardChanged(isOffered: isOffered, isActive: isActive))
  }

  private func handle(_ input: BridgeMachine.Input) {
    switch machine.handle(input) {
    case nil: break
    case .read(let types, let number):
      reading?.cancel()
      reading = ClipboardReading(clipboard, types) { [weak self] values in
        self?.read = values
        self?.handle(.clipboardRead(reading: number, isEmpty: values.isEmpty))
      }
    case .write:
      let representations = read.map {
        (type: Pasteboard.StandardType.named($0.mimeType), value: $0.data as Any)
      }
      read = []
      pasteboard.items = [Pasteboard.Item(representations)]
      handle(.written)
    case .offer: offer()
    case .withdraw:
      reading?.cancel()
      if gdk_clipboard_is_local(clipboard) != 0 { gdk_clipboard_set_content(clipboard, nil) }
    }
  }

  /// Offers the first item: a clipboard has one.
  private func offer() {
    reading?.cancel()
    guard let item = pasteboard.items.first else { return }
    var providers = item.types.flatMap { type -> [UnsafeMutablePointer<GdkContentProvider>?] in
      guard let data = item.data(forType: type) else { return [] }
      return Pasteboard.StandardType.mimeTypes(of: type).map { provider($0, data) }
    }
    providers.append(provider(Self.mark, Data()))
    // It takes the providers, and the clipboard takes a reference to it.
    let all = gdk_content_provider_new_union(&providers, gsize(providers.count))
    gdk_clipboard_set_content(clipboard, all)
    g_object_unref(UnsafeMutableRawPointer(all))
  }

  private func provider(_ mimeType: String, _ data: Data) -> UnsafeMutablePointer<
    GdkContentProvider
  >? {
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return gdk_content_provider_new_for_bytes(mimeType, bytes)
  }

  private var mimeTypes: [String] {
    var count: gsize = 0
    let formats = gdk_clipboard_get_formats(clipboard)
    guard let types = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
    return (0..<Int(count)).compactMap { types[$0].map { String(cString: $0) } }
  }
}
