import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { dataDir, log, NOW, onChange, open, useOverridesFolder } from './fixtures/overrides-setup.ts';

useOverridesFolder();

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
      'Hints of notes/purge were set by an unnamed author (readOnlyHint=true, before: destructiveHint=true).',
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
