// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport

/// One reading of the clipboard: of several MIME types, one after the other, at most 64 MiB
/// together.
///
/// The program that owns the clipboard answers when it likes, or never; nothing waits for it.
@MainActor
final class ClipboardReading {
  typealias Value = (mimeType: String, data: Data)

  private let clipboard: OpaquePointer
  private var waiting: [String]
  private var values: [Value] = []
  private var count = 0
  private let cancellable = g_cancellable_new()
  private let done: @MainActor ([Value]) -> Void

  /// As much as a pasteboard takes, in bytes.
  private static let limit = 64 << 20

  /// Reads `types` of `clipboard`, then calls `done` with those that could be read.
  init(_ clipboard: OpaquePointer, _ types: [String], done: @escaping @MainActor ([Value]) -> Void)
  {
    self.clipboard = clipboard
    self.done = done
    waiting = types
    readNext()
  }

  isolated deinit {
    g_object_unref(cancellable)
  }

  /// Gives up: `done` is not called any more.
  func cancel() {
    g_cancellable_cancel(cancellable)
  }

  private var isCancelled: Bool { g_cancellable_is_cancelled(cancellable) != 0 }

  private func readNext() {
    guard !waiting.isEmpty else { return done(values) }
    let type = waiting.removeFirst()
    withMimeTypes([type]) { types in
      whenReady { [self] callback, data in
        gdk_clipboard_read_async(clipboard, types, G_PRIORITY_DEFAULT, cancellable, callback, data)
      } then: { [self] result in
        guard let stream = gdk_clipboard_read_finish(clipboard, result, nil, nil) else {
          // Not in this form after all: perhaps in the next.
          return isCancelled ? () : readNext()
        }
        read(stream, (type, Data()))
      }
    }
  }

  /// Reads what is left of a value.
  private func read(_ stream: UnsafeMutablePointer<GInputStream>, _ value: Value) {
    whenReady { [self] callback, data in
      g_input_stream_read_bytes_async(
        stream, 1 << 16, G_PRIORITY_DEFAULT, cancellable, callback, data)
    } then: { [self] result in
      let bytes = g_input_stream_read_bytes_finish(stream, result, nil)
      defer { bytes.map(g_bytes_unref) }
      var size: gsize = 0
      let start = bytes.flatMap { g_bytes_get_data($0, &size) }
      guard !isCancelled, bytes != nil, count + Int(size) <= Self.limit else {
        g_object_unref(stream)
        // A program that stopped in the middle, or never stops: half of it would be worse than
        // nothing.
        return isCancelled ? () : done([])
      }
      guard let start, size > 0 else {
        g_object_unref(stream)
        values.append(value)
        return readNext()
      }
      count += Int(size)
      read(stream, (value.mimeType, value.data + Data(bytes: start, count: Int(size))))
    }
  }
}

/// Calls `body` with the array that GDK takes.
private func withMimeTypes(
  _ types: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Void
) {
  let copies = types.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  var pointers = copies.map { UnsafePointer($0) } + [nil]
  pointers.withUnsafeMutableBufferPointer { buffer in
    if let base = buffer.baseAddress { body(base) }
  }
}
