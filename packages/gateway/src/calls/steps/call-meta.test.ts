import { failed, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../model/call.ts';
import { aCall } from '../retry/fixtures/a-call.ts';
import { CALL_META, withCallMeta } from './call-lifecycle.ts';

const ask = { kind: 'ask', rule: 'default', reason: 'It may destroy something.' } as const;
const metaOf = (set: Partial<Call>) => {
  const call = aCall({ set: { id: 'c1', attempts: 1, ...set } });
  const reply = withCallMeta(result({ content: [] }), call);
  return reply.kind === 'result' ? reply.result['_meta'] : undefined;
};

describe('withCallMeta', () => {
  it.each<[string, Partial<Call>, object]>([
    ['was answered from the cache', { cachedAgeMs: 0, attempts: 0 }, { cached: true, attempts: 0, age_ms: 0 }],
    ['was sent twice', { attempts: 2 }, { cached: false, attempts: 2 }],
    ['was approved', { approval: 'a1', decision: ask }, { cached: false, attempts: 1, decision: ask, approval: 'a1' }],
    [
      'was refused',
      { status: 'denied', attempts: 0, decision: { ...ask, kind: 'deny' } },
      { cached: false, attempts: 0, decision: { ...ask, kind: 'deny' } },
    ],
  ])('says of a call that it %s', (_what, set, expected) => {
    expect(metaOf(set)).toEqual({ [CALL_META]: { id: 'c1', ...expected } });
  });

  it('says how old an answer from the cache is', () => {
    const call = aCall({ set: { id: 'c1', cachedAgeMs: 1_200 } });
    expect(withCallMeta(result({}), call)).toEqual(
      result({ _meta: { [CALL_META]: { id: 'c1', cached: true, attempts: 0, age_ms: 1_200 } } }),
    );
  });

  it('says nothing of a usual call, whose result stays what it is', () => {
    const reply = result({ content: [], _meta: { 'com.x/y': 1 } });
    expect(withCallMeta(reply, aCall({ set: { attempts: 1 } }))).toBe(reply);
    const error = failed({ code: 1, message: '' });
    expect(withCallMeta(error, aCall({ set: { attempts: 3 } }))).toBe(error);
  });

  it('keeps what else is in _meta, and changes nothing in the result it was given', () => {
    const given = Object.freeze({ content: [], _meta: Object.freeze({ 'com.x/y': 1 }) });
    const reply = withCallMeta(result(given), aCall({ set: { id: 'c1', attempts: 2 } }));
    expect(reply).toEqual(
      result({ content: [], _meta: { 'com.x/y': 1, [CALL_META]: { id: 'c1', cached: false, attempts: 2 } } }),
    );
  });

  it.each<[string, object, object]>([
    ['alone', { [CALL_META]: { approval: 'forged' } }, { content: [] }],
    ['among others', { [CALL_META]: 1, 'com.x/y': 1 }, { content: [], _meta: { 'com.x/y': 1 } }],
  ])('takes out what a server says in our name, %s', (_where, _meta, expected) => {
    const reply = withCallMeta(result({ content: [], _meta }), aCall({ set: { attempts: 1 } }));
    expect(reply).toEqual({ kind: 'result', result: expected });
    expect(reply.kind === 'result' && Object.hasOwn(reply.result, '_meta')).toBe('_meta' in expected);
  });
});
