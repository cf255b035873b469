import type { GatewayEvent } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import type { Entry } from '../../entry.ts';
import { decodeBody } from '../body-codec.ts';
import { createStoreReader } from '../read/create-reader.ts';
import type { EventBatch } from '../store.ts';
import { createStoreWriter } from '../write/create-writer.ts';
import {
  ANSWERED,
  APPROVED,
  answerTo,
  body,
  createCalls,
  endOf,
  options,
  questionOf,
  START,
  session,
} from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { type OpenEngine, useStore } from './open-engine.ts';

/** Approvals. */
export function approvalsContract(open: OpenEngine): void {
  const store = useStore(open);
  const begin = createCalls()('s', { tool: 'delete_file', class: 'destructive' });
  const toldOf = (batch: EventBatch | undefined): readonly GatewayEvent[] =>
    (batch?.events ?? [])
      .map((event) => JSON.parse(event) as GatewayEvent)
      .filter(({ type }) => type.startsWith('approvals.'));
  const data = {
    id: 'q',
    call_id: begin.id,
    session_id: 's',
    server: 'files',
    tool: 'delete_file',
    title: 'Delete a file',
    class: 'destructive',
    client_name: 'claude-code',
    reason: 'It may destroy things, so a person is asked.',
    expires_at: '2026-07-28T09:40:00.001Z',
  };

  it('are stored completely', async () => {
    const { engine, writer } = store();
    const given = body({ path: 'ä.txt' }, { redactions: 2 });
    await writer.apply([session('s'), begin, questionOf(begin, 'q', { arguments: given })], options());
    const [{ arguments: asked, others, ...row } = { arguments: null, others: null }] = (await contents(engine))
      .approvals;
    const answered = {
      answer_decision: null,
      remember: null,
      scope: null,
      route: null,
      presence: null,
      answered_by: null,
    };
    const question = {
      id: 'q',
      instance_id: 'one',
      call_seq: begin.seq,
      call_id: begin.id,
      session_id: 's',
      server: 'files',
      tool: 'delete_file',
      title: 'Delete a file',
      class: 'destructive',
      rule: 'default: destructive',
      reason: 'It may destroy things, so a person is asked.',
      waits: 1,
      client_name: 'claude-code',
      effective: JSON.stringify(questionOf(begin, 'q').effective),
      principal: 'local',
      mode: 'direct',
      arguments_encoding: 0,
      arguments_bytes: 17,
      arguments_cut: 0,
      arguments_redactions: 2,
      others_encoding: 0,
      others_bytes: 30,
      others_cut: 0,
      others_redactions: 1,
      sent_bytes: 70,
      sent_sha256: 'ab12',
      requested_at: START + 1,
      expires_at: START + 600_001,
      terms: '{"routes":["page","cli"],"presence":"passkey","remember":["once","always"]}',
    };
    expect(row).toEqual({ ...question, status: 'pending', resolved_at: null, ...answered });
    expect(decodeBody(asked ?? new Uint8Array(), 0)).toBe('{"path":"ä.txt"}');
    expect(decodeBody(others ?? new Uint8Array(), 0)).toBe('{"_meta":{"acme/tenant":"ä"}}');
    // The answer's own time, not that of the batch.
    await writer.apply([answerTo('q', { at: ANSWERED + 3 })], options());
    expect((await contents(engine)).approvals).toMatchObject([
      {
        ...question,
        status: 'approved',
        resolved_at: ANSWERED,
        answer_decision: 'approve',
        remember: 'session',
        scope: 'arguments',
        route: 'page',
        presence: 'passkey',
        answered_by: 'ada',
      },
    ]);
    await expectExact(engine);
  });

  it("of an older gateway's journal are stored with today's names", async () => {
    const { engine, writer } = store();
    const { terms: _terms, ...question } = questionOf(begin, 'q');
    const { presence: _presence, ...answer } = { ...APPROVED, route: 'web' };
    const older = { ...answerTo('q'), answer } as unknown as Entry; // An old format, no longer written.
    await writer.apply([session('s'), begin, question, older], options());
    expect((await contents(engine)).approvals).toMatchObject([{ terms: null, route: 'page', presence: 'none' }]);
    expect(await createStoreReader(engine).approval('q')).toMatchObject({
      routes: ['client', 'page', 'cli', 'api'],
      presence_required: false,
      remember_choices: ['once', 'session', 'always'],
      answer: { route: 'page', presence: 'none' },
    });
  });

  it.each([1, 2, 4])('emit events in order, in batches of %i', async (size) => {
    const { engine } = store();
    const entries = [session('s'), begin, questionOf(begin, 'q'), answerTo('q')];
    const told: GatewayEvent[] = [];
    for (let from = 0; from < entries.length; from += size)
      told.push(...toldOf(await createStoreWriter(engine).apply(entries.slice(from, from + size), options())));
    const [asked, answered] = ['2026-07-28T09:30:00.001Z', '2026-07-28T09:30:05.000Z'];
    expect(told).toEqual([
      { type: 'approvals.requested', data: { ...data, status: 'pending' }, timestamp: asked },
      { type: 'approvals.resolved', data: { ...data, status: 'approved' }, timestamp: answered },
    ]);
  });

  it.each<[string, readonly Entry[], string | undefined]>([
    ['are asked once', [questionOf(begin, 'q', { title: 'Another' })], 'pending'],
    ['are resolved once', [answerTo('q'), answerTo('q', { status: 'denied' })], 'approved'],
    ['stay expired', [answerTo('q', { status: 'expired', answer: null }), answerTo('q')], 'expired'],
    ['stay resolved when requested again', [answerTo('q'), questionOf(begin, 'q')], 'approved'],
  ])('%s, even in one batch', async (_what, more, status) => {
    const { engine, writer } = store();
    const batch = await writer.apply([session('s'), begin, questionOf(begin, 'q'), ...more], options());
    expect((await contents(engine)).approvals).toMatchObject([{ title: 'Delete a file', status }]);
    expect(toldOf(batch).map((event) => event.data['status'])).toEqual(
      status === 'pending' ? ['pending'] : ['pending', status],
    );
    const before = await contents(engine);
    expect(toldOf(await writer.apply(more, options()))).toEqual([]);
    expect(await contents(engine)).toEqual(before);
  });

  it('ignore an answer before the request', async () => {
    const { engine, writer } = store();
    const entries = [answerTo('q'), questionOf(begin, 'q')];
    expect(toldOf(await writer.apply([session('s'), begin, ...entries], options()))).toHaveLength(1);
    expect((await contents(engine)).approvals).toMatchObject([{ status: 'pending', resolved_at: null }]);
    expect(await writer.apply([answerTo('nobody-asked')], options())).toBeUndefined();
  });

  it('expire with their gateway, and only with it', async () => {
    const { engine, writer } = store();
    const other = createCalls(START + 50)('t');
    await writer.apply([session('s'), begin, questionOf(begin, 'q'), questionOf(begin, 'r'), answerTo('r')], options());
    await writer.apply([session('t'), other, questionOf(other, 'u')], options('two'));
    const batch = await writer.removeInstance('one', START + 9_000, 'interrupted');
    const timestamp = '2026-07-28T09:30:09.000Z';
    expect(toldOf(batch)).toEqual([{ type: 'approvals.resolved', data: { ...data, status: 'expired' }, timestamp }]);
    const { approvals } = await contents(engine);
    expect(approvals.map(({ id, status, answer_decision }) => [id, status, answer_decision])).toEqual([
      ['q', 'expired', null],
      ['r', 'approved', 'approve'],
      ['u', 'pending', null],
    ]);
    expect(await writer.removeInstance('one', START + 9_000, 'interrupted')).toBeUndefined();
    expect((await contents(engine)).approvals).toEqual(approvals);
  });

  it.each<[string, readonly Entry[], boolean]>([
    ['is marked as not sent without an answer', [questionOf(begin, 'q')], false],
    ['may have been sent after an approval', [questionOf(begin, 'q'), answerTo('q')], true],
    [
      'may have been sent after an approval, despite a later request',
      [questionOf(begin, 'q'), answerTo('q'), questionOf(begin, 'r')],
      true,
    ],
    [
      'is marked as not sent after a denial, despite a later request',
      [questionOf(begin, 'q'), answerTo('q', { status: 'denied' }), questionOf(begin, 'r')],
      false,
    ],
  ])("mark a dead gateway's call: %s", async (_what, entries, hasLeft) => {
    const { engine, writer } = store();
    const risky = { ...begin, legs: ['open_world_write'] as const };
    await writer.apply([session('s'), risky, ...entries], options());
    await writer.removeInstance('one', START + 9_000, 'interrupted');
    const [row] = (await contents(engine)).sessions;
    expect(row?.open_world_write !== null).toBe(hasLeft);
  });

  it('keep their real end if their gateway was only presumed dead', async () => {
    const { engine, writer } = store();
    await writer.apply([session('s'), begin, questionOf(begin, 'q')], options());
    await writer.removeInstance('one', START + 9, 'interrupted');
    const batch = await writer.apply([answerTo('q'), endOf(begin, { approval: 'q' })], options());
    expect(toldOf(batch).map((event) => event.data['status'])).toEqual(['approved']);
    expect((await contents(engine)).approvals).toMatchObject([{ status: 'approved', resolved_at: ANSWERED }]);
  });
}
