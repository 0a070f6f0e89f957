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

BINDIR = $(PREFIX)/bin
# What takes the symbols away from a program that is installed; empty to leave them, as for Debian's -dbgsym packages.
STRIP ?= $(if $(CROSS),,$(shell command -v strip))
INSTALL_PROGRAM = install -D $(if $(STRIP),-s --strip-program='$(STRIP)') -t '$(DESTDIR)$(BINDIR)'
MANDIR ?= $(PREFIX)/share/man
# systemd, udev and D-Bus search these below /usr/local as well as below /usr.
UNITDIR ?= $(PREFIX)/lib/systemd/system
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
UDEVRULESDIR ?= $(PREFIX)/lib/udev/rules.d
DBUSSERVICEDIR ?= $(PREFIX)/share/dbus-1
# These are searched below /usr (and the first below /etc) only, whatever the prefix.
DBUSPOLICYDIR ?= /usr/share/dbus-1/system.d
POLKITDIR ?= /usr/share/polkit-1/actions
# motiond.service reads it there.
DEFAULTDIR = /etc/default
# Shells search these below /usr/local as well as below /usr.
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d

# Anything but yes leaves out what reads touchscreens, which needs libinput.
TOUCH ?= yes
IF_TOUCH = $(if $(filter yes,$(TOUCH)),$(1))

# Where a rule lies that is not for every machine.
EXAMPLESDIR = $(PREFIX)/share/motiond
UDEV_RULES = 70-motiond.rules 72-motiond-input.rules 81-motiond-neighbors.rules $(call IF_TOUCH,72-motiond-touch.rules)
COMMANDS = motiond motionctl
MAN1 = motionctl.1
# All but the options file.
INSTALLED = $(addprefix $(BINDIR)/,$(COMMANDS)) $(MANDIR)/man8/motiond.8 $(addprefix $(MANDIR)/man1/,$(MAN1)) \
  $(UNITDIR)/motiond.service $(UNITDIR)/motiond.service.d/input.conf $(SYSUSERSDIR)/motiond.conf \
  $(addprefix $(UDEVRULESDIR)/,$(UDEV_RULES)) $(EXAMPLESDIR)/72-motiond-session.rules \
  $(DBUSSERVICEDIR)/services/org.motiond.Motion1.service \
  $(DBUSSERVICEDIR)/system-services/org.motiond.Motion1.service \
  $(DBUSSERVICEDIR)/interfaces/org.motiond.Motion1.xml $(DBUSPOLICYDIR)/org.motiond.Motion1.conf \
  $(POLKITDIR)/org.motiond.motion1.policy $(addprefix $(BASHDIR)/,$(COMMANDS)) \
  $(addprefix $(ZSHDIR)/_,$(COMMANDS)) $(patsubst %,$(FISHDIR)/%.fish,$(COMMANDS))

.PHONY: release symbol-order arm-sdk arm-test needs-builder needs-sdk needs-distribution install uninstall release-mqtt install-mqtt uninstall-mqtt release-phone install-phone uninstall-phone release-sensor-proxy install-sensor-proxy uninstall-sensor-proxy release-iio-network install-iio-network uninstall-iio-network release-shake-to-undo install-shake-to-undo uninstall-shake-to-undo release-lab install-lab uninstall-lab packaging-test deb sbom deb-next deb-test system-test source-package needs-sid source-test reproducible-test

# Without Swift's libraries. What a run executes lies side by side, which saves a megabyte of resident memory: for that
# each function has a section of its own. Equal functions are one, which saves 0.4 MB of file. libiio is linked as ever.
STATIC = -c release --static-swift-stdlib --disable-local-rpath --scratch-path $(SCRATCH)
LINKED = $(CURDIR)/Packaging/release/sections.ld -z now --icf=all --gc-sections -O2 --no-export-dynamic \
  --symbol-ordering-file=$(CURDIR)/Packaging/release/symbol-order --no-warn-symbol-ordering
