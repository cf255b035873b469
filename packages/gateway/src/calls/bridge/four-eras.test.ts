import { failed, type JsonObject, META, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/test-clock.ts';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import { createTestServer } from '../../core/fixtures/server.ts';
import { createWorld, OUR_INFO } from '../../core/fixtures/world.ts';
import { QUESTIONS_PER_CALL, ROUNDS_PER_CALL } from './limits.ts';

const CAPABLE = { elicitation: {}, sampling: {}, roots: {} };
const FORM = { message: 'Sure?', requestedSchema: { type: 'object' } };
const YES = { action: 'accept', content: { sure: true } };
const TEXT = { content: [{ type: 'text', text: 'done' }] };
const PARAMS = { name: 's__a', arguments: { x: 1 } };
const _meta = { [META.serverInfo]: OUR_INFO };

describe('a 2026-07-28 server and a 2026-07-28 client', () => {
  it('talk past us: input_required, answers and state pass', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    const asking = {
      resultType: 'input_required',
      inputRequests: { k: { method: 'elicitation/create', params: FORM } },
      requestState: 'theirs',
    };
    server.answer(() => result(asking));
    const caller = modernCaller({ capabilities: CAPABLE });
    expect(await core.handle('tools/call', PARAMS, caller)).toEqual(result({ ...asking, _meta }));
    server.answer(() => result({ resultType: 'complete', ...TEXT }));
    const retry = { ...PARAMS, inputResponses: { k: YES }, requestState: 'theirs' };
    expect(await core.handle('tools/call', retry, caller)).toEqual(result({ resultType: 'complete', ...TEXT, _meta }));
    expect(server.received.map(({ params }) => params)).toEqual([
      { name: 'a', arguments: { x: 1 } },
      { ...retry, name: 'a' },
    ]);
    expect(core.parked()).toBe(0);
  });

  it('passes a state to a server of 2026-07-28 also for a client that cannot be asked', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    server.answer(() => result(TEXT));
    await core.handle('tools/call', { ...PARAMS, requestState: 'x' }, modernCaller());
    expect(server.last().params).toEqual({ name: 'a', arguments: { x: 1 }, requestState: 'x' });
  });
});

