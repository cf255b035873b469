import { type JsonObject, parseJson } from '@toolmark/base';
import type { ArgumentMatcher, CallMatcher } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { MAX_VALUES } from '../../../../config/src/expressions/plain-json.ts';
import type { PolicyTool } from '../../model/policy-call.ts';
import {
  AT_RISK,
  BOTH,
  type CallSetup,
  callOf,
  DELETER,
  LIAR,
  READER,
  toolOf,
  UNANNOTATED,
} from '../fixtures/calls.ts';
import { argumentCondition, MAX_TEXT } from './argument-condition.ts';
import { createMatcher } from './matcher.ts';

/** Whether it matches, and what it says about that. */
const ask = (matcher: CallMatcher, tool: PolicyTool, setup: CallSetup = {}) => {
  const { matches, because, objection } = createMatcher(matcher, 'strict');
  const call = callOf(tool, setup);
  return matches(call) ? { because: because(call) } : { objection: objection(call) };
};

const reader = toolOf(READER);

describe('what is asked of a tool', () => {
  it.each<[string, CallMatcher, PolicyTool, object]>([
    ['P15: nothing', {}, reader, { because: undefined }],
    ['P16: a server', { server: ['notes'] }, reader, { because: "the server is 'notes'" }],
    ['P16: a pattern', { server: ['x', 'no*'] }, reader, { because: "the server is 'x' or 'no*'" }],
    ['P16: another', { server: ['note'] }, reader, { objection: "the server 'notes' is not 'note'" }],
    ['P16: a tool', { tool: ['*_notes'] }, reader, { because: "the tool is '*_notes'" }],
    ['P16: with a dot', { tool: ['list.notes'] }, reader, { objection: "the tool 'list_notes' is not 'list.notes'" }],
    ['P16: in capitals', { tool: ['LIST_*'] }, reader, { objection: "the tool 'list_notes' is not 'LIST_*'" }],
    ['P16: over lines', { tool: ['a*b'] }, toolOf({ name: 'a\nb' }), { because: "the tool is 'a*b'" }],
    ['P15: an empty list', { tool: [] }, reader, { objection: "the tool 'list_notes' is not " }],
    ['P17: a class', { class: ['read', 'additive'] }, reader, { because: 'its class is read or additive' }],
    ['P17: its real class', { class: ['read'] }, toolOf(LIAR), { objection: 'its class is destructive, not read' }],
    [
      'P17: a hint',
      { hints: { readOnlyHint: { value: true }, openWorldHint: { value: false } } },
      reader,
      { because: 'readOnlyHint is true and openWorldHint is false' },
    ],
    [
      'P17: another value',
      { hints: { readOnlyHint: { value: true } } },
      toolOf(UNANNOTATED),
      { objection: "readOnlyHint is false and rests on MCP's default" },
    ],
    [
      'P17: whose word it is',
      { hints: { readOnlyHint: { value: true, source: ['verified', 'declared'] } } },
      reader,
      { because: "readOnlyHint is true and rests on a proof or its server's word" },
    ],
    [
      "P17: another's word",
      { hints: { readOnlyHint: { source: ['override'] } } },
      reader,
      { objection: "readOnlyHint is true and rests on its server's word" },
    ],
    ['P17: any hint', { hints: { idempotentHint: {} } }, reader, { because: 'idempotentHint is whatever it is' }],
    [
      'P17: one that was tightened',
      { hints: { readOnlyHint: { source: ['inferred'] } } },
      toolOf(LIAR),
      { because: 'readOnlyHint rests on the words of its definition' },
    ],
    [
      'P18: contradicted by words',
      { contradicted: true },
      toolOf(LIAR, { standing: { isAccepted: true } }),
      { because: 'its definition contradicts its hints' },
    ],
    [
      'P18: contradicted by hints',
      { contradicted: false },
      toolOf(BOTH),
      { objection: 'its definition contradicts its hints' },
    ],
    ['P18: not', { contradicted: false }, reader, { because: 'its definition does not contradict its hints' }],
    [
      'P15: everything at once',
      { server: ['notes'], tool: ['list_*'], class: ['destructive'] },
      reader,
      { objection: 'its class is read, not destructive' },
    ],
  ])('%s', (_case, matcher, tool, answer) => {
    expect(ask(matcher, tool)).toEqual(answer);
    const { isStatic, appliesTo } = createMatcher(matcher, 'lenient');
    expect({ isStatic, applies: appliesTo(tool) }).toEqual({ isStatic: true, applies: 'because' in answer });
  });
});

