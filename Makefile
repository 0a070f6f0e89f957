# SPDX-License-Identifier: Apache-2.0

# Everything a developer runs. `make run` and `make test` need nothing but Debian 12 and Swift 6.2 (tried: 6.2.3 and 6.3.1).

SWIFT ?= swift
# What `make` needs: see Packaging/deps.
DEBIAN_PACKAGES = daemon $(call IF_UNDO,undo)

.PHONY: help run test test-long suite load hostile soak fuzz sanitize sanitize-addresses sanitize-threads pasteboard-torture examples example-gtk fleet-bench desktop-test desktop-test-short desktop-test-13 mqtt phone page-test docs docs-test picture vm-commands vm-test vm-test-full embedded libmotion bench bench-daemon count check api api-accept release-check samples manual deps needs-swift packages

define HELP
First
  run            build for debugging, and show a shake undoing an edit (motion-demo); also PHONE=page, PHONE=URL
  test           build, and run all tests; of random ones a few cases; also MOTION_BRIDGES='mqtt phone', by default phone
  examples       build the programs in Examples, and run their tests; in a window too: example-gtk

To install
  release        motiond and motionctl as they are installed, in .build/static/release; also COMPONENT=, ARCH=arm64
  install        build for release and install; also COMPONENT= of Packaging/files, DESTDIR=, PREFIX=, BUILT=
  uninstall      remove that again
  deb            the Debian packages, in .build/deb; ARCH=arm64, or DISTRIBUTION=trixie for another Debian
  source-package what Debian would build them from, in .build/source
  arm-sdk        what builds for 64-bit ARM on amd64, in .build/arm
  sbom           what is in the packages (SPDX), beside each, by spdx-tools from PyPI
  mqtt           build motion-mqtt, and run its tests alone, with a real broker (mosquitto); needs libmosquitto-dev
  phone          build phone-accelerometer, and run its tests alone, with fake phones

For a change
  suite          build and run one suite alone, as soon as can be: SUITE=ShakeOverviewTests
  check          formatting, what each part may import, the cases that tests name, addresses, plain English; 10 seconds
  test-long      test with all random cases, and all recordings of MOTION_CORPUS; ten minutes
  docs           compile or run what the documentation says, and build it: .build/docs/site/index.html
  api            compare what is public with Tests/Docs/API; api-accept writes that anew
  docs-test      open that site, and a plot, in Chromium: three widths, links, search, console
  manual         write manual pages and completions anew, from the help of the commands
  samples        write samples/ anew from their generator, and the pages and the XML that are made from tables
  picture        draw the pictures of README and of the articles anew
  bench          readings a second, beside other projects; the cost of a touch and of undo; heap allocations
  bench-daemon   what motiond costs beside a C program: CPU, memory, start, latency; 15 minutes
  count          instructions and heap allocations a reading: fails when they grew; a minute
  embedded       compile MotionCore for a microcontroller, and run it emulated
  libmotion      build the library for C, in .build/libmotion, and try it, also with musl; ARCH=arm64 as well in QEMU
  release-check  all that a release needs; prints the commands for it
  symbol-order   record anew which functions a run executes, for the release to put side by side

Against strangers
  packaging-test systemd, udev, D-Bus and polkit check what is installed
  source-test    build Debian's source package in a chroot of sid, offline; lintian and autopkgtest; up to 90 minutes
  reproducible-test    build it twice in other folders, and compare the packages
  deb-test       lintian; install, upgrade, remove and purge the packages on a bare Debian; DISTRIBUTION=trixie
  vm-test        the commands on a real kernel and a virtual accelerometer, in QEMU; ARCH=arm64
  vm-test-full   the same with all cases; ten minutes
  page-test      the page for a phone's browser, in Chromium: shakes that undo, lost requests; two minutes
  desktop-test   shake-to-undo with real programs on real desktops; desktop-test-short: some on X11 and Phosh
  desktop-test-13    the same of its package in a whole Debian 13, booted as a container; 20 minutes, needs root
  system-test    install the package on a whole Debian in QEMU, and try the service there; DISTRIBUTION=trixie
  arm-test       events and tests of arm64 programs, under QEMU, beside those of this machine; 20 minutes
  hostile        attacks on motiond by other clients, and what a good one notices; a minute
  load           motiond with 200 clients, failures and invalid calls; 2 minutes
  fleet-bench    1000 devices on a real mosquitto, which is killed; ten misbehave; seven minutes
  soak           24 simulated hours through all detectors and through motiond, and 24 with faults
  fuzz           libFuzzer on all parts that read what others write; also FUZZ_SECONDS=, FUZZERS=
  sanitize       all tests under the address and the thread sanitizer; half an hour
  pasteboard-torture    40000 writes by four processes, readers, 2000 processes killed
