# SPDX-License-Identifier: Apache-2.0
"""What the page does by itself, with a laptop that fails as it is told to."""
import time
from collections.abc import Callable

from shared.report import Outcome, check

from page.browser import Phone
from page.laptop import ANSWER, LOSE, LOSE_ANSWER, Laptop

# A phone of Apple's, as far as the page asks; `allowed` is what its owner says.
APPLE = """
window.allowed = "denied";
DeviceMotionEvent.requestPermission = () => Promise.resolve(window.allowed);
const supports = CSS.supports.bind(CSS);
CSS.supports = (...words) => words[0] === "-webkit-touch-callout" || supports(...words);
"""
LOST = "ERR_EMPTY_RESPONSE"  # what the console says of a POST without an answer
# Events that nobody felt.
MADE_UP = """
for (let each = 0; each < arguments[1]; each++)
  dispatchEvent(new DeviceMotionEvent("devicemotion", { accelerationIncludingGravity: arguments[0] }));
"""
# The same, so many ms apart.
SERIES = """
const event = () => new DeviceMotionEvent("devicemotion", { accelerationIncludingGravity: arguments[0] });
setInterval(() => dispatchEvent(event()), arguments[1]);
"""
LYING = {"x": 0.1, "y": 0.2, "z": 9.8}
LOCKS = "window.locks = 0; navigator.wakeLock.request = () => { locks++; return Promise.resolve({ release() {} }); };"
EVENTS = ({"phase": "began"}, {"phase": "ended", "duration_ms": 800}, {"action": "undone", "name": "Typing <b>"},
          {"phase": "cancelled", "reason": "tooLong"},
          {"phase": "rejected", "lacks": "window", "has": 2.8, "needs": 1, "swings": 9},
          {"phase": "cancelled", "reason": "notAShake"}, {"phase": "rejected", "swings": 1, "lacks": "swings"},
          {"phase": "cancelled", "reason": "interrupted"}, {"phase": "ended", "duration_ms": 700, "late_ms": 2300},
          {"action": "nothing"}, {"phase": "later than this page"})
ENGLISH = ["Nothing to undo", "Too late by 2.3 s: nothing undone", "Cancelled: readings are missing",
           "Not a shake: 1 swing\nIt takes more, back and forth along one line.", "2.8 s, too long by 1.8 s",
           "Too long: shake more briefly", "Undone: Typing <b>", "Shake, 0.8 s"][:8]
GERMAN = ["Nichts rückgängig zu machen", "Um 2,3 s zu spät: nichts rückgängig gemacht", "Abgebrochen: Es fehlen Messwerte",
          "Kein Schütteln: 1 Schwung\nEs braucht mehr, hin und her auf einer Linie.", "2,8 s, um 1,8 s zu lang",
          "Zu lang: Schütteln Sie kürzer", "Rückgängig: Typing <b>", "Geschüttelt, 0,8 s"]
LACKS = "swings wholeSwings flight fast spike score stroke prominence late quiet".split()


def results() -> Outcome:
    """Each result in words, once, in both languages; for a screen reader too."""
    for german, expected in ((False, ENGLISH), (True, GERMAN)):
        with Laptop() as laptop, Phone(320, dark=german, german=german) as phone:
            laptop.tell(action="undone", name="of another phone before")
            phone.open(laptop.address)
            phone.wait("the first answer", lambda: len(laptop.posts) > 1)
            phone.start()
            for event in EVENTS:
                laptop.tell(**event)
            phone.wait("all results", lambda: laptop.posts[-1]["seen"] == 1 + len(EVENTS))
            check(phone.results == expected, f"results: {phone.results}")
            language = phone.run("return document.documentElement.lang")
            check(language == ("de" if german else "en"), f"the language is said to be {language}")
            tree = {(node["role"]["value"], node.get("name", {}).get("value", ""))
                    for node in phone.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]}
            named = {role for role, name in tree if name}
            check({"log", "image", "heading"} <= named, f"no name for a screen reader: {tree}")
            live = phone.run("return [...document.querySelectorAll('[aria-live]')].map((each) => each.id || 'header')")
            check(live == ["header", "results"], f"live regions: {live}")
            phone.check()
            for lacks in LACKS:
                laptop.tell(phase="rejected", swings=3, lacks=lacks)
            phone.wait("reasons", lambda: laptop.posts[-1]["seen"] == 1 + len(EVENTS) + len(LACKS))
            check(len({each.split("\n")[1] for each in phone.results}) == 8, f"reasons: {phone.results}")
    return Outcome(f"{len(EVENTS)} events and {len(LACKS)} reasons",
                   "words, en and de; log, lang, names, contrast of 4.5")


