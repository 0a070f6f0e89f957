import MotionCore

extension [Reading] {
  /// The reason why a motion was not found in a recording, to stand behind its name; empty if its detector tells none.
  ///
  /// - Parameters:
  ///   - motion: the motion that was sought
  ///   - times: its labeled times in seconds from the first reading; empty if they are not known
  /// - Returns: a text such as `: 0.90 s  no shake: 3 swings, but …`
  func reasonForMiss(of motion: MotionConfiguration, at times: [ClosedRange<Double>]) -> String {
    guard let start = first?.timestamp else { return ": no readings" }
    var reasons: [(text: String, isNear: Bool)] = []
    var elsewhere: Double?
    var pipeline = MotionPipeline([motion], isExplaining: true)
    func emit(_ finding: MotionFinding, _: MotionConfiguration) {
      if case .event(let event) = finding, event.phase == .began || event.phase == .recognized {
        elsewhere = elsewhere ?? event.timestamp.seconds(since: start)
      }
      guard case .rejection(let rejection) = finding else { return }
      let span = rejection.span
      let (low, high) = (
        span.lowerBound.seconds(since: start), span.upperBound.seconds(since: start)
      )
      reasons.append(
        (
          rejection.text,
          times.isEmpty || times.contains { $0.lowerBound <= high && low <= $0.upperBound }
        ))
    }
    for reading in self { pipeline.take(reading, emit) }
    pipeline.interrupt(emit)
    if let reason = reasons.last(where: \.isNear) { return ": \(reason.text)" }
    if let elsewhere {
      return ": one was found at \(elsewhere.text(decimals: 2)) s, away from the label"
    }
    guard let shake = Set([motion]).shake else { return "" }
    var trace = ShakeTrace(shake)
    let largest = compactMap { trace.take($0)?.amplitude }.max() ?? 0
    return
      ": the largest swing has \(largest.text(decimals: 1)) m/s², and no two of \(ShakeTrace.swingAmplitude.text(decimals: 0)) or more "
      + "follow each other there"
  }
}
