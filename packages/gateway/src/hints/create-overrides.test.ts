import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OverrideConfig } from '../config/policy-config.ts';
import { createOverrides } from './create-overrides.ts';
import type { Overrides } from './overrides.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const NOW = '2026-11-16T05:00:00.000Z';

let dataDir: string;
let opened: Overrides[] = [];
const onChange = vi.fn();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'toolmark-overrides-'));
});
afterEach(async () => {
  await Promise.all(opened.map((overrides) => overrides.close()));
  opened = [];
  vi.resetAllMocks();
  await rm(dataDir, { recursive: true, force: true });
});

const tryOpen = (config: readonly OverrideConfig[] = []) =>
  createOverrides({
    config,
    configFile: '/home/ada/toolmark.json',
    dataDir,
    now: () => Date.parse(NOW),
    log,
    onChange,
  });

async function open(config: readonly OverrideConfig[] = []): Promise<Overrides> {
  const overrides = await tryOpen(config);
  if (!overrides.ok) throw new Error(overrides.error);
  opened.push(overrides.value);
  return overrides.value;
}

const configured = (server: string, tool: string, hints: OverrideConfig['hints']): OverrideConfig => ({
  server,
  tool,
  hints,
  reason: null,
  author: null,
  at: null,
});

describe('setting', () => {
  it('keeps who, when and why, and is there after a restart', async () => {
    const overrides = await open();
    const request = { hints: { destructiveHint: true }, reason: 'the server lies', author: 'ada' };
    const expected = {
      server: 'notes',
      tool: 'purge',
      hints: { destructiveHint: true },
      reason: 'the server lies',
      author: 'ada',
      at: NOW,
      origin: 'set',
    };
    expect(await overrides.set('notes', 'purge', request)).toEqual({ ok: true, value: expected });
    expect(overrides.list()).toEqual([expected]);
    expect(overrides.of('notes', 'purge')).toEqual(expected);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect((await open()).list()).toEqual([expected]);
    if (process.platform !== 'win32') {
      expect((await stat(join(dataDir, 'overrides.json'))).mode & 0o777).toBe(0o600);
    }
  });

  it('takes the place of what was set there before, and null is as if it had not been said', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true, readOnlyHint: false } });
    await overrides.set('notes', 'purge', { hints: { destructiveHint: null, openWorldHint: false } });
    expect(overrides.list().map(({ hints }) => hints)).toEqual([{ openWorldHint: false }]);
  });

  it('nothing is removing', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true } });
    expect(await overrides.set('notes', 'purge', { hints: { destructiveHint: null } })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(overrides.list()).toEqual([]);
  });

  it('counts for every tool that matches, and for those that come later', async () => {
    const overrides = await open();
    await overrides.set('*', 'delete_*', { hints: { destructiveHint: true } });
    expect(overrides.of('never seen', 'delete_everything')?.tool).toBe('delete_*');
  });

  it('keeps all of many that are set at once', async () => {
    const overrides = await open();
    const names = Array.from({ length: 20 }, (_, index) => `tool${index}`);
    await Promise.all(names.map((name) => overrides.set('notes', name, { hints: { readOnlyHint: false } })));
    expect(
      (await open())
        .list()
        .map(({ tool }) => tool)
        .toSorted(),
    ).toEqual(names.toSorted());
  });
});

describe('what the config has', () => {
  it('comes first, and is changed there', async () => {
    const overrides = await open([configured('notes', 'p*', { destructiveHint: true })]);
    await overrides.set('files', 'x', { hints: { readOnlyHint: true } });
    expect(overrides.list().map(({ server, origin }) => [server, origin])).toEqual([
      ['notes', 'config'],
      ['files', 'set'],
    ]);
    const error = { kind: 'conflict', message: expect.stringContaining('/home/ada/toolmark.json') };
    expect(await overrides.set('notes', 'p*', { hints: {} })).toEqual({ ok: false, error });
    expect(await overrides.remove('notes', 'p*')).toEqual({ ok: false, error });
    expect((await overrides.set('notes', 'purge', { hints: { destructiveHint: false } })).ok).toBe(true);
    expect(overrides.of('notes', 'purge')?.origin).toBe('set');
  });

  it('is taken up when it changes, and told of only then', async () => {
    const overrides = await open([configured('notes', 'purge', { destructiveHint: true })]);
    overrides.apply([configured('notes', 'purge', { destructiveHint: true })]);
    expect(onChange).not.toHaveBeenCalled();
    overrides.apply([configured('notes', 'purge', { destructiveHint: false })]);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(overrides.of('notes', 'purge')?.hints).toEqual({ destructiveHint: false });
  });

  it('counts more than what was set for the same before', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: false } });
    overrides.apply([configured('notes', 'purge', { destructiveHint: true })]);
    expect(overrides.of('notes', 'purge')?.origin).toBe('config');
    expect(await overrides.remove('notes', 'purge')).toEqual({ ok: true, value: true });
    expect(overrides.list()).toHaveLength(1);
  });
});

describe('removing', () => {
  it('says whether there was one', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true } });
    expect(await overrides.remove('notes', 'purge')).toEqual({ ok: true, value: true });
    expect(await overrides.remove('notes', 'purge')).toEqual({ ok: true, value: false });
    expect((await open()).list()).toEqual([]);
  });
});

