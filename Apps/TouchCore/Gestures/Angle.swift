/// The angle from `before` to `after` in radians, from -π to π; positive from x toward y.
func turn(from before: Point, to after: Point) -> Double {
  let sine = before.x * after.y - before.y * after.x
  let cosine = before.x * after.x + before.y * after.y
  let acute = arctangent(min(abs(sine), abs(cosine)), over: max(abs(sine), abs(cosine)))
  let fromAxis = abs(sine) > abs(cosine) ? .pi / 2 - acute : acute
  let angle = cosine < 0 ? .pi - fromAxis : fromAxis
  return sine < 0 ? -angle : angle
}

/// The angle whose tangent is `opposite / adjacent`, where that is at most 1; 0 if both are 0.
///
/// Two halvings of the angle bring the tangent below 0.2, where eleven terms of Gregory's series are
/// as exact as a `Double`: no library of mathematics is needed.
private func arctangent(_ opposite: Double, over adjacent: Double) -> Double {
  guard adjacent > 0 else { return 0 }
  var tangent = opposite / adjacent
  for _ in 0..<2 { tangent /= 1 + (1 + tangent * tangent).squareRoot() }
  let square = tangent * tangent
  var sum = 0.0
  for term in stride(from: 21.0, through: 1, by: -2) { sum = 1 / term - square * sum }
  return 4 * tangent * sum
}
