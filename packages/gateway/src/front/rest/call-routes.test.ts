import { callAnswerSchema } from '@toolmark/api-contract';
import { errorOf, failed, result } from '@toolmark/base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiCall, RestDeps } from './deps.ts';
import { ask, get, OWNERS } from './fixtures/api.ts';
import { type Calling, JSON_TYPE, post, startCalling } from './fixtures/calling.ts';
import { noRecord } from './fixtures/no-record.ts';

let calling: Calling;

beforeAll(async () => {
  calling = await startCalling();
});
beforeEach(() => calling.forget());
afterAll(() => calling.close());

describe('POST /tools/{server}/{tool}/call', () => {
  const PATH = '/tools/notes/list_notes/call';

  it('makes the call and returns the recorded call', async () => {
    const { status, value } = await get(
      callAnswerSchema,
      PATH,
      post({ arguments: { folder: 'inbox', big: 1 } }),
      calling.deps(),
    );
    expect([status, value.tool_call?.status, value.tool_call?.arguments?.value, value.reply]).toEqual([
      200,
      'ok',
      { folder: 'inbox', big: 1 },
      { result: { content: [] } },
    ]);
    expect(calling.made()).toEqual([
      {
        exposedName: 'notes__list_notes',
        arguments: { folder: 'inbox', big: 1 },
        mode: 'cli',
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
    const { value } = await get(callAnswerSchema, PATH, init, calling.deps());
    expect([value.tool_call?.arguments, calling.made()[0]?.arguments]).toEqual([null, undefined]);
  });

  it.each<[string | undefined, ApiCall['client']]>([
    [undefined, undefined],
    ['cli/1.2.3', { name: 'toolmark-cli', version: '1.2.3' }],
    ['web/1.2.3', { name: 'toolmark-web', version: '1.2.3' }],
    ['nightly/7', { name: 'nightly', version: '7' }],
  ])('uses the client name of the header and the mode of the credential: %s', async (client, expected) => {
    const init = post({}, { ...JSON_TYPE, ...(client && { 'Toolmark-Client': client }) });
    const modes = ['web', 'cli', 'api', 'api'] as const;
    for (const [at, [credential]] of OWNERS.entries()) {
      await get(callAnswerSchema, PATH, init, calling.deps(), credential);
      expect(calling.made().at(-1)).toEqual(expect.objectContaining({ mode: modes[at], client: expected }));
    }
  });

  it('keeps numbers that do not fit into a double', async () => {
    await ask(PATH, post('{"arguments":{"id":12345678901234567890}}'), calling.deps());
    expect(JSON.stringify(calling.made()[0]?.arguments)).toBe('{"id":12345678901234567890}');
  });

  it('is cancelled when the client disconnects', async () => {
    const gone = new AbortController();
    const callTool = ({ signal }: ApiCall) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
        gone.abort();
      });
    const seen: unknown[] = [];
    const onBug = (_incident: string, error: unknown) => void seen.push(error);
    await ask(PATH, { ...post({}), signal: gone.signal }, { ...calling.deps(), callTool, onBug });
    expect(seen).toEqual([new Error('cancelled')]);
  });

  it.each<[string, RequestInit, number, string]>([
    ['no JSON', post('{"arguments":'), 400, 'The body is not JSON.'],
    ['no UTF-8', { ...post(), body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, 'The body is not JSON.'],
    ['a list', post([]), 400, 'body must be an object'],
    ['arguments that are a list', post({ arguments: [] }), 400, 'arguments must be an object'],
    ['two things', post({ arguments: 7, args: {} }), 400, 'arguments must be an object; args is not a known field'],
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
  ])('rejects %s', async (_what, init, status, message) => {
    const { status: got, value } = await calling.refused(PATH, init);
    expect([got, value.error.message, calling.made()]).toEqual([status, message, []]);
  });

  it('suggests similar names', async () => {
    const { status, value } = await calling.refused('/tools/notes/list_note/call', post({}));
    expect([status, value.error.suggestions]).toEqual([404, ['list_notes']]);
  });

  const OFF = { state: 'off' } as const;
  const FAILING = { state: 'failing', problem: 'The disk is full.' } as const;

  it.each([
    [OFF, 'Calls are not recorded. Set record.enabled to true in /home/ada/.toolmark/toolmark.json'],
    [FAILING, 'The disk is full.'],
  ])('refuses to call tools that change something while nothing is recorded: %j', async (status, message) => {
    const given = { ...calling.deps(), recorder: noRecord(status) };
    const { value } = await calling.refused('/tools/notes/delete_note/call', post({}), given);
    expect([value.error.code, value.error.message, calling.made()]).toEqual([
      'record_unavailable',
      expect.stringContaining(message),
      [],
    ]);
  });

  const answer = async (outcome: Awaited<ReturnType<RestDeps['callTool']>>, given: Partial<RestDeps> = {}) =>
    (
      await get(callAnswerSchema, PATH, post({}), {
        ...calling.deps(),
        callTool: () => Promise.resolve(outcome),
        ...given,
      })
    ).value;

  it.each([OFF, FAILING])(
    'calls read-only tools while nothing is recorded, and returns the result: %j',
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

  it('returns the result if the record fails unexpectedly, and logs that', async () => {
    const seen: unknown[] = [];
    const onBug = (_incident: string, error: unknown) => void seen.push(error);
    const given = { recorder: noRecord({ state: 'ok' }), onBug };
    expect(await answer({ id: 'x', reply: result({}) }, given)).toEqual({ tool_call: null, reply: { result: {} } });
    expect(seen).toEqual([new Error('there is no file')]);
  });

  it('returns the result if the call is not in the record', async () => {
    const reply = { kind: 'json', json: Buffer.from('{"content":[]}') } as const;
    expect(await answer({ id: 'x', reply })).toEqual({ tool_call: null, reply: { result: { content: [] } } });
  });

  it('returns the full result, even if the recorded one is cut', async () => {
    const id = await calling.store({
      end: { result: { text: '{"content', bytes: 9_000, isCut: true, redactions: 1 } },
    });
    const value = await answer({ id, reply: result({ content: ['everything'] }) });
    expect([value.tool_call?.result?.value, value.reply]).toEqual([
      '{"content',
      { result: { content: ['everything'] } },
    ]);
  });

  it.each<[string, Awaited<ReturnType<RestDeps['callTool']>>, string, string]>([
    [
      'before the call started',
      { id: '', reply: failed(errorOf('shuttingDown', 'The gateway is stopping.')) },
      'unavailable',
      'The gateway is stopping.',
    ],
    [
      'because it could not be recorded',
      { id: 'x', reply: failed(errorOf('recordUnavailable', 'It was not called. The disk is full.')) },
      'record_unavailable',
      'It was not called. The disk is full.',
    ],
  ])('reports a refusal %s', async (_what, outcome, code, message) => {
    const { status, value } = await calling.refused(PATH, post({}), {
      ...calling.deps(),
      callTool: () => Promise.resolve(outcome),
    });
    expect([status, value.error.code, value.error.message]).toEqual([503, code, message]);
  });
});
