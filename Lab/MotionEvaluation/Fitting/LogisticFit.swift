// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A logistic regression with weighted examples, ridge, and weights of given signs.
///
/// Newton's method (iteratively reweighted least squares; P. McCullagh and J. A. Nelder,
/// "Generalized linear models", 1989) on standardized features. A weight that comes out with the
/// wrong sign is held at zero and the others are fitted again.
package struct LogisticFit {
  /// An example: its features, its class and its weight.
  package struct Example {
    var features: [Double]
    var isPositive: Bool
    var weight: Double

    package init(features: [Double], isPositive: Bool, weight: Double) {
      self.features = features
      self.isPositive = isPositive
      self.weight = weight
    }
  }

  /// The factor of the sum of squared weights of standardized features, where each class weighs 1.
  private static let ridge = 0.008
  private static let steps = 30

  /// The log-odds of an example are ``bias`` plus the sum of weights times features.
  package private(set) var weights: [Double]
  package private(set) var bias = 0.0

  /// Fits `examples` of both classes; weights have the sign of the `signs`.
  package init(_ examples: [Example], signs: [Double]) {
    weights = [Double](repeating: 0, count: signs.count)
    let total = examples.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return }
    let means = signs.indices.map { index in
      examples.reduce(0) { $0 + $1.weight * $1.features[index] } / total
    }
    let deviations = signs.indices.map { index in
      (examples.reduce(0) { sum, example in
        let difference = example.features[index] - means[index]
        return sum + example.weight * difference * difference
      } / total).squareRoot() + 1e-9
    }
    // One column for each feature, and one of ones for the bias.
    let rows = examples.map { example in
      signs.indices.map { (example.features[$0] - means[$0]) / deviations[$0] } + [1]
    }
    var free = signs.indices + [signs.count]
    var solution = Self.newton(examples, rows, free)
    while let wrong = free.first(where: { $0 < signs.count && solution[$0] * signs[$0] < 0 }) {
      free.removeAll { $0 == wrong }
      solution = Self.newton(examples, rows, free)
    }
    weights = signs.indices.map { solution[$0] / deviations[$0] }
    bias = solution[signs.count] - zip(weights, means).map { $0.0 * $0.1 }.reduce(0, +)
  }

  /// The weights of the columns `free`; the others are zero, and the last one has no ridge.
  private static func newton(
    _ examples: [Example], _ rows: [[Double]], _ free: [Int]
  ) -> [Double] {
    let columns = rows.first?.count ?? 0
    var solution = [Double](repeating: 0, count: columns)
    for _ in 0..<steps {
      var gradient = free.map { $0 == columns - 1 ? 0 : 2 * ridge * solution[$0] }
      var curvature = free.map { row in
        free.map { $0 == row && row < columns - 1 ? 2 * ridge : 0 }
      }
      for (example, row) in zip(examples, rows) {
        let odds = free.reduce(0) { $0 + solution[$1] * row[$1] }
        let probability = 1 / (1 + exp(-odds))
        let error = example.weight * (probability - (example.isPositive ? 1 : 0))
        let slope = example.weight * probability * (1 - probability)
        for (i, first) in free.enumerated() {
          gradient[i] += error * row[first]
          for (j, second) in free.enumerated() {
            curvature[i][j] += slope * row[first] * row[second]
          }
        }
      }
      let step = solve(curvature, gradient)
      for (index, column) in free.enumerated() { solution[column] -= step[index] }
      if step.allSatisfy({ abs($0) < 1e-9 }) { break }
    }
    return solution
  }

  /// Solves a small positive definite system by Gaussian elimination.
  private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var rows = zip(matrix, right).map { $0.0 + [$0.1] }
    let count = rows.count
    for pivot in 0..<count {
      for row in 0..<count where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot...count { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    return rows.indices.map { rows[$0][count] / rows[$0][$0] }
  }
}
