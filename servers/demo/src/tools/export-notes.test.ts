import type { Progress } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createPlayground } from '../fixtures/playground.ts';
import { connect, failure, WIRES } from '../fixtures/wires.ts';
import type { Wait } from './toolbox.ts';

const EXPORTS = /^exports\//;

describe.each(WIRES)('export_notes, over $name', (wire) => {
  it('writes a new file with every call, and reports progress', async () => {
    await using playground = await createPlayground();
    const waits: number[] = [];
    const wait: Wait = async (milliseconds) => void waits.push(milliseconds);
    await using demo = await connect(wire, playground.store, { wait });
    const seen: Progress[] = [];
    const call = { name: 'export_notes', arguments: { seconds: 8 } };
    const { structuredContent } = await demo.client.callTool(call, { onprogress: (update) => seen.push(update) });
    expect(waits).toEqual([2000, 2000, 2000, 2000]);
    expect(seen).toEqual(
      ['Groceries', 'Lisbon in May', 'Packing List', 'Welcome to the Playground'].map((title, index) => ({
        progress: index + 1,
        total: 4,
        message: `Exported "${title}"`,
      })),
    );
    const path = 'exports/notes-20260504T093001Z.md';
    const file = (await demo.call('read_file', { path })) as { text: string; bytes: number };
    expect(structuredContent).toEqual({ path, notes: 4, bytes: file.bytes });
    expect(file.text).toMatch(/^# Groceries\n\n- oats\n/);
    expect(file.text).toContain('\n\nTags: home, shopping\n\n# Lisbon in May\n');
  });

  it('can write JSON, and takes three seconds by default', async () => {
    const time = new Date('2026-05-04T09:30:00.000Z');
    await using playground = await createPlayground({ now: () => time });
    const waits: number[] = [];
    await using demo = await connect(wire, playground.store, { wait: async (ms) => void waits.push(ms) });
    const path = 'exports/notes-20260504T093000Z.json';
    expect(await demo.call('export_notes', { format: 'json' })).toMatchObject({ path, notes: 4 });
    expect(await demo.call('export_notes', { format: 'json' })).toMatchObject({ path: path.replace('.', '-2.') });
    expect(waits.slice(0, 4)).toEqual([750, 750, 750, 750]);
    const { text } = (await demo.call('read_file', { path })) as { text: string };
    expect(JSON.parse(text)).toMatchObject({ notes: [{ id: 'groceries', version: 1 }, {}, {}, {}] });
    expect(await demo.call('export_notes', { seconds: 61 })).toEqual(failure('INVALID_INPUT'));
  });

  it('exports nothing without notes', async () => {
    await using playground = await createPlayground();
    for (const { id } of (await playground.store.notes.list()).notes) await playground.store.notes.remove(id);
    const wait: Wait = () => Promise.reject(new Error('must not wait'));
    await using demo = await connect(wire, playground.store, { wait });
    expect(await demo.call('export_notes')).toMatchObject({ notes: 0, bytes: 0 });
  });

  it.each([
    ['in the middle', 3],
    ['when all notes are done', 4],
  ])('stops when it is cancelled %s, and leaves no file', async (_, last) => {
    await using playground = await createPlayground();
    const controller = new AbortController();
    const stopped = Promise.withResolvers<void>();
    let waits = 0;
    const wait: Wait = async (_milliseconds, signal) => {
      waits += 1;
      if (waits < last) return;
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      controller.abort('enough');
      await aborted;
      stopped.resolve();
      // The last wait may end just as the call is cancelled.
      if (last < 4) throw signal.reason;
    };
    await using demo = await connect(wire, playground.store, { wait });
    const call = demo.client.callTool({ name: 'export_notes' }, { signal: controller.signal, onprogress: () => {} });
    await expect(call).rejects.toThrow('enough');
    // Without a session a cancellation cannot be matched to a request, so close the connection.
    if (wire.transport === 'http' && wire.era === 'legacy') await demo.client.close();
    await stopped.promise;
    // A late file would use the same queue, and be written among these.
    for (let turn = 0; turn < 10; turn++) await playground.store.files.write('after.txt', '');
    const files = await playground.store.files.list();
    expect(files.filter(({ path }) => EXPORTS.test(path))).toEqual([]);
    expect(waits).toBe(last);
  });
});
