import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { ServerTarget } from '@toolmark/reach';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { targetKey } from './target-key.ts';
import { createVerdictFile } from './verdict-file.ts';

const MODERN = { era: 'modern', transport: 'stdio' } as const;
const LEGACY = { era: 'legacy', transport: 'sse' } as const;
const command = (name: string): ServerTarget => ({ kind: 'command', command: name });
const DAY_MS = 86_400_000;

describe('the key of a target', () => {
  const base: ServerTarget = { kind: 'command', command: 'npx', args: ['-y', 'notes'] };
  it.each<[string, ServerTarget, ServerTarget, boolean]>([
    ['its environment', base, { ...base, env: { TOKEN: 'x' } }, true],
    ['its arguments', base, { ...base, args: ['-y', 'other'] }, false],
    ['its folder', base, { ...base, cwd: '/srv' }, false],
    [
      'a secret in the query',
      { kind: 'url', url: 'https://a.b/mcp' },
      { kind: 'url', url: 'https://u:p@a.b/mcp?key=1' },
      true,
    ],
    [
      'its headers',
      { kind: 'url', url: 'https://a.b/mcp' },
      { kind: 'url', url: 'https://a.b/mcp', headers: { a: 'b' } },
      true,
    ],
    ['its path', { kind: 'url', url: 'https://a.b/mcp' }, { kind: 'url', url: 'https://a.b/sse' }, false],
    ['the boundary of an argument', { ...base, args: ['a b'] }, { ...base, args: ['a', 'b'] }, false],
  ])('changes with another %s', (_case, one, other, isSame) => {
    expect(targetKey(one) === targetKey(other)).toBe(isSame);
    expect(targetKey(one)).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[string, ServerTarget]>([
    ['streams', { kind: 'streams', input: new PassThrough(), output: new PassThrough(), close: async () => {} }],
    ['an invalid address', { kind: 'url', url: 'nowhere' }],
  ])('is undefined for %s', (_case, target) => expect(targetKey(target)).toBeUndefined());
});

describe('a file of verdicts', () => {
  it('deletes a verdict that failed', async () => {
    const verdicts = await open();
    verdicts.set(command('a'), MODERN);
    verdicts.set(command('b'), LEGACY);
    verdicts.forget(command('a'));
    verdicts.forget(command('c'));
    await verdicts.flush();
    for (const each of [verdicts, await open()]) {
      expect(['a', 'b'].map((name) => each.get(command(name)))).toEqual([undefined, LEGACY]);
    }
  });

  let folder: string;
  let path: string;
  const warnings: unknown[] = [];
  let time = DAY_MS;
  const open = () =>
    createVerdictFile(path, {
      log: { warn: (fields, message) => warnings.push({ ...fields, message }) },
      now: () => time,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolmark-verdicts-'));
  });
  beforeEach(async () => {
    path = join(await mkdtemp(join(folder, 'case-')), 'data', 'verdicts.json');
    warnings.length = 0;
    time = DAY_MS;
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('survives restarts, readable only by its owner, without temporary files', async () => {
    const before = await open();
    before.set(command('a'), MODERN);
    before.set({ kind: 'url', url: 'https://a.b/mcp?key=s3cret' }, LEGACY);
    await before.flush();
    const after = await open();
    expect(after.get(command('a'))).toEqual(MODERN);
    expect(after.get({ kind: 'url', url: 'https://a.b/mcp?key=other' })).toEqual(LEGACY);
    expect(after.get(command('b'))).toBeUndefined();
    expect(await readFile(path, 'utf8')).not.toMatch(/s3cret|a\.b/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(path, '..'))).toEqual(['verdicts.json']);
    expect(warnings).toEqual([]);
  });

  it('writes the last value, and skips unchanged ones', async () => {
    const file = await open();
    for (let round = 0; round < 50; round++) file.set(command('a'), round % 2 === 0 ? LEGACY : MODERN);
    await file.flush();
    const { mtimeNs } = await stat(path, { bigint: true });
    file.set(command('a'), MODERN);
    await file.flush();
    expect((await stat(path, { bigint: true })).mtimeNs).toBe(mtimeNs);
    expect((await open()).get(command('a'))).toEqual(MODERN);
  });

  it('expires after a week, however often it was confirmed', async () => {
    const file = await open();
    file.set(command('a'), LEGACY);
    for (let day = 1; day < 7; day++) {
      time += DAY_MS;
      expect(file.get(command('a'))).toEqual(LEGACY);
      file.set(command('a'), LEGACY);
    }
    time += DAY_MS;
    expect(file.get(command('a'))).toBeUndefined();
    file.set(command('a'), LEGACY);
    expect(file.get(command('a'))).toEqual(LEGACY);
    await file.flush();
  });

  it('keeps the newest 500', async () => {
    const file = await open();
    for (let index = 0; index < 502; index++) file.set(command(`${index}`), MODERN);
    file.set(command('2'), LEGACY);
    file.set(command('502'), MODERN);
    await file.flush();
    for (const each of [file, await open()]) {
      const known = ['0', '1', '2', '3', '4', '502'].map((name) => each.get(command(name))?.era);
      expect(known).toEqual([undefined, undefined, 'legacy', undefined, 'modern', 'modern']);
    }
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '[]'],
    ['another version', '{"version":2,"verdicts":{}}'],
    ['no verdicts', '{"version":1}'],
  ])('that is %s is ignored with a warning, and replaced', async (_case, text) => {
    path = join(folder, 'bad.json');
    await writeFile(path, text);
    const file = await open();
    expect(warnings).toHaveLength(1);
    file.set(command('a'), MODERN);
    await file.flush();
    expect((await open()).get(command('a'))).toEqual(MODERN);
    expect(warnings).toHaveLength(1);
  });

  it('ignores invalid entries', async () => {
    path = join(folder, 'odd.json');
    const key = (name: string): string => targetKey(command(name)) ?? '';
    const good = { ...MODERN, at: time };
    const verdicts = { [key('a')]: good, [key('b')]: { ...good, era: 'future' }, [key('c')]: MODERN, [key('d')]: null };
    await writeFile(path, JSON.stringify({ version: 1, verdicts }));
    const file = await open();
    expect(['a', 'b', 'c', 'd'].map((name) => file.get(command(name)))).toEqual([
      MODERN,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('that cannot be written keeps working in memory, and warns once', async () => {
    path = join(folder, 'a-file', 'verdicts.json');
    await writeFile(join(folder, 'a-file'), '');
    const file = await open();
    warnings.length = 0;
    file.set(command('a'), MODERN);
    await file.flush();
    file.set(command('a'), LEGACY);
    await file.flush();
    expect(file.get(command('a'))).toEqual(LEGACY);
    expect(warnings).toHaveLength(1);
  });
});
