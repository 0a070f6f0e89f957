# What an integrator installs. `make install` builds as whoever calls it; where root has no Swift:
#   make release && sudo make install BUILT=.build/static/release

PREFIX ?= /usr/local
DESTDIR ?=
# A folder with motiond and motionctl, where they are built already.
BUILT ?=

BINDIR = $(PREFIX)/bin
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

.PHONY: release install uninstall packaging-test

# Without Swift's libraries; libiio is linked as ever.
release: deps
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path .build/static --product motiond
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path .build/static --product motionctl

install: FROM = $(or $(BUILT),.build/static/release)
install: $(if $(BUILT),,release)
	@for command in motiond motionctl; do \
	  test -x '$(FROM)'/$$command || { echo "No $$command in $(FROM): build it first"; exit 66; }; \
	done
	install -D -t '$(DESTDIR)$(BINDIR)' '$(FROM)/motiond' '$(FROM)/motionctl'
	@install -d '$(DESTDIR)$(UNITDIR)' '$(DESTDIR)$(DBUSSERVICEDIR)/services'
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/motiond.service.in \
	  > '$(DESTDIR)$(UNITDIR)/motiond.service'
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/org.motiond.Motion1.session.service.in \
	  > '$(DESTDIR)$(DBUSSERVICEDIR)/services/org.motiond.Motion1.service'
	@chmod 644 '$(DESTDIR)$(UNITDIR)/motiond.service' \
	  '$(DESTDIR)$(DBUSSERVICEDIR)/services/org.motiond.Motion1.service'
	install -D -m 644 Packaging/org.motiond.Motion1.system.service \
	  '$(DESTDIR)$(DBUSSERVICEDIR)/system-services/org.motiond.Motion1.service'
	install -D -m 644 -t '$(DESTDIR)$(DBUSPOLICYDIR)' Packaging/org.motiond.Motion1.conf
	install -D -m 644 -t '$(DESTDIR)$(POLKITDIR)' Packaging/org.motiond.motion1.policy
	install -D -m 644 -t '$(DESTDIR)$(UDEVRULESDIR)' Packaging/70-motiond.rules
	install -D -m 644 Packaging/motiond.sysusers '$(DESTDIR)$(SYSUSERSDIR)/motiond.conf'
	@# An administrator's options stay.
	test -e '$(DESTDIR)$(DEFAULTDIR)/motiond' \
	  || install -D -m 644 Packaging/motiond.default '$(DESTDIR)$(DEFAULTDIR)/motiond'
ifeq ($(DESTDIR),)
	@echo 'Next, as root: systemd-sysusers && udevadm control --reload &&' \
	  'udevadm trigger --subsystem-match=iio && systemctl daemon-reload && systemctl reload dbus'
endif

# The user motiond stays, and so do options that somebody has set.
uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/motiond' '$(DESTDIR)$(BINDIR)/motionctl' \
	  '$(DESTDIR)$(UNITDIR)/motiond.service' \
	  '$(DESTDIR)$(DBUSSERVICEDIR)/services/org.motiond.Motion1.service' \
	  '$(DESTDIR)$(DBUSSERVICEDIR)/system-services/org.motiond.Motion1.service' \
	  '$(DESTDIR)$(DBUSPOLICYDIR)/org.motiond.Motion1.conf' \
	  '$(DESTDIR)$(POLKITDIR)/org.motiond.motion1.policy' \
	  '$(DESTDIR)$(UDEVRULESDIR)/70-motiond.rules' \
	  '$(DESTDIR)$(SYSUSERSDIR)/motiond.conf'
	@if cmp -s Packaging/motiond.default '$(DESTDIR)$(DEFAULTDIR)/motiond'; then \
	  rm '$(DESTDIR)$(DEFAULTDIR)/motiond'; \
	fi

# With BUILT, the commands of that folder, else those of `swift build`.
packaging-test: DEBIAN_PACKAGES += dbus libxml2-utils polkitd systemd udev umockdev
packaging-test: NEEDED = xmllint
packaging-test: deps
	$(if $(BUILT),,$(SWIFT) build)
	Tests/Packaging/run "$(or $(BUILT),$$($(SWIFT) build --show-bin-path))"
