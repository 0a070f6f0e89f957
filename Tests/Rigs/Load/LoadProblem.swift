// SPDX-License-Identifier: Apache-2.0

/// A problem that ends the load, in words.
struct LoadProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
