import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayEvent } from '@toolmark/api-contract';
import { result, systemClock } from '@toolmark/base';
import { DEFAULT_RECORD } from '@toolmark/config';
import { type RecordedQuestion, recordFolder } from '@toolmark/record';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RecordedAnswer } from '../../../../record/src/approval-record.ts';
import { toHints } from '../../catalog/effective-hints.ts';
import { modernCaller } from '../../core/fixtures/caller.ts';
import type { Call } from '../../model/call.ts';
import { refusal } from '../refusals.ts';
import { createRecorder, type RunningRecorder } from './create-recorder.ts';
import { callOf, DELETE, endedWith, endWith, READ } from './fixtures/calls.ts';
import { createNoRecorder } from './no-recorder.ts';

const START_MS = 15_000;
const PAGE = { limit: 100, offset: 0 };
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const ASK = {
  kind: 'ask',
  rule: 'default: destructive',
  reason: 'It may destroy things, so a person is asked.',
} as const;

const questionOf = (call: Call, id: string): RecordedQuestion => ({
  ...{
    id,
    callSeq: call.seq,
    callId: call.id,
    session: call.record?.session ?? null,
    server: 'notes',
    tool: 'delete_note',
  },
  title: 'delete_note',
  class: 'destructive',
  effective: toHints(DELETE.resolution),
  waits: true,
  terms: { routes: ['client', 'page', 'cli', 'api'], presence: 'none', remember: ['once', 'session', 'always'] },
  rule: ASK.rule,
  reason: ASK.reason,
  client: 'test',
  principal: 'local',
  mode: 'direct',
  arguments: { text: '{"id":"n1"}', bytes: 11, isCut: false, redactions: 0 },
  others: null,
  sent: { bytes: 46, sha256: 'ab12' },
  at: call.startedAt,
  expiresAt: call.startedAt + 60_000,
});
const answerTo = (id: string, at: number): RecordedAnswer => ({
  id,
  status: 'approved',
  at,
  answer: {
    decision: 'approve',
    remember: 'once',
    scope: 'tool',
    route: 'cli',
    presence: 'none',
    by: 'ada',
    at: new Date(at).toISOString(),
  },
});