endef

# What each target does, in groups.
help:
	$(info $(HELP))@:

# A debug build, which is ready sooner; with recordings it is 25 to 35 times slower than that of `make release`.
# With PHONE, the address that an app on the phone shows, or `page`, the phone is the accelerometer.
PHONE =
run:
	@SWIFT='$(SWIFT)' Packaging/run '$(PHONE)'

# Debian's Swift 6.2.3 lacks a library that it links to tests, and of which none needs anything. $(call OVERLAY,OPTIONS)
# puts an empty one into the folder of that build.
define OVERLAY
@[ -e "$$($(SWIFT)c -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')"/linux/lib_Testing_Foundation.so ] || { \
  built="$$($(SWIFT) build $(1) --show-bin-path)" && mkdir -p "$$built" && \
  echo | gcc -shared -x c - -o "$$built"/lib_Testing_Foundation.so; }
endef

# A bus of their own, an accelerometer made of files, a fake phone, and the examples in C and Python.
# Windows and keys of desktops: an X server and a compositor without a screen, and what prints keys.
DESKTOP_PACKAGES = libxcb-res0 libxcb-xtest0 libxkbcommon-x11-0 sway wev x11-utils x11-xkb-utils xdotool xvfb
# With phone-accelerometer, which the demo takes; not in Debian's source package, which has no swift-nio. With
# MOTION_BRIDGES='mqtt phone' the tests of motion-mqtt too.
test: export MOTION_BRIDGES ?= $(if $(MOTION_PACKAGES),,phone)
test: DEBIAN_PACKAGES += dbus gcc libc6-dev openssl python3-gi umockdev unzip $(DESKTOP_PACKAGES) $(IF_MQTT_PACKAGES)
test: deps
	$(call OVERLAY)
	$(SWIFT) build --build-tests
	@# What failed, once more at the end, where it is found.
	@$(SWIFT) test --skip-build --xunit-output .build/tests.xml || { status=$$?; echo 'What failed:'; \
	  sed -n '/<testcase/h; /<failure/{x;s/.*classname="\([^"]*\)" name="\([^"]*\)".*/\1.\2/p;x;s/.*message="\(.*\)".*/  \1/p;}' \
	  .build/tests-swift-testing.xml; exit $$status; }

# One suite, in a build of its own with nothing but its target of tests and what that needs.
suite: deps
	@file="$$(grep -rlE '(struct|class|enum) $(or $(SUITE),-)\b' Tests --include='*.swift' | head -n 1)"; \
	[ -n "$$file" ] || { echo 'make suite: give the name of a suite, such as SUITE=ShakeOverviewTests'; exit 64; }; \
	case "$$file" in *MQTT*) export MOTION_BRIDGES=mqtt ;; *Phone*) export MOTION_BRIDGES=phone ;; esac; \
	export MOTION_TESTS="$$(echo "$$file" | sed -E 's#.*/([A-Za-z]+Tests)/.*#\1#')"; \
	$(SWIFT) build --scratch-path .build/suite --product motiondPackageTests && \
	$(SWIFT) test --scratch-path .build/suite --skip-build --filter '$(SUITE)'

# The same with all random cases, and all recordings of other people where they are.
test-long: export MOTION_TEST_LONG = 1
test-long: test

load: DEBIAN_PACKAGES += dbus-daemon
load: deps
	$(SWIFT) build --product motiond
	$(SWIFT) build --product MotionLoad
	@"$$($(SWIFT) build --show-bin-path)/MotionLoad"

