#!/usr/bin/gjs
// SPDX-License-Identifier: Apache-2.0
// Undoes one edit at each shake, in a program of gjs, by D-Bus alone.
//
// MOTIOND_BUS=session takes a motiond that you started yourself, instead of the system bus.
const {Gio, GLib} = imports.gi;
const NAME = 'org.motiond.Motion1', PATH = '/org/motiond/Motion1';
const word = GLib.getenv('MOTIOND_BUS') ?? 'system', kind = Gio.BusType[word.toUpperCase()];
if (kind === undefined) throw new Error(`MOTIOND_BUS is system or session, not ${word}`);
const bus = Gio.bus_get_sync(kind, null);
const edits = ['Eggs', 'Milk'];  // the edits of your app
let owner = null;  // motiond's unique name: the sender to trust

function onEnded(connection, sender, path, member, signal, body) {
  if (sender !== owner) return;  // Any program on the bus can send a signal that looks the same.
  const [motion, , details] = body.recursiveUnpack();
  if ('late_ms' in details) return;
  print(`${motion} ended: ${edits.length ? `undid ${edits.pop()}` : 'nothing to undo'}`);
}

function claim(connection, name, newOwner) {
  owner = newOwner;
  const options = {motions: new GLib.Variant('as', ['shake']), window: new GLib.Variant('d', 1)};
  bus.call(NAME, PATH, NAME, 'Claim', new GLib.Variant('(a{sv})', [options]), null,
    Gio.DBusCallFlags.NONE, -1, null, (source, result) => {
      try {
        bus.call_finish(result);
        print('claimed');
      } catch (error) {
        printerr(`not claimed: ${error.message}`);
      }
    });
}

bus.signal_subscribe(NAME, NAME, 'MotionEnded', PATH, null, Gio.DBusSignalFlags.NONE, onEnded);
// Starts motiond, and claims again after each of its restarts.
Gio.bus_watch_name_on_connection(bus, NAME, Gio.BusNameWatcherFlags.AUTO_START, claim, () => { owner = null; });
new GLib.MainLoop(null, false).run();
