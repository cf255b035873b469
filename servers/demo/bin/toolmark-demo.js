#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence and not a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`toolmark-demo needs Node 22.18 or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}
await import('../dist/main.js');
