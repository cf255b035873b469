import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../core/fixtures/caller.ts';
import type { Caller } from '../model/caller.ts';
import { CONVERSATION_KEY, clientOf, createIdentify, eraOf, identify, idOfConversation } from './identity.ts';

const keyOf = (caller: Caller): string => identify(caller, {}).key;

describe('two calls', () => {
  it.each<[string, Caller, Caller, boolean]>([
    ['of the same client', modernCaller(), modernCaller(), true],
    ['of the same protocol session', legacyCaller(), legacyCaller(), true],
    ['of two protocol sessions', legacyCaller(), legacyCaller({ session: 's2' }), false],
    ['of two eras', legacyCaller(), modernCaller(), false],
    ['of two principals', modernCaller(), modernCaller({ principal: 'ada' }), false],
    ['of two clients', modernCaller(), modernCaller({ client: { name: 'other', version: '1' } }), false],
    ['of two versions', modernCaller(), modernCaller({ client: { name: 'test', version: '2' } }), false],
    [
      'of clients that do not say who they are',
      modernCaller({ client: undefined }),
      modernCaller({ client: {} }),
      true,
    ],
    [
      'of the same client, which says more of itself now',
      modernCaller(),
      modernCaller({ client: { name: 'test', version: '1', title: 'Test' } }),
      true,
    ],
    ['in two modes', modernCaller(), modernCaller({ mode: 'search' }), false],
    ['in the mode that goes without saying', modernCaller(), modernCaller({ mode: 'direct' }), true],
    [
      'of a named conversation, over two connections',
      legacyCaller({ conversation: 'x' }),
      legacyCaller({ conversation: 'x', session: 's2' }),
      true,
    ],
    [
      'of a named conversation, in two eras',
      legacyCaller({ conversation: 'x' }),
      modernCaller({ conversation: 'x' }),
      true,
    ],
    ['of two conversations', modernCaller({ conversation: 'x' }), modernCaller({ conversation: 'y' }), false],
    [
      'of a conversation that is called like a protocol session',
      legacyCaller({ session: 'x' }),
      modernCaller({ conversation: 'x' }),
      false,
    ],
    [
      'of names that read alike one after the other',
      modernCaller({ client: { name: 'a\n1', version: '' } }),
      modernCaller({ client: { name: 'a', version: '1' } }),
      false,
    ],
    [
      'of principals that read alike with what is before them',
      modernCaller({ principal: 'x\nlocal' }),
      modernCaller({ session: 'x' }),
      false,
    ],
  ])('%s belong together: %4$s', (_name, one, other, together) => {
    expect(keyOf(one) === keyOf(other)).toBe(together);
  });
});

describe('the id of a named conversation', () => {
  const facts = { principal: 'local', client: 'a', clientVersion: '1', mode: 'direct', conversation: 'x' } as const;

  it('is the same for ever: other versions of the gateway go on with it', () => {
    // printf '["local","a","1","direct","x"]' | sha256sum, with the version and the variant of the UUID put in.
    expect(idOfConversation(facts)).toBe('0dff73cd-b020-878e-987d-7aa7071b6874');
  });

  it('is a UUID of its own for everything that tells conversations apart', () => {
    const text = fc.string({ maxLength: 5 });
    const record = fc.record({
      principal: text,
      client: fc.option(text),
      clientVersion: fc.option(text),
      mode: fc.constantFrom('direct', 'search', 'web'),
      conversation: text,
    });
    fc.assert(
      fc.property(record, record, (one, other) => {
        const [first, second] = [idOfConversation(one), idOfConversation(other)];
        expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        const isSame = (Object.keys(one) as (keyof typeof one)[]).every((key) => one[key] === other[key]);
        expect(first === second).toBe(isSame);
      }),
    );
  });
});

describe('clientOf', () => {
  const long = 'x'.repeat(201);
  it.each<[string, unknown, string | null]>([
    ['a name', 'Claude Code', 'Claude Code'],
    ['one of other letters', 'Größe 🎉', 'Größe 🎉'],
    ['blanks around it', ' x ', 'x'],
    ['the longest', 'x'.repeat(200), 'x'.repeat(200)],
    ['a longer one', long, `${'x'.repeat(200)}…`],
    ['what no engine stores', 'a\0b\ud800', 'a\ufffdb\ufffd'],
    ['two lines', 'a\nb', 'a\ufffdb'],
    ['an empty one', '', null],
    ['blanks', '  ', null],
    ['no text', 7, null],
  ])('%s', (_name, name, expected) => {
    expect(clientOf({ client: { name, version: name } })).toEqual({ name: expected, version: expected });
  });

  it('a client that does not say', () => {
    expect(clientOf({ client: undefined })).toEqual({ name: null, version: null });
  });
});

it.each([
  ['direct', 'legacy'],
  ['search', 'legacy'],
  ['web', null],
  ['cli', null],
  ['api', null],
  [undefined, 'legacy'],
] as const)('a call in the mode %s came by %s', (mode, era) => {
  expect(eraOf({ era: 'legacy', mode })).toBe(era);
});

describe('whoever was here just now', () => {
  it('is the same one, and nobody else', () => {
    const word = fc.constantFrom('a', undefined);
    const facts = fc.record({ name: word, version: word, session: word, conversation: word, named: word });
    const rest = fc.record({
      principal: fc.constantFrom('a', 'b'),
      mode: fc.constantFrom('search', undefined),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(facts, rest), { maxLength: 40 }), (calls) => {
        const identifyAgain = createIdentify();
        for (const [{ name, version, session, conversation, named }, who] of [...calls, ...calls.slice(-3)]) {
          const caller = modernCaller({ client: { name, version }, session, conversation, ...who });
          const params = { _meta: { [CONVERSATION_KEY]: named } };
          expect(identifyAgain(caller, params)).toEqual(identify(caller, params));
        }
      }),
    );
  });

  it('is not looked at again', () => {
    const identifyAgain = createIdentify();
    expect(identifyAgain(modernCaller(), {})).toBe(identifyAgain(modernCaller(), {}));
  });
});
