#!/usr/bin/env node
// Plain JavaScript, so that an old Node prints the required version instead of a syntax error.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`toolmark-demo needs Node 22.18 or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}
const main = new URL('../dist/main.js', import.meta.url);
if (!existsSync(main)) {
  process.stderr.write('toolmark-demo is not built yet; run: npm run build\n');
  process.exit(2);
}
await import(main.href);
