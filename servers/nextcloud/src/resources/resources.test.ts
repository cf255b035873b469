import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { type Connected, connect, connectTo } from '../fixtures/connect.ts';
import { serveNextcloud } from '../fixtures/serve-nextcloud.ts';
import { createNextcloud } from '../http/create-nextcloud.ts';
import { createNextcloudServer } from '../server.ts';

/** The resources of the reference server. */
const RESOURCES = [
  'nc://capabilities',
  'notes://settings',
  'nc://Deck/boards',
  'cookbook://version',
  'cookbook://config',
];
const TEMPLATES = [
  'nc://Notes/{note_id}',
  'nc://Notes/{note_id}/attachments/{attachment_filename}',
  'nc://Deck/boards/{board_id}',
  'nc://Deck/boards/{board_id}/stacks',
  'nc://Deck/boards/{board_id}/stacks/{stack_id}',
  'nc://Deck/boards/{board_id}/stacks/{stack_id}/cards',
  'nc://Deck/boards/{board_id}/stacks/{stack_id}/cards/{card_id}',
  'nc://Deck/boards/{board_id}/labels',
  'nc://Deck/boards/{board_id}/labels/{label_id}',
  'nc://Cookbook/{recipe_id}',
];
/** Templates that this server adds, so that their names can be completed. */
const ADDED = ['nc://Calendar/{calendar_name}', 'nc://Contacts/{addressbook}', 'nc://Tables/{table_id}'];

const read = async ({ client }: Connected, uri: string): Promise<unknown> => {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  expect(content).toMatchObject({ uri, mimeType: 'application/json' });
  return content !== undefined && 'text' in content ? JSON.parse(content.text) : undefined;
};

