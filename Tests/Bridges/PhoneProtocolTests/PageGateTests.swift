// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PhoneProtocol

/// Whom the page and its readings are for.
@Suite struct PageGateTests {
  private let gate = PageGate(
    token: (0x0123_4567_89AB_CDEF, 7), scheme: "https",
    authorities: ["192.0.2.7:8443", "desk.local:8443"])

  private func post(
    _ change: (inout PageRequest) -> Void = { _ in }
  ) -> PageGate.Verdict {
    var request = PageRequest(
      method: "POST", target: gate.path, host: "192.0.2.7:8443",
      origin: "https://192.0.2.7:8443", contentType: "application/json")
    change(&request)
    return gate.verdict(on: request)
  }

  @Test("the path has all 128 bits of the token")
  func path() {
    #expect(gate.path == "/0123456789abcdef0000000000000007")
  }

  @Test("the page's own requests pass, by each name that was shown")
  func own() {
    #expect(post() == .readings)
    #expect(
      post { ($0.host, $0.origin) = ("Desk.local:8443", "https://desk.local:8443") } == .readings)
    #expect(post { $0.contentType = "Application/JSON; charset=utf-8" } == .readings)
    #expect(post { ($0.method, $0.origin, $0.contentType) = ("GET", nil, nil) } == .page)
  }

  @Test(
    "who does not know the token gets nothing, whatever he asks for",
    arguments: [
      "/", "", "*", "/favicon.ico", "/0123456789abcdef0000000000000008",
      "/0123456789abcdef000000000000000", "/0123456789abcdef0000000000000007/",
      "/0123456789abcdef0000000000000007?", "/0123456789ABCDEF0000000000000007",
      "https://192.0.2.7:8443/0123456789abcdef0000000000000007",
    ])
  func token(target: String) {
    #expect(post { $0.target = target } == .refused(status: 404))
    #expect(
      post { ($0.method, $0.target) = ("GET", target) } == .refused(status: 404))
  }

  /// Bytes that count how often they are read.
  private struct CountedBytes: Collection {
    final class Count { var reads = 0 }

    let bytes: [UInt8]
    let count = Count()
    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> UInt8 {
      count.reads += 1
      return bytes[index]
    }
  }

  @Test("a wrong token takes the same time, however much of it is right", arguments: 0..<33)
  func wrongTokenTakesTheSameTime(place: Int) {
    let own = Array(gate.path.utf8)
    var other = own
    other[place] ^= 1
    let bytes = CountedBytes(bytes: other)
    #expect(!PageGate.areEqual(own, bytes))
    #expect(bytes.count.reads == 33)
  }

  @Test(
    "a name of a stranger that leads here gets nothing (DNS rebinding)",
    arguments: [
      nil, "", "evil.example:8443", "192.0.2.7", "192.0.2.7:80", "192.0.2.7:8443.evil.example",
    ])
  func host(name: String?) {
    #expect(
      post { ($0.host, $0.origin) = (name, "https://\(name ?? "")") } == .refused(status: 404))
  }

  @Test(
    "a page of a stranger sends no readings (CSRF)",
    arguments: [
      nil, "null", "https://evil.example", "http://192.0.2.7:8443", "https://desk.local:8443",
    ])
  func origin(name: String?) {
    #expect(post { $0.origin = name } == .refused(status: 403))
  }

  @Test("what a form can send, too much, and other methods are refused")
  func others() {
    for type in [
      nil, "text/plain", "application/x-www-form-urlencoded", "text/plain;application/json",
    ] {
      #expect(post { $0.contentType = type } == .refused(status: 415))
    }
    #expect(post { $0.body = Array(repeating: 32, count: 65_536) } == .readings)
    #expect(post { $0.body = Array(repeating: 32, count: 65_537) } == .refused(status: 413))
    for method in ["HEAD", "PUT", "OPTIONS", "CONNECT", "get"] {
      #expect(post { $0.method = method } == .refused(status: 405))
    }
  }

  @Test("the page may speak to its own address alone, and no other may frame it")
  func policy() throws {
    let answer = PageAnswer.page(nonce: "abc")
    let headers = Dictionary(uniqueKeysWithValues: answer.headers.map { ($0[0], $0[1]) })
    let policy = try #require(headers["Content-Security-Policy"])
    for part in [
      "default-src 'none'", "script-src 'nonce-abc'", "style-src 'nonce-abc'", "connect-src 'self'",
      "frame-ancestors 'none'",
    ] {
      #expect(policy.contains(part))
    }
    #expect(headers["Referrer-Policy"] == "no-referrer" && headers["Cache-Control"] == "no-store")
    // A browser that has once seen it lets nobody pass its warning.
    #expect(headers["Strict-Transport-Security"] == nil)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.split(separator: "nonce=\"abc\"").count == 3 && !text.contains("NONCE"))
    // The modules of Bridges/web are in its script, and not asked for.
    #expect(text.contains("\nclass Sensor {") && text.contains("\nconst lacks = {"))
    #expect(!text.contains("_JS\n") && !text.contains("\nexport ") && !text.contains("\nimport "))
    #expect(text.split(separator: "</script>").count == 2)
    let refusal = String(decoding: PageAnswer.refusal(404).body, as: UTF8.self)
    #expect(refusal.contains("scan the code") && refusal.contains("Scannen Sie den Code"))
    #expect(PageAnswer.refusal(403).body == [])
  }
}
