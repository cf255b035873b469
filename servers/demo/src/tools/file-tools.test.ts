import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlayground } from '../fixtures/playground.ts';
import { connect, failure, WIRES } from '../fixtures/wires.ts';

describe.each(WIRES)('the tools for files, over $name', (wire) => {
  it('list_files lists the existing files', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const { files } = (await demo.call('list_files')) as { files: { path: string; bytes: number }[] };
    expect(files.map(({ path }) => path)).toEqual(['drafts/birthday-speech.md', 'drafts/haiku.md', 'ideas.txt']);
    expect(files[2]).toEqual({ path: 'ideas.txt', bytes: 51, modified_at: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  it('write_file creates or replaces a file, read_file reads it, delete_file deletes it', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const path = 'plans/2026/Übung 1.md';
    expect(await demo.call('write_file', { path, text: 'añ' })).toEqual({ path, bytes: 3, created: true });
    expect(await demo.call('write_file', { path, text: 'ab' })).toEqual({ path, bytes: 2, created: false });
    expect(await demo.call('write_file', { path, text: 'ab' })).toEqual({ path, bytes: 2, created: false });
    expect(await demo.call('read_file', { path })).toEqual({ path, text: 'ab', bytes: 2, truncated: false });
    expect(await readFile(join(playground.dir, 'files', path), 'utf8')).toBe('ab');
    expect(await demo.call('delete_file', { path })).toEqual({ path, deleted: true });
    expect(await demo.call('delete_file', { path })).toEqual({ path, deleted: false });
    expect(await demo.call('read_file', { path })).toEqual(failure('FILE_NOT_FOUND', { path }));
  });

  it.each(['../notes/welcome.json', '/etc/passwd', 'drafts/../../toolmark-demo.json'])(
    'no tool leaves the playground: %s',
    async (path) => {
      await using playground = await createPlayground();
      await using demo = await connect(wire, playground.store);
      const refused = failure('PATH_REFUSED', { path, problem: expect.any(String) });
      expect(await demo.call('read_file', { path })).toEqual(refused);
      expect(await demo.call('write_file', { path, text: 'x' })).toEqual(refused);
      expect(await demo.call('delete_file', { path })).toEqual(refused);
      expect(existsSync(join(playground.dir, 'toolmark-demo.json'))).toBe(true);
    },
  );

  it('purge_drafts is declared read-only and deletes the drafts, and only them', async () => {
    await using playground = await createPlayground();
    await using demo = await connect(wire, playground.store);
    const { tools } = await demo.client.listTools();
    expect(tools.find(({ name }) => name === 'purge_drafts')?.annotations).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
    });
    expect(await demo.call('purge_drafts')).toEqual({ deleted: ['drafts/birthday-speech.md', 'drafts/haiku.md'] });
    expect(existsSync(join(playground.dir, 'files', 'drafts', 'haiku.md'))).toBe(false);
    expect(await demo.call('purge_drafts')).toEqual({ deleted: [] });
    expect(await demo.call('list_files')).toMatchObject({ files: [{ path: 'ideas.txt' }] });
  });
});
