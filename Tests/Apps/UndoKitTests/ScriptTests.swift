// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

/// The cases that a script states whole: ``Bench`` explains its words.
@MainActor
@Suite("Cases, each a script and the states that it leads to")
struct ScriptTests {
  @Test(
    "Registration, undo and redo",
    arguments: [
      Case(
        "U008 U042 U067 undo closes the event group, without a loop", "a1 | undo | undo",
        "a1 @1 1/0 | a0 @0 0/1 | a0 @0 0/1"),
      Case("U016 U111 registering opens the event group, which counts", "a1", "a1 @1 1/0"),
      Case("U017 several registrations share an event group", "a6 a7 a8 undo", "a0 @0 0/1"),
      Case(
        "U019 scalars survive", "manual [ a\(Int.max) ] [ a\(Int.min) ] undo | redo",
        "a9223372036854775807 @0 1/1 | a-9223372036854775808 @0 2/0"),
      Case(
        "U020 U059 while undoing, at the level of what is to redo", "( | ) undo",
        "@1 0/1 undoing | @0 0/0"),
      Case("U021 while redoing", "( ( | ) ) undo redo", "@1 1/0 redoing | @0 0/0"),
      Case(
        "U022 U023 U024 registration meanwhile, and in turns", "a1 undo | redo | undo | redo",
        "a0 @0 0/1 | a1 @0 1/0 | a0 @0 0/1 | a1 @0 1/0"),
      Case(
        "U025 a handler without inverse leaves nothing to redo", "( | ) undo | redo",
        "@1 0/1 undoing | @0 0/0 | @0 0/0"),
      Case("U026 a redo without inverse leaves nothing to undo", "( ( ) ) undo redo", "@0 0/0"),
      Case("U029 a new registration clears redo", "a1 undo | ( )", "a0 @0 0/1 | a0 @1 1/0"),
      Case(
        "U035 several targets", "manual [ a1 b2 c3 ] undo | redo",
        "a0 b0 c0 @0 0/1 | a1 b2 c3 @0 1/0"),
    ])
  func undoAndRedo(_ each: Case) { each.check() }

  @Test(
    "Groups",
    arguments: [
      Case("U036 an explicit begin under event grouping opens two groups", "[", "@2 1/0"),
      Case("U037 U055 end leaves the event group open; an empty group counts", "[ ]", "@1 1/0"),
      Case(
        "U038 U056 an explicit begin under manual grouping opens one, which counts", "manual [",
        "@1 1/0"
      ),
      Case("U039 deep nesting counts", "[ [ [ | ] | ] | ]", "@4 1/0 | @3 1/0 | @2 1/0 | @1 1/0"),
      Case(
        "U043 undo closes the one open group, and undoes it", "manual [ a1 | undo",
        "a1 @1 1/0 | a0 @0 0/1"),
      Case(
        "U047 U048 nested groups are undone one by one", "[ a1 ] [ a2 ] nested | nested | nested",
        "a1 @1 1/1 | a0 @1 1/2 | a0 @1 1/2"),
      Case(
        "U049 redo in an open event group", "[ a1 ] [ a2 ] nested nested redo | redo | nested",
        "a1 @1 1/1 | a2 @1 1/0 | a1 @1 1/1"),
      Case(
        "U050 undo reverts the rest in one step", "[ a1 ] [ a2 ] [ a3 ] nested undo", "a0 @0 0/2"),
      Case(
        "U052 U053 undo reverts nested groups at once, in reverse order",
        "manual [ a1 [ a2 b1 b2 ] a3 ] undo | redo", "a0 b0 @0 0/1 | a3 b2 @0 1/0"),
      Case("U057 an open group with changes counts", "manual [ a1 [ ] a2", "a2 @1 1/0"),
      Case("U060 groups of a handler are one redo group", "( [ ( ) ] ( ) ) undo", "@0 0/1"),
      Case(
        "U061 a group that a handler leaves open is closed for it", "( [ a1 ) undo | redo",
        "a1 @0 0/1 | a0 @0 1/0"),
      Case(
        "U070 undo closes the event group with groupsByEvent off", "a1 manual undo", "a0 @0 0/1"),
    ])
  func groups(_ each: Case) { each.check() }

