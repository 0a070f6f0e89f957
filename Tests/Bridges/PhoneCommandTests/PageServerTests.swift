// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// The server of the page, as a process, and what strangers send it.
@Suite(.waits) struct PageServerTests {
  private static let tool = builtProducts.appendingPathComponent("phone-accelerometer").path

  /// A server on this machine alone, its address and its events.
  private final class Served {
    let program: LineProgram
    let (port, path): (Int, String)

    /// Starts it; what is written to `program` are lines of an app.
    init(_ options: [String] = ["--insecure-localhost"], state: String = "/nonexistent") throws {
      program = try LineProgram(
        URL(fileURLWithPath: "/bin/sh"),
        [
          "-c",
          #"state=$1; shift; exec env XDG_STATE_HOME="$state" "$0" page --port 0 --events 3 "$@" 3<&0 </dev/null"#,
          PageServerTests.tool, state,
        ] + options)
      let url = program.error(with: "://")?.split(separator: "/") ?? []
      let host = url.count == 3 ? url[1] : ""
      port = host.split(separator: ":").last.flatMap { Int($0) } ?? 0
      path = "/" + (url.last ?? "")
    }

    var host: String { "localhost:\(port)" }

    /// Sends a request with this method, path and headers, and returns the whole answer.
    func request(
      _ method: String, _ path: String? = nil, _ headers: [String: String] = [:],
      _ body: String = ""
    ) throws -> String {
      let socket = try Socket(port: port)
      socket.send(text(method, path, headers, body))
      return socket.rest()
    }

    func text(
      _ method: String, _ path: String? = nil, _ headers: [String: String] = [:],
      _ body: String = ""
    ) -> String {
      let own = ["Host": host, "Connection": "close", "Content-Length": "\(body.utf8.count)"]
      let lines = own.merging(headers) { $1 }.map { "\($0): \($1)\r\n" }.joined()
      return "\(method) \(path ?? self.path) HTTP/1.1\r\n\(lines)\r\n\(body)"
    }

    /// Sends readings as the page does.
    func post(_ readings: String, first: Int = 0, _ headers: [String: String] = [:]) throws
      -> String
    {
      try request(
        "POST", nil,
        ["Origin": "http://\(host)", "Content-Type": "application/json"].merging(headers) { $1 },
        """
        {"session":"0123456789abcdef","first":\(first),"readings":[\(readings)],"silent":false,
        "hidden":false,"seen":0}
        """)
    }
  }

  /// A connection.
  final class Socket {
    private let number: Int32

    /// Connects to 127.0.0.`host`.
    init(port: Int, host: UInt32 = 1) throws {
      number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7F00_0000 + host).bigEndian
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else { throw CocoaError(.fileReadUnknown) }
      var limit = timeval(tv_sec: Deadline.seconds, tv_usec: 0)
      setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(number) }

    /// Waits until there is something to read from one of `sockets`, or its end.
    static func firstReady(of sockets: [Socket]) -> Int? {
      var wishes = sockets.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
      guard poll(&wishes, nfds_t(wishes.count), 30_000) > 0 else { return nil }
      return wishes.firstIndex { $0.revents != 0 }
    }

    /// Sends as much of `text` as is taken.
    func send(_ text: String) {
      let bytes = Array(text.utf8)
      var sent = 0
      while sent < bytes.count {
        let count = Glibc.send(
          number, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        sent += count
      }
    }

    /// What comes until the other end closes.
    func rest() -> String {
      var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
      while true {
        let count = recv(number, &part, part.count, 0)
        guard count > 0 else { return String(decoding: all, as: UTF8.self) }
        all += part[..<count]
      }
    }
  }

