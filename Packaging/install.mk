# SPDX-License-Identifier: Apache-2.0

# What an integrator installs. `make install` builds as whoever calls it; where root has no Swift:
#   make release && sudo make install BUILT=.build/static/release

PREFIX ?= /usr/local
DESTDIR ?=
# A folder with the commands, where they are built already.
BUILT ?=

# What to build for. Another architecture than this machine's is arm64 on amd64, by the SDK of `make arm-sdk`.
MACHINE := $(shell dpkg --print-architecture 2> /dev/null)
ARCH ?= $(MACHINE)
CROSS = $(filter-out $(MACHINE),$(ARCH))
# Another Debian than this machine's, such as trixie, to pack for.
DISTRIBUTION ?=
# The Swift, and the folders, of that architecture.
BUILDER = $(if $(CROSS),Packaging/arm/swift,$(SWIFT))
SCRATCH = .build/static$(addprefix -,$(or $(DISTRIBUTION),$(CROSS)))
RELEASED = $(SCRATCH)/release
DEBS = .build/deb$(addprefix -,$(or $(DISTRIBUTION),$(CROSS)))

# What takes the symbols away from a program that is installed; empty to leave them, as for Debian's -dbgsym packages.
STRIP ?= $(if $(CROSS),,$(shell command -v strip))
# What to build, install or remove: names of Packaging/files.
COMPONENT ?= motiond
DEBIAN_COMPONENTS = motiond motiond-sensor-proxy iio-network shake-to-undo motion-lab
# Anything but yes leaves out what reads touchscreens, which needs libinput.
TOUCH ?= yes
IF_TOUCH = $(if $(filter yes,$(TOUCH)),$(1))
export PREFIX DESTDIR STRIP TOUCH UNITDIR ZSHDIR MANDIR SYSUSERSDIR UDEVRULESDIR DBUSSERVICEDIR DBUSPOLICYDIR POLKITDIR
# The word for MOTION_BRIDGES of what other packages build without.
BRIDGE = $(patsubst motion-mqtt,mqtt,$(patsubst phone-accelerometer,phone,$(filter motion-mqtt phone-accelerometer,$(COMPONENT))))

# shake-to-undo is built with the headers of what it loads, and so is all of the package; other programs are not.
IF_UNDO = $(if $(filter-out install release,$(MAKECMDGOALS))$(filter shake-to-undo,$(COMPONENT)),$(1))

.PHONY: release symbol-order arm-sdk arm-test needs-builder needs-sdk needs-distribution install uninstall packaging-test deb sbom deb-next deb-test system-test source-package needs-sid source-test reproducible-test

# Without Swift's libraries. What a run executes lies side by side, which saves a megabyte of resident memory: for that
# each function has a section of its own. Equal functions are one, which saves 0.4 MB of file. libiio is linked as ever.
STATIC = -c release --static-swift-stdlib --disable-local-rpath --scratch-path $(SCRATCH)
LINKED = $(CURDIR)/Packaging/release/sections.ld -z now --icf=all --gc-sections -O2 --no-export-dynamic \
  --symbol-ordering-file=$(CURDIR)/Packaging/release/symbol-order --no-warn-symbol-ordering
RELEASE = $(STATIC) -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections $(addprefix -Xlinker ,$(LINKED))
# RELINK: programs. Swift does not know what the linker reads: other files need another link.
RELINK = @find $(1) \( ! -newer Packaging/release/symbol-order -o ! -newer Packaging/release/sections.ld \) -delete 2> /dev/null || :

# By a shell, as the components of a target are known only there.
release: DEBIAN_PACKAGES += $(if $(filter motion-mqtt,$(COMPONENT)),$(MQTT_PACKAGES))
release: needs-builder
	$(call RELINK,$$(Packaging/install programs $(COMPONENT) | sed 's|^|$(RELEASED)/|'))
	@$(if $(BRIDGE),export MOTION_BRIDGES='$(BRIDGE)';) for program in $$(Packaging/install programs $(COMPONENT)); do \
	  echo "$(BUILDER) build --product $$program"; \
	  $(BUILDER) build $(RELEASE) --product $$program || exit; \
	done

# Before anything is built: what builds for this architecture, or the SDK for the other one.
needs-builder: $(if $(CROSS),needs-sdk,deps)
needs-sdk:
	@[ '$(ARCH) $(MACHINE)' = 'arm64 amd64' ] || { \
	  echo 'There is no SDK to build for $(ARCH) on $(MACHINE): build there, if that has Swift (see docs/machines.md)'; exit 69; }
	@[ -d '$(ARM_SDK)'/sdk ] || { echo 'The SDK for arm64 is missing: make arm-sdk'; exit 69; }

