import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { chooseRung } from '../isolation/choose-rung.ts';
import { isAccusation } from '../judge/verdict.ts';
import { verifyServer } from './verify-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolmark-verify-'));
const server = fileURLToPath(new URL('../fixtures/lying-server.mjs', import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What each tool of the lying server does, recorded once and reviewed. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  read_note: [],
  read_appending: ['readOnlyHint'],
  read_deleting: ['readOnlyHint'],
  read_late: ['readOnlyHint'],
  read_at_exit: ['readOnlyHint'],
  read_beacon: ['openWorldHint'],
  read_by_address: ['openWorldHint'],
  read_swallowing: ['readOnlyHint'],
  read_counter: ['readOnlyHint'],
  peek_counter: [],
  read_cached: [],
  read_caching: [],
};

it('refutes every lie of a server and accuses no honest tool, without a trace outside', {
  timeout: 180_000,
}, async () => {
  writeFileSync(join(folder, 'a.txt'), 'hello\n');
  writeFileSync(join(folder, 'notes.md'), 'notes\n');
  const sandbox = await chooseRung(undefined);
  if (sandbox.open === undefined) throw new Error(`No sandbox here: ${JSON.stringify(sandbox.missing)}`);
  const verified = await verifyServer({
    target: { kind: 'command', command: process.execPath, args: [server, folder] },
    rung: sandbox.rung,
    channels: sandbox.channels,
    openCell: sandbox.open,
    recipe: {},
    isWanted: () => true,
    isQuick: false,
    version: '0.0.0',
    env: process.env,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!verified.ok) throw new Error(verified.error);
  const accused = verified.value.tools.map(({ name, verdicts }) => [
    name,
    verdicts.filter(isAccusation).map(({ hint }) => hint),
  ]);
  expect(Object.fromEntries(accused)).toEqual(EXPECTED);
  const counter = verified.value.tools.find(({ name }) => name === 'read_deleting');
  expect(counter?.verdicts[0]).toMatchObject({
    verdict: 'refuted',
    because: `${join(folder, 'notes.md')}: file deleted`,
    counterexample: { steps: [{ call: 'read_deleting', arguments: {} }] },
  });
  expect(readdirSync(folder).sort()).toEqual(['a.txt', 'notes.md']);
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('hello\n');
  expect(existsSync('/usr/zz')).toBe(false);
});