  @Test(
    "Levels of undo",
    arguments: [
      Case(
        "U075 lowering drops at once, the oldest first", "manual [ a1 ] [ a2 ] [ a3 ] max1 | undo",
        "a3 @0 1/0 | a2 @0 0/1"),
      Case(
        "U076 the redo side is limited too", "manual [ a1 ] [ a2 ] [ a3 ] undo undo max1 | redo",
        "a1 @0 1/1 | a2 @0 1/0"),
      Case(
        "U077 zero means unlimited", "manual max0 " + String(repeating: "[ a1 ] ", count: 1000),
        "a1 @0 1000/0"
      ),
      Case(
        "U078 only top-level groups count", "manual max1 [ [ a1 ] [ a2 ] [ a3 ] ] | undo",
        "a3 @0 1/0 | a0 @0 0/1"),
    ])
  func limit(_ each: Case) { each.check() }

  @Test(
    "Disabling",
    arguments: [
      Case(
        "U079 disabling nests", "off | off | on | on",
        "@0 0/0 off | @0 0/0 off | @0 0/0 off | @0 0/0"),
      Case("U081 a disabled registration is ignored", "off a1", "a1 @0 0/0 off"),
      Case("U081 a disabled registration needs no group", "manual off a1 =N", "a1 @0 0/0 off"),
      Case("U082 a disabled registration keeps redo", "a1 undo off a2", "a2 @0 0/1 off"),
      Case("U083 begin and end while disabled leave no group", "off [ ] manual [ ]", "@0 0/0 off"),
      Case(
        "U083 begin and end balance across disable and enable", "manual [ off ] | [ on ]",
        "@0 0/0 off | @0 1/0"),
      Case(
        "U083 a group with changes that ends while disabled is kept", "manual [ a1 off ]",
        "a1 @0 1/0 off"),
      Case(
        "U084 undo while disabled records no inverse", "manual [ a1 ] off undo", "a0 @0 0/0 off"),
    ])
  func disabling(_ each: Case) { each.check() }

  @Test(
    "Removing",
    arguments: [
      Case(
        "U085 everything goes, from both stacks", "manual [ a1 =N ] [ a2 =N ] undo | clear",
        "a1 @0 1/1 N/N | a1 @0 0/0"),
      Case("U086 removeAllActions enables registration", "off off clear", "@0 0/0"),
      Case("U087 removeAllActions closes open groups", "[ [ clear", "@0 0/0"),
      Case(
        "U088 removeAllActions inside a handler empties both", "( a1 ) ( ( ) clear ) undo", "@0 0/0"
      ),
      Case(
        "U088 a change after that can be redone", "( clear a1 ) undo | redo",
        "a1 @0 0/1 | a0 @0 1/0"),
      Case(
        "U089 removal by target drops the groups that it empties", "manual [ a1 ] [ b1 ] -b | undo",
        "a1 b1 @0 1/0 | a0 b1 @0 0/1"),
      Case("U089 and keeps groups that were empty before", "manual [ ] -a", "a0 @0 1/0"),
      Case(
        "U090 and leaves the other targets of a group", "manual [ a1 b1 ] -b undo", "a0 b1 @0 0/1"),
      Case("U091 and reaches nested groups", "manual [ [ a1 ] ] -a", "a1 @0 0/0"),
      Case("U092 and the redo stack", "manual [ a1 ] undo -a", "a0 @0 0/0"),
      Case(
        "U093 and the open group, which stays open", "a1 b1 -b | undo",
        "a1 b1 @1 1/0 | a0 b1 @0 0/1"),
      Case("U093 and the group being undone", "b1 ( -b ) undo", "b1 @0 0/0"),
      Case("U094 and does not enable registration", "off -a", "a0 @0 0/0 off"),
    ])
  func removing(_ each: Case) { each.check() }

