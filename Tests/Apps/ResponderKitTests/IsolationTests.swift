import ResponderKit
import Testing

@Suite("Isolation")
struct IsolationTests {
  @Test("R030 motion methods belong to the main actor")
  func mainActor() {
    let methods: [Any] = [
      Responder.motionBegan, Responder.motionEnded, Responder.motionCancelled,
      Application.sendEvent,
    ]
    for method in methods {
      #expect("\(type(of: method))".contains("@MainActor"))
    }
  }
}
