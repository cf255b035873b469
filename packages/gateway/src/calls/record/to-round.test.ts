import type { JsonObject } from '@toolmark/base';
import { DEFAULT_RECORD } from '@toolmark/config';
import { createParamsDigest, type RoundEntry } from '@toolmark/record';
import { describe, expect, it } from 'vitest';
import { modernCaller } from '../../core/fixtures/caller.ts';
import { createCall } from '../pipeline.ts';
import { toApprovalState } from '../sent-params.ts';
import { toRound } from './call-entries.ts';
import { startRecord } from './call-recording.ts';
import { DELETE } from './fixtures/calls.ts';
import { createSanitizer } from './sanitizer.ts';

const digest = createParamsDigest(Buffer.alloc(32, 1));
const sanitizer = createSanitizer({ ...DEFAULT_RECORD, bodyBytes: 1_000 });
const ARGUMENTS = { id: 1 };

interface Given {
  readonly params?: JsonObject;
  readonly headers?: Record<string, string>;
  readonly answers?: JsonObject;
  readonly earlier?: readonly RoundEntry[];
}

function roundOf({ params, headers = {}, answers, earlier = [] }: Given): RoundEntry | undefined {
  const start = { id: 'i', seq: 7, name: 'x', params: { arguments: ARGUMENTS, ...params }, arguments: ARGUMENTS };
  const call = { ...createCall({ ...start, startedAt: 0, caller: modernCaller({ headers }) }), tool: DELETE };
  const record = { ...startRecord(call, 's'), rounds: earlier };
  return toRound({ call, record }, 9, sanitizer, digest, answers);
}

const answer = (content: JsonObject) => ({ requestState: 'r', inputResponses: { q: { action: 'accept', content } } });
const PLAIN = answer({ name: 'Ann' });

describe('a later round of a call', () => {
  it.each<[string, Given, unknown]>([
    ['answers', { params: PLAIN }, PLAIN],
    ['answers that an older client gave', { answers: PLAIN }, PLAIN],
    ['what the request had besides', { params: { task: 1 }, answers: PLAIN }, { task: 1, ...PLAIN }],
    ['a header', { headers: { 'mcp-param-a': 'b' } }, { 'HTTP headers': { 'mcp-param-a': 'b' } }],
    [
      'answers to a server that is a gateway itself',
      { params: { ...PLAIN, requestState: toApprovalState('s') } },
      { ...PLAIN, requestState: toApprovalState('s') },
    ],
    ['nothing but arguments', {}, undefined],
  ])('has %s', (_, given, expected) => {
    const round = roundOf(given);
    expect(round && JSON.parse(round.others.text)).toEqual(expected);
  });

  it('has the number after the one before, and the key of its call', () => {
    const first = roundOf({ params: PLAIN });
    if (first === undefined) throw new Error('There is one.');
    expect(first).toMatchObject({ kind: 'round', seq: 7, round: 1, at: 9 });
    expect(first).not.toHaveProperty('digest');
    expect(roundOf({ params: PLAIN, earlier: [first] })).toMatchObject({ seq: 7, round: 2 });
  });

  it.each<[string, Given]>([
    ['its request', { params: answer({ password: 'hunter2' }) }],
    ['an older client', { answers: answer({ password: 'hunter2' }) }],
  ])('hides a secret that %s brought, and proves it by a digest', (_, given) => {
    const { others, digest: proof = '' } = roundOf(given) ?? {};
    expect(others).toMatchObject({ redactions: 1, text: expect.stringContaining('[redacted 7 characters]') });
    const sent = { server: 'notes', tool: 'delete_note', arguments: ARGUMENTS, headers: undefined };
    const isOf = (password: string) => digest.isOf(proof, { ...sent, others: answer({ password }) });
    expect([isOf('hunter2'), isOf('hunter3')]).toEqual([true, false]);
  });
});