describe('a 2026-07-28 server and an older client', () => {
  it('asks the client while its request is open, and goes round until the server is content', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    const caller = legacyCaller({ capabilities: CAPABLE });
    const reply = core.handle('tools/call', PARAMS, caller);
    server.last().reply(
      result({
        resultType: 'input_required',
        inputRequests: {
          form: { method: 'elicitation/create', params: FORM },
          model: { method: 'sampling/createMessage', params: { messages: [] } },
        },
        requestState: 'one',
      }),
    );
    await settle();
    expect(caller.asked.map(({ method, params }) => [method, params])).toEqual([
      ['elicitation/create', FORM],
      ['sampling/createMessage', { messages: [] }],
    ]);
    caller.asked[1]?.reply(result({ role: 'assistant' }));
    caller.asked[0]?.reply(result(YES));
    await settle();
    server.last().reply(result({ resultType: 'input_required', inputRequests: { roots: { method: 'roots/list' } } }));
    await settle();
    caller.asked[2]?.reply(result({ roots: [] }));
    await settle();
    server.last().reply(result({ resultType: 'complete', ...TEXT }));
    expect(await reply).toEqual(result(TEXT));
    const base = { name: 'a', arguments: { x: 1 }, _meta: { [META.logLevel]: 'info' } };
    expect(server.received.map(({ params }) => params)).toEqual([
      base,
      { ...base, inputResponses: { form: YES, model: { role: 'assistant' } }, requestState: 'one' },
      { ...base, inputResponses: { roots: { roots: [] } } },
    ]);
  });

  it('gives questions that lead to a web page the id that older clients need', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    const caller = legacyCaller({ capabilities: { elicitation: { url: {} } } });
    const url = { mode: 'url', message: 'Go', url: 'https://example.com' };
    void core.handle('tools/call', PARAMS, caller);
    server
      .last()
      .reply(
        result({ resultType: 'input_required', inputRequests: { k: { method: 'elicitation/create', params: url } } }),
      );
    await settle();
    expect(caller.asked.map(({ params }) => params)).toEqual([{ ...url, elicitationId: 'id-2' }]);
  });

  const asking = (inputRequests: unknown): JsonObject => ({ resultType: 'input_required', inputRequests });
  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'a client without the capability',
      { roots: {} },
      asking({ k: { method: 'elicitation/create', params: FORM } }),
      "Server 's' needs an answer to 'elicitation/create', which this client does not support.",
    ],
    [
      'a question that is none',
      CAPABLE,
      asking({ k: { method: 'tools/call' } }),
      "Server 's' asked a question that the protocol does not have.",
    ],
    [
      'a question that is no object',
      CAPABLE,
      asking({ k: 1 }),
      "Server 's' asked a question that the protocol does not have.",
    ],
    ['questions that are no object', CAPABLE, asking([1]), "Server 's' sent inputRequests that is not an object."],
    [
      'too many questions',
      CAPABLE,
      asking(
        Object.fromEntries(Array.from({ length: QUESTIONS_PER_CALL + 1 }, (_, i) => [i, { method: 'roots/list' }])),
      ),
      "Server 's' asked 17 questions at once.",
    ],
  ])('ends with an error on %s', async (_, capabilities, given, message) => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    server.answer(() => result(given));
    const caller = legacyCaller({ capabilities });
    expect(await core.handle('tools/call', PARAMS, caller)).toMatchObject({ kind: 'error', error: { message } });
    expect([server.received.length, caller.asked.length]).toEqual([1, 0]);
  });

  it('takes back the other questions when one cannot be answered', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    const caller = legacyCaller({ capabilities: CAPABLE });
    const reply = core.handle('tools/call', PARAMS, caller);
    server
      .last()
      .reply(result(asking({ a: { method: 'roots/list' }, b: { method: 'elicitation/create', params: FORM } })));
    await settle();
    caller.asked[0]?.reply(failed({ code: -1, message: 'rejected' }));
    expect(await reply).toEqual(
      failed({
        code: -32060,
        message: "Server 's' needs an answer to 'roots/list', and the client gave none: rejected",
        data: { error: 'cancelled', server: 's' },
      }),
    );
    expect(caller.asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it('ends after too many rounds', async () => {
    const server = createTestServer('s', 'modern');
    const { core, clock } = createWorld([server]);
    server.answer(() => result({ resultType: 'input_required', requestState: 'again' }));
    const reply = core.handle('tools/call', PARAMS, legacyCaller({ capabilities: CAPABLE }));
    for (let round = 0; round <= ROUNDS_PER_CALL; round++) {
      await settle();
      clock.pass(5_000);
    }
    expect(await reply).toMatchObject({ error: { message: "Server 's' asked for input more than 16 times." } });
    expect(server.received.length).toBe(ROUNDS_PER_CALL + 1);
    expect(server.last().params).toMatchObject({ requestState: 'again' });
    expect(server.last().params).not.toHaveProperty('inputResponses');
  });

  it('stops when the client goes away between rounds', async () => {
    const server = createTestServer('s', 'modern');
    const { core, clock } = createWorld([server]);
    const caller = legacyCaller({ capabilities: CAPABLE });
    const reply = core.handle('tools/call', PARAMS, caller);
    server.last().reply(result(asking({ a: { method: 'roots/list' } })));
    await settle();
    caller.cancel();
    expect(await reply).toMatchObject({ error: { code: -32060 } });
    expect(caller.asked[0]?.signal.aborted).toBe(true);
    expect([server.received.length, clock.planned()]).toEqual([1, 0]);
  });
});

