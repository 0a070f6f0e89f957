// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import ResponderKit

/// The program on the bus of the desktop, by `org.freedesktop.Application`: URLs that other
/// programs open with it come here.
@MainActor
final class DesktopApplication {
  private let application: UnsafeMutablePointer<GApplication>?

  /// Called with the URLs that other programs open with this one.
  var onOpen: @MainActor ([URL]) -> Void = { _ in }
  /// Called when the desktop starts the program once more.
  var onActivate: @MainActor () -> Void = {}

  /// The program with the name `id` on the bus; where there is none nothing comes.
  init(id: String) {
    application = g_application_new(id, G_APPLICATION_HANDLES_OPEN)
    connect(application, "open") { [weak self] arguments in
      let files = arguments.pointer(1)?.assumingMemoryBound(to: OpaquePointer?.self)
      let urls = (0..<Int(arguments.int(2))).compactMap { files?[$0].flatMap(Self.url) }
      self?.onOpen(urls)
    }
    connect(application, "activate") { [weak self] _ in self?.onActivate() }
    g_application_register(application, nil, nil)
  }

  /// Gives `urls` to the program that runs already.
  ///
  /// - Returns: false if none does
  func handOver(_ urls: [URL]) -> Bool {
    guard !urls.isEmpty, g_application_get_is_remote(application) != 0 else { return false }
    var files = urls.map { g_file_new_for_uri($0.absoluteString) }
    g_application_open(application, &files, Int32(files.count), "")
    g_dbus_connection_flush_sync(g_application_get_dbus_connection(application), nil, nil)
    for file in files { g_object_unref(file.map(UnsafeMutableRawPointer.init)) }
    return true
  }

  private static func url(_ file: OpaquePointer) -> URL? {
    guard let uri = g_file_get_uri(file) else { return nil }
    defer { g_free(uri) }
    return URL(string: String(cString: uri))
  }
}

/// Opens URLs by the portal of the desktop, which asks the user where there is a choice; where
/// there is no portal, as GIO does.
@MainActor
final class PortalOpener: URLOpener {
  func open(_ url: URL) async throws(URLOpenError) {
    guard url.scheme?.isEmpty == false else { throw .noScheme(url) }
    if await askPortal(url) { return }
    var error: UnsafeMutablePointer<GError>?
    guard g_app_info_launch_default_for_uri(url.absoluteString, nil, &error) == 0 else { return }
    defer { g_clear_error(&error) }
    throw .refused(url, reason: error.map { String(cString: $0.pointee.message) } ?? "no reason")
  }

  /// - Returns: whether the portal took the URL
  private func askPortal(_ url: URL) async -> Bool {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    let options = g_variant_new_array(g_variant_type_checked_("{sv}"), nil, 0)
    // No window as the parent: only X11 could name it without asking the compositor first.
    var arguments = [g_variant_new_string(""), g_variant_new_string(url.absoluteString), options]
    let parameters = g_variant_new_tuple(&arguments, gsize(arguments.count))
    return await withCheckedContinuation { continuation in
      whenReady(
        { completion, data in
          g_dbus_connection_call(
            bus, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.OpenURI", "OpenURI", parameters, nil, G_DBUS_CALL_FLAGS_NONE,
            -1, nil, completion, data)
        },
        then: { result in
          let reply = g_dbus_connection_call_finish(bus, result, nil)
          if let reply { g_variant_unref(reply) }
          continuation.resume(returning: reply != nil)
        })
    }
  }
}
