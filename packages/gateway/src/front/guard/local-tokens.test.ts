import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { loadLocalTokens } from './local-tokens.ts';

const OLD = 'the-token-of-an-earlier-version-0123456789';
let data = '';

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'toolmark-local-'));
});

it('a new data folder gets an owner token and one for stdio, which differ, for its owner alone', async () => {
  const loaded = await loadLocalTokens(data);
  const { owner, stdio, shared, warnings } = loaded.ok ? loaded.value : expect.fail(loaded.error);
  expect([(await readdir(data)).toSorted(), shared, warnings]).toEqual([['owner-token', 'stdio-token'], undefined, []]);
  expect(owner.token).not.toBe(stdio.token);
  const modes = await Promise.all([owner, stdio].map(async ({ file }) => (await stat(file)).mode & 0o777));
  expect(modes).toEqual([0o600, 0o600]);
  expect(await loadLocalTokens(data)).toEqual(loaded);
});

it('the token of an earlier version is kept apart, with a warning that names the command', async () => {
  await writeFile(join(data, 'token'), OLD, { mode: 0o600 });
  const loaded = await loadLocalTokens(data);
  const { owner, stdio, shared, warnings } = loaded.ok ? loaded.value : expect.fail(loaded.error);
  expect([shared?.token, [owner.token, stdio.token].includes(OLD)]).toEqual([OLD, false]);
  expect(warnings).toEqual([expect.stringMatching(/works at \/mcp only\..*toolmark connect --replace-token$/)]);
});

it('an unusable token of an earlier version does not prevent the start', async () => {
  await writeFile(join(data, 'token'), 'short', { mode: 0o600 });
  const loaded = await loadLocalTokens(data);
  expect(loaded.ok && [loaded.value.shared, loaded.value.warnings]).toEqual([
    undefined,
    [expect.stringContaining('is not accepted')],
  ]);
});
