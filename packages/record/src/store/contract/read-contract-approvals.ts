import { type ApprovalStatusName, approvalListSchema, approvalSchema } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import type { Body, Entry } from '../../entry.ts';
import { createStoreReader } from '../read/create-reader.ts';
import type { ApprovalFilter, StoreReader } from '../store.ts';
import { APPROVED, answerTo, body, createCalls, endOf, options, questionOf, START, session } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';

const ALL = { limit: 100, offset: 0 };

/** Approval requests. */
export function readApprovalsContract(open: OpenEngine): void {
  const store = useStore(open);
  const begin = createCalls()('s', { tool: 'delete_file', class: 'destructive' });

  it('show the full request and answer', async () => {
    const { engine, writer } = store();
    const given = body({ path: 'a.txt' }, { redactions: 2 });
    const entries = [session('s'), begin, questionOf(begin, 'q', { arguments: given }), answerTo('q')];
    await writer.apply(entries, options());
    const reader = createStoreReader(engine);
    const approval = await reader.approval('q');
    expect(approvalSchema.parse(approval)).toEqual(approval);
    expect(approval).toEqual({
      id: 'q',
      status: 'approved',
      call_id: begin.id,
      session_id: 's',
      server: 'files',
      tool: 'delete_file',
      title: 'Delete a file',
      class: 'destructive',
      effective: questionOf(begin, 'q').effective,
      rule: 'default: destructive',
      reason: 'It may destroy things, so a person is asked.',
      arguments: { value: { path: 'a.txt' }, bytes: 16, is_cut: false, redactions: 2 },
      others: { value: { _meta: { 'acme/tenant': 'ä' } }, bytes: 30, is_cut: false, redactions: 1 },
      // The text itself was never stored.
      sent: { bytes: 70, sha256: 'ab12', text: null, is_cut: true, marks: [], searched: 0, headers: {} },
      client_name: 'claude-code',
      principal: 'local',
      mode: 'direct',
      requested_at: '2026-07-28T09:30:00.001Z',
      expires_at: '2026-07-28T09:40:00.001Z',
      is_waiting: false,
      routes: ['page', 'cli'],
      presence_required: true,
      remember_choices: ['once', 'always'],
      answer: APPROVED,
    });
    expect(await reader.approvals({}, ALL)).toEqual({ approvals: [approval], total: 1, ...ALL });
  });

  it('show the pending decision of a call that waits or never ended', async () => {
    const { engine, writer } = store();
    await writer.apply([session('s'), begin, questionOf(begin, 'q')], options());
    const reader = createStoreReader(engine);
    const { rule, reason } = questionOf(begin, 'q');
    const asked = { approval_id: 'q', decision: { kind: 'ask', rule, reason } };
    expect(await reader.call(begin.id)).toMatchObject({ ...asked, status: 'running' });
    const decision = { kind: 'deny', rule: 'r', reason: 'No.' } as const;
    await writer.apply([endOf(begin, { status: 'denied', decision, approval: null })], options());
    expect(await reader.call(begin.id)).toMatchObject({ decision, approval_id: null });
  });

  it.each<[string, Body | null, unknown]>([
    ['without arguments', null, null],
    [
      'with truncated arguments',
      { text: '{"a":"bc', bytes: 9_000, isCut: true, redactions: 1 },
      { value: '{"a":"bc', bytes: 9_000, is_cut: true, redactions: 1 },
    ],
    [
      'with long, compressed arguments',
      body({ text: 'é'.repeat(5_000) }),
      { value: { text: 'é'.repeat(5_000) }, bytes: 10_011, is_cut: false, redactions: 0 },
    ],
  ])('show a request %s', async (_what, given, shown) => {
    const { engine, writer } = store();
    await writer.apply([questionOf(begin, 'q', { arguments: given, session: null, client: null })], options());
    const approval = await createStoreReader(engine).approval('q');
    expect(approval).toMatchObject({ session_id: null, client_name: null, answer: null });
    expect(approval?.arguments).toEqual(shown);
  });

  it('show exact numbers unchanged', async () => {
    const { engine, writer } = store();
    const text = '{"id":12345678901234567890}';
    await writer.apply(
      [questionOf(begin, 'q', { arguments: { text, bytes: 27, isCut: false, redactions: 0 } })],
      options(),
    );
    const approval = await createStoreReader(engine).approval('q');
    expect(JSON.stringify(approval?.arguments?.value)).toBe(text);
  });

  it.each<[string, readonly Entry[], boolean]>([
    ['waits while it is open and its call runs', [begin, questionOf(begin, 'q')], true],
    ['does not wait once answered', [begin, questionOf(begin, 'q'), answerTo('q')], false],
    [
      'does not wait once its call has timed out',
      [begin, questionOf(begin, 'q'), endOf(begin, { status: 'expired' })],
      false,
    ],
    ['does not wait without a call', [questionOf(begin, 'q')], false],
    [
      'does not wait if its client retries with another request',
      [begin, questionOf(begin, 'q', { waits: false })],
      false,
    ],
  ])('%s', async (_what, entries, waits) => {
    const { engine, writer } = store();
    await writer.apply([session('s'), ...entries], options());
    const reader = createStoreReader(engine);
    expect((await reader.approval('q'))?.is_waiting).toBe(waits);
    expect((await reader.approvals({}, ALL)).approvals).toMatchObject([{ is_waiting: waits }]);
  });

  it('waits even if its call has another key', async () => {
    const { engine, writer } = store();
    const moved = createCalls()('s');
    expect(moved.seq).toBe(begin.seq);
    await writer.apply([session('s'), begin, endOf(begin)], options());
    await writer.apply([moved, questionOf(moved, 'q')], options('two'));
    expect((await createStoreReader(engine).approval('q'))?.is_waiting).toBe(true);
  });

  const list = async (
    reader: StoreReader,
    statuses: readonly ApprovalStatusName[] | undefined,
    page = ALL,
  ): Promise<readonly [readonly string[], number]> => {
    const found = await reader.approvals(statuses === undefined ? {} : { statuses }, page);
    expect(approvalListSchema.parse(found)).toEqual(found);
    return [found.approvals.map(({ id }) => id), found.total];
  };
  const ask = async (): Promise<StoreReader> => {
    const { engine, writer } = store();
    const times = [5, 1, 9, 5, 7];
    const asked = times.map((at, index) => questionOf(begin, `q${index}`, { at: START + at }));
    const ended = [
      answerTo('q1'),
      answerTo('q2', { status: 'denied' }),
      answerTo('q3', { status: 'expired', answer: null }),
    ];
    await writer.apply([session('s'), begin, ...asked, ...ended], options());
    return createStoreReader(engine);
  };

  it.each<[string, readonly ApprovalStatusName[] | undefined, readonly string[]]>([
    ['all', undefined, ['q2', 'q4', 'q3', 'q0', 'q1']],
    ['open ones', ['pending'], ['q4', 'q0']],
    ['ones in several states', ['denied', 'expired'], ['q2', 'q3']],
    ['none in a state without requests', ['cancelled'], []],
    ['none for an empty list of states', [], []],
  ])('lists %s, the newest first', async (_what, statuses, ids) => {
    expect(await list(await ask(), statuses)).toEqual([ids, ids.length]);
  });

  it.each<[string, ApprovalFilter, readonly string[]]>([
    ['from a time on', { from: START + 5 }, ['q2', 'q4', 'q3', 'q0']],
    ['before a moment', { to: START + 5 }, ['q1']],
    ['in a time', { from: START + 5, to: START + 9 }, ['q4', 'q3', 'q0']],
    ['from within a millisecond on', { from: START + 5.5, to: START + 9.5 }, ['q2', 'q4']],
    ['in a state and a time range', { statuses: ['pending'], from: START + 6 }, ['q4']],
  ])('lists requests %s', async (_what, filter, ids) => {
    const { approvals, total } = await (await ask()).approvals(filter, ALL);
    expect([approvals.map(({ id }) => id), total]).toEqual([ids, ids.length]);
  });

  it('lists page by page', async () => {
    const reader = await ask();
    expect(await list(reader, undefined, { limit: 2, offset: 0 })).toEqual([['q2', 'q4'], 5]);
    expect(await list(reader, undefined, { limit: 2, offset: 4 })).toEqual([['q1'], 5]);
    expect(await list(reader, ['pending'], { limit: 0, offset: 0 })).toEqual([[], 2]);
  });

  it.each(['', 'x', begin.id])('returns nothing for %j', async (id) => {
    const reader = await ask();
    expect(await reader.approval(id)).toBeUndefined();
  });
}
