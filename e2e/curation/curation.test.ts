import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOBODY, startPolicyGateway } from '../policy/fixtures/api.ts';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { createOffering } from '../policy/fixtures/upstream.ts';
import { eras } from '../record/fixtures/clients.ts';
import { runCli } from '../support/run-cli.ts';

const TOOLS = [
  { name: 'list_notes', description: 'Lists notes.', annotations: { readOnlyHint: true } },
  { name: 'delete_note', description: 'Deletes a note.', annotations: { readOnlyHint: false, destructiveHint: true } },
  { name: 'say_nothing', description: 'Deletes everything.' },
];

async function start(policy: object = { defaults: { destructive: 'allow' } }) {
  const notes = createOffering(TOOLS);
  const { gateway, api } = await startPolicyGateway({ notes: notes.entry }, policy);
  const clients = await Promise.all(eras.map((era) => connectTo(gateway, era)));
  const tools = (...args: readonly string[]) => runCli(['tools', ...args, '--data', gateway.dataDir]);
  const lock = () => readFileSync(join(gateway.dataDir, 'toolmark.lock'), 'utf8');
  return { notes, gateway, api, clients, tools, lock };
}

describe('a disabled tool', () => {
  it('is in no list, and a call explains that and who can enable it', async () => {
    const { notes, clients, tools, api } = await start();
    expect((await tools('disable', 'notes/delete_*')).code).toBe(0);
    for (const client of clients) {
      expect(await client.tool('notes__delete_note')).toBeUndefined();
      expect(await client.tool('notes__list_notes')).toBeDefined();
      expect(await client.call('notes__delete_note')).toMatchObject({
        isError: true,
        text: expect.stringMatching(/disabled it.*toolmark tools enable notes__delete_note/s),
        meta: { decision: { kind: 'deny', rule: 'disabled' } },
      });
    }
    expect(notes.reached()).toEqual([]);
    expect(await api.lastCall()).toMatchObject({ status: 'denied', decision: { rule: 'disabled' } });
    expect((await tools('--disabled')).stdout).toContain('delete_note');

    expect((await tools('enable', 'notes__delete_note')).code).toBe(0);
    for (const client of clients) {
      expect(await client.tool('notes__delete_note')).toBeDefined();
      expect(await client.call('notes__delete_note')).toMatchObject({ text: 'done: delete_note' });
    }
  });
});

describe('a tool with changed names and texts', () => {
  it('can be called only by its new name, and reaches its server under the original', async () => {
    const { notes, clients, tools, api, lock } = await start();
    await expect.poll(lock).toContain('delete_note');
    const pinned = lock();
    const own = await api.tool('notes', 'delete_note');
    expect((await tools('rename', 'notes/delete_note', 'tidy_up')).code).toBe(0);
    expect((await tools('retitle', 'notes/delete_note', 'Tidy up')).code).toBe(0);
    expect((await tools('describe', 'notes/delete_note', 'Only looks.')).code).toBe(0);
    for (const client of clients) {
      expect(await client.tool('notes__delete_note')).toBeUndefined();
      expect(await client.tool('notes__tidy_up')).toMatchObject({
        title: 'Tidy up',
        description: 'Only looks.',
        annotations: { readOnlyHint: false, destructiveHint: true },
        _meta: {
          'io.toolmark/original': { name: 'delete_note', title: null, description: 'Deletes a note.' },
        },
      });
      expect(await client.call('notes__tidy_up')).toMatchObject({ text: 'done: delete_note' });
      await expect(client.call('notes__delete_note')).rejects.toThrow(/notes__delete_note/);
    }
    expect(notes.reached().map(({ tool }) => tool)).toEqual(['delete_note', 'delete_note']);
    const { class: kind, hints, fingerprint, standing, definition } = own;
    expect(await api.tool('notes', 'delete_note')).toMatchObject({
      class: kind,
      hints,
      fingerprint,
      standing,
      definition,
    });
    expect(lock()).toBe(pinned);
  });

  it('is not relaxed by harmless-sounding words', async () => {
    const { notes, clients, tools, api } = await start(NOBODY);
    await tools('rename', 'notes/say_nothing', 'list_all');
    await tools('describe', 'notes/say_nothing', 'Reads a list. Changes nothing.');
    expect(await api.tool('notes', 'say_nothing')).toMatchObject({ class: 'destructive', policy: { decision: 'ask' } });
    for (const client of clients) expect(await client.call('notes__list_all')).toMatchObject({ isError: true });
    expect(notes.reached()).toEqual([]);
  });

  it('cannot get the name of another tool', async () => {
    const { tools } = await start();
    expect(await tools('rename', 'notes/delete_note', 'list_notes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has the name 'list_notes'"),
    });
  });
});
