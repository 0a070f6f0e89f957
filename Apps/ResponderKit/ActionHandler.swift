// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A closure that a control or a gesture recognizer calls, to be removed by.
public struct ActionHandler: Hashable, Sendable {
  private let id = UUID()
}
