import { readFileSync } from 'node:fs';

const HELPERS = new URL('../../../../helpers/', import.meta.url);

/** Several files of helpers/ as the text of one module; they share one namespace, in this order. */
export const helperText = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(new URL(file, HELPERS), 'utf8')).join('\n\n');
