import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const path = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const NODE = [process.execPath, '--conditions=@toolmark/source', '--disable-warning=ExperimentalWarning'];

let home: string;
let file: string;
/** Larger than one disk block. */
const ORIGINAL = `${JSON.stringify({ numStartups: 1, history: Array.from({ length: 4_000 }, (_, index) => `${index}`) }, undefined, 2)}\n`;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'toolmark-interrupted-'));
  file = join(home, '.claude.json');
  writeFileSync(file, ORIGINAL, { mode: 0o600 });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function run(before: readonly string[], command: readonly string[]) {
  const words = [...before, path('connect-once.ts'), home, 'http://127.0.0.1:7420/mcp'];
  const [program = '', ...args] = [...command, ...words];
  return spawnSync(program, args, { encoding: 'utf8', timeout: 30_000 });
}

describe('an interrupted write', () => {
  it('leaves the original if the process is killed before the rename', () => {
    const { signal } = run(['--import', path('die-at-rename.mjs')], NODE);
    expect([signal, readFileSync(file, 'utf8')]).toEqual(['SIGKILL', ORIGINAL]);
    // The partial file contains the token, so it is readable only by its owner.
    const left = readdirSync(home).filter((name) => name !== '.claude.json');
    expect(left.map((name) => statSync(join(home, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it.skipIf(process.platform === 'win32')('leaves the original if the disk is full', () => {
    // Limits files to 8 KiB; the limit counts blocks of 512 or 1024 bytes.
    const { stdout } = run([], ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh', ...NODE]);
    expect(stdout).toContain('EFBIG');
    expect([readFileSync(file, 'utf8'), readdirSync(home)]).toEqual([ORIGINAL, ['.claude.json']]);
  });

  it('succeeds on the next attempt', () => {
    run(['--import', path('die-at-rename.mjs')], NODE);
    expect(run([], NODE).stdout).toBe('written');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ numStartups: 1, mcpServers: { toolmark: {} } });
  });
});