describe('the resources', () => {
  it('are the 15 of the reference and 3 more', async () => {
    await using nextcloud = await connect();
    const { resources } = await nextcloud.client.listResources();
    const { resourceTemplates } = await nextcloud.client.listResourceTemplates();
    expect(resources.map(({ uri }) => uri).toSorted()).toEqual(RESOURCES.toSorted());
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    expect(templates.toSorted()).toEqual([...TEMPLATES, ...ADDED].toSorted());
  });

  it('are those of the modules that are served', async () => {
    await using nextcloud = await connect({ modules: ['notes'] });
    const { resources } = await nextcloud.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['nc://capabilities', 'notes://settings']);
  });

  it('are read', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    const made = async (name: string, args: object): Promise<number> =>
      ((await call(name, { ...args })) as { readonly id: number }).id;
    const note = await made('nc_notes_create_note', { title: 'Plan', content: 'One', category: '' });
    const recipe = await made('nc_cookbook_create_recipe', { name: 'Soup' });
    const board = await made('deck_create_board', { title: 'Work', color: '0082c9' });
    const stack = await made('deck_create_stack', { board_id: board, title: 'To do', order: 0 });
    const card = await made('deck_create_card', { board_id: board, stack_id: stack, title: 'Write' });
    const label = await made('deck_create_label', { board_id: board, title: 'Urgent', color: 'ff0000' });
    const at = `nc://Deck/boards/${board}`;
    const expected: readonly (readonly [string, unknown])[] = [
      ['nc://capabilities', { version: { major: 32 } }],
      ['notes://settings', { notesPath: 'Notes' }],
      [`nc://Notes/${note}`, { id: note, content: 'One', etag: expect.any(String) }],
      ['cookbook://version', { api_version: expect.anything() }],
      ['cookbook://config', { folder: '/Recipes' }],
      [`nc://Cookbook/${recipe}`, { id: recipe, name: 'Soup' }],
      ['nc://Deck/boards', expect.arrayContaining([expect.objectContaining({ id: board })])],
      [at, { id: board, title: 'Work' }],
      [`${at}/stacks`, [{ id: stack, title: 'To do' }]],
      [`${at}/stacks/${stack}`, { id: stack, cardCount: 1 }],
      [`${at}/stacks/${stack}/cards`, [{ id: card, title: 'Write' }]],
      [`${at}/stacks/${stack}/cards/${card}`, { id: card, title: 'Write' }],
      [`${at}/labels`, expect.arrayContaining([expect.objectContaining({ id: label })])],
      [`${at}/labels/${label}`, { id: label, title: 'Urgent' }],
      ['nc://Calendar/personal', { name: 'personal' }],
      ['nc://Contacts/contacts', { name: 'contacts' }],
    ];
    for (const [uri, value] of expected) expect([uri, await read(nextcloud, uri)]).toMatchObject([uri, value]);
  });

  it('are read: a table with its columns', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    const { tables } = (await nextcloud.call('nc_tables_list_tables')) as { tables: { id: number; title: string }[] };
    const [table] = tables;
    expect(await read(nextcloud, `nc://Tables/${table?.id}`)).toMatchObject({
      title: table?.title,
      columns: expect.arrayContaining([expect.objectContaining({ title: expect.any(String) })]),
    });
  });

  it('are read: an attachment, byte by byte', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]);
    const asked: string[] = [];
    await using http = await serveNextcloud((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-type': 'image/png; charset=binary' }).end(bytes);
    });
    await using connected = await connectTo(http.nextcloud, ['notes']);
    const uri = 'nc://Notes/7/attachments/a%20b.png';
    expect((await connected.client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'image/png', blob: bytes.toString('base64') },
    ]);
    expect(asked).toEqual(['GET /index.php/apps/notes/api/v1.4/attachment/7?path=.attachments.7%2Fa+b.png']);
    const args = { note_id: 7, attachment_filename: 'a b.png' };
    const { content } = await connected.client.callTool({ name: 'nc_notes_get_attachment', arguments: args });
    expect(JSON.stringify(content)).toContain(bytes.toString('base64'));
  });

  it('are refused above 1 MiB, and attachments above 5 MiB', async () => {
    await using http = await serveNextcloud(({ url }, response) => {
      const note = { id: 7, etag: 'e', title: 't', category: '', modified: 0, favorite: false, readonly: false };
      const isNote = url?.includes('attachment') === false;
      const content = 'x'.repeat(url?.endsWith('/8') === true ? 1024 * 1024 - 500 : 1024 * 1024);
      response.writeHead(200, { 'content-type': isNote ? 'application/json' : 'image/png' });
      response.end(isNote ? JSON.stringify({ ...note, content }) : Buffer.alloc(5 * 1024 * 1024 + 1));
    });
    await using connected = await connectTo(http.nextcloud, ['notes']);
    const outcome = (uri: string) => connected.client.readResource({ uri });
    expect((await outcome('nc://Notes/8')).contents).toHaveLength(1);
    await expect(outcome('nc://Notes/7')).rejects.toThrow(/TOO_LARGE: It is longer than 1048576 characters/);
    await expect(outcome('nc://Notes/7/attachments/a.png')).rejects.toThrow(/TOO_LARGE: .*5242880 bytes/);
  });

  it.each([
    'nc://Notes/999999',
    'nc://Notes/x',
    'nc://Notes/1/attachments/..%2Fsecret',
    'nc://Notes/1/attachments/none.png',
    'nc://Cookbook/999999',
    'nc://Calendar/none',
    'nc://Contacts/%E0%A4%A',
    'nc://Nothing/1',
  ])('%s is not found', async (uri) => {
    await using nextcloud = await connect();
    await expect(nextcloud.client.readResource({ uri })).rejects.toMatchObject({
      code: expect.toSatisfy((code) => code === -32_002 || code === -32_602),
    });
  });

  it('are refused, and not completed, for a caller without their scopes', async () => {
    await using nextcloud = await connect();
    const own = createNextcloud({ url: nextcloud.emulator.url, user: 'ada', authorization: () => 'Basic none' });
    const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
    const server = serveStdio(() => createNextcloudServer({ nextcloud: async () => own, hasScopes: true }), {
      transport: new StdioServerTransport(toServer, fromServer),
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioServerTransport(fromServer, toServer));
    try {
      await expect(client.readResource({ uri: 'notes://settings' })).rejects.toThrow('Your token lacks notes:read.');
      await expect(client.readResource({ uri: 'nc://Deck/boards/1/labels' })).rejects.toThrow('lacks deck:read');
      expect((await complete(client, 'nc://Calendar/{calendar_name}', 'calendar_name', '')).values).toEqual([]);
    } finally {
      await client.close();
      await server.close();
    }
  });
});

const complete = async (client: Client, uri: string, name: string, value: string) =>
  (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion;

describe('completions', () => {
  it.each([
    ['nc://Calendar/{calendar_name}', 'calendar_name', 'PERS', ['personal']],
    ['nc://Calendar/{calendar_name}', 'calendar_name', 'x', []],
    ['nc://Contacts/{addressbook}', 'addressbook', 'cont', ['contacts']],
    ['nc://Notes/{note_id}', 'note_id', '', []],
  ])('of %s: %s=%s', async (uri, name, value, values) => {
    await using nextcloud = await connect();
    expect((await complete(nextcloud.client, uri, name, value)).values).toEqual(values);
  });

  it('of boards and tables are their ids, at most 100', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    const { client, call } = nextcloud;
    const { tables } = (await call('nc_tables_list_tables')) as { tables: { id: number }[] };
    expect(tables.length).toBeGreaterThan(0);
    const ids = await complete(client, 'nc://Tables/{table_id}', 'table_id', '');
    expect(ids.values).toEqual(tables.map(({ id }) => String(id)));
    for (let count = 0; count < 101; count++) await call('deck_create_board', { title: `B${count}`, color: '0082c9' });
    const boards = await complete(client, 'nc://Deck/boards/{board_id}/stacks', 'board_id', '');
    expect(boards.values).toHaveLength(100);
    expect(boards.hasMore).toBe(true);
  });

  it('are empty if Nextcloud fails', async () => {
    await using nextcloud = await connect();
    await nextcloud.emulator.close();
    expect((await complete(nextcloud.client, 'nc://Tables/{table_id}', 'table_id', '')).values).toEqual([]);
  });
});
