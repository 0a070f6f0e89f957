// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A page of pictures that zooms and shows the values under the pointer, as one HTML file.
package enum Page {
  /// The page of `recordings`.
  ///
  /// - Parameters:
  ///   - recordings: a picture each; several are a sheet of small ones
  ///   - isWithoutGravity: true to leave gravity out at first; the page has a switch
  /// - Returns: a document of HTML
  package static func html(_ recordings: [PlottedRecording], isWithoutGravity: Bool) -> String {
    let title = recordings.count == 1 ? recordings[0].name : "\(recordings.count) recordings"
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(SVG.escaped(title))</title>
      <style>\(PageScript.style)</style>
      <header><label><input type="checkbox" id="gravity"\(isWithoutGravity ? "" : " checked")> with gravity</label>
      <span>Wheel or + and - zoom, drag or arrows move, double click or 0 shows all.</span>
      <span>\(key)</span><span>\(Picture.bandNote)</span></header>
      <main\(recordings.count > 1 ? " class=\"sheet\"" : "")></main>
      <script>
      const layout = {left: \(number(Picture.margins.left)), right: \(number(Picture.margins.right)), \
      lane: \(number(Lanes.height)), tick: \(number(TimeStep.leastDistance))};
      const colors = {\(meanings.map { "\($0): \"\($0.color)\"" }.joined(separator: ", "))};
      const axes = [\(Picture.axes.map { "[\"\($0.name)\",\"\($0.color)\"]" }.joined(separator: ","))];
      const steps = [\(steps)];
      const recordings = [

      """
    for recording in recordings {
      text += ThinnedRecording(recording, sharedBy: recordings.count).json + ",\n"
    }
    return text + "];\n\(PageScript.script)</script>\n</html>\n"
  }

  private static let meanings = PlottedRecording.Mark.Meaning.allCases

  /// The meaning of colors, as HTML.
  private static var key: String {
    meanings.map { "<i style=\"background:\($0.color)\"></i> \($0)" }.joined(separator: " ")
  }

  /// The steps of a time axis, as lists of JavaScript: seconds, and the unit of the labels.
  private static var steps: String {
    TimeStep.all.map { "[\($0.seconds),\(number($0.unit)),\"\($0.name)\"]" }
      .joined(separator: ",")
  }
}

extension ThinnedRecording {
  /// This recording as an object of JavaScript.
  fileprivate var json: String {
    func list(_ value: (Int) -> Double?) -> String {
      "[" + readings.map { value($0).map { Self.short($0) } ?? "null" }.joined(separator: ",") + "]"
    }
    let all = recording
    var members = [
      "name:\(Self.string(all.name))", "summary:\(Self.string(all.summary))",
      "thinned:\(Self.string(remark))", "t:\(list { all.times[$0] })",
      "breaks:[\(breaks.map { "\($0)" }.joined(separator: ","))]",
    ]
    for axis in 0..<3 {
      members.append("a\(axis):\(list { all.accelerations[$0][axis] })")
      members.append("g\(axis):\(list { all.trace[$0].gravity[axis] })")
    }
    if all.hasShakes {
      members.append("amplitude:\(list { all.trace[$0].amplitude })")
      members.append("score:\(list { all.trace[$0].score })")
    }
    let panels = [true, false].map { isWithoutGravity in
      "[\(all.panels(withoutGravity: isWithoutGravity).map(Self.object).joined(separator: ","))]"
    }
    members.append("panels:[\(panels.joined(separator: ","))]")
    let lanes = Lanes.levels(marks, of: all.span).map { density, lanes in
      "{density:\(density),count:\(lanes.count),rows:["
        + lanes.rows.map { "\($0 ?? -1)" }.joined(separator: ",") + "]}"
    }
    members.append("lanes:[\(lanes.joined(separator: ","))]")
    let marks = marks.map {
      "{meaning:\"\($0.meaning.rawValue)\",start:\(Self.short($0.start)),end:\(Self.short($0.end)),"
        + "text:\(Self.string($0.text))}"
    }
    members.append("marks:[\(marks.joined(separator: ","))]")
    let swings = swings.map {
      "[\(Self.short($0.start)),\(Self.short($0.end)),\(Self.short($0.amplitude))]"
    }
    members.append("swings:[\(swings.joined(separator: ","))]")
    return "{\(members.joined(separator: ",\n"))}"
  }

  private static func object(_ panel: Panel) -> String {
    func list(_ values: [Double]) -> String { "[\(values.map(short).joined(separator: ","))]" }
    let (y, threshold) = (panel.y, panel.threshold.map(short) ?? "null")
    return "{content:\"\(panel.content)\",top:\(short(y.end)),bottom:\(short(y.start)),"
      + "low:\(short(y.values.lowerBound)),high:\(short(y.values.upperBound)),"
      + "ticks:\(list(panel.ticks)),few:\(list(panel.fewTicks)),title:\(string(panel.title)),"
      + "short:\(string(panel.shortTitle)),color:\"\(panel.color)\",threshold:\(threshold)}"
  }

  private static func short(_ value: Double) -> String { number(value, to: 1e4) }

  /// A string of JavaScript within an element of HTML.
  private static func string(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2028}", "\u{2029}", "\u{0}"..<" ": plain.append(" ")
      default: plain.append(scalar)
      }
    }
    // An end tag would end the script.
    return String(plain).jsonString.split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: "\\u003c")
  }
}
