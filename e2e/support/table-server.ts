import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command line of a server that lists exactly these tools. */
export function serverOf(tools: readonly unknown[]): readonly string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'toolmark-tools-')), 'tools.json');
  writeFileSync(file, JSON.stringify(tools));
  return [process.execPath, fileURLToPath(new URL('./table-server.mjs', import.meta.url)), file];
}
