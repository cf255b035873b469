// Runs one call of a function of the emulator: receives it as an IPC message, replies with one, and exits.
'use strict';

const path = require('node:path');

process.once('message', (call) => void run(call));

async function run({ folder, file, method, event, context }) {
  try {
    const main = require(path.join(folder, file))[method];
    if (typeof main !== 'function') throw new Error(`${file} has no export ${method}`);
    const result = await main(event, context);
    process.send({ kind: 'returned', text: JSON.stringify(result) ?? 'null' }, () => process.exit(0));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.send({ kind: 'threw', message }, () => process.exit(0));
  }
}
