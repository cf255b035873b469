#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence and not a stack trace.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { restartWithLimits } from './restart-with-limits.js';

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
// Before anything is compiled, because compiled code is cached for these settings only.
if (process.argv[2] === 'serve' || process.argv[2] === 'stdio') restartWithLimits();
// Compiled once and kept, so that the next start is not spent on compiling again.
module.enableCompileCache?.();
await import(main.href);