soak: export MOTION_BRIDGES = mqtt
soak: DEBIAN_PACKAGES += coreutils dbus-daemon $(MQTT_PACKAGES) $(BROKER_PACKAGES) umockdev
soak: deps
	$(SWIFT) build -c release --product motiond
	$(SWIFT) build -c release --product motionctl
	$(SWIFT) build -c release --product MotionLoad
	$(SWIFT) build -c release --product motion-mqtt
	@"$$($(SWIFT) build -c release --show-bin-path)/MotionLoad" --soak
	Tests/Rigs/Faults/run "$$($(SWIFT) build -c release --show-bin-path)"

# Seconds for each part; FUZZERS= names some of them.
FUZZ_SECONDS = 60
FUZZERS =
# Of several -sanitize swiftc takes the last, and the package manager passes two: with one of both nothing is left out.
fuzz: deps
	MOTION_FUZZ=1 MOTION_BRIDGES=phone $(SWIFT) build --scratch-path .build/fuzz --sanitize=address --sanitize=fuzzer \
	  -Xswiftc -sanitize=address,fuzzer --product MotionFuzz
	Tests/Fuzz/run .build/fuzz/debug/MotionFuzz $(FUZZ_SECONDS) $(FUZZERS)

# All tests under the address and the thread sanitizer; the latter does not see the toolchain's Mutex. Optimized: the
# tests took 12 minutes under the first, and take 4.
sanitize: sanitize-addresses sanitize-threads

sanitize-addresses sanitize-threads: DEBIAN_PACKAGES += dbus gcc libc6-dev python3-gi umockdev
sanitize-addresses: deps
	$(SWIFT) build --build-tests --scratch-path .build/asan --sanitize=address -Xswiftc -O
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --skip-build --scratch-path .build/asan --sanitize=address -Xswiftc -O

MUTEX = $(CURDIR)/.build/mutex
sanitize-threads: deps
	mkdir -p $(MUTEX)
	$(SWIFT)c -swift-version 6 -parse-as-library -O -sanitize=thread -module-name PthreadSynchronization \
	  -emit-module -emit-module-path $(MUTEX)/ -c -o $(MUTEX)/mutex.o Tests/Sanitizers/PthreadSynchronization.swift
	MOTION_MUTEX=$(MUTEX) $(SWIFT) build --build-tests --scratch-path .build/tsan --sanitize=thread \
	  -Xswiftc -O -Xlinker $(MUTEX)/mutex.o
	MOTION_MUTEX=$(MUTEX) $(SWIFT) test --skip-build --scratch-path .build/tsan --sanitize=thread -Xswiftc -O

hostile: DEBIAN_PACKAGES += dbus-daemon
hostile: deps
	$(SWIFT) build --product motiond
	$(SWIFT) build --product MotionLoad
	@"$$($(SWIFT) build --show-bin-path)/MotionLoad" --hostile

# In memory; PASTEBOARD_TORTURE=/DIRECTORY on the disk that the directory is on.
pasteboard-torture: deps
	$(SWIFT) build --build-tests
	PASTEBOARD_TORTURE=$${PASTEBOARD_TORTURE:-memory} \
	  $(SWIFT) test --skip-build --filter PasteboardKitTests.TortureTests

examples: example-gtk
	$(call OVERLAY,--package-path Examples)
	$(SWIFT) build --package-path Examples --build-tests
	$(SWIFT) test --package-path Examples --skip-build

# Real windows, on an X server without a screen and a bus of their own.
example-gtk: DEBIAN_PACKAGES += dbus-daemon gir1.2-gtk-4.0 libgtk-4-dev python3-gi xclip xdotool xvfb
example-gtk: deps
	$(SWIFT) build --product motiond
	$(SWIFT) build --product motionctl
	$(call OVERLAY,--package-path Examples/ShakeNotes)
	$(SWIFT) build --package-path Examples/ShakeNotes --build-tests
	$(SWIFT) test --package-path Examples/ShakeNotes --skip-build

