import { apiErrorSchema, callAnswerSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../errors.ts';
import type { BeginEntry } from '../../record/entry.ts';
import { failed, result } from '../../rpc.ts';
import type { ApiCall, RestDeps } from './deps.ts';
import { ask, get, NOW } from './fixtures/api.ts';
import { A_DELETE, aBody, aCall, aSession, type CallFacts, versions } from './fixtures/entries.ts';
import { noRecord } from './fixtures/no-record.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';

let record: TestRecord;
let made: ApiCall[] = [];

beforeAll(async () => {
  record = await openRecord();
  await record.apply([aSession('s1', NOW), ...versions(NOW)]);
});
beforeEach(() => {
  made = [];
});
afterAll(() => record.close());

const store = async (facts: CallFacts = {}): Promise<string> => {
  const { id, entries } = aCall('s1', NOW, facts);
  await record.apply(entries);
  return id;
};

/** A gateway that calls `list_notes` with what it is given, and records that. */
const deps = (): Partial<RestDeps> => ({
  recorder: record.recorder,
  callTool: async (call) => {
    made.push(call);
    const given = call.arguments === undefined ? null : aBody(call.arguments);
    return { id: await store({ begin: { arguments: given, mode: call.mode } }), reply: result({ content: [] }) };
  },
});

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (body?: unknown, headers: Record<string, string> = JSON_TYPE): RequestInit => ({
  method: 'POST',
  headers,
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
});
const refused = (path: string, init: RequestInit, given: Partial<RestDeps> = deps()) =>
  get(apiErrorSchema, path, init, given);

describe('POST /tools/{server}/{tool}/call', () => {
  const PATH = '/tools/notes/list_notes/call';

  it('makes the call and answers with what was recorded of it', async () => {
    const { status, value } = await get(
      callAnswerSchema,
      PATH,
      post({ arguments: { folder: 'inbox', big: 1 } }),
      deps(),
    );
    expect([status, value.tool_call?.status, value.tool_call?.arguments?.value, value.reply]).toEqual([
      200,
      'ok',
      { folder: 'inbox', big: 1 },
      { result: { content: [] } },
    ]);
    expect(made).toEqual([
      {
        exposedName: 'notes__list_notes',
        arguments: { folder: 'inbox', big: 1 },
        mode: 'api',
        client: undefined,
        principal: 'local',
        signal: expect.any(AbortSignal),
      },
    ]);
  });

  it.each<[string, RequestInit]>([
    ['an empty object', post({})],
    ['nothing at all', { method: 'POST' }],
    ['a parameter of the content type', post({}, { 'content-type': 'application/json; charset=utf-8' })],
  ])('needs no arguments: %s', async (_what, init) => {
    const { value } = await get(callAnswerSchema, PATH, init, deps());
    expect([value.tool_call?.arguments, made[0]?.arguments]).toEqual([null, undefined]);
  });

  it.each<[string | undefined, Pick<ApiCall, 'mode' | 'client'>]>([
    [undefined, { mode: 'api', client: undefined }],
    ['cli/1.2.3', { mode: 'cli', client: { name: 'toolmark-cli', version: '1.2.3' } }],
    ['web/1.2.3', { mode: 'web', client: { name: 'toolmark-web', version: '1.2.3' } }],
    ['nightly/7', { mode: 'api', client: { name: 'nightly', version: '7' } }],
  ])('calls as who it says it is: %s', async (client, expected) => {
    await get(callAnswerSchema, PATH, post({}, { ...JSON_TYPE, ...(client && { 'Toolmark-Client': client }) }), deps());
    expect(made).toEqual([expect.objectContaining(expected)]);
  });

  it('keeps numbers that no double holds', async () => {
    await ask(PATH, post('{"arguments":{"id":12345678901234567890}}'), deps());
    expect(JSON.stringify(made[0]?.arguments)).toBe('{"id":12345678901234567890}');
  });

  it('is cancelled by whoever goes away', async () => {
    const gone = new AbortController();
    const callTool = ({ signal }: ApiCall) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
        gone.abort();
      });
    const seen: unknown[] = [];
    const onBug = (_incident: string, error: unknown) => void seen.push(error);
    await ask(PATH, { ...post({}), signal: gone.signal }, { ...deps(), callTool, onBug });
    expect(seen).toEqual([new Error('cancelled')]);
  });

  it.each<[string, RequestInit, number, string]>([
    ['no JSON', post('{"arguments":'), 400, 'The body is no JSON.'],
    ['no UTF-8', { ...post(), body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, 'The body is no JSON.'],
    ['a list', post([]), 400, 'body must be an object'],
    ['arguments that are a list', post({ arguments: [] }), 400, 'arguments must be an object'],
    ['two things', post({ arguments: 7, args: {} }), 400, 'arguments must be an object; args is nothing to send here'],
    ['text', post('{}', { 'content-type': 'text/plain' }), 415, expect.stringContaining('application/json')],
    [
      'no type',
      { method: 'POST', body: new TextEncoder().encode('{}') },
      415,
      expect.stringContaining('application/json'),
    ],
    ['too much', post({ arguments: { text: 'x'.repeat(1_000) } }), 413, 'The body may have at most 1000 bytes.'],
    [
      'too deep',
      post(`{"arguments":{"a":${'['.repeat(30)}${']'.repeat(30)}}}`),
      400,
      'The body may be nested at most 20 levels deep.',
    ],
    [
      'nobody',
      post({}, { ...JSON_TYPE, 'toolmark-client': 'x' }),
      400,
      expect.stringContaining('toolmark-client must be'),
    ],
  ])('refuses %s', async (_what, init, status, message) => {
    const { status: got, value } = await refused(PATH, init);
    expect([got, value.error.message, made]).toEqual([status, message, []]);
  });

  it('suggests what may have been meant', async () => {
    const { status, value } = await refused('/tools/notes/list_note/call', post({}));
    expect([status, value.error.suggestions]).toEqual([404, ['list_notes']]);
  });

  const OFF = { state: 'off' } as const;
  const FAILING = { state: 'failing', problem: 'The disk is full.' } as const;

  it.each([
    [OFF, 'Calls are not recorded. Set record.enabled to true in /home/ada/.toolmark/toolmark.json'],
    [FAILING, 'The disk is full.'],
  ])('calls nothing that changes something while nothing is recorded: %j', async (status, message) => {
    const given = { ...deps(), recorder: noRecord(status) };
    const { value } = await refused('/tools/notes/delete_note/call', post({}), given);
    expect([value.error.code, value.error.message, made]).toEqual([
      'record_unavailable',
      expect.stringContaining(message),
      [],
    ]);
  });

  const answer = async (outcome: Awaited<ReturnType<RestDeps['callTool']>>, given: Partial<RestDeps> = {}) =>
    (await get(callAnswerSchema, PATH, post({}), { ...deps(), callTool: () => Promise.resolve(outcome), ...given }))
      .value;

  it.each([OFF, FAILING])(
    'calls what reads while nothing is recorded, and hands back what came: %j',
    async (status) => {
      const recorder = noRecord(status);
      expect(await answer({ id: 'x', reply: result({ content: ['three'] }) }, { recorder })).toEqual({
        tool_call: null,
        reply: { result: { content: ['three'] } },
      });
      const error = errorOf('upstreamTimeout', 'It did not answer.');
      expect(await answer({ id: 'x', reply: failed(error) }, { recorder })).toEqual({
        tool_call: null,
        reply: { error },
      });
    },
  );

  it('hands back what came where it cannot be read from a record that thinks it is well, and tells the log', async () => {
    const seen: unknown[] = [];
    const onBug = (_incident: string, error: unknown) => void seen.push(error);
    const given = { recorder: noRecord({ state: 'ok' }), onBug };
    expect(await answer({ id: 'x', reply: result({}) }, given)).toEqual({ tool_call: null, reply: { result: {} } });
    expect(seen).toEqual([new Error('there is no file')]);
  });

  it('hands back what came where the call is not in the record', async () => {
    const reply = { kind: 'json', json: Buffer.from('{"content":[]}') } as const;
    expect(await answer({ id: 'x', reply })).toEqual({ tool_call: null, reply: { result: { content: [] } } });
  });

  it('has what came in full, though what is recorded is cut', async () => {
    const id = await store({ end: { result: { text: '{"content', bytes: 9_000, isCut: true, redactions: 1 } } });
    const value = await answer({ id, reply: result({ content: ['everything'] }) });
    expect([value.tool_call?.result?.value, value.reply]).toEqual([
      '{"content',
      { result: { content: ['everything'] } },
    ]);
  });

  it.each<[string, Awaited<ReturnType<RestDeps['callTool']>>, string, string]>([
    [
      'before it was a call',
      { id: '', reply: failed(errorOf('shuttingDown', 'The gateway is being stopped.')) },
      'unavailable',
      'The gateway is being stopped.',
    ],
    [
      'because it could not be recorded just then',
      { id: 'x', reply: failed(errorOf('recordUnavailable', 'It was not called. The disk is full.')) },
      'record_unavailable',
      'It was not called. The disk is full.',
    ],
  ])('says so where it was refused %s', async (_what, outcome, code, message) => {
    const { status, value } = await refused(PATH, post({}), { ...deps(), callTool: () => Promise.resolve(outcome) });
    expect([status, value.error.code, value.error.message]).toEqual([503, code, message]);
  });
});

