import ProcessTestSupport
import Testing

@Suite("11 Isolation")
struct IsolationTests {
  @Test("U133 only the main actor may call an undo manager")
  func mainActorOnly() throws {
    let isolated = try diagnostics(
      of: "@MainActor func undo(_ manager: UndoManager) { manager.undo() }", importing: "UndoKit")
    #expect(isolated == "")
    let nonisolated = try diagnostics(
      of: "func undo(_ manager: UndoManager) { manager.undo() }", importing: "UndoKit")
    #expect(nonisolated.contains("error: call to main actor-isolated instance method 'undo()'"))
  }
}