describe('what is asked of a call', () => {
  it.each<[string, CallMatcher, CallSetup, object]>([
    ['P16: a client', { client: ['claude*'] }, {}, { because: "the client is 'claude*'" }],
    ['P16: another', { client: ['cursor'] }, {}, { objection: "the client 'claude-code' is not 'cursor'" }],
    ['P16: no name', { client: ['c*'] }, { caller: { client: null } }, { objection: 'the client gives no name' }],
    ['P16: no name, any', { client: ['*'] }, { caller: { client: null } }, { because: "the client is '*'" }],
    ['P16: a token', { token: ['local'] }, {}, { because: "the token is 'local'" }],
    ['P16: another', { token: ['ci'] }, {}, { objection: "the token 'local' is not 'ci'" }],
    ['P15: a mode', { mode: ['web', 'direct'] }, {}, { because: 'the mode is web or direct' }],
    ['P15: another', { mode: ['cli'] }, {}, { objection: 'the mode is direct, not cli' }],
    [
      'P19: what was done',
      { session: { private_data_read: true, open_world_write: false } },
      { session: AT_RISK },
      { because: 'the session has read private data and the session has not written to the open world' },
    ],
    [
      'P19: what was not',
      { session: { untrusted_content_seen: true } },
      {},
      { objection: 'the session has not seen untrusted content' },
    ],
    [
      'P19: what should not have been',
      { session: { untrusted_content_seen: false } },
      { session: AT_RISK },
      { objection: 'the session has seen untrusted content' },
    ],
    [
      'P19: calls',
      { session: { callsOver: 1 } },
      { session: AT_RISK },
      { because: 'the session has made more than 1 call' },
    ],
    [
      'P19: as many calls',
      { session: { callsOver: 2 } },
      { session: AT_RISK },
      { objection: 'the session has made 2, not more than 2 calls' },
    ],
    [
      'P15: every argument',
      { arguments: { '$.a': { equals: 1 }, '$.b': { exists: true } } },
      { arguments: { a: 1 } },
      { objection: '$.b is not there' },
    ],
  ])('%s', (_case, matcher, setup, answer) => {
    expect(ask(matcher, reader, setup)).toEqual(answer);
    const { isStatic, appliesTo, matchesRest } = createMatcher(matcher, 'strict');
    expect({ isStatic, applies: appliesTo(reader) }).toEqual({ isStatic: false, applies: true });
    expect(matchesRest(callOf(reader, setup))).toBe('because' in answer);
  });

  it('P2, P16: what a client was called before makes no difference', () => {
    const { matches } = createMatcher({ client: ['claude*'] }, 'strict');
    const clients = ['claude-code', 'cursor', null, 'claude', 'claude', 'cursor'];
    expect(clients.map((client) => matches(callOf(reader, { caller: { client } })))).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it.each<[CallMatcher, CallSetup]>([
    [{ tool: ['l\u00f6schen_*'] }, {}],
    [{ server: ['*r\u00e9sum\u00e9s'] }, {}],
    [{ client: ['\u00e9diteur'] }, { caller: { client: 'e\u0301diteur' } }],
    [{ token: ['\u00e9*'] }, { caller: { principal: 'e\u0301quipe' } }],
  ])('P16: %j is also for a name that only looks like it, but not to allow', (matcher, setup) => {
    const call = callOf(toolOf({ name: 'lo\u0308schen_alle' }, { server: 'my-re\u0301sume\u0301s' }), setup);
    expect((['strict', 'lenient'] as const).map((polarity) => createMatcher(matcher, polarity).matches(call))).toEqual([
      true,
      false,
    ]);
  });

  it('P15: `matches` asks for the tool too, `matchesRest` does not', () => {
    const { matches, matchesRest } = createMatcher({ tool: ['list_*'], mode: ['direct'] }, 'strict');
    const call = callOf(toolOf(DELETER));
    expect([matches(call), matchesRest(call)]).toEqual([false, true]);
  });
});

describe('arguments', () => {
  const tryBoth = (path: string, matcher: ArgumentMatcher, args: JsonObject | undefined) => {
    const call = callOf(reader, { arguments: args });
    return (['lenient', 'strict'] as const).map((polarity) => argumentCondition(path, matcher, polarity).test(call));
  };
  const both = [true, true];
  const neither = [false, false];
  const strictOnly = [false, true];
  const long = 'a'.repeat(MAX_TEXT + 1);
  const texts = Array.from({ length: 10 }, () => 'a'.repeat(MAX_TEXT));
  const many = { list: Array.from({ length: MAX_VALUES }, () => 1) };
  const large = parseJson('12345678901234567890');

  it.each<[string, string, ArgumentMatcher, JsonObject | undefined, readonly boolean[]]>([
    ['P23: equal', '$.action', { equals: 'list' }, { action: 'list' }, both],
    ['P23: not equal', '$.action', { equals: 'list' }, { action: 'List' }, neither],
    ['P23: equal to an object', '$.f', { equals: { a: [1] } }, { f: { a: [1.0] } }, both],
    ['P23: too large', '$.n', { equals: Number('12345678901234567890') }, { n: large }, strictOnly],
    ['P23: one of', '$.action', { in: ['list', 'get'] }, { action: 'get' }, both],
    ['P23: none of', '$.action', { in: ['list', 'get'] }, { action: 'put' }, neither],
    ['P23: null', '$.a', { equals: null }, { a: null }, both],
    ['P24: found', '$.q', { matches: 'DROP' }, { q: 'x; DROP TABLE' }, both],
    ['P24: not found', '$.q', { matches: '^DROP' }, { q: 'x; DROP TABLE' }, neither],
    ['P24: no text', '$.q', { matches: '1' }, { q: 1 }, neither],
    ['P24: in Unicode', '$.q', { matches: '^\\p{L}$' }, { q: 'ß' }, both],
    ['P22: there', '$.a', { exists: true }, { a: null }, both],
    ['P22: not there', '$.a', { exists: true }, {}, neither],
    ['P22: rightly not there', '$.a', { exists: false }, {}, both],
    ['P22: wrongly there', '$.a', { exists: false }, { a: 0 }, neither],
    ['P22: nothing to compare', '$.a', { equals: null }, {}, neither],
    ['P22: nothing to look through', '$.a[*]', { matches: '' }, { a: [] }, neither],
    ['P20: no arguments', '$', { equals: {} }, undefined, both],
    ['P20: no arguments, nothing there', '$.a', { exists: false }, undefined, both],
    ['P21: all of several', '$.a[*]', { in: [1, 2] }, { a: [1, 2] }, both],
    ['P21: one of several', '$.a[*]', { equals: 1 }, { a: [1, 2] }, strictOnly],
    ['P21: none of several', '$.a[*]', { equals: 3 }, { a: [1, 2] }, neither],
    ['P21: one text of several', '$.to[*]', { matches: '@evil' }, { to: ['a@b', 'c@evil.com', 7] }, strictOnly],
    ['P23: composed otherwise', '$.a', { equals: 'é' }, { a: 'e\u0301' }, strictOnly],
    ['P23: written otherwise', '$.a', { equals: 'e\u0301' }, { a: 'é' }, strictOnly],
    ['P23: composed alike', '$.a', { equals: 'e\u0301' }, { a: 'e\u0301' }, both],
    ['P23: one of them composed otherwise', '$.a', { in: ['x', 'é'] }, { a: 'e\u0301' }, strictOnly],
    ['P23: deeply', '$.a', { equals: { b: ['é'] } }, { a: { b: ['e\u0301'] } }, strictOnly],
    ['P23: another accent', '$.a', { equals: 'é' }, { a: 'e\u0300' }, neither],
    ['P24: composed otherwise', '$.a', { matches: '^caf[é]$' }, { a: 'cafe\u0301' }, strictOnly],
    ['P24: written otherwise', '$.a', { matches: '^cafe\u0301$' }, { a: 'café' }, strictOnly],
    ['P24: composed alike', '$.a', { matches: '^cafe\u0301$' }, { a: 'cafe\u0301' }, both],
    ['P25: many texts', '$.a[*]', { matches: 'b{300}' }, { a: texts }, strictOnly],
    ['P25: as many for a smaller expression', '$.a[*]', { matches: 'b{3}' }, { a: texts }, neither],
    ['P25: a long text', '$.a', { matches: 'b' }, { a: long }, strictOnly],
    ['P25: a text as long as can be', '$.a', { matches: 'b' }, { a: long.slice(1) }, neither],
    ['P25: a long text among others', '$.a[*]', { matches: 'a' }, { a: ['a', long] }, strictOnly],
    ['P25: a long text is compared', '$.a', { equals: long }, { a: long }, both],
    ['P25: too much', '$.list[*]', { equals: 1 }, many, strictOnly],
    ['P25: too much, there', '$.list[0]', { exists: true }, many, strictOnly],
    ['P25: too much, not there', '$.x[0]', { exists: false }, many, strictOnly],
    ['P25: too much, but only names', '$.x', { exists: false }, many, both],
  ])('%s', (_case, path, matcher, args, answer) => {
    expect(tryBoth(path, matcher, args)).toEqual(answer);
  });

  it.each<[ArgumentMatcher, JsonObject, string]>([
    [{ equals: 'x' }, { a: 'y' }, '$.a is not "x"'],
    [{ equals: 'x' }, {}, '$.a is not there'],
    [{ in: ['x', 1] }, { a: 'y' }, '$.a is none of ["x",1]'],
    [{ matches: 'x' }, { a: 'y' }, '$.a does not match "x"'],
    [{ matches: 'x' }, { a: long }, 'a text at $.a is too long to be looked through'],
    [{ exists: true }, {}, '$.a is not there'],
    [{ exists: false }, { a: 1 }, '$.a is there'],
  ])('P5: says of %j in vain: %s', (matcher, args, says) => {
    const { unless } = argumentCondition('$.a', matcher, 'lenient');
    expect(unless(callOf(reader, { arguments: args }))).toBe(says);
  });

  it('P5: says that there is too much', () => {
    const condition = argumentCondition('$.list[*]', { exists: true }, 'strict');
    const call = callOf(reader, { arguments: many });
    const says = 'there is too much in its arguments to look for $.list[*]';
    expect([condition.aside?.(call), condition.unless(call)]).toEqual([says, says]);
  });

  it.each([
    ['$.token', 'abc', '$.token is "[redacted 3 characters]"'],
    ['$.headers[*]', 'Bearer 0a1b2c3d4e5f6a7b', '$.headers[*] is "Bearer [redacted 16 characters]"'],
    ['$.note', 'x'.repeat(200), `$.note is "${'x'.repeat(78)}…`],
  ])('P5: shows no secrets that %s is compared with, and nothing endless', (path, wanted, says) => {
    expect(argumentCondition(path, { equals: wanted }, 'strict').says).toBe(says);
  });
});
