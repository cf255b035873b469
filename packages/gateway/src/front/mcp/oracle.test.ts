import { isLegacyRequest } from '@modelcontextprotocol/server';
import { META } from '@toolmark/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawRequest, type RawResponse, rawRequest } from './fixtures/raw-request.ts';
import { ENVELOPE, INITIALIZE, initialize, legacy, modern } from './fixtures/requests.ts';
import { serveSdkFront } from './fixtures/sdk-front.ts';
import { type Served, serveFront } from './fixtures/serve.ts';
import { classify, classifyQuickly } from './messages.ts';

type Row = readonly [name: string, request: RawRequest];

const with_ = (request: RawRequest, body: Record<string, unknown>): RawRequest => ({
  ...request,
  body: { ...(request.body as object), ...body },
});
const call = (args: object = {}, headers: RawRequest['headers'] = {}): RawRequest =>
  modern('tools/call', { name: 'echo', arguments: args }, headers);
const meta = (changes: Record<string, unknown>): RawRequest =>
  with_(call(), { params: { name: 'echo', _meta: { ...ENVELOPE, ...changes } } });
const listed = { id: 1, method: 'tools/list' };
const called = { id: 7, method: 'tools/call', params: { name: 'echo', arguments: { a: 'é' } } };
const encoded = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

