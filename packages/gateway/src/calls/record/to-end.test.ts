import { failed, type RpcReply, result } from '@toolmark/base';
import { DEFAULT_RECORD } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { modernCaller } from '../../core/fixtures/caller.ts';
import type { Call } from '../../model/call.ts';
import { createCall } from '../pipeline.ts';
import { toEnd, toEndWithoutBodies, toExpired, verbatimResultOf } from './call-entries.ts';
import type { CallRecord } from './call-record.ts';
import { addRound, startRecord } from './call-recording.ts';
import { READ } from './fixtures/calls.ts';
import { createSanitizer } from './sanitizer.ts';

const { bodies } = createSanitizer(DEFAULT_RECORD);
const ALLOWED = { kind: 'allow', rule: 'default: read', reason: 'It only reads, so it passes.' } as const;

const DONE = { reply: result({ content: [] }), given: result({ content: [] }) };

/** A call whose only round is over. */
function ended(more: Partial<Call> = {}): readonly [Call, CallRecord] {
  const start = {
    id: '1',
    seq: 1,
    name: 'x',
    params: {},
    arguments: undefined,
    caller: modernCaller(),
    startedAt: 100,
  };
  const call: Call = { ...createCall(start), tool: READ, status: 'ok', ...more };
  const record = startRecord(call, 's1');
  addRound(record, call);
  return [call, record];
}
const plain = {
  kind: 'end',
  seq: 1,
  status: 'ok',
  at: 150,
  durationMs: 50,
  attempts: 0,
  cached: false,
  decision: null,
  approval: null,
  error: null,
  failures: [],
  legs: ['private_data_read'],
  result: { text: '{"content":[]}', bytes: 14, isCut: false, redactions: 0 },
};

describe('the end of a call', () => {
  it.each<[string, Partial<Call>, object]>([
    ['what was decided', { decision: ALLOWED, attempts: 1 }, { decision: ALLOWED, attempts: 1 }],
    ['the approval that it has', { approval: 'a1', attempts: 1 }, { approval: 'a1', attempts: 1 }],
    ['that it never left, and so read nothing', { approval: 'a1' }, { approval: 'a1', legs: [] }],
    ['that it was answered by what was kept', { cachedAgeMs: 7 }, { cached: true }],
    ['that it was denied, and so read nothing', { status: 'denied' }, { status: 'denied', legs: [] }],
    ['that nobody answered in time', { status: 'expired' }, { status: 'expired', legs: [] }],
    [
      'the attempts that failed, without secrets',
      { attempts: 2, failures: [{ at: 7, durationMs: 2, code: -32_000, message: 'password=hunter2hunter2 is wrong' }] },
      {
        attempts: 2,
        failures: [{ at: 7, durationMs: 2, code: -32_000, message: 'password=[redacted 14 characters] is wrong' }],
      },
    ],
  ])('says %s', (_what, more, expected) => {
    const [call, record] = ended(more);
    expect(toEnd(call, record, DONE, bodies, 150)).toEqual({ ...plain, ...expected });
  });

  it.each<[string, object, string | undefined]>([
    ['written as it is', { content: [] }, '{"content":[]}'],
    ['with a secret in it', { content: [], password: 'hunter2hunter2' }, undefined],
    ['longer than is kept', { content: [{ type: 'text', text: 'x'.repeat(DEFAULT_RECORD.bodyBytes) }] }, undefined],
    ['nothing that can be written', circular(), undefined],
  ])('has the text of a result that is %s, or none', (_what, value, text) => {
    const [call, record] = ended();
    const reply = result({ ...value });
    expect(verbatimResultOf(toEnd(call, record, { reply, given: reply }, bodies, 150))).toBe(text);
  });

  it.each<[string, RpcReply, RpcReply, string]>([
    ['what its server gave', result({ a: 1, resultType: 'complete' }), result({ a: 1 }), '{"a":1}'],
    ['what the client got where that is the same', result({ a: 1 }), result({ a: 1 }), '{"a":1}'],
    ['why the client got nothing', failed({ code: 1, message: 'no' }), result({ a: 1 }), '{"code":1,"message":"no"}'],
  ])('has %s', (_what, reply, given, text) => {
    const [call, record] = ended();
    expect(toEnd(call, record, { reply, given }, bodies, 150).result?.text).toBe(text);
  });

  it('says all but what came back where that cannot be written', () => {
    const [call, record] = ended({ decision: ALLOWED, approval: 'a1', cachedAgeMs: 7 });
    const kept = { decision: ALLOWED, approval: 'a1', cached: true };
    expect(toEndWithoutBodies(call, record, 150)).toEqual({ ...plain, ...kept, result: null, legs: [] });
  });

  it('keeps what was decided where nobody came back', () => {
    const failures = [{ at: 7, durationMs: 2, code: 1, message: 'gone' }];
    const [, record] = ended({ decision: { ...ALLOWED, kind: 'ask' }, approval: 'a1', attempts: 2, failures });
    const kept = { decision: { ...ALLOWED, kind: 'ask' }, approval: 'a1', attempts: 2, failures };
    const error = { code: null, message: 'The client was asked a question and did not come back with an answer.' };
    const end = toExpired(record, bodies, 150);
    expect(end).toEqual({ ...plain, ...kept, status: 'expired', error, result: null, legs: [] });
  });
});

function circular(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}
