import { callAnswerSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BeginEntry } from '../../../../record/src/entry.ts';
import { get } from './fixtures/api.ts';
import { type Calling, post, startCalling } from './fixtures/calling.ts';
import { A_DELETE, aBody, type CallFacts } from './fixtures/entries.ts';

let calling: Calling;

beforeAll(async () => {
  calling = await startCalling();
});
beforeEach(() => calling.forget());
afterAll(() => calling.close());

describe('POST /tool-calls/{id}/replay', () => {
  const replay = (id: string, body?: unknown, query = '') =>
    get(callAnswerSchema, `/tool-calls/${id}/replay${query}`, post(body), calling.deps());

  it('repeats a read-only call with the same arguments', async () => {
    const id = await calling.store({ begin: { arguments: aBody({ folder: 'archive' }) } });
    const { value } = await replay(id);
    expect(calling.made()).toEqual([
      expect.objectContaining({ exposedName: 'notes__list_notes', arguments: { folder: 'archive' } }),
    ]);
    expect(value.tool_call?.id).not.toBe(id);
  });

  it('repeats a call without arguments', async () => {
    await replay(await calling.store({ begin: { arguments: null } }), {});
    expect(calling.made()).toEqual([expect.objectContaining({ arguments: undefined })]);
  });

  it('repeats a call that changes something only with a confirmation', async () => {
    const id = await calling.store({ begin: A_DELETE });
    for (const [body, query] of [
      [{}, ''],
      [{ confirm: false }, '?confirm=false'],
      [undefined, ''],
    ] as const) {
      const { status, value } = await calling.refused(`/tool-calls/${id}/replay${query}`, post(body));
      expect([status, value.error.code, value.error.message]).toEqual([
        409,
        'conflict',
        "Tool 'delete_note' of server 'notes' is destructive, so repeating it needs confirm=true.",
      ]);
    }
    expect(calling.made()).toEqual([]);
    await replay(id, { confirm: true });
    await replay(id, undefined, '?confirm=true');
    expect(calling.made().map(({ exposedName, arguments: given }) => [exposedName, given])).toEqual([
      ['notes__delete_note', { id: 'n-1' }],
      ['notes__delete_note', { id: 'n-1' }],
    ]);
  });

  // `delete_note` is destructive now, `list_notes` reads.
  it.each<[string, Partial<BeginEntry>, string]>([
    ['read then, destructive now', { ...A_DELETE, class: 'read' }, "'delete_note' of server 'notes' is destructive"],
    [
      'additive then, destructive now',
      { ...A_DELETE, class: 'additive' },
      "'delete_note' of server 'notes' is destructive",
    ],
    [
      'additive then, read now',
      { class: 'additive' },
      "'list_notes' of server 'notes' was additive then, though it is read now",
    ],
    ['destructive then, read now', { class: 'destructive' }, 'was destructive then, though it is read now'],
    ['unknown then, read now', { class: null }, 'was destructive then, though it is read now'],
  ])('uses the stricter of the old and current class: %s', async (_what, begin, message) => {
    const id = await calling.store({ begin });
    const { status, value } = await calling.refused(`/tool-calls/${id}/replay`, post());
    expect([status, value.error.message, calling.made()]).toEqual([409, expect.stringContaining(message), []]);
    expect((await replay(id, { confirm: true })).status).toBe(200);
  });

  it.each<[string, CallFacts, string]>([
    [
      'cut',
      { begin: { arguments: { ...aBody({ a: 1 }), text: '{"a"', isCut: true } } },
      'too long to be recorded in full',
    ],
    ['redacted', { begin: { arguments: { ...aBody({ key: '…' }), redactions: 1 } } }, 'Its arguments were redacted'],
    ['an unknown tool', { begin: { server: null, version: null, class: null, tool: 'x' } }, "No server had a tool 'x'"],
    ['a removed tool', { begin: { tool: 'lost' } }, "It cannot be called again. Server 'notes' has no tool 'lost'."],
    ['a removed server', { begin: { server: 'old' } }, "It cannot be called again. There is no server 'old'."],
  ])('is not possible: %s', async (_what, facts, message) => {
    const { status, value } = await calling.refused(
      `/tool-calls/${await calling.store(facts)}/replay?confirm=true`,
      post(),
    );
    expect([status, value.error.message, calling.made()]).toEqual([409, expect.stringContaining(message), []]);
  });

  it('needs an existing call', async () => {
    expect((await calling.refused('/tool-calls/x/replay', post())).status).toBe(404);
  });

  it.each([{ body: { confirm: 'yes' } }, { body: { arguments: {} } }, { body: [] }])(
    'rejects $body',
    async ({ body }) => {
      const id = await calling.store();
      expect([(await calling.refused(`/tool-calls/${id}/replay`, post(body))).status, calling.made()]).toEqual([
        400,
        [],
      ]);
    },
  );
});