const MODERN: readonly Row[] = [
  ['a call', call({ a: 1 })],
  ['a list', modern('tools/list')],
  ['discover', modern('server/discover')],
  ['a method with its own page', modern('prompts/list')],
  ['a string id', with_(call(), { id: 'a "quoted" id' })],
  ['an empty string id', with_(call(), { id: '' })],
  ['the largest safe id', with_(call(), { id: Number.MAX_SAFE_INTEGER })],
  ['an id beyond that', with_(call(), { id: 2 ** 53 })],
  ['a fractional id', with_(call(), { id: 1.5 })],
  [
    'an id that is too large for a number',
    { ...call(), body: JSON.stringify(call().body).replace('"id":1,', '"id":1e400,') },
  ],
  ['a null id', with_(call(), { id: null })],
  ['an object as id', with_(call(), { id: {} })],
  ['an unknown tool', modern('tools/call', { name: 'nothing' })],
  ['a name in base64', call({}, { 'mcp-name': encoded('echo') })],
  ['a name that is not ASCII', modern('tools/call', { name: 'größe' }, { 'mcp-name': encoded('größe') })],
  ['base64 of another name', call({}, { 'mcp-name': encoded('other') })],
  ['invalid base64', call({}, { 'mcp-name': '=?base64?***?=' })],
  ['base64 that is not UTF-8', call({}, { 'mcp-name': '=?base64?/w==?=' })],
  ['no Mcp-Name', call({}, { 'mcp-name': undefined })],
  ['another Mcp-Name', call({}, { 'mcp-name': 'other' })],
  ['an Mcp-Name in another case', call({}, { 'mcp-name': 'Echo' })],
  ['an unexpected Mcp-Name', modern('tools/list', {}, { 'mcp-name': 'echo' })],
  ['a call without a name', with_(call(), { params: { _meta: ENVELOPE } })],
  ['no Mcp-Method', call({}, { 'mcp-method': undefined })],
  ['another Mcp-Method', call({}, { 'mcp-method': 'tools/list' })],
  ['no version header', call({}, { 'mcp-protocol-version': undefined })],
  ['another version in the header', call({}, { 'mcp-protocol-version': '2025-11-25' })],
  ['a later version in the header', call({}, { 'mcp-protocol-version': '2027-01-01' })],
  [
    'an unsupported version',
    {
      ...meta({ [META.protocolVersion]: '2027-01-01' }),
      headers: call({}, { 'mcp-protocol-version': '2027-01-01' }).headers ?? {},
    },
  ],
  [
    'an invalid version',
    {
      ...meta({ [META.protocolVersion]: 'v999.0.0' }),
      headers: call({}, { 'mcp-protocol-version': 'v999.0.0' }).headers ?? {},
    },
  ],
  ['a version that is not a string', meta({ [META.protocolVersion]: 20260728 })],
  ['no capabilities', meta({ [META.clientCapabilities]: undefined })],
  ['invalid capabilities', meta({ [META.clientCapabilities]: [] })],
  ['an invalid capability', meta({ [META.clientCapabilities]: { sampling: true } })],
  [
    'a capability with an invalid member',
    meta({ [META.clientCapabilities]: { elicitation: { form: { applyDefaults: 'yes' } } } }),
  ],
  ['capabilities with depth', meta({ [META.clientCapabilities]: { experimental: { a: { b: [1] } } } })],
  ['no client info', meta({ [META.clientInfo]: undefined })],
  ['invalid client info', meta({ [META.clientInfo]: { name: 'x' } })],
  ['client info with icons', meta({ [META.clientInfo]: { name: 'x', version: '1', icons: [{ src: 'x' }] } })],
  ['a log level', meta({ [META.logLevel]: 'debug' })],
  ['an invalid log level', meta({ [META.logLevel]: 'loud' })],
  ['an invalid progress token', meta({ progressToken: {} })],
  ['no _meta', with_(call(), { params: { name: 'echo' } })],
  ['no params', with_(modern('tools/list'), { params: undefined })],
  ['_meta without a version', with_(call(), { params: { name: 'echo', _meta: {} } })],
  ['an invalid _meta', with_(call(), { params: { name: 'echo', _meta: 7 } })],
  ['params that are a list', with_(call(), { params: [1] })],
  ['another jsonrpc', with_(call(), { jsonrpc: '1.0' })],
  ['an additional key', with_(call(), { extra: true })],
  ['a notification', with_(modern('notifications/anything'), { id: undefined })],
  [
    'a notification with another method header',
    with_(modern('notifications/a', {}, { 'mcp-method': 'b' }), { id: undefined }),
  ],
  ['initialize', modern('initialize')],
  ['a method of older revisions', modern('logging/setLevel', { level: 'info' })],
  ['a subscription to nothing', modern('subscriptions/listen', { notifications: {} })],
  ['a subscription without a filter', modern('subscriptions/listen')],
  ['a subscription with a wrong filter', modern('subscriptions/listen', { notifications: { toolsListChanged: 1 } })],
  ['a session id', call({}, { 'mcp-session-id': 'unknown' })],
  ['another content type', call({}, { 'content-type': 'text/plain' })],
  ['a content type that contains application/json', call({}, { 'content-type': 'text/plain; a=application/json' })],
  ['a charset', call({}, { 'content-type': 'Application/JSON; charset=utf-8' })],
  ['no accept', call({}, { accept: undefined })],
  ['accept JSON only', call({}, { accept: 'application/json' })],
  ['a batch', { ...call(), body: [call().body] }],
  ['an empty batch', { ...call(), body: [] }],
  ['a string', { ...call(), body: '"text"' }],
  ['null', { ...call(), body: 'null' }],
];

const LEGACY: readonly Row[] = [
  ['no session', legacy(listed)],
  ['an unknown session', legacy(listed, 'unknown')],
  ['a response without a session', legacy({ id: 1, result: {} })],
  ['a notification without a session', legacy({ method: 'notifications/initialized' })],
  ['a batch without a session', { ...legacy({}), body: [{ jsonrpc: '2.0', ...listed }] }],
  [
    'initialize with a header of the other era',
    legacy(INITIALIZE, undefined, { 'mcp-protocol-version': '2026-07-28' }),
  ],
  ['GET without a session', { method: 'GET', headers: { accept: 'text/event-stream' } }],
  ['GET with an unknown session', { method: 'GET', headers: { accept: 'text/event-stream', 'mcp-session-id': 'x' } }],
  ['DELETE without a session', { method: 'DELETE' }],
  ['DELETE with an unknown session', { method: 'DELETE', headers: { 'mcp-session-id': 'x' } }],
];

