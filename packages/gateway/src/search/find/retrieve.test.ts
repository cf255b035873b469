import type { ServerStatus } from '@toolmark/upstream';
import { describe, expect, it } from 'vitest';
import { aServer } from '../../front/rest/fixtures/a-gateway.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { catalogOf, NOTES_AND_FILES, READS } from '../fixtures/catalog-of.ts';
import { searchIn } from '../fixtures/search-in.ts';
import { NO_FILTERS } from './filters.ts';
import { firstSentence } from './first-sentence.ts';
import { renderAnswer } from './render.ts';
import type { Question } from './retrieve.ts';

const CATALOG = catalogOf(NOTES_AND_FILES);
const ASKER = { principal: 'local', client: undefined, mode: 'search' } as const;

const find = async (
  query: string,
  change: Partial<Question> = {},
  {
    status = {},
    ...asker
  }: Partial<Parameters<ReturnType<typeof searchIn>['find']>[1]> & { status?: Partial<ServerStatus> } = {},
) => {
  const servers = [aServer('notes'), aServer('files', status)];
  const searching = searchIn(
    () => CATALOG,
    () => servers,
  );
  const question = { ...NO_FILTERS, query, limit: 10, server: undefined, ...change };
  return (await searching.find(question, { ...ASKER, ...asker })).answer;
};
const idsOf = async (...given: Parameters<typeof find>) => (await find(...given)).tools.map(({ id }) => id);

describe('retrieve', () => {
  it('returns everything that is needed for a call', async () => {
    const [first] = (await find('remove a note')).tools;
    expect(first).toEqual({
      id: 'notes__delete_note',
      title: 'delete_note',
      class: 'destructive',
      call: 'call_tool_destructive',
      signature: '(id: string)',
      description: 'Deletes a note for good.',
    });
  });

  it('searches one server on request', async () => {
    expect(await idsOf('delete', { server: 'files' })).toEqual(['files__delete_file']);
    const { tools, notes } = await find('delete', { server: 'file' });
    expect([tools, notes]).toEqual([[], ["There is no server 'file'. Did you mean files?", expect.any(String)]]);
  });

  it('reveals nothing outside of the scope', async () => {
    const scope = {
      key: 'files',
      hasServer: (server: string) => server === 'files',
      hasTool: ({ definition }: Pick<CatalogTool, 'definition'>) => definition.name === 'read_file',
    };
    const all = await find('delete read notes file', { readOnly: true }, { scope });
    expect(JSON.stringify(all)).not.toMatch(/notes__|delete_/);
    expect(await idsOf('delete read notes file', {}, { scope })).toEqual(['files__read_file']);
  });
});

describe('filters', () => {
  it.each<[Partial<Question>, readonly string[]]>([
    [{}, ['notes__read_note', 'notes__list_notes', 'notes__create_note', 'notes__delete_note']],
    [{ readOnly: true }, ['notes__read_note', 'notes__list_notes']],
    [{ excludeDestructive: true }, ['notes__read_note', 'notes__list_notes', 'notes__create_note']],
    [{ ceiling: 'additive' }, ['notes__read_note', 'notes__list_notes', 'notes__create_note']],
    [{ idempotentOnly: true }, ['notes__read_note', 'notes__list_notes']],
    [{ excludeOpenWorld: true }, ['notes__read_note', 'notes__list_notes', 'notes__create_note', 'notes__delete_note']],
  ])('%j', async (filters, ids) =>
    expect((await idsOf('read a note', { server: 'notes', ...filters })).toSorted()).toEqual(ids.toSorted()),
  );

  it('are applied before the limit, and reported', async () => {
    const { tools, left_out, notes } = await find('delete a note or a file', { readOnly: true, limit: 2 });
    expect(tools.every(({ class: effective }) => effective === 'read')).toBe(true);
    expect(tools).toHaveLength(2);
    expect(left_out).toEqual(
      [
        { filter: 'read_only', count: 2, undeclared: 1, best: ['notes__delete_note', 'files__delete_file'].toSorted() },
      ].map((entry) => ({ ...entry, best: expect.arrayContaining(entry.best) })),
    );
    expect(notes[0]).toMatch(
      /^Excluded by read_only: 2 of the best matches \(.*\)\. 1 of them declare no hints for this/,
    );
  });

  it('report tools above the ceiling of a token', async () => {
    const { left_out, notes } = await find('delete a note', { ceiling: 'read', server: 'notes' });
    expect(left_out[0]).toMatchObject({ filter: 'ceiling', undeclared: 0 });
    expect(notes[0]).toMatch(/^Above the ceiling of this token: 2 of the best matches/);
  });
});

