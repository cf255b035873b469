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
/** Larger than what fits into one block of a disk. */
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

describe('a write that is interrupted', () => {
  it('leaves the original, when the process is killed before the new one takes its place', () => {
    const { signal } = run(['--import', path('die-at-rename.mjs')], NODE);
    expect([signal, readFileSync(file, 'utf8')]).toEqual(['SIGKILL', ORIGINAL]);
    // What was written by then has the token in it, and is for nobody else to read.
    const left = readdirSync(home).filter((name) => name !== '.claude.json');
    expect(left.map((name) => statSync(join(home, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it.skipIf(process.platform === 'win32')('leaves the original, when there is no room for another', () => {
    // Nothing may be larger than 8 KiB; the limit counts blocks of 512 bytes or of 1024.
    const { stdout } = run([], ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh', ...NODE]);
    expect(stdout).toContain('EFBIG');
    expect([readFileSync(file, 'utf8'), readdirSync(home)]).toEqual([ORIGINAL, ['.claude.json']]);
  });

  it('goes through the next time', () => {
    run(['--import', path('die-at-rename.mjs')], NODE);
    expect(run([], NODE).stdout).toBe('written');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ numStartups: 1, mcpServers: { toolmark: {} } });
  });
});