RELEASE = $(STATIC) -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections $(addprefix -Xlinker ,$(LINKED))
# RELINK: programs. Swift does not know what the linker reads: other files need another link.
RELINK = @find $(1) \( ! -newer Packaging/release/symbol-order -o ! -newer Packaging/release/sections.ld \) -delete 2> /dev/null || :

release: needs-builder
	$(call RELINK,$(addprefix $(RELEASED)/,$(COMMANDS) $(PROXY) $(NETWORK) $(UNDO) $(LAB)))
	@for command in $(COMMANDS); do \
	  echo "$(BUILDER) build --product $$command"; \
	  $(BUILDER) build $(RELEASE) --product $$command || exit; \
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
arm-sdk: LIBRARIES =
arm-sdk: NEEDED = mmdebstrap qemu-aarch64-static depmod
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
symbol-order: NEEDED = gcc dbus-daemon valgrind
symbol-order: release release-sensor-proxy
	Tests/Rigs/Cost/symbol-order $(RELEASED) > .build/symbol-order
	mv .build/symbol-order Packaging/release/symbol-order

NEXT = systemd-sysusers && udevadm control --reload && udevadm trigger --subsystem-match=iio --subsystem-match=input \
  && systemctl daemon-reload && systemctl reload dbus
SEARCHED_BY_SYSTEMD = /usr/lib/systemd/system /lib/systemd/system /usr/local/lib/systemd/system \
  /etc/systemd/system

install: FROM = $(or $(BUILT),$(RELEASED))
install: $(if $(BUILT),,release)
	@for command in $(COMMANDS); do \
	  test -x '$(FROM)'/$$command || { echo "No $$command in $(FROM): build it first"; exit 66; }; \
	done
	$(INSTALL_PROGRAM) $(addprefix '$(FROM)'/,$(COMMANDS))
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man8' Packaging/man/motiond.8
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' $(addprefix Packaging/man/,$(MAN1))
	@install -d '$(DESTDIR)$(UNITDIR)' '$(DESTDIR)$(DBUSSERVICEDIR)/services' \
	  '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	@for command in $(COMMANDS); do \
	  install -m 644 Packaging/completions/$$command.bash '$(DESTDIR)$(BASHDIR)'/$$command && \
	  install -m 644 Packaging/completions/$$command.zsh '$(DESTDIR)$(ZSHDIR)'/_$$command && \
	  install -m 644 -t '$(DESTDIR)$(FISHDIR)' Packaging/completions/$$command.fish || exit; \
	done
	@# The user before the rules that name its group.
	install -D -m 644 Packaging/motiond.sysusers '$(DESTDIR)$(SYSUSERSDIR)/motiond.conf'
ifeq ($(DESTDIR),)
	@if [ "$$(id -u)" = 0 ] && command -v systemd-sysusers > /dev/null; then \
	  systemd-sysusers '$(SYSUSERSDIR)/motiond.conf'; \
	fi
endif
	install -D -m 644 -t '$(DESTDIR)$(UDEVRULESDIR)' $(addprefix Packaging/,$(UDEV_RULES))
	install -D -m 644 -t '$(DESTDIR)$(EXAMPLESDIR)' Packaging/72-motiond-session.rules
	install -D -m 644 Packaging/motiond.service.input.conf '$(DESTDIR)$(UNITDIR)/motiond.service.d/input.conf'
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/motiond.service.in \
	  > '$(DESTDIR)$(UNITDIR)/motiond.service'
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/org.motiond.Motion1.session.service.in \
	  > '$(DESTDIR)$(DBUSSERVICEDIR)/services/org.motiond.Motion1.service'
	@chmod 644 '$(DESTDIR)$(UNITDIR)/motiond.service' \
	  '$(DESTDIR)$(DBUSSERVICEDIR)/services/org.motiond.Motion1.service'
	install -D -m 644 Packaging/org.motiond.Motion1.system.service \
	  '$(DESTDIR)$(DBUSSERVICEDIR)/system-services/org.motiond.Motion1.service'
	install -D -m 644 -t '$(DESTDIR)$(DBUSSERVICEDIR)/interfaces' Packaging/org.motiond.Motion1.xml
	install -D -m 644 -t '$(DESTDIR)$(DBUSPOLICYDIR)' Packaging/org.motiond.Motion1.conf
	install -D -m 644 -t '$(DESTDIR)$(POLKITDIR)' Packaging/org.motiond.motion1.policy
	@# An administrator's options stay.
	test -e '$(DESTDIR)$(DEFAULTDIR)/motiond' \
	  || install -D -m 644 Packaging/motiond.default '$(DESTDIR)$(DEFAULTDIR)/motiond'