def losses() -> Outcome:
    """Nothing is lost, doubled or changed, whatever becomes of POSTs."""
    fates = [ANSWER, LOSE, LOSE_ANSWER, ANSWER, 500, LOSE_ANSWER, LOSE_ANSWER]
    with Laptop() as laptop, Phone() as phone:
        laptop.fate = lambda number: fates[number % len(fates)]
        phone.open(laptop.address)
        phone.run("""window.felt = [];
            addEventListener("devicemotion", (event) => felt.push(Math.round(event.timeStamp * 1000) / 1000))""")
        phone.start()
        laptop.tell(action="nothing")
        phone.wait("300 readings", lambda: len(laptop.taken) > 300)
        laptop.fate = lambda number: ANSWER
        felt = phone.run("return felt")
        phone.wait("the last", lambda: laptop.taken[-1][0] >= felt[-1])
        times = [reading[0] for reading in laptop.taken]
        began = felt.index(times[0])
        check(times[:len(felt) - began] == felt[began:], "readings were lost, doubled or changed")
        check(phone.results == ["Nothing to undo"], f"an event was shown again: {phone.results}")
        phone.check([500, LOST])
        refused = sum(fates[number % len(fates)] != ANSWER for number in range(len(laptop.posts)))
    return Outcome("5 of 7 POSTs lost, refused or not answered",
                   f"{len(times)} readings once each, though {refused} POSTs failed")


def slow_laptop() -> Outcome:
    """Four POSTs at a time where answers take long; the oldest readings go when 600 wait."""
    with Laptop() as laptop, Phone() as phone:
        laptop.delay = 0.7
        phone.open(laptop.address)
        phone.start()
        phone.wait("twenty POSTs", lambda: len(laptop.posts) >= 20)
        check(laptop.most_at_once == 4, f"{laptop.most_at_once} POSTs at once")
        told = [post["offset"] for post in laptop.posts if post["offset"] is not None]
        check(max(told) - min(told) < 100, f"the offset of the clocks varies: {told}")
        laptop.delay, laptop.fate = 0, lambda number: 500
        before = phone.sent
        phone.run(MADE_UP, {"x": -123.12345678901234, "y": 1 / 3, "z": 9.80665000000001}, 1000)
        phone.wait("600 readings", lambda: len(laptop.posts[-1]["readings"]) == 600)
        check(laptop.posts[-1]["first"] >= before + 400, "the readings that went are not counted")
        check(laptop.largest < 65536, f"a POST has {laptop.largest} bytes")
        phone.wait("words", lambda: "does not answer" in phone.text("link"))
        laptop.fate = lambda number: ANSWER
        phone.wait("recovery", lambda: not phone.text("link") and phone.sent - len(laptop.taken) < 60)
        phone.check([500])
    return Outcome("answers take 0.7 s; 1000 readings without one",
                   f"four POSTs at a time; 600 readings in {laptop.largest} bytes")


