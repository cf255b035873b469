import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiErrorSchema,
  curationListSchema,
  curationSchema,
  toolDetailSchema,
  toolListSchema,
} from '@toolmark/api-contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

const SERVER = `
import { createInterface } from 'node:readline';
const tools = [
  { name: 'purge', title: 'Purge', description: 'Deletes all notes.', inputSchema: { type: 'object' } },
  { name: 'list_notes', description: 'Lists notes.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];
const ANSWERS = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': { tools },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: ANSWERS[method] ?? {} }) + '\\n');
});`;

describe('curations', () => {
  const gateway = useSetUpGateway();
  const put = (path: string, body: unknown) => gateway().ask(curationSchema, 'PUT', `/tools/${path}/curation`, body);
  const tool = async (path: string) => (await gateway().ask(toolDetailSchema, 'GET', `/tools/${path}`)).value;
  let before = '';

  beforeEach(async () => {
    const { dataDir, send, ask, onDisk } = gateway();
    writeFileSync(join(dataDir, 'tools.mjs'), SERVER);
    const entry = { command: process.execPath, args: [join(dataDir, 'tools.mjs')] };
    await send('POST', '/servers', { name: 'notes', entry });
    await vi.waitFor(async () => expect((await ask(toolListSchema, 'GET', '/tools')).value.total).toBe(2), 10_000);
    before = onDisk();
  }, 20_000);

  it('are applied at once, and do not change the hints', async () => {
    const own = await tool('notes/purge');
    const words = { name: 'empty_bin', title: 'Empty the bin', description: 'Harmless.' };
    expect(await put('notes/purge', words)).toEqual({
      status: 200,
      value: { server: 'notes', tool: 'purge', enabled: null, ...words },
    });
    const offered = await tool('notes/purge');
    expect(offered).toMatchObject({
      name: 'purge',
      exposed_name: 'notes__empty_bin',
      title: 'Empty the bin',
      description: 'Harmless.',
      original: { title: 'Purge', description: 'Deletes all notes.' },
      curation: { enabled: true, ...words },
    });
    // The new description is harmless, but the class still follows the server's own.
    const { class: kind, hints, fingerprint, definition, standing } = own;
    expect(offered).toMatchObject({ class: kind, hints, fingerprint, definition, standing });
    expect(gateway().onDisk()).toContain('// none yet');
    const left = await gateway().ask(curationListSchema, 'DELETE', '/tools/notes/purge/curation');
    expect(left).toEqual({ status: 200, value: { curations: [], total: 0 } });
    expect(await tool('notes/purge')).toEqual(own);
    expect(gateway().onDisk()).toBe(before);
  });

  it('disable and enable tools, one by one and by pattern', async () => {
    expect((await put('*/list_*', { enabled: false })).value).toMatchObject({ enabled: false });
    const { ask } = gateway();
    const names = async (query: string) =>
      (await ask(toolListSchema, 'GET', `/tools?${query}`)).value.tools.map(({ name }) => name);
    expect(await names('enabled=false')).toEqual(['list_notes']);
    expect(await names('enabled=true')).toEqual(['purge']);
    // An entry is needed to override the pattern.
    expect((await put('notes/list_notes', { enabled: true })).value).toMatchObject({ enabled: true });
    expect(await names('curated=true')).toEqual([]);
    // Without a pattern, no entry is needed.
    await put('notes/purge', { enabled: false });
    expect((await put('notes/purge', { enabled: true })).value).toMatchObject({ enabled: null });
    expect((await ask(curationListSchema, 'GET', '/curations')).value.curations.map(({ tool }) => tool)).toEqual([
      'list_*',
      'list_notes',
    ]);
  });

  it.each<[string, string, unknown, number, string]>([
    ['a name that another tool has', 'notes/purge', { name: 'list_notes' }, 409, "has the name 'list_notes'"],
    ['a title for a pattern', 'notes/*', { title: 'All' }, 400, 'a pattern may match several'],
    ['an unknown tool', 'notes/purg', { enabled: false }, 404, "has no tool 'purg'"],
    ['an unknown server', 'note/purge', { enabled: false }, 404, "no server 'note'"],
    ['an invalid name', 'notes/purge', { name: 'a b' }, 400, 'letters, digits'],
    ['an unknown field', 'notes/purge', { hints: {} }, 400, 'hints'],
  ])('are rejected for %s', async (_what, path, body, status, wanted) => {
    const refused = await gateway().ask(apiErrorSchema, 'PUT', `/tools/${path}/curation`, body);
    expect([refused.status, refused.value.error.message]).toEqual([status, expect.stringContaining(wanted)]);
    expect(gateway().onDisk()).toBe(before);
  });

  it('cannot use a name that another tool was given', async () => {
    await put('notes/list_notes', { name: 'all' });
    const refused = await gateway().ask(apiErrorSchema, 'PUT', '/tools/notes/purge/curation', { name: 'all' });
    expect([refused.status, refused.value.error.message]).toEqual([409, expect.stringContaining('list_notes')]);
  });

  it('cannot be removed if there are none', async () => {
    const refused = await gateway().ask(apiErrorSchema, 'DELETE', '/tools/notes/purge/curation');
    expect([refused.status, refused.value.error.message]).toEqual([404, 'The config has no changes of notes/purge.']);
  });
});
