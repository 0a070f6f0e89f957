# SPDX-License-Identifier: Apache-2.0

# `make run` and `make test` need nothing but Debian 12 and Swift 6.2 (tried: 6.2.3 and 6.3.1). What else is missing,
# Packaging/bin/deps installs.

.PHONY: help run try build debug test suite gate check docs examples samples install uninstall packages bench count ci release deps python

define HELP
First
  make run        build for debugging, and show a shake undoing an edit (motion-demo); PHONE=page (PORT=) or PHONE=URL: your phone's
  make try        a page to shake in a browser, without the rest; half a minute, the second time 5 s
  make test       build, and run all tests, with a few random cases; MOTION_TEST_LONG=1 with all; MOTION_BRIDGES=all
  make suite      one suite alone, as soon as can be: SUITE=ShakeOverviewTests; or all of some targets: TARGETS=UndoKitTests
  make gate       what proves the change of this branch, the quickest first: .ci/gates
  make debug      all programs, for debugging, in .build/make/debug; PRODUCT=motionctl one of them
  make check      formatting, scripts, imports, cases, gates, addresses, links, plain English, figures; 20 seconds
  make docs       compile or run what the documentation says, and build it: .build/docs/site/index.html
  make examples   build the programs in Examples, and run their tests
  make samples    write again what a generator makes: samples/, docs/motions.md, tables and XML of the D-Bus interface
  make deps       install what `make run` and `make test` need

To install
  make build      programs as they are installed, in .build/static/release; COMPONENT= of Packaging/files, ARCH=arm64
  make install    build and install; COMPONENT=, DESTDIR=, PREFIX=, BUILT=FOLDER of built programs
  make uninstall  remove that again
  make packages   the Debian packages, in .build/deb; ARCH=arm64, DISTRIBUTION=trixie

To judge
  make bench      readings a second, beside other projects; the cost of a touch and of undo; heap allocations
  make count      instructions and heap allocations a reading: fails when they grew; a minute
  make ci         all that a change must pass: .ci/run, 30 minutes; .ci/nightly and .ci/weekly have the rest
  make release    all that a release needs; prints the commands for it

Scripts install what they need, and build
  Tests/Bridges/libmotion/run   the library for C, also with musl; ARCH=arm64 as well in QEMU
  Tests/Bridges/web/run         the module for browsers, in Node; Tests/Bridges/web/browsers: the page to try, in three minutes
  Tests/Docs/api                what is public, beside Tests/Docs/API; --accept writes that
  Tests/Docs/read               the manual's site, and a plot, in Chromium
  Tests/Embedded/run            MotionCore for a microcontroller, emulated
  Tests/Fuzz/run                libFuzzer on all that reads what others write: [SECONDS [FUZZER...]]
  Tests/Packaging/at-build      the tests that Debian runs where it builds the packages
  Tests/Packaging/package       lintian; packages on a bare Debian: install, upgrade, purge; [trixie]
  Tests/Packaging/run           systemd, udev, D-Bus and polkit check what is installed
  Tests/Packaging/source        Debian's source package, twice in sid, offline; --try: lintian and autopkgtest
  Tests/Rigs/Cost/run           motiond beside a C program: CPU, memory, start, latency; 15 minutes
  Tests/Rigs/Cost/symbol-order  which functions a run executes, for the release to put side by side
  Tests/Rigs/Desktop/run        shake-to-undo with real programs on real desktops; --short
  Tests/Rigs/Desktop/debian-13  its package in a whole Debian 13; 20 minutes, as root
  Tests/Rigs/Faults/run         24 simulated hours with faults
  Tests/Rigs/Fleet/run          1000 devices on a mosquitto, which is killed; seven minutes
  Tests/Rigs/Load/run           motiond with 200 clients; --hostile: attacks; --soak: 24 simulated hours
  Tests/Rigs/Page/run           the page for a phone's browser, in Chromium; two minutes
  Tests/Rigs/System/run         the packages on a whole Debian in QEMU; --suite trixie
  Tests/Rigs/VM/run             the commands on a real kernel, in QEMU; --full; ARCH=arm64
  Tests/Sanitizers/run          all tests under the address and the thread sanitizer; half an hour
  Packaging/arm/sdk, arm/test   what builds for 64-bit ARM on amd64; arm64 programs under QEMU, as root
  Packaging/bin/manual          manual pages and completions, from the help of the commands
  Packaging/bin/sbom            what is in the packages (SPDX)
  Packaging/bin/source          what Debian would build the packages from, in .build/source
  docs/pictures/draw            the pictures of README and of the articles