def answers() -> Outcome:
    """What the laptop refuses is said, and mends itself, but for a token that is no longer valid."""
    said = ((409, "Another phone is connected"), (400, "'seen' is out of range"), (LOSE, "does not answer"),
            (404, "scan the new code"))
    with Laptop() as laptop, Phone(320) as phone:
        phone.open(laptop.address)
        phone.start()
        for fate, words in said:
            laptop.fate = lambda number: ANSWER
            phone.wait("no trouble", lambda: not phone.text("link"))
            laptop.fate = lambda number: fate
            phone.wait(words, lambda: words in phone.text("link"))
        laptop.fate = lambda number: ANSWER
        posts = len(laptop.posts)
        time.sleep(1.5)
        check(len(laptop.posts) == posts, "it goes on with a token that is not valid")
        phone.check([409, 400, LOST, 404])
    with Laptop() as laptop, Phone() as phone:
        laptop.tells = False
        phone.open(laptop.address)
        phone.start()
        phone.wait("readings", lambda: len(laptop.taken) > 10)
        check(not phone.driver.find_element("id", "told").is_displayed(), "it claims results that nobody tells")
    return Outcome("409, 400, no answer, 404", "each in words; after 404 no more POSTs")


def permission() -> Outcome:
    """iOS: asked in the tap, denied, then allowed; its sign, which a rest shows to be the other one."""
    with Laptop() as laptop, Phone(sensor=False, script=APPLE) as phone:
        phone.open(laptop.address)
        phone.start()
        phone.wait("words", lambda: "may not read motion" in phone.text("sensor") and "phyphox" in phone.text("sensor"))
        phone.check()
        phone.run("allowed = 'granted'")
        phone.start()
        phone.wait("the axes", lambda: phone.driver.find_element("id", "live").is_displayed())
        phone.run(MADE_UP, LYING, 3)
        phone.wait("three readings", lambda: len(laptop.taken) >= 3)
        check(laptop.taken[0][1:] == [-0.1, -0.2, -9.8], f"the sign is not that of iOS: {laptop.taken[0]}")
        check(not phone.text("sensor"), "it still says that motion is not allowed")
        phone.run(SERIES, LYING, 20)
        phone.wait("the other sign", lambda: laptop.taken[-1][1:] == [0.1, 0.2, 9.8])
        turned = next(number for number, reading in enumerate(laptop.taken) if reading[3] > 0)
        marks = {number for post in laptop.posts for number in post["breaks"]}
        check(turned in marks, f"breaks: {marks}, turned at {turned}")
        phone.wait("the numbers", lambda: phone.text("z") == "9.8")
    with Laptop() as laptop, Phone() as phone:
        phone.open(laptop.address)
        phone.start()
        phone.wait("a reading", lambda: laptop.taken)
        check(laptop.taken[0][3] > 0, "Chromium is taken for iOS")
    return Outcome("iOS's permission denied, then given, at rest; Chromium",
                   "words, phyphox; the sign of iOS, then a mark and the other one; of Chromium its own")


def no_sensor() -> Outcome:
    """A desktop: an event of nulls, or none."""
    with Laptop() as laptop, Phone(320, sensor=False) as phone:
        phone.open(laptop.address)
        phone.start()
        phone.run(MADE_UP, {"x": None, "y": None, "z": None}, 1)
        phone.wait("words", lambda: "reports no motion" in phone.text("sensor"), 5)
        check("phyphox" in phone.text("sensor"), "phyphox is not named")
        phone.wait("word of it", lambda: laptop.posts[-1]["silent"])
        check(not laptop.taken, f"nulls: {laptop.taken}")
        phone.check()
        phone.run(MADE_UP, LYING, 1)
        phone.wait("a reading", lambda: laptop.taken and not laptop.posts[-1]["silent"])
        phone.wait("no words", lambda: not phone.text("sensor"))
    return Outcome("events of nulls, then readings",
                   "after 2 s it says so, to the laptop too, and names phyphox; then no more")


def slow_sensor() -> Outcome:
    """A battery saver's 10 Hz: too few for a shake, and the phone says so."""
    for german, words in ((False, "Only 10 readings a second"), (True, "Nur 10 Messwerte je Sekunde")):
        with Laptop() as laptop, Phone(320, sensor=False, german=german) as phone:
            phone.open(laptop.address)
            phone.start()
            phone.run(SERIES, LYING, 100)
            phone.wait("words", lambda: words in phone.text("sensor"))
            check("phyphox" in phone.text("sensor"), "phyphox is not named")
            phone.wait("readings", lambda: len(laptop.taken) > 5)
            phone.check()
    return Outcome("10 readings a second", "they arrive, and the phone says that they are too few, en and de")


