#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Undoes one edit at each shake, in a program of Node.js, by D-Bus alone. It needs dbus-next.
//
// MOTIOND_BUS=session takes a motiond that you started yourself, instead of the system bus.
'use strict';
const {Message, MessageType, Variant, sessionBus, systemBus} = require('dbus-next');

const NAME = 'org.motiond.Motion1', PATH = '/org/motiond/Motion1';
const DAEMON = ['org.freedesktop.DBus', '/org/freedesktop/DBus'];
const MATCHES = [
  `type='signal',sender='${NAME}',interface='${NAME}',member='MotionEnded'`,
  `type='signal',sender='${DAEMON[0]}',member='NameOwnerChanged',arg0='${NAME}'`,
];
const BUSES = {system: systemBus, session: sessionBus};
const edits = ['Eggs', 'Milk'];  // The edits of your app.
let owner = '';  // motiond's unique name: the sender to trust.

function fail(problem) {
  console.error(`shake_undo_node: ${problem.message || problem}`);
  process.exit(1);
}

const word = process.env.MOTIOND_BUS || 'system';
if (!BUSES[word]) fail(`MOTIOND_BUS is system or session, not ${word}`);
const bus = BUSES[word]();

async function call(destination, path, member, signature, body) {
  const answer = await bus.call(new Message({destination, path, interface: destination, member, signature, body}));
  return answer.body[0];
}

async function claim() {
  const options = {motions: new Variant('as', ['shake']), window: new Variant('d', 1)};
  try {
    await call(NAME, PATH, 'Claim', 'a{sv}', [options]);
    console.log('claimed');
  } catch (error) {
    console.error(`not claimed: ${error.message}`);
  }
}

bus.on('message', (message) => {
  if (message.type !== MessageType.SIGNAL) return;
  // Any program on the bus can send a signal that looks the same.
  if (message.member === 'MotionEnded' && message.sender === owner) {
    const [motion, , details] = message.body;
    if ('late_ms' in details) return console.log(`${motion} ended too late`);
    const done = edits.length ? `undid ${edits.pop()}` : 'nothing to undo';
    console.log(`${motion} ended, ${details.swings.value} swings: ${done}`);
  } else if (message.member === 'NameOwnerChanged' && message.sender === DAEMON[0] && message.body[0] === NAME) {
    owner = message.body[2];
    if (owner) claim();
  }
});
bus.on('error', fail);

async function run() {
  for (const match of MATCHES) await call(...DAEMON, 'AddMatch', 's', [match]);
  if (await call(...DAEMON, 'NameHasOwner', 's', [NAME])) {
    owner = await call(...DAEMON, 'GetNameOwner', 's', [NAME]);
    await claim();
  } else {  // It is claimed once it is there, as after each of its restarts.
    await call(...DAEMON, 'StartServiceByName', 'su', [NAME, 0]).catch(() => console.log('waiting for motiond'));
  }
}

run().catch(fail);
