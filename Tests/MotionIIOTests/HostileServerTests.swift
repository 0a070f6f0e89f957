import Glibc
import MotionCore
import SystemPackage
import Testing

@testable import MotionIIO

/// Servers that would harm libiio, or keep it waiting.
@Suite struct HostileServerTests {
  @Test("more scans than were asked for never reach libiio")
  func moreThanAsked() throws {
    let device = FakeDevice.accelerometer()
    let flood = String(repeating: "x", count: 100_000)
    let answers: [FakeIIOD.Answer] = [
      .raw("100000\n0000000f\n" + flood), .scan(FakeDevice.scan(1, 2, 3, at: 1_000_000_000)),
    ]
    try withReader(of: [device], answers) { probe, _ in
      _ = try probe.started()
      _ = try probe.lost()
      _ = try probe.started()
      try #expect(probe.readings(1).count == 1)
    }
  }

  @Test(
    "a description that names other documents, or hides that, is refused",
    arguments: [
      #"<?xml version="1.0"?><!DOCTYPE context [<!ENTITY x SYSTEM "file:///etc/passwd">]><context>&x;<!-- --></context>"#,
      #"<context><!ENTITY x SYSTEM "file:///etc/passwd"></context>"#,
      #"<context><?xml-stylesheet href="file:///etc/passwd"?></context>"#,
      #"<?xml version="1.0" encoding="utf-7"?>+ADwcontext/+AD4"#,
      "", "<device/>", "<context>\0</context>", "<context>\u{FFFE}</context><!",
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

  @Test("a value that is there zero times has no format")
  func zeroTimes() throws {
    let path = FilePath("/tmp/motiond-\(UInt64.random(in: 0 ... .max)).xml")
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    defer { unlink(path.string) }
    try file.closeAfter {
      let channels = [1, 7].map { times in
        #"<channel id="c\#(times)" type="input">"#
          + #"<scan-element index="\#(times)" format="le:s12/16X\#(times)&gt;&gt;0"/></channel>"#
      }
      let text = #"<context name="a"><device id="b">\#(channels.joined())</device></context>"#
      let description = try ServerDescription(Array(text.utf8))
      let parts = String(decoding: description.bytes, as: UTF8.self).split(separator: "X7")
      try file.writeAll(parts.joined(separator: "X0").utf8)
    }
    let context = try IIOContext(uri: "xml:\(path)")
    #expect(context.devices.flatMap(\.channels).map { $0.format != nil } == [true, false])
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
      ("READ iio:device0 scale", .text(isEmptyTold: true)),
      ("GETTRIG iio:device0", .text(isEmptyTold: false)),
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

  @Test("a server that accepts and says nothing is given up once, for all that is asked of it")
  func silent() throws {
    let listener = try SilentServer()
    #expect(
      throws: AccelerometerError.noContext(uri: listener.uri, error: .timedOut)
    ) { try AccelerometerChoice.accelerometers(at: listener.uri) }
    #expect(listener.connections == 1)
  }

  @Test(
    "a server that falls silent at any step ends it with an error, and never with a part",
    arguments: ["TIMEOUT", "PRINT", "READ", "GETTRIG"])
  func fallsSilent(_ step: String) throws {
    let iiod = try FakeIIOD([.accelerometer()])
    iiod.desk.fallSilent(at: step)
    #expect(throws: AccelerometerError.noContext(uri: iiod.uri, error: .timedOut)) {
      try AccelerometerChoice.accelerometers(at: iiod.uri)
    }
    #expect(iiod.stop())
  }

  @Test(
    "an answer of any nonsense at any step ends it with an error",
    arguments: ["VERSION", "TIMEOUT", "PRINT", "READ", "GETTRIG"],
    ["2147483647\nx", "99999999999999999999\n", "many\n", "\u{1}", "5", "-1\n", "0\n", "\n\n\n\n"])
  func nonsense(_ step: String, _ answer: String) throws {
    let iiod = try FakeIIOD([.accelerometer()])
    iiod.desk.answer(step, with: answer)
    // Errors of single values are not the end; that it goes on is all that matters.
    _ = try? AccelerometerChoice.accelerometers(at: iiod.uri)
    iiod.desk.answer(step, with: nil)
    #expect(try AccelerometerChoice.accelerometers(at: iiod.uri).count == 1)
    #expect(iiod.stop())
  }
}

/// A server that accepts connections, and neither reads nor writes.
private final class SilentServer {
  let uri: String
  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    uri = "ip:127.0.0.1:\(try FakeIIOD.listen(on: listener))"
  }

  deinit { close(listener) }

  /// The number of connections that wait.
  var connections: Int {
    var count = 0
    var wish = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    while poll(&wish, 1, 0) > 0 {
      close(accept(listener, nil, nil))
      count += 1
    }
    return count
  }
}