ifneq ($(filter $(UNITDIR),$(SEARCHED_BY_SYSTEMD)),$(UNITDIR))
	@echo 'systemd does not search $(UNITDIR): install with UNITDIR=, SYSUSERSDIR=, UDEVRULESDIR= and' \
	  'DBUSSERVICEDIR= below /usr or /usr/local, or link the files there'
endif
	@echo '$(if $(DESTDIR),On the device,Next), as root: $(NEXT)'

# The user motiond stays, and so do options that were changed.
uninstall:
ifeq ($(DESTDIR),)
	@[ ! -d /run/systemd/system ] || systemctl --quiet disable --now motiond.service || true
endif
	rm -f $(foreach file,$(INSTALLED),'$(DESTDIR)$(file)')
	@# Folders that few others have.
	@rmdir --ignore-fail-on-non-empty $(foreach folder,$(DBUSSERVICEDIR)/interfaces $(ZSHDIR) \
	  $(UNITDIR)/motiond.service.d $(EXAMPLESDIR) $(FISHDIR) $(patsubst %/,%,$(dir $(FISHDIR))),'$(DESTDIR)$(folder)') 2> /dev/null || true
	@if cmp -s Packaging/motiond.default '$(DESTDIR)$(DEFAULTDIR)/motiond'; then \
	  rm '$(DESTDIR)$(DEFAULTDIR)/motiond'; \
	fi
ifeq ($(DESTDIR),)
	@[ ! -d /run/systemd/system ] || { \
	  systemctl daemon-reload; systemctl reload dbus; udevadm control --reload; }
endif

# motion-mqtt, which needs libmosquitto, and is installed beside the others by who wants it.
POLKITRULESDIR ?= /usr/share/polkit-1/rules.d
MQTT_INSTALLED = $(BINDIR)/motion-mqtt $(MANDIR)/man1/motion-mqtt.1 $(UNITDIR)/motion-mqtt.service \
  $(SYSUSERSDIR)/motion-mqtt.conf $(POLKITRULESDIR)/60-motion-mqtt.rules $(BASHDIR)/motion-mqtt $(ZSHDIR)/_motion-mqtt $(FISHDIR)/motion-mqtt.fish

release-mqtt: DEBIAN_PACKAGES += $(MQTT_PACKAGES)
release-mqtt: NEEDED += $(MQTT_NEEDED)
release-mqtt: deps
	$(call RELINK,$(RELEASED)/motion-mqtt)
	MOTION_BRIDGES=mqtt $(SWIFT) build $(RELEASE) --product motion-mqtt