def insecure() -> Outcome:
    """A page of http:// gets no motion, and says why."""
    with Laptop() as laptop, Phone(320, arguments=["--host-resolver-rules=MAP phone.test 127.0.0.1"]) as phone:
        phone.open(laptop.on("phone.test"))
        phone.wait("words", lambda: "https://" in phone.text("link"))
        check(not phone.driver.find_element("id", "start").is_enabled(), "Start can be touched")
        check(not laptop.posts, "it sends")
    return Outcome("http:// over the network", "it says to open https://")


def background() -> Outcome:
    """A page that sleeps: said at once, silent meanwhile, and marked when it is back. The token, and Wake Lock."""
    with Laptop() as laptop, Phone(script=LOCKS) as phone:
        phone.open(laptop.address)
        phone.start()
        phone.wait("readings", lambda: len(laptop.taken) > 60)
        where = "return location.pathname"
        check(phone.run(where) == "/", "the token is in the address bar")
        phone.hide()
        phone.wait("the POST of a hidden page", lambda: laptop.posts[-1]["hidden"])
        posts = len(laptop.posts)
        time.sleep(1.2)
        check(len(laptop.posts) == posts, "a hidden page sends")
        taken = len(laptop.taken)
        phone.show()
        phone.wait("readings again", lambda: len(laptop.taken) > taken)
        marks = {number for post in laptop.posts for number in post["breaks"]}
        check(marks == {taken}, f"breaks: {marks}, after {taken} readings")
        check(phone.run(where) == "/", "the token is in the address bar again")
        check(phone.run("return locks") == 2, "Wake Lock is not taken again")
        phone.check()
        # A hidden tab that the browser discards, and then loads again.
        phone.run("dispatchEvent(new Event('pagehide'))")
        check(phone.run(where) == laptop.path, "a hidden page has no token in the address bar")
        loads = len(laptop.gets)
        phone.driver.refresh()
        phone.wait("a new session", lambda: laptop.posts[-1]["session"] != laptop.posts[0]["session"])
        check(laptop.gets[loads:] == [laptop.path], f"a discarded tab asks {laptop.gets[loads:]}")
        check(phone.run(where) == "/", "the token is in the address bar of a tab that came back")
    return Outcome("hidden 1 s, back; discarded and loaded",
                   "one POST says so, a mark, Wake Lock again; token hidden, and found")


def screens() -> Outcome:
    """Portrait and landscape, dark and light, with and without motion."""
    for dark in (False, True):
        with Laptop() as laptop, Phone(320, 560, dark=dark, still=dark) as phone:
            phone.open(laptop.address)
            phone.check()
            phone.start()
            laptop.tell(action="undone", name="Replace" * 12)
            phone.wait_result("Undone")
            for width, height in ((320, 560), (560, 320), (390, 844), (844, 390), (1280, 800)):
                phone.resize(width, height)
                phone.check()
                beside = phone.run("""const place = (id) => element(id).getBoundingClientRect();
                    return place("live").right <= place("told").left""")
                check(beside == (width > height), f"at {width} × {height} axes and results are badly placed")
            phone.wait("the rate", lambda: phone.text("rate").isdigit() and 45 <= int(phone.text("rate")) <= 65)
            check(phone.run("return canvas.offsetHeight > 0") != dark, "the trace moves, or is missing")
    return Outcome("five screens, light and dark, reduced motion", "nothing wider than the screen; rate of 60 measured")


LOGIC: dict[str, Callable[[], Outcome]] = {
    "results": results, "losses": losses, "slow laptop": slow_laptop, "answers": answers, "permission": permission,
    "no sensor": no_sensor, "slow sensor": slow_sensor, "insecure": insecure, "background": background, "screens": screens,
}
