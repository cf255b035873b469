import { readFileSync } from 'node:fs';
import type { HelperChannel } from './channel.ts';

const HELPERS = new URL('../../../../helpers/', import.meta.url);

/** Several files of helpers/ as the text of one module; they share one namespace, in this order. */
export const helperText = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(new URL(file, HELPERS), 'utf8')).join('\n\n');

/** What makes a module of them in a Python that runs already, and has it come to us. */
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