install-mqtt: FROM = $(or $(BUILT),$(RELEASED))
install-mqtt: $(if $(BUILT),,release-mqtt)
	$(INSTALL_PROGRAM) '$(FROM)'/motion-mqtt
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' Packaging/man/motion-mqtt.1
	@install -d '$(DESTDIR)$(UNITDIR)' '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	install -m 644 Packaging/completions/motion-mqtt.bash '$(DESTDIR)$(BASHDIR)'/motion-mqtt
	install -m 644 Packaging/completions/motion-mqtt.zsh '$(DESTDIR)$(ZSHDIR)'/_motion-mqtt
	install -m 644 -t '$(DESTDIR)$(FISHDIR)' Packaging/completions/motion-mqtt.fish
	install -D -m 644 Packaging/motion-mqtt.sysusers '$(DESTDIR)$(SYSUSERSDIR)/motion-mqtt.conf'
	install -D -m 644 Packaging/motion-mqtt.polkit.rules '$(DESTDIR)$(POLKITRULESDIR)/60-motion-mqtt.rules'
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/motion-mqtt.service.in > '$(DESTDIR)$(UNITDIR)/motion-mqtt.service'
	@chmod 644 '$(DESTDIR)$(UNITDIR)/motion-mqtt.service'
	@# An administrator's options stay.
	test -e '$(DESTDIR)$(DEFAULTDIR)/motion-mqtt' \
	  || install -D -m 644 Packaging/motion-mqtt.default '$(DESTDIR)$(DEFAULTDIR)/motion-mqtt'
	@echo '$(if $(DESTDIR),On the device,Next), as root: systemd-sysusers && systemctl daemon-reload' \
	  '&& editor /etc/default/motion-mqtt && systemctl enable --now motion-mqtt'

uninstall-mqtt:
ifeq ($(DESTDIR),)
	@[ ! -d /run/systemd/system ] || systemctl --quiet disable --now motion-mqtt.service || true
endif
	rm -f $(foreach file,$(MQTT_INSTALLED),'$(DESTDIR)$(file)')

# phone-accelerometer, for the machine of a person who has a phone.
PHONE_INSTALLED = $(BINDIR)/phone-accelerometer $(MANDIR)/man1/phone-accelerometer.1 $(BASHDIR)/phone-accelerometer \
  $(ZSHDIR)/_phone-accelerometer $(FISHDIR)/phone-accelerometer.fish

release-phone: deps
	MOTION_BRIDGES=phone $(SWIFT) build $(RELEASE) --product phone-accelerometer

install-phone: FROM = $(or $(BUILT),$(RELEASED))
install-phone: $(if $(BUILT),,release-phone)
	$(INSTALL_PROGRAM) '$(FROM)'/phone-accelerometer
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' Packaging/man/phone-accelerometer.1
	@install -d '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	install -m 644 Packaging/completions/phone-accelerometer.bash '$(DESTDIR)$(BASHDIR)'/phone-accelerometer
	install -m 644 Packaging/completions/phone-accelerometer.zsh '$(DESTDIR)$(ZSHDIR)'/_phone-accelerometer
	install -m 644 -t '$(DESTDIR)$(FISHDIR)' Packaging/completions/phone-accelerometer.fish

uninstall-phone:
	rm -f $(foreach file,$(PHONE_INSTALLED),'$(DESTDIR)$(file)')

# motiond-sensor-proxy, for a device whose desktop turns the screen and that does without iio-sensor-proxy.
PROXY = motiond-sensor-proxy
PROXY_INSTALLED = $(BINDIR)/$(PROXY) $(MANDIR)/man8/$(PROXY).8 $(UNITDIR)/$(PROXY).service $(SYSUSERSDIR)/$(PROXY).conf \
  $(DBUSPOLICYDIR)/$(PROXY).conf $(POLKITRULESDIR)/60-$(PROXY).rules $(POLKITDIR)/org.motiond.sensor-proxy.policy

release-sensor-proxy: needs-builder
	$(BUILDER) build $(RELEASE) --product $(PROXY)