# shake-to-undo with real programs on desktops without a screen; the short one with some programs on an X server and Phosh.
desktop-test desktop-test-short: DEBIAN_PACKAGES += at-spi2-core chromium dbus dconf-gsettings-backend dunst fonts-dejavu-core gedit \
  gir1.2-glib-2.0 gnome-settings-daemon-common grim gsettings-desktop-schemas i3lock imagemagick libgtk-4-dev libreoffice-calc \
  libreoffice-gtk3 libxcb-res0 libxcb-xtest0 libxkbcommon-x11-0 mousepad openbox phoc phosh pluma python3-gi suckless-tools \
  sway x11-apps x11-utils x11-xkb-utils xdotool xterm xvfb
# What these packages recommend is 180 MB; of that Phosh needs gnome-settings-daemon's schemas.
desktop-test-short: DEBIAN_PACKAGES += --no-install-recommends
desktop-test: DEBIAN_PACKAGES += abiword caja emacs-gtk firefox-esr foot gjs gnome-shell gnome-text-editor \
  idle-python3.11 inkscape jedit kate kolourpaint \
  kwin-wayland libglib2.0-bin libreoffice-impress libreoffice-writer mutter picom python3-dbusmock qtwayland5 \
  swaylock tuxpaint vim-gtk3 xournalpp zenity
desktop-test desktop-test-short: deps
	for each in motiond motionctl shake-to-undo; do $(SWIFT) build --product $$each || exit; done
	$(SWIFT) build --package-path Examples/ShakeNotes --product ShakeNotes
	Tests/Rigs/Desktop/run $(if $(filter %-short,$@),--short) "$$($(SWIFT) build --show-bin-path)" \
	  "$$($(SWIFT) build --package-path Examples/ShakeNotes --show-bin-path)"
	@$(if $(filter %-short,$@),,if [ "$$(id -u)" = 0 ]; then $(MAKE) desktop-test-13; \
	  else echo 'Debian 13: SKIPPED, as it needs root: sudo make desktop-test-13'; fi)

# The packages in a whole Debian 13, which is made and booted as a container: needs root. Its user's service manager, its
# portal, KWin 6.3 and GNOME Shell 48.
desktop-test-13:
	$(MAKE) deb DISTRIBUTION=trixie
	Tests/Rigs/Desktop/debian-13 .build/deb-trixie

# motion-mqtt, which needs libmosquitto, and its tests alone, with a real broker.
MQTT_PACKAGES = libmosquitto-dev
BROKER_PACKAGES = mosquitto mosquitto-clients openssl
# Where MOTION_BRIDGES names it.
IF_MQTT_PACKAGES = $(if $(filter mqtt,$(MOTION_BRIDGES)),$(MQTT_PACKAGES) $(BROKER_PACKAGES))
mqtt: export MOTION_BRIDGES = mqtt
mqtt: export MOTION_TESTS = MotionMQTTTests MQTTCommandTests
mqtt: DEBIAN_PACKAGES += dbus-daemon $(MQTT_PACKAGES) $(BROKER_PACKAGES) python3 systemd
mqtt: deps
	$(call OVERLAY)
	$(SWIFT) build --product motiondPackageTests
	$(SWIFT) test --skip-build
	Tests/Packaging/mqtt "$$($(SWIFT) build --show-bin-path)"

# phone-accelerometer, which needs swift-nio, and its tests alone, with fake phones.
phone: export MOTION_BRIDGES = phone
phone: export MOTION_TESTS = PhoneProtocolTests PhoneCommandTests
phone: DEBIAN_PACKAGES += python3
phone: deps
	$(call OVERLAY)
	$(SWIFT) build --product motiondPackageTests
	$(SWIFT) test --skip-build
	Packaging/manual --check "$$($(SWIFT) build --show-bin-path)" phone-accelerometer

# The page that phone-accelerometer serves, in a browser whose accelerometer plays recordings.
page-test: export MOTION_BRIDGES ?= phone
page-test: DEBIAN_PACKAGES += chromium chromium-driver openssl python3-selenium qrencode
page-test: deps
	$(SWIFT) build --product motion-demo
	$(SWIFT) build --product phone-accelerometer
	Tests/Rigs/Page/run $(addprefix --only ,$(CASES)) "$$($(SWIFT) build --show-bin-path)"