describe('an older server and an older client', () => {
  it('has its question put to the client of the request it names', async () => {
    const server = createTestServer('s', 'legacy');
    const { core, clock } = createWorld([server]);
    const [one, other] = [
      legacyCaller({ capabilities: CAPABLE }),
      legacyCaller({ capabilities: CAPABLE, session: 's2' }),
    ];
    const replies = [core.handle('tools/call', PARAMS, one), core.handle('tools/call', PARAMS, other)];
    const answer = server.received[1]?.ask('elicitation/create', FORM);
    expect([one.asked.length, other.asked.map(({ method, params }) => [method, params])]).toEqual([
      0,
      [['elicitation/create', FORM]],
    ]);
    other.asked[0]?.reply(result(YES));
    expect(await answer).toEqual(result(YES));
    for (const { reply } of server.received) reply(result(TEXT));
    expect(await Promise.all(replies)).toEqual([result(TEXT), result(TEXT)]);
    expect(clock.planned()).toBe(0);
  });

  it.each<[string, string, JsonObject, JsonObject, number]>([
    ['elicitation', 'elicitation/create', { roots: {} }, FORM, -32601],
    ['a web page', 'elicitation/create', { elicitation: {} }, { mode: 'url' }, -32602],
    ['sampling', 'sampling/createMessage', { elicitation: {} }, {}, -32601],
    ['roots', 'roots/list', {}, {}, -32601],
  ])('hears that the client cannot be asked for %s', async (_, method, capabilities, params, code) => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    const caller = legacyCaller({ capabilities });
    void core.handle('tools/call', PARAMS, caller);
    expect(await server.last().ask(method, params)).toMatchObject({ kind: 'error', error: { code } });
    expect(caller.asked).toEqual([]);
  });

  it('hears cancel when nobody answers in time, and the client that it is too late', async () => {
    const server = createTestServer('s', 'legacy');
    const { core, clock } = createWorld([server]);
    const caller = legacyCaller({ capabilities: CAPABLE });
    void core.handle('tools/call', PARAMS, caller);
    const answer = server.last().ask('elicitation/create', FORM);
    clock.pass(300_000);
    expect(await answer).toEqual(result({ action: 'cancel' }));
    expect(caller.asked[0]?.signal.aborted).toBe(true);
  });

  it('hears cancel when the request is over before the answer', async () => {
    const server = createTestServer('s', 'legacy');
    const { core, clock } = createWorld([server]);
    const caller = legacyCaller({ capabilities: CAPABLE });
    const reply = core.handle('tools/call', PARAMS, caller);
    const answer = server.last().ask('elicitation/create', FORM);
    server.last().reply(result(TEXT));
    expect(await reply).toEqual(result(TEXT));
    expect(await answer).toEqual(result({ action: 'cancel' }));
    expect([caller.asked[0]?.signal.aborted, clock.planned()]).toEqual([true, 0]);
  });

  it('cannot drown the client in questions', async () => {
    const server = createTestServer('s', 'legacy');
    const { core } = createWorld([server]);
    const caller = legacyCaller({ capabilities: CAPABLE });
    void core.handle('tools/call', PARAMS, caller);
    const answers = Array.from({ length: QUESTIONS_PER_CALL + 1 }, () => server.last().ask('elicitation/create', FORM));
    expect(await answers.at(-1)).toMatchObject({ error: { code: -32064 } });
    expect(caller.asked.length).toBe(QUESTIONS_PER_CALL);
  });
});

describe.each(['prompts/get', 'resources/read'])('%s', (method) => {
  const params = method === 'prompts/get' ? { name: 's__hello' } : { uri: 's:1' };
  it('may ask too', async () => {
    const server = createTestServer('s', 'modern');
    const { core } = createWorld([server]);
    const caller = legacyCaller({ capabilities: CAPABLE });
    const reply = core.handle(method, params, caller);
    await settle();
    server.last().reply(result({ resultType: 'input_required', inputRequests: { k: { method: 'roots/list' } } }));
    await settle();
    caller.asked[0]?.reply(result({ roots: [] }));
    await settle();
    server.last().reply(result({ resultType: 'complete', ok: true }));
    expect(await reply).toEqual(result({ ok: true }));
  });
});