install-sensor-proxy: FROM = $(or $(BUILT),$(RELEASED))
install-sensor-proxy: $(if $(BUILT),,release-sensor-proxy)
	$(INSTALL_PROGRAM) '$(FROM)'/$(PROXY)
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man8' Packaging/man/$(PROXY).8
	install -D -m 644 Packaging/$(PROXY).sysusers '$(DESTDIR)$(SYSUSERSDIR)/$(PROXY).conf'
	install -D -m 644 -t '$(DESTDIR)$(DBUSPOLICYDIR)' Packaging/$(PROXY).conf
	install -D -m 644 Packaging/$(PROXY).polkit.rules '$(DESTDIR)$(POLKITRULESDIR)/60-$(PROXY).rules'
	install -D -m 644 -t '$(DESTDIR)$(POLKITDIR)' Packaging/org.motiond.sensor-proxy.policy
	@install -d '$(DESTDIR)$(UNITDIR)'
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/$(PROXY).service.in > '$(DESTDIR)$(UNITDIR)/$(PROXY).service'
	@chmod 644 '$(DESTDIR)$(UNITDIR)/$(PROXY).service'
	@echo '$(if $(DESTDIR),On the device,Next), as root: systemd-sysusers && systemctl daemon-reload' \
	  '&& systemctl reload dbus && systemctl enable --now $(PROXY)'

uninstall-sensor-proxy:
ifeq ($(DESTDIR),)
	@[ ! -d /run/systemd/system ] || systemctl --quiet disable --now $(PROXY).service || true
endif
	rm -f $(foreach file,$(PROXY_INSTALLED),'$(DESTDIR)$(file)')

# iio-network, for a device whose accelerometer is another machine's.
NETWORK = iio-network
TMPFILESDIR ?= $(PREFIX)/lib/tmpfiles.d
NETWORK_INSTALLED = $(BINDIR)/$(NETWORK) $(MANDIR)/man1/$(NETWORK).1 $(UNITDIR)/$(NETWORK).service \
  $(SYSUSERSDIR)/$(NETWORK).conf $(TMPFILESDIR)/$(NETWORK).conf $(BASHDIR)/$(NETWORK) $(ZSHDIR)/_$(NETWORK) \
  $(FISHDIR)/$(NETWORK).fish

release-iio-network: needs-builder
	$(BUILDER) build $(RELEASE) --product $(NETWORK)

install-iio-network: FROM = $(or $(BUILT),$(RELEASED))
install-iio-network: $(if $(BUILT),,release-iio-network)
	$(INSTALL_PROGRAM) '$(FROM)'/$(NETWORK)
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' Packaging/man/$(NETWORK).1
	@install -d '$(DESTDIR)$(UNITDIR)' '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	install -m 644 Packaging/completions/$(NETWORK).bash '$(DESTDIR)$(BASHDIR)'/$(NETWORK)
	install -m 644 Packaging/completions/$(NETWORK).zsh '$(DESTDIR)$(ZSHDIR)'/_$(NETWORK)
	install -m 644 -t '$(DESTDIR)$(FISHDIR)' Packaging/completions/$(NETWORK).fish
	install -D -m 644 Packaging/$(NETWORK).sysusers '$(DESTDIR)$(SYSUSERSDIR)/$(NETWORK).conf'
	install -D -m 644 Packaging/$(NETWORK).tmpfiles '$(DESTDIR)$(TMPFILESDIR)/$(NETWORK).conf'
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/$(NETWORK).service.in > '$(DESTDIR)$(UNITDIR)/$(NETWORK).service'
	@chmod 644 '$(DESTDIR)$(UNITDIR)/$(NETWORK).service'
	@# An administrator's options stay.
	test -e '$(DESTDIR)$(DEFAULTDIR)/$(NETWORK)' \
	  || install -D -m 644 Packaging/$(NETWORK).default '$(DESTDIR)$(DEFAULTDIR)/$(NETWORK)'
	@echo '$(if $(DESTDIR),On the device,Next), as root: systemd-sysusers && systemd-tmpfiles --create' \
	  '&& systemctl daemon-reload && editor /etc/default/$(NETWORK) && systemctl enable --now $(NETWORK)'

uninstall-iio-network:
ifeq ($(DESTDIR),)
	@[ ! -d /run/systemd/system ] || systemctl --quiet disable --now $(NETWORK).service || true