const IN_SESSION: readonly Row[] = [
  ['a list', legacy(listed)],
  ['a call', legacy(called)],
  ['a call with a string id', legacy({ ...called, id: 'ü' })],
  ['a call with a version header', legacy(called, undefined, { 'mcp-protocol-version': '2025-06-18' })],
  ['a call with an unsupported version', legacy(called, undefined, { 'mcp-protocol-version': '1999-01-01' })],
  ['a call with a header of the other era', legacy(called, undefined, { 'mcp-protocol-version': '2026-07-28' })],
  ['an unknown tool', legacy({ ...called, params: { name: 'nothing' } })],
  ['an unknown method', legacy({ id: 1, method: 'no/such' })],
  ['another method', legacy({ id: 1, method: 'prompts/list' })],
  ['ping', legacy({ id: 1, method: 'ping' })],
  ['a log level', legacy({ id: 1, method: 'logging/setLevel', params: { level: 'debug' } })],
  ['a method of the other era', legacy({ id: 1, method: 'server/discover' })],
  ['initialize again', legacy(INITIALIZE)],
  ['a notification', legacy({ method: 'notifications/initialized' })],
  ['an unknown notification', legacy({ method: 'notifications/x' })],
  ['a cancellation of an unknown request', legacy({ method: 'notifications/cancelled', params: { requestId: 99 } })],
  ['a response without a request', legacy({ id: 99, result: {} })],
  ['an error without a request', legacy({ id: 99, error: { code: 1, message: 'x' } })],
  [
    'a batch',
    {
      ...legacy({}),
      body: [
        { jsonrpc: '2.0', ...listed },
        { jsonrpc: '2.0', ...called },
      ],
    },
  ],
  ['a batch of one', { ...legacy({}), body: [{ jsonrpc: '2.0', ...called }] }],
  ['a batch of notifications', { ...legacy({}), body: [{ jsonrpc: '2.0', method: 'notifications/x' }] }],
  ['a batch with an invalid message', { ...legacy({}), body: [{ jsonrpc: '2.0', ...listed }, 7] }],
  ['a batch with initialize', { ...legacy({}), body: [{ jsonrpc: '2.0', ...INITIALIZE }] }],
  ['an empty batch', { ...legacy({}), body: [] }],
  [
    'a batch of too many',
    { ...legacy({}), body: Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })) },
  ],
  ['a null id', legacy({ ...called, id: null })],
  ['a fractional id', legacy({ ...called, id: 1.5 })],
  ['an id that is too large for a number', { ...legacy({}), body: '{"jsonrpc":"2.0","id":1e400,"method":"ping"}' }],
  ['accept JSON only', legacy(called, undefined, { accept: 'application/json' })],
  ['accept streams only', legacy(called, undefined, { accept: 'text/event-stream' })],
  ['no accept', legacy(called, undefined, { accept: undefined })],
  ['another content type', legacy(called, undefined, { 'content-type': 'text/plain' })],
  ['GET that accepts no stream', { method: 'GET', headers: { accept: 'application/json' } }],
  ['PUT', { method: 'PUT' }],
];

interface Difference {
  readonly name: string;
  readonly request: RawRequest;
  readonly ours: unknown;
  readonly sdk: unknown;
  readonly why: string;
}

const error = (status: number, id: unknown, code: number, allow?: string): unknown => ({
  status,
  messages: [{ id, code }],
  ...(allow !== undefined && { allow }),
});

/** Deliberate differences from the answers of the SDK. */
const DELIBERATE: readonly Difference[] = [
  {
    name: 'a method that no revision knows',
    request: modern('no/such'),
    ours: error(404, 1, -32601),
    sdk: error(200, 1, -32601),
    why: 'The revision requires 404. The SDK sends it only if it has no handler itself.',
  },
  {
    name: 'GET of 2026-07-28',
    request: { method: 'GET', headers: { accept: 'text/event-stream', 'mcp-protocol-version': '2026-07-28' } },
    ours: error(405, null, -32000, 'POST'),
    sdk: error(400, null, -32000),
    why: 'That revision has no GET. The SDK treats it as one of an older client.',
  },
  {
    name: 'a subscription whose stream the client does not accept',
    request: modern('subscriptions/listen', { notifications: {} }, { accept: 'application/json' }),
    ours: error(406, null, -32000),
    sdk: expect.objectContaining({ status: 200 }),
    why: 'The client declares that it cannot read the stream, which would stay open unused.',
  },
  {
    name: 'initialize without required fields',
    request: legacy({ id: 3, method: 'initialize', params: {} }),
    ours: error(200, 3, -32602),
    sdk: error(400, null, -32000),
    why: 'The error names the missing fields, not a missing session, which only initialize can open.',
  },
];