describe('what the policy did', () => {
  let folder: string;
  let recorder: RunningRecorder;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolmark-recorder-'));
    recorder = createRecorder({ config: DEFAULT_RECORD, dataDir: folder, clock: systemClock, log: silent });
    // On a loaded machine its threads may take a while to be there.
    await vi.waitFor(() => recorder.reader.lastEvent(), { timeout: START_MS });
  }, START_MS);
  afterAll(async () => {
    await recorder.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const stored = async (id: string) => {
    await recorder.settled();
    return recorder.reader.call(id);
  };

  it('is kept with the call, and the call knows its session and how long its result was', async () => {
    const call = callOf(recorder, READ);
    void recorder.begin(call);
    const session = call.record?.session;
    call.decision = { ...ASK, kind: 'allow' };
    call.approval = 'q0';
    call.cachedAgeMs = 7;
    call.failures.push({ at: call.startedAt, durationMs: 3, code: -32_001, message: 'gone' });
    call.status = 'ok';
    const reply = result({ content: [{ type: 'text', text: 'all is well' }] });
    const { written, isSafe } = recorder.end(call, reply, reply);
    await isSafe;
    expect(written?.bytes).toBe(Buffer.byteLength('{"content":[{"type":"text","text":"all is well"}]}'));
    const found = await stored(call.id);
    expect(found).toMatchObject({
      session_id: session,
      status: 'ok',
      cached: true,
      approval_id: 'q0',
      decision: { ...ASK, kind: 'allow' },
      attempt_log: [{ at: new Date(call.startedAt).toISOString(), duration_ms: 3, code: -32_001, message: 'gone' }],
    });
  });

  it('is kept of a call that never began, and of one that was denied', async () => {
    const call = callOf(recorder, DELETE);
    call.decision = { ...ASK, kind: 'deny' };
    await endedWith(recorder, call, refusal('No.'), 'denied');
    expect(call.record?.session).toEqual(expect.any(String));
    expect(await stored(call.id)).toMatchObject({
      ...{
        session_id: call.record?.session,
        status: 'denied',
        decision: { kind: 'deny' },
        error: { code: null, message: 'No.' },
      },
    });
  });

  it('is kept over the rounds of a call that was asked for', async () => {
    const caller = modernCaller({ client: { name: 'rounds', version: '1' } });
    const first = callOf(recorder, DELETE, { caller });
    await recorder.begin(first);
    Object.assign(first, { decision: ASK, approval: 'q1' });
    recorder.asked(questionOf(first, 'q1'));
    endWith(recorder, first, result({ resultType: 'input_required', requestState: 'state-1' }), 'waiting');
    const second = callOf(recorder, DELETE, { caller, params: { requestState: 'state-1' } });
    await recorder.begin(second);
    expect(second.record?.session).toBe(first.record?.session);
    // Somebody else's question within the same call: it is that of the call that began.
    recorder.asked(questionOf(second, 'q2'));
    endWith(recorder, second);
    expect(await stored(first.id)).toMatchObject({ status: 'ok', decision: ASK, approval_id: 'q1' });
    expect(await recorder.reader.approval('q2')).toMatchObject({
      call_id: first.id,
      session_id: first.record?.session,
    });
  });

  it('is in the journal before anybody can answer, also where only a read is asked for', () => {
    const call = callOf(recorder, READ);
    expect(recorder.begin(call)).toBeUndefined();
    recorder.asked(questionOf(call, 'q3'));
    const journals = readdirSync(recordFolder(folder)).filter((name) => name.endsWith('.journal'));
    const written = journals.map((name) => readFileSync(join(recordFolder(folder), name), 'utf8')).join('');
    expect(written.split('\n').filter((line) => line.includes(call.id))).toEqual([
      expect.stringMatching(/^begin/),
      expect.stringContaining('"kind":"approval","id":"q3"'),
    ]);
  });

  const journal = (): string => {
    const names = readdirSync(recordFolder(folder)).filter((name) => name.endsWith('.journal'));
    return names.map((name) => readFileSync(join(recordFolder(folder), name), 'utf8')).join('');
  };

  it('is in the journal, and the call of a client that comes back does not wait', async () => {
    const call = callOf(recorder, DELETE);
    await recorder.begin(call);
    recorder.asked({ ...questionOf(call, 'q5'), waits: false });
    await recorder.settled();
    expect(await recorder.reader.approval('q5')).toMatchObject({ status: 'pending', is_waiting: false });
    const saved = recorder.resolved(answerTo('q5', call.startedAt + 5));
    // With the operating system at once, so that a killed gateway leaves it behind; on disk when it resolves.
    expect(journal()).toContain('"kind":"approval-end","id":"q5"');
    expect(await saved).toEqual({ ok: true, value: undefined });
    endWith(recorder, call);
  });

  it('has no more of the arguments than is kept of those of calls', async () => {
    recorder.apply({ ...DEFAULT_RECORD, bodyBytes: 0 });
    const call = callOf(recorder, DELETE);
    await recorder.begin(call);
    const text = '{"patient":"Jane Roe"}';
    recorder.asked({ ...questionOf(call, 'q6'), arguments: { text, bytes: 22, isCut: false, redactions: 0 } });
    await recorder.settled();
    expect(journal()).not.toContain('Jane');
    expect(await recorder.reader.approval('q6')).toMatchObject({
      arguments: { value: '', bytes: 22, is_cut: true, redactions: 0 },
    });
    recorder.apply(DEFAULT_RECORD);
    endWith(recorder, call);
  });

  it('can be read and listened to: what was asked, and the answer', async () => {
    const heard: GatewayEvent[] = [];
    const stop = recorder.onEvents(({ events }) => {
      for (const event of events) heard.push(JSON.parse(event) as GatewayEvent);
    });
    // The thread that tells knows by then that somebody listens.
    await recorder.settled();
    const call = callOf(recorder, DELETE);
    await recorder.begin(call);
    recorder.asked(questionOf(call, 'q4'));
    await recorder.settled();
    const open = { id: 'q4', status: 'pending', is_waiting: true, call_id: call.id, answer: null };
    expect(await recorder.reader.approval('q4')).toMatchObject(open);
    expect((await recorder.reader.approvals({ statuses: ['pending'] }, PAGE)).approvals).toContainEqual(
      expect.objectContaining(open),
    );
    const answer = answerTo('q4', call.startedAt + 5);
    void recorder.resolved(answer);
    void recorder.resolved({ ...answer, status: 'denied' });
    await recorder.settled();
    stop();
    expect(await recorder.reader.approval('q4')).toMatchObject({ status: 'approved', answer: answer.answer });
    const told = heard.filter(({ data }) => data['id'] === 'q4');
    expect(told.map(({ type, data }) => [type, data['status']])).toEqual([
      ['approvals.requested', 'pending'],
      ['approvals.resolved', 'approved'],
    ]);
    endWith(recorder, call);
  });
});

describe('an approval that cannot be recorded', () => {
  it('says so: where the disk does not take it, and where the gateway is stopping', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolmark-recorder-'));
    // A file where the folder should be: so it fails for every user.
    writeFileSync(recordFolder(folder), '');
    const recorder = createRecorder({ config: DEFAULT_RECORD, dataDir: folder, clock: systemClock, log: silent });
    const call = callOf(recorder, DELETE);
    recorder.asked(questionOf(call, 'q'));
    expect(await recorder.resolved(answerTo('q', 1))).toEqual({ ok: false, error: expect.stringContaining(folder) });
    await recorder.close();
    expect(await recorder.resolved(answerTo('q', 1))).toEqual({ ok: false, error: 'The gateway is stopping.' });
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('what the policy did, where nothing is recorded', () => {
  it('is asked and answered, and nobody can look it up', async () => {
    const recorder = createNoRecorder(() => 0);
    const call = callOf(recorder, DELETE);
    recorder.asked(questionOf(call, 'q'));
    expect(await recorder.resolved(answerTo('q', 1))).toEqual({ ok: true, value: undefined });
    await expect(recorder.reader.approval('q')).rejects.toThrow('not recorded');
    await expect(recorder.reader.approvals({}, PAGE)).rejects.toThrow('not recorded');
  });
});