endef
help:
	$(info $(HELP))@:

SWIFT ?= swift
export SWIFT

# A debug build, which is ready sooner; with recordings it is two to four times slower than `make build`.
run:
	@Packaging/bin/run '$(PHONE)' '$(PORT)'

# The detectors as WebAssembly, in one file, served on this machine alone.
try:
	@Bridges/web/try/serve

deps:
	@Packaging/bin/deps build test

test: deps
	@Tests/run

# With nothing but the test targets named, and what those need.
suite: deps
	@Tests/run '$(SUITE)' $(TARGETS)

debug: deps
	Packaging/bin/debug build $(PRODUCT:%=--product %)

gate:
	@.ci/gate change

check:
	@Packaging/bin/deps build pycodestyle pyflakes3 shellcheck
	Tests/Wings/style
	Tests/Wings/scripts
	Tests/Cases/check
	Tests/Wings/check
	Tests/Wings/parameters
	Tests/Wings/rooms
	Tests/Wings/generated
	Tests/Wings/gates
	Packaging/bin/addresses
	Tests/Packaging/commands
	Tests/Docs/links
	Tests/Docs/english
	Tests/Docs/figures

# The tutorial is typed into a shell, with a bus of its own and a recording as the accelerometer.
docs:
	@Packaging/bin/deps build cmark-gfm dbus gcc gjs libc6-dev libgtk-4-dev mkdocs mkdocs-material python3-dbus-fast python3-gi umockdev
	Packaging/bin/debug build
	Tests/Docs/links
	@for each in commands pictures snippets convert; do \
	  echo Tests/Docs/$$each; Tests/Docs/$$each "$$(Packaging/bin/debug folder)" || exit; \
	done

# Those of ShakeNotes in real windows, on an X server without a screen and a bus of their own.
examples:
	@Packaging/bin/here Examples/ShakeNotes/.build Examples/.build
	@Packaging/bin/deps build dbus gir1.2-gtk-4.0 libgtk-4-dev libsdl2-dev python3-gi qt6-base-dev xclip xdotool xvfb
	for each in motiond motionctl; do Packaging/bin/debug build --product $$each || exit; done
	for each in Examples/ShakeNotes Examples; do \
	  Packaging/bin/overlay $$each/.build/debug && $(SWIFT) build --package-path $$each --build-tests && \
	  $(SWIFT) test --package-path $$each --skip-build || exit; \
	done
	export MOTION_PACKAGE=Bridges/shake-to-undo-settings; \
	Packaging/bin/overlay "$$(Packaging/bin/debug folder)" && Packaging/bin/debug test

# The first run writes, the second compares. What was written is to be looked at.
WRITTEN = SamplesTests|MotionPageTests|ReferenceTests|ProgramsPageTests
samples: deps
	MOTION_RECORD_SAMPLES=1 Packaging/bin/debug test --filter '$(WRITTEN)'
	Packaging/bin/debug test --skip-build --filter '$(WRITTEN)'
	@git status --short samples docs/motions.md docs/d-bus.md docs/shake-to-undo-programs.md Packaging/data/dbus/org.motiond.Motion1.xml

# As whoever calls it; where root has no Swift: make build && sudo make install BUILT=.build/static/release
COMPONENT ?= motiond
# It reads Packaging/files.
python:
	@command -v python3 > /dev/null || { echo 'python3 is missing: apt-get install python3'; exit 69; }

build: python
	@Packaging/bin/build $$(Packaging/bin/install programs $(COMPONENT)) $(filter libmotion,$(COMPONENT))

# What takes the symbols away; empty to leave them, as for Debian's -dbgsym packages.
STRIP ?= $(if $(ARCH),,$(shell command -v strip))
install: python $(if $(BUILT),,build)
	@BUILT="$${BUILT:-$$(Packaging/bin/build --folder)}" STRIP='$(STRIP)' Packaging/bin/install install $(COMPONENT)

# The users stay, and so do options that were changed.
uninstall: python
	@Packaging/bin/install uninstall $(COMPONENT)

packages:
	@Packaging/bin/packages

bench:
	@Packaging/bin/here .build/bench
	@Packaging/bin/deps build
	MOTION_BENCH=1 $(SWIFT) run -c release --scratch-path .build/bench Benchmarks

count:
	Tests/Rigs/Cost/count

ci:
	.ci/run

release:
	Packaging/release/check
