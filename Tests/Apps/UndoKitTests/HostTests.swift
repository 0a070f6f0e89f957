import Foundation
import ProcessTestSupport
import Testing

/// The same program in each kind of host that this process is not: see `UndoKitHost`.
///
/// The fourth kind, an `async` `main`, is where these tests run: see `EventGroupTests`.
@Suite("5 Events: other hosts")
struct HostTests {
  @Test(
    "U064 U065 U073 the same changes make the same steps, whatever the host runs",
    arguments: ["RunLoop.main.run", "dispatchMain", "endEventGroups"])
  func steps(host: String) throws {
    let program = Process()
    program.executableURL = builtProducts.appendingPathComponent("UndoKitHost")
    program.arguments = [host]
    let printed = try output(of: program, from: \.standardOutput)
    #expect(printed == "level 0, 2 steps, values 3 2 0, then 2 3\n")
    #expect(program.terminationStatus == 0)
  }
}
