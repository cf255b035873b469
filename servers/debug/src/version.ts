import { readFileSync } from 'node:fs';

/** The version of this package, the same in `--version` and on the wire. */
export const VERSION: string = readVersion();

function readVersion(): string {
  // From src/ and from dist/ alike it is one folder up.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  // Our own file, so its shape is known.
  return (JSON.parse(text) as { readonly version: string }).version;
}
