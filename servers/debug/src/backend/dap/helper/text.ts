import { readFileSync } from 'node:fs';
import type { HelperChannel } from './channel.ts';

const HELPERS = new URL('../../../../helpers/', import.meta.url);

/** Concatenates several files of helpers/ into one module; they share one namespace, in this order. */
export const helperText = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(new URL(file, HELPERS), 'utf8')).join('\n\n');

/** A script that loads these modules in a running Python and makes it connect to us. */
export const helperScript = (
  files: readonly string[],
  { port, token }: Pick<HelperChannel, 'port' | 'token'>,
): string =>
  [
    'import sys, types',
    "_toolmark_debug = types.ModuleType('_toolmark_debug')",
    "sys.modules['_toolmark_debug'] = _toolmark_debug",
    `exec(compile(${JSON.stringify(helperText(...files))}, '<toolmark>', 'exec'), _toolmark_debug.__dict__)`,
    `_toolmark_debug.start(${port}, '${token}')`,
  ].join('\n');