describe('a change', () => {
  it('has been taken up when it is answered', async () => {
    let takeUp = (): void => {};
    onChange.mockImplementation(() => new Promise<void>((resolve) => (takeUp = resolve)));
    const overrides = await open();
    for (const change of [
      () => overrides.set('notes', 'purge', { hints: { destructiveHint: true } }),
      () => overrides.remove('notes', 'purge'),
    ]) {
      onChange.mockClear();
      let isAnswered = false;
      const answer = change().then((outcome) => {
        isAnswered = true;
        return outcome;
      });
      await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
      // Whatever else is to be done after the file was written takes fewer turns than this.
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      expect(isAnswered).toBe(false);
      takeUp();
      expect((await answer).ok).toBe(true);
    }
  });

  it('that could not be taken up is still answered, and told of', async () => {
    onChange.mockImplementation(() => Promise.reject(new Error('no catalog')));
    const overrides = await open();
    expect((await overrides.set('notes', 'purge', { hints: { destructiveHint: true } })).ok).toBe(true);
    expect(log.error).toHaveBeenCalledWith({}, expect.stringContaining('no catalog'));
  });

  it('that cannot be written says so, and changes nothing', async () => {
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true } });
    const path = join(dataDir, 'overrides.json');
    await writeFile(path, '{');
    const error = { kind: 'unwritable', message: expect.stringContaining(path) };
    expect(await overrides.set('notes', 'purge', { hints: { destructiveHint: false } })).toEqual({ ok: false, error });
    expect(await overrides.remove('notes', 'purge')).toEqual({ ok: false, error });
    expect(overrides.list().map(({ hints }) => hints)).toEqual([{ destructiveHint: true }]);
    expect(overrides.history()).toHaveLength(1);
  });

  it('leaves a trace, the newest first, that outlives a restart and is in the log', async () => {
    const overrides = await open();
    await overrides.remove('notes', 'purge', { author: 'eve', reason: null });
    expect(overrides.history()).toEqual([]);
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true }, author: 'ada', reason: 'it lies' });
    await overrides.set('notes', 'purge', { hints: { readOnlyHint: true } });
    await overrides.remove('notes', 'purge', { author: 'bob', reason: 'mended' });
    await overrides.set('notes', 'purge', { hints: { readOnlyHint: true } });
    await overrides.set('notes', 'purge', { hints: {}, author: 'bob' });
    const place = { at: NOW, server: 'notes', tool: 'purge' };
    const [destroys, reads] = [{ destructiveHint: true }, { readOnlyHint: true }];
    expect(overrides.history()).toEqual([
      { ...place, action: 'remove', before: reads, after: null, author: 'bob', reason: null },
      { ...place, action: 'set', before: null, after: reads, author: null, reason: null },
      { ...place, action: 'remove', before: reads, after: null, author: 'bob', reason: 'mended' },
      { ...place, action: 'set', before: destroys, after: reads, author: null, reason: null },
      { ...place, action: 'set', before: null, after: destroys, author: 'ada', reason: 'it lies' },
    ]);
    expect((await open()).history()).toEqual(overrides.history());
    expect(log.info.mock.calls.map(([, line]) => line).slice(0, 3)).toEqual([
      'Hints of notes/purge were set by ada: it lies (destructiveHint=true, before: none).',
      'Hints of notes/purge were set by somebody (readOnlyHint=true, before: destructiveHint=true).',
      'Hints of notes/purge were taken back by bob: mended (none, before: readOnlyHint=true).',
    ]);
  });

  it('is one of the newest thousand that are kept', async () => {
    const change = { at: NOW, action: 'set', server: 's', before: null, after: {}, author: null, reason: null };
    const history = Array.from({ length: 1_000 }, (_, index) => ({ ...change, tool: `tool${index}` }));
    await writeFile(join(dataDir, 'overrides.json'), JSON.stringify({ overrides: [], history }));
    const overrides = await open();
    await overrides.set('notes', 'purge', { hints: { destructiveHint: true } });
    const tools = overrides.history().map(({ tool }) => tool);
    expect([tools.length, tools[0], tools[1], tools.at(-1)]).toEqual([1_000, 'purge', 'tool0', 'tool998']);
  });
});

describe('its file', () => {
  it.each([
    ['no JSON', '{"overrides": ['],
    ['a hint that is none', '{"overrides":[{"server":"a","tool":"b","hints":{"readOnly":true}}]}'],
    ['a value that is no boolean', '{"overrides":[{"server":"a","tool":"b","hints":{"readOnlyHint":"no"}}]}'],
  ])('with %s is named and left as it is', async (_case, text) => {
    const path = join(dataDir, 'overrides.json');
    await writeFile(path, text);
    expect(await tryOpen()).toEqual({ ok: false, error: expect.stringContaining(path) });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('takes entries as the config has them', async () => {
    await writeFile(
      join(dataDir, 'overrides.json'),
      '{"overrides":[{"server":"a","tool":"b","hints":{"readOnlyHint":false}}]}',
    );
    expect((await open()).list()).toEqual([
      {
        server: 'a',
        tool: 'b',
        hints: { readOnlyHint: false },
        reason: null,
        author: null,
        at: null,
        origin: 'set',
      },
    ]);
  });
});