  @Test(
    "Names",
    arguments: [
      Case("U096 the name is visible while the group is open", "a1 =N", "a1 @1 1/0 N/"),
      Case(
        "U097 U104 the name moves to redo and back", "a1 =N undo | redo",
        "a0 @0 0/1 /N | a1 @0 1/0 N/"),
      Case("U098 a name set in the handler wins", "( a1 =R ) =N undo", "a1 @0 0/1 /R"),
      Case("U099 a name set in a nested group names the step", "[ a1 =N ] ]", "a1 @0 1/0 N/"),
      Case(
        "U100 the name set last wins, whatever its depth",
        "manual [ =o [ =i | ] | ] | [ [ =i ] =o ]", "@2 1/0 i/ | @1 1/0 i/ | @0 1/0 i/ | @0 2/0 o/"),
      Case(
        "U100 undoNestedGroup takes the nested name along", "[ a1 ] =first [ a2 ] =second nested",
        "a1 @1 1/1 first/second"),
      Case("U101 an empty name clears", "a1 =N =", "a1 @1 1/0"),
      Case("U103 naming opens the event group", "=N | a1", "@1 1/0 N/ | a1 @1 1/0 N/"),
      Case("U110 the counts", "manual [ a1 ] [ a2 ] [ a3 ] undo", "a2 @0 2/1"),
    ])
  func names(_ each: Case) { each.check() }

  @Test(
    "Discardable actions",
    arguments: [
      Case(
        "U107 a step is discardable if set so, and not by default", "a1 | ! | ]",
        "a1 @1 1/0 | a1 @1 1/0 !/ | a1 @0 1/0 !/"),
      Case("U107 a step may be set back", "a1 ! ~", "a1 @1 1/0"),
      Case("U107 undo and redo hand it on", "a1 ! undo | redo", "a0 @0 0/1 /! | a1 @0 1/0 !/"),
      Case("U107 what a handler sets wins", "( ( ) ~ ) ! undo", "@0 0/1"),
      Case(
        "U108 a group is discardable only if all its actions are",
        "manual [ a1 a2 ! ] | [ a1 ! a2 ]", "a2 @0 1/0 | a2 @0 2/0"),
      Case(
        "U108 the actions of nested and open groups count",
        "manual [ [ a1 ! | ] | [ a2 ] | ! | a3 [ a4 ! | ] ]",
        "a1 @2 1/0 !/ | a1 @1 1/0 !/ | a2 @1 1/0 | a2 @1 1/0 !/ | a4 @2 1/0 | a4 @0 1/0"),
      Case("U108 a group without actions is not discardable", "manual [ ! ]", "@0 1/0"),
      Case(
        "U108 removing the plain actions leaves a discardable group", "manual [ a1 ! b1 ] -b",
        "a1 b1 @0 1/0 !/"),
      Case(
        "U109 without a group it opens the event group, and is about what comes first",
        "! | a1 | a2", "@1 1/0 | a1 @1 1/0 !/ | a2 @1 1/0"),
    ])
  func discardable(_ each: Case) { each.check() }

  @Test(
    "User info",
    arguments: [
      Case(
        "U112 user info is carried to redo, and back", "manual [ a1 i:v ] | undo | redo",
        "a1 @0 1/0 i:v/ | a0 @0 0/1 /i:v | a1 @0 1/0 i:v/"),
      Case(
        "U112 each key has its value, and each step its own", "a1 i:1 t:noon ] a2 | i:2 | undo",
        "a2 @1 2/0 | a2 @1 2/0 i:2/ | a1 @0 1/1 i:1 t:noon/i:2"
      ),
      Case(
        "U112 a value set in the handler wins, for its key alone",
        "( ( ) i:handler ) i:client t:noon undo", "@0 0/1 /i:handler t:noon"),
      Case(
        "U112 undoNestedGroup takes along what was set with its group",
        "[ a1 i:in ] i:one [ a2 i:in ] i:two nested", "a1 @1 1/1 i:one/i:two"),
      Case(
        "U112 what was set before a nested group that is removed counts again",
        "a1 t:kept i:one [ b1 i:in ] i:two [ b1 i:in ] -b | [ a2 ] nested",
        "a1 b1 @1 1/0 t:kept i:two/ | a1 b1 @1 1/1 t:kept i:two/"),
      Case("U113 without a group it opens the event group", "i:v", "@1 1/0 i:v/"),
    ])
  func userInfo(_ each: Case) { each.check() }
}
