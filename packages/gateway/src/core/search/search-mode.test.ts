import { type Era, errorOf, failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../model/caller.ts';
import { OWN_ENTRANCE } from '../../model/entrance.ts';
import { ADDS, catalogOf, DESTROYS, READS } from '../../search/fixtures/catalog-of.ts';
import { SEARCH_INSTRUCTIONS } from '../../search/menu/instructions.ts';
import { withVariant } from '../../search/with-variant.ts';
import { legacyCaller, modernCaller } from '../fixtures/caller.ts';
import { createTestServer } from '../fixtures/server.ts';
import { createWorld } from '../fixtures/world.ts';
import { LIST_CHANGE_WINDOW_MS } from '../limits.ts';

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const CATALOG = catalogOf({
  s: [
    { name: 'read_note', description: 'Reads a note.', inputSchema: schema, annotations: READS },
    { name: 'add_note', description: 'Adds a note.', inputSchema: { type: 'object' }, annotations: ADDS },
    { name: 'delete_note', description: 'Deletes a note.', inputSchema: schema, annotations: DESTROYS },
  ],
});

function setUp(era: Era = 'legacy') {
  const server = createTestServer('s', era);
  server.answer(() => result({ content: [{ type: 'text', text: 'done' }] }));
  const world = createWorld([server], { catalog: CATALOG });
  const call = (
    name: string,
    args?: unknown,
    caller: Caller = modernCaller({ mode: 'search' }),
    more: JsonObject = {},
  ) => world.core.handle('tools/call', { name, ...(args !== undefined && { arguments: args }), ...more }, caller);
  return { ...world, server, call };
}

const resultOf = (reply: RpcReply): JsonObject => (reply.kind === 'result' ? reply.result : {});
const answerText = (reply: RpcReply): string => {
  const { content } = resultOf(reply) as { readonly content?: readonly { readonly text: string }[] };
  return content?.[0]?.text ?? '';
};

describe('tools/list', () => {
  it.each([
    ['modern', modernCaller],
    ['legacy', legacyCaller],
  ] as const)('has the five tools and nothing else, complete for a %s client', async (era, callerOf) => {
    const { core } = setUp();
    const reply = await core.handle('tools/list', {}, callerOf({ mode: 'search' }));
    const list = reply.kind === 'json' ? JSON.parse(reply.json.toString()) : {};
    expect(list.tools.map(({ name }: { name: string }) => name)).toEqual([
      'retrieve_tools',
      'describe_tool',
      'call_tool_read',
      'call_tool_write',
      'call_tool_destructive',
    ]);
    expect(list.resultType).toBe(era === 'modern' ? 'complete' : undefined);
    expect(await core.handle('tools/list', { cursor: 'x' }, callerOf({ mode: 'search' }))).toEqual(
      failed(errorOf('invalidParams', 'Unknown cursor.')),
    );
  });
});

describe('instructions', () => {
  it('explain the five tools, and include the beginning of each server’s instructions', () => {
    const { core, server } = setUp();
    server.set({ offer: { instructions: `Notes are short. ${'x'.repeat(5_000)}` } });
    const { instructions = '' } = core.describe({ mode: 'search', scope: undefined });
    expect(instructions.startsWith(SEARCH_INSTRUCTIONS)).toBe(true);
    expect(instructions).toContain('## s\n\nNotes are short. ');
    expect(instructions.length).toBeLessThan(SEARCH_INSTRUCTIONS.length + 400);
    expect(core.describe().instructions).not.toContain('retrieve_tools');
  });
});

describe('list changes', () => {
  it('are announced in search mode for prompts and resources, but not for tools, which stay the same', () => {
    const { core, clock } = setUp();
    const heard: string[] = [];
    const notify = (method: string): void => void heard.push(method);
    core.openSession({ id: 'a', principal: 'local', mode: 'search', notify });
    const wanted = { toolsListChanged: true, promptsListChanged: true };
    core.listen(wanted, { ...OWN_ENTRANCE, mode: 'search' }, notify);
    core.onOffer('s', ['tools', 'prompts']);
    clock.pass(LIST_CHANGE_WINDOW_MS);
    expect(heard).toEqual(['notifications/prompts/list_changed', 'notifications/prompts/list_changed']);
  });
});

describe('retrieve_tools and describe_tool', () => {
  it('answer with text and the same as structured content', async () => {
    const { call } = setUp();
    const found = await call('retrieve_tools', { query: 'remove a note', limit: 1 });
    expect(answerText(found)).toBe('s__delete_note(id: string) [destructive: call_tool_destructive] Deletes a note.');
    expect(resultOf(found)).toMatchObject({
      resultType: 'complete',
      structuredContent: { tools: [{ id: 's__delete_note', call: 'call_tool_destructive' }], total: 3, notes: [] },
    });
    const described = await call('describe_tool', { ids: ['s__read_note', 'nope'] });
    expect(JSON.parse(answerText(described))).toEqual(resultOf(described)['structuredContent']);
    expect(resultOf(described)['structuredContent']).toMatchObject({
      tools: [
        { id: 's__read_note', input_schema: schema },
        { id: 'nope', error: { code: 'not_found' } },
      ],
    });
  });

  it('give full definitions on request', async () => {
    const { call } = setUp();
    const full = await call('retrieve_tools', { query: 'remove a note', limit: 1, detail: 'full' });
    expect(resultOf(full)['structuredContent']).toMatchObject({
      tools: [{ id: 's__delete_note', input_schema: schema }],
    });
  });

  it('respect the ceiling of a token', async () => {
    const { call } = setUp();
    const reader = modernCaller({ mode: 'search', ceiling: 'read' });
    const found = await call('retrieve_tools', { query: 'delete, add or read a note' }, reader);
    expect(resultOf(found)['structuredContent']).toMatchObject({
      tools: [{ id: 's__read_note' }],
      left_out: [{ filter: 'ceiling', count: 2 }],
    });
  });

  it.each([
    ['retrieve_tools', { limit: 3 }, 'query must describe'],
    ['describe_tool', {}, '1 to 10 ids'],
  ])('%s explains the problem with %j in a result, which the model can read', async (name, given, says) => {
    const reply = await setUp().call(name, given);
    expect(resultOf(reply)['isError']).toBe(true);
    expect(answerText(reply)).toContain(says);
  });

  it('never reach a server', async () => {
    const { call, server } = setUp();
    await call('retrieve_tools', { query: 'note' });
    await call('describe_tool', { ids: ['s__read_note'] });
    expect(server.received).toEqual([]);
  });
});

describe('the variants', () => {
  it('send the arguments and the other params unchanged', async () => {
    const { call, server } = setUp('modern');
    const more = { _meta: { progressToken: 7, other: [1] }, requestState: 'state', inputResponses: { a: 1 } };
    await call(
      'call_tool_read',
      { id: 's__read_note', arguments: { id: '1', extra: { deep: [1.5] } } },
      undefined,
      more,
    );
    const { params } = server.last();
    const { requestState, inputResponses } = more;
    const given = { id: '1', extra: { deep: [1.5] } };
    expect(params).toMatchObject({ name: 'read_note', arguments: given, requestState, inputResponses });
    expect(params?.['_meta']).toMatchObject({ other: [1] });
  });

  it('send no arguments if none were given', async () => {
    const { call, server } = setUp();
    await call('call_tool_write', { id: 's__add_note' });
    expect(server.last().params).not.toHaveProperty('arguments');
  });

  it.each([
    [
      'an unknown tool',
      { id: 's__read_notes', arguments: {} },
      "There is no tool 's__read_notes'. Did you mean s__read_note?",
    ],
    ['no id', {}, 'Give the id of the tool'],
    [
      'arguments that do not fit',
      { id: 's__read_note', arguments: { id: 7 } },
      `'s__read_note' was not called: its arguments are invalid. id: Invalid input: expected string, received number. Its schema: ${JSON.stringify(schema)}`,
    ],
    ['arguments that are missing', { id: 's__read_note' }, 'Its schema: '],
  ])('explain the problem with %s, and call nothing', async (_what, given, says) => {
    const { call, server } = setUp();
    const reply = await call('call_tool_read', given);
    expect(resultOf(reply)['isError']).toBe(true);
    expect(answerText(reply)).toContain(says);
    expect(server.received).toEqual([]);
  });

  it('are required: a tool under its own name is unknown, and the error names the variant', async () => {
    const { call } = setUp();
    expect(await call('s__delete_note', { id: '1' })).toEqual(
      failed(
        errorOf(
          'invalidParams',
          'Unknown tool: s__delete_note. Call it with call_tool_destructive and "id": "s__delete_note".',
        ),
      ),
    );
    expect(await call('nope')).toMatchObject({ kind: 'error', error: { code: -32602 } });
  });

  it('do not exist in direct mode', async () => {
    const { call } = setUp();
    const reply = await call('call_tool_read', { id: 's__read_note' }, modernCaller());
    expect(reply).toMatchObject({ kind: 'error' });
  });
});

describe('withVariant', () => {
  it('keeps all properties of a caller, and evaluates no accessor early', () => {
    let made = 0;
    class Lazy {
      readonly era = 'modern';
      get signal(): AbortSignal {
        made += 1;
        return AbortSignal.abort();
      }
    }
    const { signal: _signal, ...rest } = modernCaller({ ceiling: 'additive', conversation: 'c', mode: 'search' });
    const caller = Object.assign(new Lazy(), rest) as Caller;
    const chosen = withVariant(caller, 'read');
    expect(made).toBe(0);
    expect(chosen).toMatchObject({ variant: 'read', mode: 'search', ceiling: 'additive', conversation: 'c' });
    expect(chosen.signal.aborted).toBe(true);
    expect(made).toBe(1);
  });
});