# A chroot of Debian sid with its Swift, and libraries of Debian 13 for arm64: 5 GB, five minutes, as root.
export ARM_SDK ?= $(CURDIR)/.build/arm
arm-sdk: DEBIAN_PACKAGES = mmdebstrap qemu-user-static kmod
arm-sdk: packages
	Packaging/arm/sdk

# Replays, and runs the tests of what does no I/O, as arm64 programs under QEMU.
arm-test: ARCH = arm64
arm-test: needs-sdk
	$(MAKE) release ARCH=arm64
	$(MAKE) release
	Packaging/arm/test .build/static/release .build/static-arm64/release

# What lies side by side, anew: the functions that a run executes.
symbol-order: DEBIAN_PACKAGES += gcc libc6-dev dbus-daemon valgrind
symbol-order: COMPONENT = motiond motiond-sensor-proxy
symbol-order: release
	Tests/Rigs/Cost/symbol-order $(RELEASED) > .build/symbol-order
	mv .build/symbol-order Packaging/release/symbol-order

install: $(if $(BUILT),,release)
	@BUILT='$(or $(BUILT),$(RELEASED))' Packaging/install install $(COMPONENT)

# The users stay, and so do options that were changed.
uninstall:
	@Packaging/install uninstall $(COMPONENT)

# With BUILT, the commands of that folder, else those of `swift build`.
packaging-test: DEBIAN_PACKAGES += acl dbus desktop-file-utils gettext libxml2-utils polkitd systemd udev umockdev $(IF_MQTT_PACKAGES)
packaging-test: deps
	$(if $(BUILT),,$(SWIFT) build)
	Tests/Packaging/run "$(or $(BUILT),$$($(SWIFT) build --show-bin-path))"
	$(if $(BUILT),,$(if $(filter mqtt,$(MOTION_BRIDGES)),Tests/Packaging/mqtt "$$($(SWIFT) build --show-bin-path)"))

# Debian packages of what Packaging/files has of these components.
ifeq ($(DISTRIBUTION),)
deb: DEBIAN_PACKAGES += debhelper gettext
deb: COMPONENT = $(DEBIAN_COMPONENTS)
deb: release
	$(if $(CROSS),Packaging/arm/enter '$(CURDIR)' env HOST_ARCH=$(ARCH)) Packaging/deb $(RELEASED) $(DEBS)
else
# For another Debian, such as trixie, in a chroot of it.
deb: needs-distribution
	$(call IN_DISTRIBUTION,deb)
endif
# Before a chroot is made: this machine's architecture and, but for sid, its Swift.
needs-distribution: $(if $(filter sid,$(DISTRIBUTION)),,needs-swift)
	@[ -z '$(CROSS)' ] || { \
	  echo 'For $(ARCH), packages are those of Debian 13, without DISTRIBUTION: make deb ARCH=$(ARCH)'; exit 64; }
IN_DISTRIBUTION = Packaging/distribution $(DISTRIBUTION) $(MAKE) $(1) DISTRIBUTION= SCRATCH=$(SCRATCH) DEBS=$(DEBS)

# What is in them, beside each: PACKAGE.spdx.json.
sbom: DEBIAN_PACKAGES += python3-venv
sbom: deb
	Packaging/vendor check $(SCRATCH)/checkouts
	python3 -m venv .build/sbom
	.build/sbom/bin/pip install --quiet --disable-pip-version-check spdx-tools==0.8.5
	SWIFT=$(SWIFT) .build/sbom/bin/python Packaging/sbom .build/deb

# And of a later version, for upgrades.
ifeq ($(DISTRIBUTION),)
deb-next: deb
	Packaging/deb $(RELEASED) $(DEBS)/next Tests/Packaging/next-version
else
deb-next: needs-distribution
	$(call IN_DISTRIBUTION,deb-next)
endif

deb-test: DEBIAN_PACKAGES += apt-utils debhelper gettext gpg lintian mmdebstrap
deb-test: packages deb-next
	Tests/Packaging/package $(DEBS) $(DISTRIBUTION)
	Tests/Packaging/apt-repository $(DEBS)

# Debian's source package, of the last commit. See debian/README.source.
SOURCE = .build/source
source-package: DEBIAN_PACKAGES = dpkg-dev git xz-utils
source-package: packages
	Packaging/source $(SOURCE)

needs-sid:
	@[ -d '$(ARM_SDK)'/sid ] || { echo 'The chroot of Debian sid is missing: make arm-sdk'; exit 69; }

# Builds it in a chroot of sid as Debian does, tries the packages; builds it once more elsewhere, and compares.
source-test reproducible-test: needs-sid source-package
	Tests/Packaging/source $(if $(filter source-test,$@),--try) $(SOURCE) .build/$@

# Installs that package on a whole Debian, in QEMU.
system-test: deb-next
	Tests/Rigs/System/run $(addprefix --suite ,$(DISTRIBUTION)) $(RELEASED)