endif
	rm -f $(foreach file,$(NETWORK_INSTALLED),'$(DESTDIR)$(file)')
	@if cmp -s Packaging/$(NETWORK).default '$(DESTDIR)$(DEFAULTDIR)/$(NETWORK)'; then \
	  rm '$(DESTDIR)$(DEFAULTDIR)/$(NETWORK)'; \
	fi

# shake-to-undo, for a device with a desktop: the agent of each session, which asks and undoes.
UNDO = shake-to-undo
UNDO_ID = org.motiond.ShakeToUndo
USERUNITDIR ?= $(PREFIX)/lib/systemd/user
APPLICATIONSDIR ?= $(PREFIX)/share/applications
LOCALEDIR = $(PREFIX)/share/locale
# Sessions search it below /etc, whatever the prefix.
AUTOSTARTDIR ?= /etc/xdg/autostart
LANGUAGES = $(basename $(notdir $(wildcard Bridges/shake-to-undo/po/*.po)))
UNDO_INSTALLED = $(BINDIR)/$(UNDO) $(DBUSSERVICEDIR)/interfaces/$(UNDO_ID)1.xml $(MANDIR)/man1/$(UNDO).1 $(USERUNITDIR)/app-$(UNDO_ID).service \
  $(APPLICATIONSDIR)/$(UNDO_ID).desktop $(AUTOSTARTDIR)/$(UNDO_ID).desktop $(BASHDIR)/$(UNDO) $(ZSHDIR)/_$(UNDO) \
  $(FISHDIR)/$(UNDO).fish $(patsubst %,$(LOCALEDIR)/%/LC_MESSAGES/$(UNDO).mo,$(LANGUAGES))

release-shake-to-undo: needs-builder
	$(BUILDER) build $(RELEASE) --product $(UNDO)

install-shake-to-undo: FROM = $(or $(BUILT),$(RELEASED))
install-shake-to-undo: $(if $(BUILT),,release-shake-to-undo)
	@command -v msgfmt > /dev/null || { echo 'msgfmt is missing, which translates the texts: apt-get install gettext'; exit 69; }
	$(INSTALL_PROGRAM) '$(FROM)'/$(UNDO)
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' Packaging/man/$(UNDO).1
	install -D -m 644 -t '$(DESTDIR)$(DBUSSERVICEDIR)/interfaces' Packaging/$(UNDO_ID)1.xml
	@install -d $(foreach folder,$(USERUNITDIR) $(APPLICATIONSDIR) $(AUTOSTARTDIR) $(BASHDIR) $(ZSHDIR) $(FISHDIR) \
	  $(patsubst %,$(LOCALEDIR)/%/LC_MESSAGES,$(LANGUAGES)),'$(DESTDIR)$(folder)')
	install -m 644 Packaging/completions/$(UNDO).bash '$(DESTDIR)$(BASHDIR)'/$(UNDO)
	install -m 644 Packaging/completions/$(UNDO).zsh '$(DESTDIR)$(ZSHDIR)'/_$(UNDO)
	install -m 644 -t '$(DESTDIR)$(FISHDIR)' Packaging/completions/$(UNDO).fish
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/app-$(UNDO_ID).service.in > '$(DESTDIR)$(USERUNITDIR)'/app-$(UNDO_ID).service
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/$(UNDO_ID).desktop.in > '$(DESTDIR)$(APPLICATIONSDIR)'/$(UNDO_ID).desktop
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/$(UNDO_ID).autostart.in > '$(DESTDIR)$(AUTOSTARTDIR)'/$(UNDO_ID).desktop
	@chmod 644 $(foreach file,$(USERUNITDIR)/app-$(UNDO_ID).service $(APPLICATIONSDIR)/$(UNDO_ID).desktop \
	  $(AUTOSTARTDIR)/$(UNDO_ID).desktop,'$(DESTDIR)$(file)')
	@for language in $(LANGUAGES); do \
	  msgfmt Bridges/shake-to-undo/po/$$language.po -o '$(DESTDIR)$(LOCALEDIR)'/$$language/LC_MESSAGES/$(UNDO).mo || exit; \
	done
	@echo '$(if $(DESTDIR),On the device,Next), as the user: systemctl --user daemon-reload' \
	  '&& systemctl --user enable --now app-$(UNDO_ID)'

uninstall-shake-to-undo:
ifeq ($(DESTDIR),)
	@[ ! -d /run/systemd/system ] || systemctl --quiet --global disable app-$(UNDO_ID).service || true
endif
	rm -f $(foreach file,$(UNDO_INSTALLED),'$(DESTDIR)$(file)')

# motion-lab and touchctl, for the desk of who works with recordings.
LAB = motion-lab $(call IF_TOUCH,touchctl)
LAB_INSTALLED = $(addprefix $(BINDIR)/,$(LAB)) $(patsubst %,$(MANDIR)/man1/%.1,$(LAB)) $(addprefix $(BASHDIR)/,$(LAB)) \
  $(addprefix $(ZSHDIR)/_,$(LAB)) $(patsubst %,$(FISHDIR)/%.fish,$(LAB))

release-lab: needs-builder
	@for command in $(LAB); do \
	  echo "$(BUILDER) build --product $$command"; \
	  $(BUILDER) build $(RELEASE) --product $$command || exit; \
	done

install-lab: FROM = $(or $(BUILT),$(RELEASED))
install-lab: $(if $(BUILT),,release-lab)
	$(INSTALL_PROGRAM) $(addprefix '$(FROM)'/,$(LAB))
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' $(patsubst %,Packaging/man/%.1,$(LAB))
	@install -d '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	@for command in $(LAB); do \
	  install -m 644 Packaging/completions/$$command.bash '$(DESTDIR)$(BASHDIR)'/$$command && \
	  install -m 644 Packaging/completions/$$command.zsh '$(DESTDIR)$(ZSHDIR)'/_$$command && \
	  install -m 644 -t '$(DESTDIR)$(FISHDIR)' Packaging/completions/$$command.fish || exit; \
	done

uninstall-lab:
	rm -f $(foreach file,$(LAB_INSTALLED),'$(DESTDIR)$(file)')

# With BUILT, the commands of that folder, else those of `swift build`.
packaging-test: DEBIAN_PACKAGES += acl dbus desktop-file-utils gettext libxml2-utils polkitd systemd udev umockdev $(IF_MQTT_PACKAGES)
packaging-test: NEEDED = desktop-file-validate msgfmt setfacl xmllint $(IF_MQTT_NEEDED)
packaging-test: deps
	$(if $(BUILT),,$(SWIFT) build)
	Tests/Packaging/run "$(or $(BUILT),$$($(SWIFT) build --show-bin-path))"
	$(if $(BUILT),,$(if $(filter mqtt,$(MOTION_BRIDGES)),Tests/Packaging/mqtt "$$($(SWIFT) build --show-bin-path)"))

# Debian packages of what `make install`, `make install-sensor-proxy`, `make install-iio-network`,
# `make install-shake-to-undo` and `make install-lab`
# install.
ifeq ($(DISTRIBUTION),)
deb: DEBIAN_PACKAGES += debhelper gettext
deb: NEEDED += dh msgfmt
deb: release release-sensor-proxy release-iio-network release-shake-to-undo release-lab
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

deb-test: DEBIAN_PACKAGES += debhelper gettext lintian mmdebstrap
deb-test: NEEDED += dh lintian mmdebstrap msgfmt
deb-test: packages deb-next
	Tests/Packaging/package $(DEBS) $(DISTRIBUTION)

# Debian's source package, of the last commit. See debian/README.source.
SOURCE = .build/source
source-package: DEBIAN_PACKAGES = dpkg-dev git xz-utils
source-package: LIBRARIES =
source-package: NEEDED = dpkg-source git xz
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
