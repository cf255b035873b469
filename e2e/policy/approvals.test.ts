import { userInfo } from 'node:os';
import type { Approval, ApprovalRequest } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { listen } from '../record/fixtures/listen.ts';
import { type Asking, SOON, startAsking } from './fixtures/asking.ts';
import {
  connectPerson,
  type Era,
  eras,
  type Form,
  no,
  type Person,
  type Progress,
  type Reply,
  yes,
} from './fixtures/persons.ts';

const ROUTES = ['client', 'api', 'page', 'cli'] as const;
const DECISIONS = ['approve', 'deny'] as const;
const BY = { client: 'local', api: 'nightly', page: userInfo().username, cli: userInfo().username };
const WHERE = { client: 'in the client', api: 'through the API', page: 'on the page', cli: 'on the command line' };

/** A person with an open form, while others may answer too. */
interface Slow {
  readonly person: Person;
  /** The form, as soon as it is shown. */
  readonly form: Promise<Form>;
  readonly reply: (reply: Reply) => void;
}

async function connectSlow({ gateway }: Asking, era: Era): Promise<Slow> {
  const shown = Promise.withResolvers<Form>();
  const replied = Promise.withResolvers<Reply>();
  const person = await connectPerson(gateway, era, {
    reply: (form) => {
      shown.resolve(form);
      return replied.promise;
    },
  });
  return { person, form: shown.promise, reply: replied.resolve };
}

/** Answers outside the client. */
async function answerBy(asking: Asking, route: 'api' | 'page' | 'cli', id: string, request: ApprovalRequest) {
  if (route !== 'cli') {
    const { status } = await asking.answer(id, request, await asking.as(route));
    return expect({ route, status }).toEqual({ route, status: 200 });
  }
  const { code, stderr } = await asking.cli('approvals', request.decision, id);
  return expect({ route, code, stderr }).toEqual({ route, code: 0, stderr: '' });
}

