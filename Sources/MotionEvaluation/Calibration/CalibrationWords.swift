import Foundation
import MotionCore

extension CalibrationOutcome.Refusal: CustomStringConvertible {
  /// What programs tell it by.
  var code: String {
    switch self {
    case .tooFewTrials: "tooFewTrials"
    case .shakesNotFound: "shakesNotFound"
    case .nothingEnds: "nothingEnds"
    case .conflict: "conflict"
    }
  }

  /// Why, and what to do about it.
  public var description: String {
    switch self {
    case .tooFewTrials(let count, let needed):
      "shakes measured: \(count), which is too few to judge by; measure at least \(needed)"
    case .shakesNotFound(let names):
      "not even sensitivity 1 finds \(names.joined(separator: ", ")); shake harder, back and forth along one line"
    case .nothingEnds(let window):
      "no shake stops within \(window.text(1)) s, so none would undo anything; shake more briefly, and"
        + " measure until the device rests"
    case .conflict(let needed, let name, let ended):
      "the shakes need \(needed.text), but from \(ended.text) on what is in \(name) passes for one"
        + " too; shake harder, or measure again"
    }
  }
}

extension CalibrationCaution: CustomStringConvertible {
  /// What programs tell it by.
  var code: String {
    switch self {
    case .noMotion: "noMotion"
    case .outlier: "outlier"
    case .longShakes: "longShakes"
    case .brokeOff: "brokeOff"
    case .nothingQuiet: "nothingQuiet"
    case .falseBegan: "falseBegan"
    case .smallMargin: "smallMargin"
    case .notStill: "notStill"
    case .gravity: "gravity"
    }
  }

  /// What it means for the person, in one line.
  public var description: String {
    switch self {
    case .noMotion(let name):
      "nothing moves in \(name); it does not count"
    case .outlier(let name):
      "\(name) needs far more than the others; it does not count"
    case .longShakes(let count, let total, let window, nil):
      "\(count) of \(total) shakes last longer than \(window.text(1)) s and undo nothing;"
        + " shake more briefly"
    case .longShakes(let count, let total, let window, let wider?):
      "\(count) of \(total) shakes last longer than \(window.text(1)) s,"
        + " so a window of \(wider.text(1)) s is proposed"
    case .brokeOff(let name):
      "\(name) breaks off within the shake; go on until the device rests"
    case .nothingQuiet:
      "nothing without a shake was measured, so false alarms are not known"
    case .falseBegan(let name):
      "what is in \(name) is first taken for a shake, and then not"
    case .smallMargin(let margin):
      "only \(margin.text(2)) above the lowest that finds the shakes; weaker ones will be missed"
    case .notStill(let name):
      "the device is not still in \(name), which does not count as rest"
    case .gravity(let rest):
      "at rest |a| is \(rest.text(2)) m/s² where gravity is 9.81: check the sensor's scale"
    }
  }
}

extension Sensitivity {
  /// As it is written on the command line.
  var text: String { value.text(2) }
}