describe('POST /tool-calls/{id}/replay', () => {
  const replay = (id: string, body?: unknown, query = '') =>
    get(callAnswerSchema, `/tool-calls/${id}/replay${query}`, post(body), deps());

  it('makes a call that reads again, with the same arguments', async () => {
    const id = await store({ begin: { arguments: aBody({ folder: 'archive' }) } });
    const { value } = await replay(id);
    expect(made).toEqual([
      expect.objectContaining({ exposedName: 'notes__list_notes', arguments: { folder: 'archive' } }),
    ]);
    expect(value.tool_call?.id).not.toBe(id);
  });

  it('makes a call without arguments again without any', async () => {
    await replay(await store({ begin: { arguments: null } }), {});
    expect(made).toEqual([expect.objectContaining({ arguments: undefined })]);
  });

  it('makes a call that changes something again only where that is confirmed', async () => {
    const id = await store({ begin: A_DELETE });
    for (const [body, query] of [
      [{}, ''],
      [{ confirm: false }, '?confirm=false'],
      [undefined, ''],
    ] as const) {
      const { status, value } = await refused(`/tool-calls/${id}/replay${query}`, post(body));
      expect([status, value.error.code, value.error.message]).toEqual([
        409,
        'conflict',
        "Tool 'delete_note' of server 'notes' is destructive: it is called again only with confirm=true.",
      ]);
    }
    expect(made).toEqual([]);
    await replay(id, { confirm: true });
    await replay(id, undefined, '?confirm=true');
    expect(made.map(({ exposedName, arguments: given }) => [exposedName, given])).toEqual([
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
  ])('goes by the stricter of what the tool was and is: %s', async (_what, begin, message) => {
    const id = await store({ begin });
    const { status, value } = await refused(`/tool-calls/${id}/replay`, post());
    expect([status, value.error.message, made]).toEqual([409, expect.stringContaining(message), []]);
    expect((await replay(id, { confirm: true })).status).toBe(200);
  });

  it.each<[string, CallFacts, string]>([
    [
      'cut',
      { begin: { arguments: { ...aBody({ a: 1 }), text: '{"a"', isCut: true } } },
      'too long to be recorded in full',
    ],
    ['redacted', { begin: { arguments: { ...aBody({ key: '…' }), redactions: 1 } } }, 'Secrets were taken out'],
    [
      'a tool that never was',
      { begin: { server: null, version: null, class: null, tool: 'x' } },
      "No server had a tool 'x'",
    ],
    [
      'a tool that is gone',
      { begin: { tool: 'lost' } },
      "It cannot be called again. Server 'notes' has no tool 'lost'.",
    ],
    ['a server that is gone', { begin: { server: 'old' } }, "It cannot be called again. There is no server 'old'."],
  ])('is not possible: %s', async (_what, facts, message) => {
    const { status, value } = await refused(`/tool-calls/${await store(facts)}/replay?confirm=true`, post());
    expect([status, value.error.message, made]).toEqual([409, expect.stringContaining(message), []]);
  });

  it('is of a call that exists', async () => {
    expect((await refused('/tool-calls/x/replay', post())).status).toBe(404);
  });

  it.each([{ body: { confirm: 'yes' } }, { body: { arguments: {} } }, { body: [] }])(
    'refuses $body',
    async ({ body }) => {
      const id = await store();
      expect([(await refused(`/tool-calls/${id}/replay`, post(body))).status, made]).toEqual([400, []]);
    },
  );
});
