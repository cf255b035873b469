import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, META, parseJson } from '@toolmark/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import { aCall } from '../retry/fixtures/a-call.ts';
import { cacheKeyOf } from './cache-key.ts';

const keyOf = (args: JsonObject | undefined, meta?: JsonObject, principal = 'p', server = 's', tool = 't') =>
  cacheKeyOf(
    aCall({
      ...(args && { arguments: args }),
      ...(meta && { params: { _meta: meta } }),
      caller: legacyCaller({ principal }),
    }),
    server,
    tool,
  );
const read = (text: string): JsonObject => {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error('no object');
  return value;
};

/** The same, with the members of every object in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, turned(member)] as const)
      .toReversed(),
  );
}

describe('the key of a call', () => {
  it('is the same whatever order arguments are written in, and another for other arguments', () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(args, args, (a, b) => {
        expect(keyOf(turned(a) as JsonObject)).toBe(keyOf(a));
        const isSame = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(keyOf(a) === keyOf(b)).toBe(isSame);
      }),
    );
  });

  it.each<[string, string, string]>([
    ['numbers that no double holds', '{"id":12345678901234567890}', '{"id":12345678901234567891}'],
    ['a number and its text', '{"id":12345678901234567890}', '{"id":"12345678901234567890"}'],
    [
      'a number and what looks like the way it is kept',
      '{"id":12345678901234567890}',
      '{"id":{"rawJSON":"12345678901234567890"}}',
    ],
    ['a member that is null and none', '{"id":null}', '{}'],
    ['the order of a list', '{"ids":[1,2]}', '{"ids":[2,1]}'],
  ])('tells %s apart', (_what, a, b) => expect(keyOf(read(a))).not.toBe(keyOf(read(b))));

  it('tells servers, tools, principals, and no arguments from empty ones apart', () => {
    const keys = [
      keyOf({}),
      keyOf(undefined),
      keyOf({}, undefined, 'q'),
      keyOf({}, undefined, 'p', 'st', 't'),
      keyOf({}, undefined, 'p', 's', 'tt'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for clients of all eras, and whatever tells their requests apart', () => {
    const meta = {
      progressToken: 7,
      traceparent: '00-1',
      'io.toolmark/session': 'x',
      [META.clientInfo]: { name: 'a', version: '1' },
    };
    expect(keyOf({ x: 1 }, meta)).toBe(keyOf({ x: 1 }));
    const modern = aCall({ arguments: { x: 1 }, caller: modernCaller({ principal: 'p' }) });
    expect(cacheKeyOf(modern, 's', 't')).toBe(keyOf({ x: 1 }));
  });

  it('is another where a client says in _meta for whom it asks', () => {
    const keys = [keyOf({}), keyOf({}, { 'openai/subject': 'u1' }), keyOf({}, { 'openai/subject': 'u2' })];
    expect(new Set(keys).size).toBe(3);
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
