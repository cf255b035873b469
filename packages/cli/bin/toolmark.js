#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence and not a stack trace.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`toolmark needs Node 22.18 or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}
const main = new URL('../program/main.js', import.meta.url);
if (!existsSync(main)) {
  process.stderr.write('toolmark is not built yet; run: npm run build\n');
  process.exit(2);
}
// A gateway answers requests for days. V8 guesses from a few early collections which objects live long, and has those made where
// only a full collection looks; under load it guesses wrong, and half of what a request needed outlives it (docs/adr/0034). So it
// is told not to guess. Before anything is compiled, because what is kept compiled is good for the same settings only.
if (process.argv[2] === 'serve' || process.argv[2] === 'stdio') setFlagsFromString('--no-allocation-site-pretenuring');
// Compiled once and kept, so that the next start is not spent on compiling again.
module.enableCompileCache?.();
await import(main.href);
