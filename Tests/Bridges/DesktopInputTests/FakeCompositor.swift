// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A compositor of some lines, which does as a test says.
final class FakeCompositor {
  let environment: [String: String]
  private let folder: URL
  private let listener: Int32

  /// The behavior of a compositor.
  enum Manner: Sendable {
    /// It accepts, and answers nothing.
    case silent
    /// It closes each connection at once.
    case closing
    /// It sends what is no message.
    case nonsense
    /// It has so many windows of this title, the last of them active.
    case windows(Int, title: String)
    /// It sends, of a window, an event of a later version than was asked for.
    case later
    /// It has virtual keyboards and no seat, as without a device of input.
    case seatless
    /// It sends a window and takes it back, without an end.
    case endless
  }

  init(_ manner: Manner) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    environment = ["XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "wayland-0"]
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((folder.path + "/wayland-0").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: path)
    }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(listener, 4) == 0 else { throw ChildProgram.Problem.ended }
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread { Self.serve(client, manner) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(at: folder)
  }

  private static func serve(_ client: Int32, _ manner: Manner) {
    var connection = Connection(client: client)
    defer { close(client) }
    switch manner {
    case .closing: return
    case .silent: while connection.request() != nil {}
    case .nonsense:
      connection.send(Array(repeating: 0xff, count: 64))
      while connection.request() != nil {}
    case .windows(let count, let title): connection.serve { $0.sendWindows(count, title) }
    case .later:
      connection.serve { connection in
        let (window, parent) = (connection.nextWindow, UInt32(7))
        connection.sendWindows(1, "one")
        connection.send(connection.event(window, parent, connection.bytes(0)))
      }
    case .seatless: connection.serve(announcing: "zwp_virtual_keyboard_manager_v1") { _ in }
    case .endless:
      connection.serve { connection in
        while connection.sendWindows(1, "again", closing: true) {}
      }
    }
  }

  private struct Connection {
    let client: Int32
    var buffer: [UInt8] = []
    var registry: UInt32 = 0
    var nextWindow: UInt32 = 0xff00_0000

    /// The next request; nil at the end.
    mutating func request() -> (object: UInt32, opcode: UInt32, words: [UInt32])? {
      while true {
        let words = buffer.withUnsafeBytes { bytes in
          (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        if words.count >= 2, buffer.count >= Int(words[1] >> 16) {
          let size = Int(words[1] >> 16)
          buffer.removeFirst(size)
          return (words[0], words[1] & 0xffff, Array(words[2..<size / 4]))
        }
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(client, &piece, piece.count)
        guard count > 0 else { return nil }
        buffer += piece.prefix(count)
      }
    }

    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    func event(_ object: UInt32, _ opcode: UInt32, _ body: [UInt8]) -> [UInt8] {
      bytes(object) + bytes(UInt32(body.count + 8) << 16 | opcode) + body
    }

    func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }

    func text(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8) + [0]
      return self.bytes(UInt32(bytes.count)) + bytes
        + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    /// Answers; `onBind` is called once the one `global` is bound.
    mutating func serve(
      announcing global: String = "zwlr_foreign_toplevel_manager_v1",
      _ onBind: (inout Connection) -> Void
    ) {
      var manager: UInt32?
      while let (object, opcode, words) = request() {
        if object == 1, opcode == 1 {
          registry = words[0]
          let name = text(global)
          send(event(registry, 0, bytes(1) + name + bytes(3)))
        } else if object == 1, opcode == 0 {
          send(event(words[0], 0, bytes(0)) + event(1, 1, bytes(words[0])))
        } else if object == registry, manager == nil {
          manager = words.last
          self.manager = words.last ?? 0
          onBind(&self)
        }
      }
    }

    var manager: UInt32 = 0

    @discardableResult
    mutating func sendWindows(_ count: Int, _ title: String, closing: Bool = false) -> Bool {
      for number in 1...count {
        let window = nextWindow
        nextWindow += 1
        var message = event(manager, 0, bytes(window)) + event(window, 0, text(title))
        let states = number == count ? bytes(4) + bytes(2) : bytes(0)
        message += event(window, 4, states) + event(window, 5, [])
        if closing { message += event(window, 6, []) }
        guard send(message) else { return false }
      }
      return true
    }
  }
}
