#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that an old version prints a sentence instead of a stack trace.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`toolmark-debug needs Node 22.18 or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}
const main = new URL('../dist/main.js', import.meta.url);
if (!existsSync(main)) {
  process.stderr.write('toolmark-debug is not built yet; run: npm run build\n');
  process.exit(2);
}
// Cache the compiled code, so that the next start is faster.
module.enableCompileCache?.();
await import(main.href);
