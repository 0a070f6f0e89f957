// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import IIORelay

/// The requests of libiio, the answers that it may get, and the addresses of servers.
@Suite struct ServerDescriptionTests {
  @Test(
    "a description that names other documents, or hides that, is refused",
    arguments: [
      #"<?xml version="1.0"?><!DOCTYPE context [<!ENTITY x SYSTEM "file:///etc/passwd">]><context>&x;<!-- --></context>"#,
      #"<context><!ENTITY x SYSTEM "file:///etc/passwd"></context>"#,
      #"<context><?xml-stylesheet href="file:///etc/passwd"?></context>"#,
      #"<?xml version="1.0" encoding="utf-7"?>+ADwcontext/+AD4"#,
      "", "<device/>", "<context>\0</context>", "<context>",
      // Not well-formed, which libxml2 quotes in its messages.
      "<context><device id=\"\n<0>motiond: all is well\u{1}\"/></context>",
      "<context name=\"\u{1B}[2J\"/>", "<context name=\"a<b\"/>", "<context name=\"&b;\"/>",
      "<context name=a/>", "<context name='a' name='b'/>", "<context name='a'b='c'/>",
      "<context></device></context>", "<context/><context/>", "<context>text</context>",
      "<context name=\"\u{FFFF}\"/>", "<context name='a", "<context>\u{FFFE}</context><!",
      #"<context><scan-element index="0" format="le:s12/16X0&gt;&gt;0"/></context>"#,
      #"<context><scan-element format = 'le:s12/16X00&gt;&gt;0' index="0"/></context>"#,
      #"<context><scan-element format="le:s12/16X&gt;&gt;0" index="0"/></context>"#,
      #"<context><scan-element format="le:s12/16X&#48;&gt;&gt;0" index="0"/></context>"#,
      // libxml2 replaces references to characters, after which libiio reads X0.
      #"<context><scan-element index="0" format="le:s12/16&#88;0&gt;&gt;0"/></context>"#,
      #"<context><scan-element index="0" format="le&#58;s12/16X0&gt;&gt;0"/></context>"#,
      #"<context><scan-element index="0" format="le:s12/16X1&#48;&#48;&gt;&gt;0"/></context>"#,
      #"<context><scan-element index="0" format="le:s12/16X1&amp;&gt;0"/></context>"#,
      // One character for Swift with the one before.
      "<context><device id=\"\u{600}\"/>\u{600}"
        + #"<scan-element index="0" format="le:s12/16X0&gt;&gt;0"/></context>"#,
      // A name in a namespace has the same local name; `xml` needs no declaration.
      #"<context xmlns:x="x"><x:scan-element index="0" format="le:s12/16X0&gt;&gt;0"/></context>"#,
      #"<context><xml:scan-element index="0" format="le:s12/16X0&gt;&gt;0"/></context>"#,
      // libiio takes any character as the sign, and any as the first one.
      #"<context><scan-element index="0" format="le:X12/16X0&gt;&gt;0"/></context>"#,
      #"<context><scan-element index="0" format="=e:s12/16X0&gt;&gt;0"/></context>"#,
    ])
  func description(_ text: String) throws {
    #expect(throws: ServerDescription.Problem.self) { try ServerDescription(Array(text.utf8)) }
  }

  @Test("the document type of a server does not reach libiio; all else does")
  func documentType() throws {
    let text = #"<!DOCTYPE context SYSTEM "http://example.org/x.dtd"><context name="a"/>"#
    let description = try ServerDescription(Array(text.utf8))
    let passed = String(decoding: description.bytes, as: UTF8.self)
    #expect(!passed.contains("example.org"))
    #expect(passed.hasSuffix(#"]><context name="a"/>"#))
  }

  @Test(
    "formats and texts of honest servers are let through",
    arguments: [
      #"<scan-element index="0" format="le:s12/16&gt;&gt;4" scale="0.009"/>"#,
      #"<scan-element index='3' format = 'be:U32/64X2>>0' />"#,
      #"<attribute name="x" filename="in_x"/><attribute name="µ: X0 &amp; y"/>"#,
    ])
  func honest(_ text: String) throws {
    let whole = "<context><device id=\"a\"><channel>\(text)</channel></device></context>"
    let description = try ServerDescription(Array(whole.utf8))
    #expect(description.bytes.suffix(whole.utf8.count) == Array(whole.utf8)[...])
  }

  @Test("a description in another encoding is refused")
  func encoding() {
    let text: [UInt8] = "<context/>".utf8.flatMap { [$0, 0] }
    #expect(throws: ServerDescription.Problem.self) { try ServerDescription([0xFF, 0xFE] + text) }
    #expect(throws: ServerDescription.Problem.self) {
      try ServerDescription(Array("<context>".utf8) + [0xC3, 0x28])
    }
  }

  @Test("requests of libiio, and what may be answered")
  func requests() {
    let cases: [(String, ServerRequest)] = [
      ("", .blank), ("EXIT", .exit), ("VERSION", .version), ("PRINT", .description),
      ("ZPRINT", .refused), ("TIMEOUT 500", .number(payload: 0)),
      ("OPEN iio:device0 1 0000000f", .number(payload: 0)),
      ("READ iio:device0 scale", .text(endsEmpty: true)),
      ("GETTRIG iio:device0", .text(endsEmpty: false)),
      ("WRITE iio:device0 BUFFER enable 2", .number(payload: 2)),
      ("WRITE iio:device0 x -2", .refused), ("WRITE iio:device0 x 99999999999", .refused),
      ("READBUF iio:device0 16", .scans(16)), ("READBUF iio:device0 4000000000", .refused),
      ("WRITEBUF iio:device0 16", .refused),
    ]
    for (line, request) in cases { #expect(ServerRequest(line) == request, "\(line)") }
  }

  @Test(
    "hosts and ports",
    arguments: [
      ("ip:box", "box", "30431"), ("ip:box:1234", "box", "1234"),
      ("ip:[fe80::1]:99", "fe80::1", "99"),
      ("ip:[::1]", "::1", "30431"), ("ip:fe80::1", "fe80::1", "30431"),
    ])
  func address(_ uri: String, _ host: String, _ port: String) throws {
    let address = try #require(NetworkAddress(uri: uri))
    #expect(address.host == host && address.port == port)
  }

  @Test("no host, or no port", arguments: ["ip:", "ip:box:", "ip:box:0", "ip:box:x", "usb:1.2"])
  func noAddress(_ uri: String) { #expect(NetworkAddress(uri: uri) == nil) }
}