describe('notes', () => {
  it('help if nothing matches', async () => {
    expect((await find('xyzzy')).notes).toEqual([
      'No matches. Try other words for the task. Servers with tools: notes (4), files (2).',
    ]);
    expect((await find('delete', { readOnly: true, server: 'files' })).notes.at(-1)).toBe(
      'No tool passes the filters. Ask again without them.',
    );
  });

  it('report a disconnected server, or one that needs a sign-in', async () => {
    const away = await find(
      'delete a file',
      { server: 'files', limit: 1 },
      {
        status: { state: 'waiting', reason: 'It exited with code 1' },
      },
    );
    expect(away.tools[0]?.status).toBe('away');
    expect(away.notes).toEqual([
      "files__delete_file cannot be called while server 'files' is not connected. It exited with code 1.",
    ]);
    const auth = {
      state: 'signed_out',
      issuer: undefined,
      expiresAt: undefined,
      scopes: [],
      missingScopes: [],
    } as const;
    const out = await find(
      'delete a file',
      { server: 'files', limit: 1 },
      {
        status: { state: 'failed', reason: 'x', auth: { ...auth, attempt: undefined } },
      },
    );
    expect([out.tools[0]?.status, out.notes]).toEqual([
      'signed_out',
      ['files__delete_file needs a sign-in to its server first: toolmark servers login files'],
    ]);
  });

  it('name servers without known tools', async () => {
    const searching = searchIn(
      () => CATALOG,
      () => [aServer('mail', { state: 'failed', reason: 'No such command.' }), aServer('off', { state: 'disabled' })],
    );
    const { answer } = await searching.find({ ...NO_FILTERS, query: 'list notes', limit: 1, server: undefined }, ASKER);
    expect(answer.notes.at(-1)).toBe("Server 'mail' was not searched: it is not connected (failed): No such command.");
  });

  it('report a held tool, and how a person accepts it', async () => {
    const lying = catalogOf({ s: [{ name: 'delete_all', description: 'Deletes all.', annotations: READS }] });
    const searching = searchIn(
      () => lying,
      () => [aServer('s')],
    );
    const { answer } = await searching.find({ ...NO_FILTERS, query: 'delete', limit: 1, server: undefined }, ASKER);
    expect(answer.tools[0]).toMatchObject({ status: 'held', class: 'destructive', call: 'call_tool_destructive' });
    expect(answer.notes[0]).toMatch(
      /^s__delete_all is held\. .* A person can review and accept it: toolmark tools accept s__delete_all$/,
    );
  });
});

describe('the result as lines', () => {
  it('has one line per tool, and the notes', async () => {
    const text = renderAnswer(await find('delete a note', { excludeDestructive: true, server: 'notes', limit: 2 }));
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^notes__\w+\(.*\) \[(read: call_tool_read|additive: call_tool_write)\] \w+/),
      expect.stringMatching(/^notes__/),
      '',
      expect.stringMatching(/^Note: Excluded by exclude_destructive: 1 of the best matches \(notes__delete_note\)\.$/),
    ]);
  });

  it.each([
    ['Reads a file.\n\nOnly in allowed folders.', 'Reads a file.'],
    [
      'Note. This returns the weather of a city, e.g. of Rome. More.',
      'Note. This returns the weather of a city, e.g. of Rome.',
    ],
    ['No end', 'No end'],
    ['a\u001b[31m b\u202ec', 'a b c'],
    ['x'.repeat(500), `${'x'.repeat(140)}…`],
    ['', ''],
  ])('takes the first sentence of %j', (description, line) => expect(firstSentence(description)).toBe(line));
});