describe.each(eras)('a call of a %s client that needs approval', (era) => {
  it('waits, and passes or fails by the answer of each route', async () => {
    const asking = await startAsking();
    const events = await listen(asking.gateway, { types: 'approvals' });
    const plain = await connectPerson(asking.gateway, era);
    let reply: Reply = no;
    const forms: Form[] = [];
    const asked = await connectPerson(asking.gateway, era, {
      name: 'asked',
      reply: (form) => {
        forms.push(form);
        return reply;
      },
    });
    const approved: object[] = [];
    const stories: Approval[] = [];
    for (const route of ROUTES)
      for (const decision of DECISIONS) {
        const given = { by: route, decision };
        const isApproved = decision === 'approve';
        reply = isApproved ? yes() : no;
        const heard: Progress[] = [];
        const onProgress = (progress: Progress): number => heard.push(progress);
        const calling = (route === 'client' ? asked : plain).call('set_value', given, { onProgress });
        if (route !== 'client') {
          const waiting = await asking.pending();
          expect(waiting).toMatchObject({ is_waiting: true, answer: null, arguments: { value: given } });
          expect(await asking.view.call(waiting.call_id)).toMatchObject({ status: 'running' });
          // Smaller than any progress that the server itself reports.
          const progress = expect.closeTo(0, 3);
          const message = expect.stringMatching(
            new RegExp(`^Waiting until .* to approve .* ${waiting.id}, or at http://.*/approvals/${waiting.id}$`),
          );
          await expect.poll(() => heard, SOON).toEqual([{ progress, message }]);
          await answerBy(asking, route, waiting.id, { decision });
        }
        const { text, isError, approval: id = '' } = await calling;
        expect({ ...given, text, isError }).toEqual({
          ...given,
          text: isApproved ? 'done: set_value' : expect.stringContaining(`a person denied it ${WHERE[route]}.`),
          isError: !isApproved,
        });
        if (isApproved) approved.push(given);
        const approval = await asking.approval(id);
        expect(approval).toMatchObject({
          status: isApproved ? 'approved' : 'denied',
          is_waiting: false,
          rule: 'default: destructive',
          answer: { decision, remember: 'once', scope: 'tool', route, presence: 'none', by: BY[route] },
        });
        expect(await asking.view.call(approval.call_id)).toMatchObject({
          status: isApproved ? 'ok' : 'denied',
          decision: { kind: 'ask', rule: 'default: destructive', reason: approval.reason },
          approval_id: id,
          attempts: isApproved ? 1 : 0,
          session_id: approval.session_id,
          arguments: { value: given },
        });
        stories.push(approval);
      }
    expect(asking.reached().map((call) => call.arguments)).toEqual(approved);
    expect(forms.map(({ message }) => message)).toEqual(
      DECISIONS.map((decision) => expect.stringContaining(`"by": "client",\n    "decision": "${decision}"`)),
    );
    expect(await asking.approvals('all')).toMatchObject({ total: 8, approvals: stories.toReversed() });
    expect((await asking.view.calls()).total).toBe(8);
    const told = () => events.received().map(({ event }) => ({ type: event.type, ...event.data }));
    await expect.poll(told, SOON).toMatchObject(
      stories.flatMap(({ id, status }) => [
        { type: 'approvals.requested', id, status: 'pending' },
        { type: 'approvals.resolved', id, status },
      ]),
    );
  });

  it('is decided by the first answer; a later one counts only if it is stricter', async () => {
    const asking = await startAsking();
    const person = await connectPerson(asking.gateway, era);
    for (let n = 0; n < 3; n++) {
      const calling = person.call('set_value', { n });
      const { id } = await asking.pending();
      const answers = await Promise.all(DECISIONS.map((decision) => asking.answer(id, { decision })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        error: {
          code: 'already_resolved',
          message: expect.stringMatching(/was (approved|denied) already by \S+ on the command line/),
        },
      });
      const isApproved = answers[0]?.status === 200;
      expect(await asking.approval(id)).toMatchObject({ status: isApproved ? 'approved' : 'denied' });
      expect(await calling).toMatchObject({ isError: !isApproved, approval: id });
      expect(asking.reached().some((call) => call.arguments['n'] === n)).toBe(isApproved);
    }
    // The other person's answer, the form's later answer, and whether the call is made.
    const cases = [
      ['approve', yes(), true],
      ['approve', { action: 'cancel' }, true],
      ['deny', yes(), false],
      // A legacy client's form is closed by then, and its answer is ignored.
      ['approve', { action: 'decline' }, era === 'legacy'],
    ] as const;
    for (const [n, [decision, late, passes]] of cases.entries()) {
      const { person, form, reply } = await connectSlow(asking, era);
      const calling = person.call('set_value', { late: n });
      const { signal, message } = await form;
      expect(message).toContain(`'person' wants to call 'set_value'`);
      const { id } = await asking.pending();
      expect((await asking.answer(id, { decision })).status).toBe(200);
      if (era === 'legacy') await expect.poll(() => signal.aborted, SOON).toBe(true);
      reply(late);
      const { isError, text } = await calling;
      expect({ n, isError, text }).toEqual({
        n,
        isError: !passes,
        text: passes ? 'done: set_value' : expect.stringContaining('was not called'),
      });
      const { answer, call_id: callId } = await asking.approval(id);
      expect(answer).toMatchObject({ decision, route: 'cli' });
      const status = passes ? 'ok' : 'denied';
      expect(await asking.view.call(callId)).toMatchObject({ status, approval_id: id, attempts: passes ? 1 : 0 });
      await person.close();
    }
    const passing = cases.flatMap(([, , passes], n) => (passes ? [{ late: n }] : []));
    expect(asking.reached().flatMap(({ arguments: { late } }) => (late === undefined ? [] : [{ late }]))).toEqual(
      passing,
    );
  });

  it('tells a client without forms what to do, and lets the same call pass once after approval', async () => {
    const asking = await startAsking({ policy: { ask: { wait: 0.4, expiry: 60 } } });
    const person = await connectPerson(asking.gateway, era);
    const other = await connectPerson(asking.gateway, era, { name: 'other' });
    const given = { a: 1, b: { c: [2, 3] } };
    const first = await person.call('set_value', given);
    const { id } = await asking.pending();
    expect(first).toEqual({
      isError: true,
      approval: id,
      text: expect.stringMatching(
        new RegExp(
          `there was no answer within .* the same call with the same arguments passes. To approve it, .* ${id}`,
        ),
      ),
    });
    expect(await asking.approval(id)).toMatchObject({ status: 'pending', is_waiting: false });
    // A repeat before the answer joins the same question.
    expect(await person.call('set_value', { b: { c: [2, 3] }, a: 1 })).toMatchObject({ isError: true, approval: id });
    expect((await asking.answer(id, { decision: 'approve' })).status).toBe(200);
    const anew = await Promise.all([
      person.call('set_value', { ...given, a: 2 }),
      person.call('delete_item', given),
      other.call('set_value', given),
    ]);
    expect(anew.map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(new Set([id, ...anew.map(({ approval }) => approval)]).size).toBe(4);
    expect(asking.reached()).toEqual([]);

    const passes = await person.call('set_value', given);
    expect(passes).toEqual({ text: 'done: set_value', isError: false, approval: id });
    const again = await person.call('set_value', given);
    expect([again.isError, again.approval === id]).toEqual([true, false]);
    expect(asking.reached()).toEqual([{ tool: 'set_value', arguments: given }]);
    const { session_id: session } = await asking.approval(id);
    const { tool_calls: calls } = await asking.view.calls(`?tool=set_value&session_id=${session}`);
    expect(calls.map(({ status, decision }) => [status, decision?.kind])).toEqual([
      ['expired', 'ask'],
      ['ok', 'allow'],
      ['expired', 'ask'],
      ['expired', 'ask'],
      ['expired', 'ask'],
    ]);
  });
});
