import { type CallAnswer, callAnswerSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { Headers } from '../gateway/fixtures/owner-credentials.ts';
import { createFolder } from '../record/fixtures/record.ts';
import { type Asking, SOON, startAsking } from './fixtures/asking.ts';
import { connectPerson, type Era, eras, type Form, type Reply, yes } from './fixtures/persons.ts';

const TOO_LATE = { status: 409, body: { error: { code: 'already_resolved' } } };

describe('a question ends', () => {
  it('at its timeout: nobody can answer any more, and the same call creates a new question', async () => {
    const asking = await startAsking({ policy: { ask: { wait: 30, expiry: 0.7 } } });
    for (const era of eras) {
      const { total } = await asking.approvals('expired');
      const waits = await connectPerson(asking.gateway, era);
      const first = await waits.call('set_value', { era });
      expect(first).toMatchObject({
        isError: true,
        text: expect.stringContaining('the time to give it is over. Call it again only if the user still wants it'),
      });
      const expired = await asking.approval(first.approval ?? '');
      expect(expired).toMatchObject({ status: 'expired', answer: null, is_waiting: false });
      expect(await asking.view.call(expired.call_id)).toMatchObject({ status: 'expired', attempts: 0 });
      expect(await asking.answer(expired.id, { decision: 'approve' })).toMatchObject(TOO_LATE);
      // A person who exceeds the form's timeout: a new question, and the late approval does not count.
      const slow = await connectPerson(asking.gateway, era, {
        name: 'slow',
        reply: async () => {
          await expect.poll(async () => (await asking.approvals('expired')).total, SOON).toBe(total + 3);
          return yes();
        },
      });
      const again = await waits.call('set_value', { era });
      const late = await slow.call('set_value', { era });
      expect([again.isError, late.isError]).toEqual([true, true]);
      expect(late.text).toContain('the time to give it is over');
      expect(new Set([first, again, late].map(({ approval }) => approval)).size).toBe(3);
    }
    expect((await asking.approvals('expired')).total).toBe(6);
    const [{ id } = { id: '' }] = (await asking.approvals('expired')).approvals;
    expect(await asking.cli('approvals', 'approve', id)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^counting\/set_value: There was no answer before .*, so the call was not made\.\n$/,
      ),
    });
    expect(asking.reached()).toEqual([]);
  });

  it('with its call, whether it is cancelled or its client disconnects', async () => {
    const asking = await startAsking();
    for (const era of eras)
      for (const how of ['cancelled', 'gone'] as const) {
        const controller = new AbortController();
        const forms: Form[] = [];
        const ignore = (form: Form): Promise<Reply> => {
          forms.push(form);
          return new Promise((resolve) => form.signal.addEventListener('abort', () => resolve(yes())));
        };
        // In 2026-07-28 no request is open while a form is shown, so only a waiting one can be cancelled.
        const person = await connectPerson(asking.gateway, era, era === 'legacy' ? { reply: ignore } : {});
        const calling = person.call('set_value', { era, how }, { signal: controller.signal }).catch(() => 'given up');
        const { id, call_id: callId } = await asking.pending();
        if (how === 'cancelled') controller.abort('changed my mind');
        else await person.leave();
        expect(await calling).toBe('given up');
        expect(await asking.untilStatus(id, 'cancelled')).toMatchObject({ answer: null, is_waiting: false });
        await expect.poll(async () => (await asking.view.call(callId)).status, SOON).toBe('cancelled');
        expect(await asking.answer(id, { decision: 'approve' })).toEqual({
          status: 409,
          body: {
            error: {
              code: 'already_resolved',
              message: expect.stringContaining('was cancelled before it was answered'),
            },
          },
        });
        if (era === 'legacy') await expect.poll(() => forms.map(({ signal }) => signal.aborted), SOON).toEqual([true]);
      }
    expect(asking.reached()).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('with %s: it has expired after a restart of the gateway', async (signal) => {
    const folder = createFolder();
    const before = await startAsking({ folder });
    const answered = Promise.withResolvers<Reply>();
    const begin = async (era: Era) => {
      const waits = await connectPerson(before.gateway, era);
      const asked = await connectPerson(before.gateway, era, { name: 'asked', reply: () => answered.promise });
      const failed = (error: unknown): unknown => error;
      return {
        waits: waits.call('set_value', { era, waits: true }).catch(failed),
        asked: asked.call('set_value', { era }).catch(failed),
      };
    };
    const [modern, legacy] = [await begin('modern'), await begin('legacy')];
    await expect.poll(async () => (await before.approvals()).total, SOON).toBe(4);
    const { approvals: pending } = await before.approvals();
    expect(await before.gateway.stop(signal)).toBe(signal === 'SIGTERM' ? 0 : null);
    const end =
      signal === 'SIGTERM'
        ? { isError: true, text: expect.stringContaining('Call it again when the gateway is back.') }
        : { message: expect.any(String) };
    expect(await modern.waits).toMatchObject(end);
    // A legacy client does not notice that its gateway was killed, and keeps waiting.
    if (signal === 'SIGTERM') expect(await legacy.waits).toMatchObject(end);

    // At the URL that the clients still use.
    const after = await startAsking({ folder, args: ['--port', new URL(before.gateway.url).port] });
    const { approvals: expired } = await after.approvals('expired');
    expect(expired.map(({ id }) => id).toSorted()).toEqual(pending.map(({ id }) => id).toSorted());
    expect((await after.approvals('pending,approved,denied,cancelled')).total).toBe(0);
    for (const { id, call_id: callId, client_name: name } of expired) {
      const { status } = await after.view.call(callId);
      if (name === 'person') expect(status).toBe(signal === 'SIGTERM' ? 'expired' : 'interrupted');
      else expect(['expired', 'interrupted']).toContain(status);
      expect(await after.answer(id, { decision: 'approve' })).toMatchObject(TOO_LATE);
    }
    // A client of 2026-07-28 sends its answer to the new gateway, which never asked.
    answered.resolve(yes());
    expect(await modern.asked).toMatchObject({
      isError: true,
      text: expect.stringContaining('Call it again without requestState and inputResponses, and the user is asked'),
    });
    expect(after.reached()).toEqual([]);
    const anew = connectPerson(after.gateway, 'modern').then((person) => person.call('set_value', { anew: true }));
    await after.answer((await after.pending()).id, { decision: 'approve' });
    expect(await anew).toMatchObject({ text: 'done: set_value' });
    expect(after.reached()).toEqual([{ tool: 'set_value', arguments: { anew: true } }]);
  });
});

describe('a waiting call', () => {
  it('has its question in the record, even if its gateway was killed meanwhile', async () => {
    const folder = createFolder();
    const before = await startAsking({ folder });
    const person = await connectPerson(before.gateway, 'modern');
    person.call('set_value', {}).catch(() => {});
    const { id, call_id: callId } = await before.pending();
    const whatFor = { approval_id: id, decision: { kind: 'ask', rule: 'default: destructive' } };
    await expect.soft(before.view.call(callId)).resolves.toMatchObject({ ...whatFor, status: 'running' });
    await before.gateway.stop('SIGKILL');
    const after = await startAsking({ folder });
    await expect.soft(after.view.call(callId)).resolves.toMatchObject({ ...whatFor, status: 'interrupted' });
  });
});

describe('a call through the API', () => {
  const call = async (asking: Asking, tool: string, body: object, headers?: Headers): Promise<CallAnswer> => {
    const { status, body: answer } = await asking.post(`/tools/counting/${tool}/call`, body, headers);
    expect(status).toBe(200);
    return callAnswerSchema.parse(answer);
  };

  it('waits for an answer, unless the caller has confirmed it', async () => {
    const asking = await startAsking();
    for (const [decision, status, result] of [
      ['approve', 'ok', { content: [{ text: 'done: set_value' }] }],
      ['deny', 'denied', { isError: true }],
    ] as const) {
      const calling = call(asking, 'set_value', { arguments: { decision } });
      const { id, mode } = await asking.pending();
      expect(mode).toBe('cli');
      await asking.answer(id, { decision });
      const { tool_call: recorded, reply } = await calling;
      expect(recorded).toMatchObject({ status, approval_id: id, mode: 'cli' });
      expect(reply).toMatchObject({ result });
    }
    for (const [mode, route] of [
      ['api', 'api'],
      ['web', 'page'],
      ['cli', 'cli'],
    ] as const) {
      const body = { arguments: { route }, confirm: true };
      const { tool_call: recorded } = await call(asking, 'set_value', body, await asking.as(route));
      expect(recorded).toMatchObject({ status: 'ok', decision: { kind: 'ask' }, attempts: 1, mode });
      expect(await asking.approval(recorded?.approval_id ?? '')).toMatchObject({
        status: 'approved',
        answer: { decision: 'approve', remember: 'once', route },
      });
    }
    expect(asking.reached().map(({ arguments: given }) => given)).toEqual([
      { decision: 'approve' },
      { route: 'api' },
      { route: 'page' },
      { route: 'cli' },
    ]);
    expect((await asking.approvals()).total).toBe(0);
  });

  it('is not allowed by a confirmation if the policy denies it', async () => {
    const rules = [
      { name: 'never', tool: 'set_*', decision: 'deny' },
      { name: 'not yet', tool: 'delete_*', decision: 'hold' },
    ];
    const asking = await startAsking({ policy: { rules } });
    for (const [tool, kind, rule] of [
      ['set_value', 'deny', 'never'],
      ['delete_item', 'hold', 'not yet'],
    ] as const) {
      const { tool_call: recorded } = await call(asking, tool, { confirm: true });
      expect(recorded).toMatchObject({ status: 'denied', decision: { kind, rule }, approval_id: null, attempts: 0 });
    }
    expect(asking.reached()).toEqual([]);
  });
});