  @Test("it serves the page, and writes its readings as a recording")
  func serves() throws {
    let served = try Served()
    let page = try served.request("GET")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("<!doctype html>"))
    let answer = try served.post("[0,0,0,9.8],[20,0,0,9.8]")
    #expect(answer.contains(#""next":2"#) && answer.contains(#""events":[]"#))
    #expect(served.program.error(with: "the phone is connected") != nil)
    _ = try served.post("[40,0,0,9.8]", first: 2)
    #expect(served.program.finish(stopping: true) == 0)
    var text = ""
    while let line = served.program.nextLine() { text += line + "\n" }
    let readings = try Recording(parsing: Array(text.utf8).span).readings
    #expect(
      zip(readings.dropFirst(), readings).map { $0.timestamp.nanoseconds(since: $1.timestamp) }
        == [20_000_000, 20_000_000])
  }

  @Test("a nonce serves one answer")
  func nonce() throws {
    let served = try Served()
    let nonces = try (0..<3).map { _ in
      try served.request("GET").split(separator: "script-src 'nonce-").last?.prefix { $0 != "'" }
    }
    #expect(Set(nonces).count == 3 && nonces.allSatisfy { ($0?.count ?? 0) > 24 })
  }

  @Test("scanners, strangers' pages, names that lead here and forms get the same page, or nothing")
  func strangers() throws {
    let served = try Served()
    let nothing = try served.request("GET", "/")
    #expect(nothing.hasPrefix("HTTP/1.1 404 ") && nothing.contains("scan the code"))
    for path in ["/", "/favicon.ico", "/.git/config", "/" + String(repeating: "0", count: 32)] {
      #expect(try served.request("GET", path) == nothing)
      #expect(
        try served.request("POST", path, ["Origin": "http://\(served.host)"], "{}") == nothing)
    }
    #expect(try served.request("GET", nil, ["Host": "evil.example:\(served.port)"]) == nothing)
    #expect(try served.post("", ["Origin": "http://evil.example"]).hasPrefix("HTTP/1.1 403 "))
    #expect(try served.post("", ["Content-Type": "text/plain"]).hasPrefix("HTTP/1.1 415 "))
    #expect(try served.request("OPTIONS").hasPrefix("HTTP/1.1 405 "))
    // A header that comes twice is none.
    #expect(try served.request("GET", nil, ["host": "localhost:\(served.port)"]) == nothing)
    #expect(served.program.finish(stopping: true) == 0)
    // They are not told, as anyone could fill a log.
    #expect(!served.program.restOfErrors().contains { $0.hasPrefix("phone-accelerometer:") })
  }

  @Test("what is too large, or is no HTTP, ends its connection, and no other")
  func bounds() throws {
    let served = try Served()
    let socket = try Socket(port: served.port)
    socket.send(
      served.text(
        "POST", nil,
        [
          "Origin": "http://\(served.host)", "Content-Type": "application/json",
          "Content-Length": "100000000",
        ], String(repeating: " ", count: 70_000)))
    #expect(socket.rest().hasPrefix("HTTP/1.1 413 "))
    for text in [
      "\u{16}\u{3}\u{1}\u{2}\r\n\r\n",
      "GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 200_000))",
      "HTTP/1.1 200 OK\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ] {
      let socket = try Socket(port: served.port)
      socket.send(text)
      #expect(!socket.rest().contains("200 OK"))
    }
    #expect(try served.request("GET").hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test("one that connects without end is refused, and nobody else waits for it")
  func connections() throws {
    let served = try Served()
    var held = try (0..<17).map { _ in try Socket(port: served.port) }
    // Any of them: those of several event loops are counted in any order.
    let refused = try #require(Socket.firstReady(of: held))
    #expect(held.remove(at: refused).rest() == "")
    for socket in held { socket.send(served.text("GET")) }
    #expect(held.allSatisfy { $0.rest().hasPrefix("HTTP/1.1 200 OK") })
    held = []
    #expect(try served.request("GET").hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test("what an app did reaches the page; a line that is none, or without end, is told once")
  func actions() throws {
    let served = try Served()
    try served.program.write(#"{"action":"undone","name":"Typing"}"#)
    try served.program.write("no action")
    try served.program.write(String(repeating: "x", count: 100_000))
    try served.program.write(#"{"action":"nothing"}"#)
    #expect(served.program.error(with: "--events: neither")?.hasSuffix("no action") == true)
    var answer = ""
    repeat { answer = try served.post("") } while !answer.contains("nothing")
    #expect(answer.contains(#""undone""#) && answer.contains(#""Typing""#))
    #expect(served.program.finish(stopping: true) == 0)
    #expect(!served.program.restOfErrors().contains { $0.contains("--events") })
  }

  @Test("readings without gravity end it once the page was told")
  func noGravity() throws {
    let served = try Served()
    let readings = (0..<150).map { "[\($0 * 20),0,0.1,0]" }.joined(separator: ",")
    #expect(try served.post(readings).contains(#""noGravity""#))
    #expect(served.program.finish() == 65)
    #expect(served.program.restOfErrors().last?.contains("gravity is missing") == true)
  }

  @Test("a log that nobody reads holds up neither the page nor the end")
  func log() throws {
    // A port that is free: the address is told in the log alone.
    let served = try Served()
    let port = served.port
    #expect(served.program.finish(stopping: true) == 0)
    let page = try RunningCommand(
      Self.tool, ["page", "--insecure-localhost", "--port", "\(port)"], errors: fullPipe())
    #expect(
      settles {
        let socket = try? Socket(port: port)
        socket?.send("GET / HTTP/1.1\r\n\r\n")
        return socket?.rest().hasPrefix("HTTP/1.1 ") == true
      })
    page.send(SIGTERM)
    #expect(try page.finish().status == 0)
  }

  @Test("a second phone is told that one is connected")
  func busy() throws {
    let served = try Served()
    _ = try served.post("[0,0,0,9.8]")
    let answer = try served.request(
      "POST", nil, ["Origin": "http://\(served.host)", "Content-Type": "application/json"],
      #"{"session":"fedcba9876543210","first":0,"readings":[],"silent":false,"hidden":false,"seen":0}"#
    )
    #expect(answer.hasPrefix("HTTP/1.1 409 ") && answer.hasSuffix(#"{"busy":true}"#))
  }

  @Test("over TLS, 1.2 at least, with a certificate of its own")
  func encrypted() throws {
    let state = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: state) }
    let served = try Served(["--address", "127.0.0.1"], state: state.path)
    for (version, isNew) in [
      ("-tls1", false), ("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true),
    ] {
      let client = Process()
      let (input, output) = (Pipe(), Pipe())
      client.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // A client that allows all that it can.
      client.arguments = [
        "openssl", "s_client", "-quiet", version, "-cipher", "ALL:@SECLEVEL=0", "-connect",
        "127.0.0.1:\(served.port)",
      ]
      (client.standardInput, client.standardOutput, client.standardError) = (input, output, Pipe())
      try client.start()
      try input.fileHandleForWriting.write(
        contentsOf: Data(served.text("GET", nil, ["Host": "127.0.0.1:\(served.port)"]).utf8))
      let answer = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(answer.contains("HTTP/1.1 200 OK") == isNew, "\(version)")
    }
    // Without it, nothing.
    #expect(try !served.request("GET").contains("HTTP"))
    // The page's address is told once for each name, and nowhere else.
    #expect(served.program.finish(stopping: true) == 0)
    #expect(served.program.restOfErrors().filter { $0.contains(served.path) }.count <= 1)
  }

  @Test(
    "wrong usage is told",
    arguments: [
      (["--port", "65536"], "0 to 65535"), (["--certificate", "a"], "belong together"),
      (["--insecure-localhost", "--address", "127.0.0.1"], "neither an address"),
      (["--events", "2"], "above 2"), (["--events", "1"], "expected 0"),
      (["--events", "77"], "open descriptor"),
      (["--address", "203.0.113.9"], "an address of this machine"),
    ])
  func usage(options: [String], problem: String) throws {
    let program = try LineProgram(URL(fileURLWithPath: Self.tool), ["page"] + options)
    let errors = program.restOfErrors().joined(separator: " ")
    #expect(program.finish() == 64)
    #expect(errors.contains(problem))
  }

  @Test("a port that another program has")
  func taken() throws {
    let served = try Served()
    let second = try LineProgram(
      URL(fileURLWithPath: Self.tool), ["page", "--insecure-localhost", "--port", "\(served.port)"])
    #expect(second.finish() == 69)
    #expect(second.restOfErrors().last?.contains("--port takes another port") == true)
  }
}
