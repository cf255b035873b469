import { failed, type JsonObject, META, type RpcError, result } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import { OUR_INFO } from '../../core/fixtures/world.ts';
import { createFinish } from './finish.ts';

const finish = createFinish(OUR_INFO, (server) => (server === 'old' ? 'legacy' : 'modern'));
const THEIRS = { [META.serverInfo]: { name: 'theirs', version: '9' } };
const OURS = { [META.serverInfo]: OUR_INFO };

describe('a result for a client of 2026-07-28', () => {
  it.each<[string, string, JsonObject, JsonObject]>([
    [
      'of an older server',
      'tools/call',
      { content: [], odd: 1 },
      { content: [], odd: 1, resultType: 'complete', _meta: OURS },
    ],
    [
      'that is complete',
      'tools/call',
      { resultType: 'complete', content: [] },
      { resultType: 'complete', content: [], _meta: OURS },
    ],
    [
      'that names its server',
      'tools/call',
      { resultType: 'complete', _meta: { ...THEIRS, a: 1 } },
      { resultType: 'complete', _meta: { ...OURS, a: 1 } },
    ],
    ['that is a task', 'tools/call', { resultType: 'task', task: {} }, { resultType: 'task', task: {}, _meta: OURS }],
    [
      'that asks',
      'resources/read',
      { resultType: 'input_required', requestState: 'x' },
      { resultType: 'input_required', requestState: 'x', _meta: OURS },
    ],
    [
      'that asks without params, which the Go SDK cannot read',
      'tools/call',
      {
        resultType: 'input_required',
        inputRequests: { a: { method: 'roots/list' }, b: { method: 'x', params: { c: 1 } }, d: 4 },
      },
      {
        resultType: 'input_required',
        inputRequests: { a: { method: 'roots/list', params: {} }, b: { method: 'x', params: { c: 1 } }, d: 4 },
        _meta: OURS,
      },
    ],
    [
      'that was read',
      'resources/read',
      { contents: [] },
      { contents: [], resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: OURS },
    ],
    [
      'that may be kept',
      'resources/read',
      { contents: [], ttlMs: 9, cacheScope: 'public' },
      { contents: [], ttlMs: 9, cacheScope: 'public', resultType: 'complete', _meta: OURS },
    ],
    ['with a broken _meta', 'tools/call', { _meta: 'x' }, { resultType: 'complete', _meta: OURS }],
  ])('%s', (_, method, given, expected) => {
    expect(finish(result(given), modernCaller(), { server: 's', method })).toEqual(result(expected));
  });
});

describe('a result of an older server for a client of 2026-07-28', () => {
  it.each([
    ['table', 'complete'],
    ['complete', 'complete'],
    ['input_required', 'input_required'],
    [undefined, 'complete'],
  ])('of its own type %s is %s', (resultType, expected) => {
    const reply = finish(result({ resultType }), modernCaller(), { server: 'old', method: 'tools/call' });
    expect(reply).toEqual(result({ resultType: expected, _meta: OURS }));
  });
});

describe('a result for an older client', () => {
  it.each<[string, string, JsonObject, JsonObject]>([
    ['that is complete', 'tools/call', { resultType: 'complete', content: [], ttlMs: 1 }, { content: [], ttlMs: 1 }],
    ['that names its server', 'tools/call', { content: [], _meta: THEIRS }, { content: [] }],
    [
      'that says more in _meta',
      'tools/call',
      { content: [], _meta: { ...THEIRS, a: 1 } },
      { content: [], _meta: { a: 1 } },
    ],
    [
      'that was read',
      'resources/read',
      { resultType: 'complete', contents: [], ttlMs: 1, cacheScope: 'public' },
      { contents: [] },
    ],
  ])('%s', (_, method, given, expected) => {
    expect(finish(result(given), legacyCaller(), { server: 's', method })).toEqual(result(expected));
  });

  it.each<JsonObject>([
    { content: [{ type: 'text', text: 'x' }], _meta: { a: 1 } },
    { content: [], resultType: 'table' },
    { content: [], resultType: 'complete', ttlMs: 1, _meta: THEIRS },
  ])('of an older server is not touched: %j', (given) => {
    const reply = result(given);
    expect(finish(reply, legacyCaller(), { server: 'old', method: 'resources/read' })).toBe(reply);
  });

  it('of a server whose era is not known is not touched where there is nothing to take out', () => {
    const reply = result({ content: [{ type: 'text', text: 'x' }], _meta: { a: 1 } });
    expect(finish(reply, legacyCaller(), { server: 's', method: 'tools/call' })).toBe(reply);
  });

  it.each(['task', 'input_required', 7])('of type %s is an error', (resultType) => {
    expect(finish(result({ resultType }), legacyCaller(), { server: 's', method: 'tools/call' })).toEqual(
      failed({
        code: -32065,
        message: `Server 's' answered with a '${resultType}', which a client of 2025-11-25 does not know.`,
        data: { error: 'upstreamBroken', server: 's' },
      }),
    );
  });
});

describe('the JSON of a result', () => {
  const known = fc.record(
    {
      content: fc.jsonValue(),
      resultType: fc.constantFrom('complete', 'input_required', 'task', null),
      _meta: fc.oneof(fc.constant({}), fc.constant(THEIRS), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const anyResult = fc.tuple(known, fc.dictionary(fc.string(), fc.jsonValue())).map(([one, other]) => ({
    ...other,
    ...one,
  }));
  const finished = (given: JsonObject, isModern: boolean, server: string) =>
    finish(result(given), isModern ? modernCaller() : legacyCaller(), { server, method: 'tools/call' });

  it('is made of the JSON of what the server gave, or not at all', () => {
    fc.assert(
      fc.property(anyResult, fc.boolean(), fc.constantFrom('old', 's'), (given, isModern, server) => {
        const reply = finished(given, isModern, server);
        if (reply.kind !== 'result') return;
        expect([undefined, JSON.stringify(reply.result)]).toContain(
          finish.text(JSON.stringify(given), given, reply.result),
        );
      }),
    );
  });

  it.each<[string, JsonObject, boolean]>([
    ['that says something', { content: [] }, true],
    ['with nothing in it', {}, true],
    ['that stays as it is', { content: [], _meta: { a: 1 } }, false],
  ])('is made of it for a result %s', (_, given, isModern) => {
    const reply = finished(given, isModern, 'old');
    const shown = reply.kind === 'result' ? reply.result : {};
    expect(finish.text(JSON.stringify(given), given, shown)).toBe(JSON.stringify(shown));
  });
});

describe('an error', () => {
  it.each<[string, RpcError]>([
    ['of the server', { code: -32000, message: 'no', data: { odd: [1] } }],
    ['about a mirrored header', { code: -32020, message: 'mismatch' }],
    ['of ours about a capability', { code: -32021, message: 'x', data: { error: 'missingCapability' } }],
  ])('%s passes as it is', (_, error) => {
    expect(finish(failed(error), modernCaller(), { server: 's', method: 'tools/call' })).toEqual(failed(error));
  });

  it('about the capabilities of the hop to the server is told as one about the caller', () => {
    const error = { code: -32021, message: 'Missing', data: { requiredCapabilities: { sampling: { tools: {} } } } };
    expect(finish(failed(error), modernCaller(), { server: 's', method: 'tools/call' })).toEqual(
      failed({
        code: -32021,
        message: "Server 's' can do this only for a client that supports sampling. It says: Missing",
        data: { error: 'missingCapability', server: 's', requiredCapabilities: { sampling: { tools: {} } } },
      }),
    );
  });
});
