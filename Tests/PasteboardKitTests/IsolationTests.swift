import Foundation
import Testing

@testable import PasteboardKit

@Suite("13 Pasteboard: isolation")
struct IsolationTests {
  @Test("P058 the class belongs to the main actor; store, items, contents and errors are Sendable")
  func sendable() async throws {
    func check<Value: Sendable>(_: Value.Type) {}
    check(PasteboardStore.self)
    check(PasteboardContents.self)
    check(Pasteboard.Item.self)
    check(Pasteboard.Name.self)
    check(PasteboardError.self)
    let folders = try TestFolders()
    let store = PasteboardStore(places: folders.places)
    let item: Pasteboard.Item = ["a": "1"]
    try await Task.detached { _ = try store.update(.general) { $0.items = [item] } }.value
    #expect(await folders.registry().system(.general).items == [item])
  }

  @Test("P058 only the main actor may call a pasteboard")
  func mainActorOnly() throws {
    let isolated = try diagnostics(
      of: "@MainActor func read(_ pasteboard: Pasteboard) { _ = pasteboard.string }")
    #expect(isolated == "")
    let nonisolated = try diagnostics(
      of: "func read(_ pasteboard: Pasteboard) { _ = pasteboard.string }")
    #expect(nonisolated.contains("error: main actor-isolated property 'string'"))
  }

  /// What the compiler says about `code` in Swift 6 mode.
  private func diagnostics(of code: String) throws -> String {
    let source = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).swift")
    try "import PasteboardKit\n\(code)\n".write(to: source, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: source) }
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6",
      "-I", products.appendingPathComponent("Modules").path, source.path,
    ]
    let pipe = Pipe()
    compiler.standardError = pipe
    try compiler.run()
    let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }
}
