import { encodeHeaderValue, type JsonObject } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONVERSATION_KEY, identify, LONGEST_CONVERSATION } from '../../sessions/identity.ts';
import { type RawRequest, rawRequest } from './fixtures/raw-request.ts';
import { initialize, legacy, modern } from './fixtures/requests.ts';
import { type ServedFront, serveFront } from './fixtures/serve.ts';
import { conversationIn } from './request-headers.ts';

describe('Toolmark-Session', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['absent', undefined, undefined],
    ['a name', 'Fix the login', 'Fix the login'],
    ['blanks around it', '  x\t', 'x'],
    ['a name with characters that HTTP does not allow', encodeHeaderValue('größe 🎉'), 'größe 🎉'],
    ['invalid Base64', '=?base64?%?=', undefined],
    ['Base64 of an invalid name', encodeHeaderValue('a\nb'), undefined],
    ['the longest', 'x'.repeat(LONGEST_CONVERSATION), 'x'.repeat(LONGEST_CONVERSATION)],
    ['a longer one', 'x'.repeat(LONGEST_CONVERSATION + 1), undefined],
    ['nothing', '', undefined],
  ])('%s', (_name, value, expected) => {
    expect(conversationIn({ 'toolmark-session': value })).toBe(expected);
  });
});

const params = (meta: JsonObject = {}): JsonObject => ({ name: 'echo', arguments: {}, _meta: meta });

/** The code paths by which a call reaches the core over HTTP. */
const ways: readonly (readonly [string, (meta: JsonObject, session: string) => RawRequest, boolean])[] = [
  ['2026-07-28', (meta) => modern('tools/call', params(meta)), true],
  ['an older client', (meta, session) => legacy({ id: 1, method: 'tools/call', params: params(meta) }, session), true],
  [
    'an older client, through the SDK',
    (meta, session) => legacy({ id: 1, method: 'tools/call', params: params(meta) }, session),
    false,
  ],
  [
    'a batch',
    (meta, session) => ({
      ...legacy({}, session),
      body: [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: params(meta) }],
    }),
    true,
  ],
];

describe.each(ways)('a conversation named by %s', (_name, requestOf, hotPath) => {
  let front: ServedFront;
  let session: string;
  const received: JsonObject[] = [];
  beforeEach(async () => {
    received.length = 0;
    front = await serveFront({ hotPath });
    session = await initialize(front.url);
    const { core } = front;
    const { handle } = core;
    // The params that the core gets besides the caller.
    Object.assign(core, {
      handle: (...args: Parameters<typeof handle>) => {
        received.push(args[1]);
        return handle(...args);
      },
    });
  });
  afterEach(() => front.close());

  it.each<[string, JsonObject, JsonObject, string | null]>([
    ['none', {}, {}, null],
    ['in a header', { 'toolmark-session': 'h' }, {}, 'h'],
    ['in the call', {}, { [CONVERSATION_KEY]: 'm' }, 'm'],
    ['in both', { 'toolmark-session': 'h' }, { [CONVERSATION_KEY]: 'm' }, 'm'],
    ['not at all, because both are invalid', { 'toolmark-session': ' ' }, { [CONVERSATION_KEY]: { a: 1 } }, null],
  ])('%s', async (_name, headers, meta, conversation) => {
    const request = requestOf(meta, session);
    const { status } = await rawRequest(front.url, {
      ...request,
      headers: { ...request.headers, ...(headers as RawRequest['headers']) },
    });
    expect(status).toBe(200);
    const caller = front.core.callers.at(-1) ?? expect.fail();
    expect(caller.conversation).toBe(headers['toolmark-session'] === 'h' ? 'h' : undefined);
    expect(identify(caller, received.at(-1) ?? {})).toMatchObject({ client: 'tests', conversation });
  });
});