# A thousand devices, a mosquitto that is killed, and devices that misbehave; seven minutes, on loopback alone.
fleet-bench: DEBIAN_PACKAGES += dbus-daemon $(MQTT_PACKAGES) $(BROKER_PACKAGES) python3
fleet-bench: COMPONENT = motion-mqtt
fleet-bench: release
	MOTION_BRIDGES=mqtt $(SWIFT) build $(RELEASE) --product FleetDevices
	$(SWIFT) build --product motiond
	$(SWIFT) build --product motionctl
	Tests/Rigs/Fleet/run $(RELEASED) "$$($(SWIFT) build --show-bin-path)"

# The tutorial is typed into a shell, with a bus of its own and a recording as the accelerometer.
docs docs-test: DEBIAN_PACKAGES += cmark-gfm dbus gcc gjs libc6-dev mkdocs mkdocs-material python3 python3-gi umockdev
docs: deps
	$(SWIFT) build
	Tests/Docs/links
	Tests/Docs/commands "$$($(SWIFT) build --show-bin-path)"
	Tests/Docs/pictures "$$($(SWIFT) build --show-bin-path)"
	SWIFT=$(SWIFT) Tests/Docs/snippets "$$($(SWIFT) build --show-bin-path)"
	SWIFT=$(SWIFT) Tests/Docs/convert "$$($(SWIFT) build --show-bin-path)"

# What a reader does with it, in Chromium; and with a page that `motion-lab plot` writes.
docs-test: DEBIAN_PACKAGES += chromium chromium-driver python3-selenium
docs-test: packages docs
	"$$($(SWIFT) build --show-bin-path)"/motion-lab plot samples/short-shake.csv -o .build/docs/plot.html
	Tests/Docs/browse .build/docs/site .build/docs/plot.html

picture: DEBIAN_PACKAGES += dbus-daemon python3 python3-gi
picture: deps
	for each in motion-lab motiond motionctl; do $(SWIFT) build --product $$each || exit; done
	docs/pictures/screen "$$($(SWIFT) build --show-bin-path)"
	docs/pictures/motions "$$($(SWIFT) build --show-bin-path)"
	$(SWIFT) build --package-path Examples --product TouchTiles
	docs/pictures/touches "$$($(SWIFT) build --package-path Examples --show-bin-path)"

# The commands as they are released, as the virtual machine has no Swift libraries; an example is a package of its own.
TILES = -c release --static-swift-stdlib --package-path Examples --scratch-path .build/static-examples$(addprefix -,$(CROSS))
vm-commands: release
	$(BUILDER) build $(RELEASE) --product motion-demo
	$(BUILDER) build $(RELEASE) --product touchctl
	$(BUILDER) build $(RELEASE) --product iio-network
	$(BUILDER) build $(TILES) --product TouchTiles
	cp "$$($(BUILDER) build $(TILES) --show-bin-path)"/TouchTiles $(RELEASED)

vm-test: vm-commands
	Tests/Rigs/VM/run $(if $(CROSS),--arm64 '$(ARM_SDK)/guest') $(RELEASED)

vm-test-full: vm-commands
	Tests/Rigs/VM/run --full .build/static/release
	Tests/Rigs/VM/run --kernel trixie .build/static/release

# The C compiler, C library and emulator of a microcontroller.
embedded: DEBIAN_PACKAGES += gcc-arm-none-eabi picolibc-arm-none-eabi qemu-system-arm
embedded: deps
	SWIFT=$(SWIFT) Tests/Embedded/run