/** The part of a response that clients act on: the status, and the id and content of each message. */
function essence({ status, messages, headers }: RawResponse): unknown {
  const told = messages.map(({ id, result, error, method, params }) => {
    if (error !== undefined) return { id, code: (error as { code: number }).code };
    return method === undefined ? { id, result } : { method, params };
  });
  const byId = told.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
  return { status, messages: byId, ...(headers.allow !== undefined && { allow: headers.allow }) };
}

describe('the front answers like the SDK', () => {
  let ours: Served;
  let sdk: Served;
  let oldPath: Served;
  const sessions = new Map<Served, string>();

  beforeAll(async () => {
    [ours, sdk, oldPath] = await Promise.all([serveFront(), serveSdkFront(), serveFront({ hotPath: false })]);
    for (const front of [ours, sdk, oldPath]) sessions.set(front, await initialize(front.url));
  });
  afterAll(() => Promise.all([ours.close(), sdk.close(), oldPath.close()]));

  const inSession = (front: Served, request: RawRequest): RawRequest => ({
    ...request,
    headers: { 'mcp-session-id': sessions.get(front), ...request.headers },
  });

  it.each(MODERN)('2026-07-28: %s', async (_name, request) => {
    const [found, expected] = await Promise.all([rawRequest(ours.url, request), rawRequest(sdk.url, request)]);
    expect(essence(found)).toEqual(essence(expected));
  });
  it.each(LEGACY)('before a session: %s', async (_name, request) => {
    const [found, expected] = await Promise.all([rawRequest(ours.url, request), rawRequest(sdk.url, request)]);
    expect(essence(found)).toEqual(essence(expected));
  });
  it.each(IN_SESSION)('in a session: %s', async (_name, request) => {
    const [found, old, expected] = await Promise.all(
      [ours, oldPath, sdk].map((front) => rawRequest(front.url, inSession(front, request))),
    );
    if (found === undefined || old === undefined || expected === undefined) throw new Error('no response');
    expect(essence(old)).toEqual(essence(found));
    expect(essence(found)).toEqual(essence(expected));
  });
});

describe('deliberate differences from the SDK', () => {
  it.each(DELIBERATE)('$name: $why', async ({ request, ours, sdk }) => {
    const fronts = await Promise.all([serveFront(), serveSdkFront()]);
    const [found, expected] = await Promise.all(fronts.map(({ url }) => rawRequest(url, request).then(essence)));
    await Promise.all(fronts.map((front) => front.close()));
    expect({ ours: found, sdk: expected }).toEqual({ ours, sdk });
  });
});

describe('the era of a request', () => {
  const rows = [...MODERN, ...LEGACY, ...IN_SESSION].filter(
    ([, { method, body }]) => method === undefined && typeof body === 'object',
  );

  it.each(rows)('is the one that the SDK finds: %s', async (_name, { headers = {}, body }) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const parsed: unknown = JSON.parse(JSON.stringify(body));
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: given, body: JSON.stringify(body) });
    expect(classify(parsed, given).kind.startsWith('legacy')).toBe(await isLegacyRequest(request));
  });

  it('is found without the SDK for plain requests', () => {
    const quick = [call(), modern('tools/list'), legacy(called), legacy(listed)];
    expect(
      quick.map(({ body, headers }) => classifyQuickly(JSON.parse(JSON.stringify(body)), { ...headers })?.kind),
    ).toEqual(['modern-request', 'modern-request', 'legacy-request', 'legacy-request']);
  });
});
