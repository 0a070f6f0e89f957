// SPDX-License-Identifier: Apache-2.0

/// Ends the process after a call that the contract rules out.
///
/// Unlike `precondition` this prints the reason in a release build too.
///
/// - Parameters:
///   - isKept: true if the call is right
///   - message: the call and the mistake
package func ensure(
  _ isKept: @autoclosure () -> Bool, _ message: @autoclosure () -> String
) {
  if !isKept() { fatalError(message()) }
}