# Static, shared and with musl; with ARCH=arm64 beside it for that.
LIBMOTION = .build/libmotion
libmotion: DEBIAN_PACKAGES = gcc g++ libc6-dev musl-tools pkgconf python3 valgrind \
  $(if $(CROSS),gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
libmotion: deps
	SWIFT=$(SWIFT) Bridges/libmotion/build $(LIBMOTION)/$(MACHINE) $(MACHINE)
	$(if $(CROSS),SWIFT=$(SWIFT) Bridges/libmotion/build $(LIBMOTION)/$(ARCH) $(ARCH))
	Tests/Bridges/libmotion/run $(LIBMOTION)/$(MACHINE) $(addprefix $(LIBMOTION)/,$(CROSS))

bench: deps
	MOTION_BENCH=1 $(SWIFT) run -c release --scratch-path .build/bench Benchmarks

bench-daemon: DEBIAN_PACKAGES += gcc libc6-dev dbus-daemon libiio-utils valgrind
bench-daemon: release
	Tests/Rigs/Cost/run .build/static/release

count: DEBIAN_PACKAGES += valgrind
count: release
	Tests/Rigs/Cost/count $(RELEASED)

# Neither the linter nor grep fails for a folder that is missing.
LINTED = Package.swift Sources Apps Lab Bridges Tests Benchmarks Examples
# $(call only_imports,FOLDER,PATTERN,WHAT): fails for an import in FOLDER that PATTERN does not match.
only_imports = find $(1) -name '*.swift' | grep -q . || { echo '$(1) has no Swift'; exit 1; }; \
  if grep -rnE --include='*.swift' '^[^/]*\<import[[:space:]]' $(1) | grep -vE '$(2)'; then \
    echo "$(1) imports nothing but $(3)"; exit 1; \
  fi
check:
	@for each in $(LINTED); do [ -e $$each ] || { echo "$$each is missing"; exit 1; }; done
	$(SWIFT) format lint --strict --recursive $(LINTED)
	@if LC_ALL=C.UTF-8 grep -rnP --include='*.swift' --exclude-dir=.build '^(?=\s*//).{101}' $(LINTED); then \
	  echo 'a comment is at most 100 columns wide'; exit 1; \
	fi
	@without="$$(grep -rLI --include='*.swift' --include='*.[ch]' --exclude-dir=.build SPDX-License-Identifier $(LINTED); \
	  grep -rlI --exclude='*.md' --exclude-dir=.build '^#!/' $(LINTED) Packaging docs .ci | xargs grep -L SPDX-License-Identifier)"; \
	if [ -n "$$without" ]; then echo "$$without"; echo 'begin these with SPDX-License-Identifier, as the others do'; exit 1; fi
	@$(call only_imports,Sources/MotionCore,^Sources/MotionCore/Maths.swift:[0-9]+: *import (Glibc|Musl)$$,the C library's maths)
	@$(call only_imports,Apps/TouchCore,:[0-9]+:import MotionCore$$,MotionCore)
	@if grep -rnE --include='*.swift' '^[^/]*\<import[[:space:]]+((struct|class|enum|func|protocol)[[:space:]]+)?Foundation' Sources; then \
	  echo 'Sources import neither Foundation nor FoundationEssentials'; exit 1; \
	fi
	@if git ls-files -s | grep '^100644' | cut -f 2 | grep -v '^debian/' | xargs grep -lI '^#!/' | \
	  while read -r each; do head -c 2 "$$each" | grep '^#!' > /dev/null && echo "$$each"; done | grep .; then \
	  echo 'make these executable: chmod +x'; exit 1; \
	fi
	Tests/Cases/check
	SWIFT=$(SWIFT) Tests/Wings/check
	Tests/Wings/rooms
	Tests/Wings/generated
	Packaging/addresses
	Tests/Docs/english

# What is public, beside the committed baseline.
api api-accept: deps
	$(SWIFT) build
	rm -rf .build/api && mkdir .build/api
	SWIFT=$(SWIFT) Tests/Docs/symbols "$$($(SWIFT) build --show-bin-path)" .build/api > /dev/null
	Tests/Docs/api .build/api $(if $(filter api-accept,$@),--accept)

release-check: deps
	Packaging/release/check

# The first run writes, the second compares. What was written is to be looked at.
samples: deps
	MOTION_RECORD_SAMPLES=1 $(SWIFT) test --filter "SamplesTests|MotionPageTests|ReferenceTests"
	$(SWIFT) test --skip-build --filter "SamplesTests|MotionPageTests|ReferenceTests"
	@git status --short samples docs/motions.md docs/d-bus.md Packaging/org.motiond.Motion1.xml

manual: export MOTION_BRIDGES = mqtt phone
manual: DEBIAN_PACKAGES += $(MQTT_PACKAGES)
manual: deps
	$(SWIFT) build
	Packaging/manual "$$($(SWIFT) build --show-bin-path)"

deps: needs-swift packages

needs-swift:
	@Packaging/deps swift

packages:
	@Packaging/deps $(DEBIAN_PACKAGES)

include Packaging/install.mk
