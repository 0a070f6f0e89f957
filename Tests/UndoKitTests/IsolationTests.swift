import Foundation
import Testing

@Suite("11 Isolation")
struct IsolationTests {
  @Test("U133 only the main actor may call an undo manager")
  func mainActorOnly() throws {
    let isolated = try diagnostics(
      of: "@MainActor func undo(_ manager: UndoManager) { manager.undo() }")
    #expect(isolated == "")
    let nonisolated = try diagnostics(of: "func undo(_ manager: UndoManager) { manager.undo() }")
    #expect(nonisolated.contains("error: call to main actor-isolated instance method 'undo()'"))
  }

  /// What the compiler says about `code` in Swift 6 mode.
  private func diagnostics(of code: String) throws -> String {
    let source = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).swift")
    try "import UndoKit\n\(code)\n".write(to: source, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: source) }
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6",
      "-I", builtProducts.appendingPathComponent("Modules").path, source.path,
    ]
    return try output(of: compiler, from: \.standardError)
  }
}
