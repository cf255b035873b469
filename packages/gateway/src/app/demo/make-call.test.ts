import type { Approval, ApprovalStatusName } from '@toolmark/api-contract';
import { failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { CALL_META } from '../../calls/steps/call-lifecycle.ts';
import { anAnswer, anApproval } from '../../front/rest/fixtures/approvals.ts';
import { makeCall, type ScriptedCall } from './make-call.ts';

const CALL: ScriptedCall = {
  server: 'notes',
  tool: 'delete_note',
  exposed: 'notes__delete_note',
  arguments: { id: 'n-1' },
};
const MINUTE = 60_000;

const text = (said: string): JsonObject => ({ content: [{ type: 'text', text: said }] });
const refused = (kind: string, approval?: string): RpcReply =>
  result({
    ...text('It was not called.'),
    isError: true,
    _meta: { [CALL_META]: { decision: { kind, rule: 'r', reason: 'Because.' }, ...(approval && { approval }) } },
  });
const DONE = result({ ...text('Deleted.'), structuredContent: { deleted: true } });

/** A gateway that gives these replies in turn, each after a second, with these questions. */
function setUp(replies: readonly RpcReply[], pending: readonly Approval[] = []) {
  const clock = createFakeClock();
  const stop = new AbortController();
  const calls: unknown[] = [];
  const asking: string[] = [];
  let left = replies;
  let statuses: Readonly<Record<string, ApprovalStatusName>> = {};
  const made = makeCall(CALL, {
    client: {
      callTool: (name, args, { patienceMs }) => {
        calls.push([name, args, patienceMs]);
        const [reply] = left;
        left = left.slice(1);
        return new Promise((resolve, reject) => {
          clock.after(1_000, () => (reply === undefined ? reject(new Error('gone')) : resolve(reply)));
        });
      },
    },
    approvals: {
      pending: () => pending,
      get: (id) => {
        const status = statuses[id] ?? 'pending';
        const decision = status === 'denied' ? 'deny' : 'approve';
        return anApproval(id, { status, answer: status === 'pending' ? null : anAnswer({ decision }) });
      },
    },
    waitMs: () => 50_000,
    clock,
    signal: stop.signal,
    onAsking: ({ id }) => void asking.push(id),
  });
  made.catch(() => {});
  return {
    made,
    clock,
    calls,
    asking,
    stop,
    resolve: (id: string, status: ApprovalStatusName) => {
      statuses = { ...statuses, [id]: status };
    },
  };
}

describe('a call of the script', () => {
  it.each<[string, RpcReply, object]>([
    ['that went well', DONE, { state: 'ok', outcome: 'Deleted.', content: { deleted: true } }],
    ['that says nothing', result({}), { state: 'ok', outcome: 'Done.', content: {} }],
    [
      'that its server refused',
      result({ ...text('No such note.'), isError: true }),
      { state: 'error', outcome: 'No such note.', content: {} },
    ],
    [
      'that could not be made',
      failed({ code: -32602, message: 'Unknown tool.' }),
      { state: 'error', outcome: 'Unknown tool.', content: {} },
    ],
    ['that is held', refused('hold'), { state: 'refused', outcome: 'Held: Because.', content: {} }],
    ['that is denied', refused('deny'), { state: 'refused', outcome: 'Denied: Because.', content: {} }],
    [
      'for which nobody could be asked',
      refused('ask'),
      { state: 'refused', outcome: 'It was not called.', content: {} },
    ],
  ])('%s is reported as such', async (_what, reply, expected) => {
    const { made, clock, calls } = setUp([reply]);
    await clock.advance(2_000);
    expect(await made).toEqual(expected);
    // The time that a person may take is added.
    expect(calls).toEqual([['notes__delete_note', { id: 'n-1' }, 80_000]]);
  });

  it('rejects if there is no answer', async () => {
    const { made, clock } = setUp([]);
    await clock.advance(2_000);
    await expect(made).rejects.toThrow('gone');
  });

  it('reports once that it waits for a person, by the question with the same arguments', async () => {
    const other = anApproval('other', { arguments: { value: { id: 'n-2' }, bytes: 12, is_cut: false, redactions: 0 } });
    const elsewhere = anApproval('elsewhere', { server: 'files' });
    const { made, clock, asking } = setUp([DONE], [other, elsewhere, anApproval('mine')]);
    await clock.advance(2_000);
    await made;
    expect(asking).toEqual(['mine']);
    const unrelated = setUp([DONE], [other, elsewhere]);
    await unrelated.clock.advance(2_000);
    await unrelated.made;
    expect(unrelated.asking).toEqual([]);
  });
});

describe('a call that timed out before its approval', () => {
  it.each<[ApprovalStatusName, number, object]>([
    ['approved', 2, { state: 'ok', outcome: 'Approved on the page. Deleted.' }],
    ['denied', 1, { state: 'refused', outcome: 'Denied on the page, so it was not called.' }],
    ['expired', 1, { state: 'refused', outcome: 'There was no answer in time, so it was not called.' }],
  ])('is %s later', async (status, times, expected) => {
    const { made, clock, calls, resolve } = setUp([refused('ask', 'a1'), DONE]);
    await clock.advance(5 * MINUTE);
    expect(calls).toHaveLength(1);
    resolve('a1', status);
    await clock.advance(2_000);
    expect(await made).toMatchObject(expected);
    expect(calls).toHaveLength(times);
  });

  it('is repeated only once', async () => {
    const { made, clock, calls, resolve } = setUp([refused('ask', 'a1'), refused('ask', 'a2'), DONE]);
    resolve('a1', 'approved');
    await clock.advance(5_000);
    expect(await made).toMatchObject({ state: 'refused' });
    expect(calls).toHaveLength(2);
  });

  it('is not waited for longer than the limit', async () => {
    const { made, clock, calls } = setUp([refused('ask', 'a1'), DONE]);
    await clock.advance(16 * MINUTE);
    expect(await made).toMatchObject({
      state: 'refused',
      outcome: 'There was no answer in time, so it was not called.',
    });
    expect(calls).toHaveLength(1);
  });

  it('ends with the demo', async () => {
    const { made, clock, stop } = setUp([refused('ask', 'a1')]);
    await clock.advance(2_000);
    stop.abort(new Error('The demo was stopped.'));
    await expect(made).rejects.toThrow('stopped');
    expect(clock.pending()).toBe(0);
  });
});
