import { userInfo } from 'node:os';
import { newTokenSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { type Asking, startAsking } from '../policy/fixtures/asking.ts';
import { connectPerson, eras, type Person, yes } from '../policy/fixtures/persons.ts';
import { shareAsking } from '../policy/fixtures/share-asking.ts';
import { callRaw, type RawCall } from './fixtures/raw-client.ts';

/** Where nobody answers, a call shall not wait for long. */
const BRIEF = { wait: 0.3, expiry: 60 };
const ASKS = { isError: true, text: expect.stringContaining('it needs the approval of a person') };
const PASSES = { isError: false, text: 'done: set_value' };

const shared = shareAsking({ policy: { ask: BRIEF } });

/** Makes a call that waits, and has the owner approve it. */
async function approved(asking: Asking, person: Person, remember: 'session' | 'always'): Promise<void> {
  const { approval = '' } = await person.call('set_value');
  expect((await asking.answer(approval, { decision: 'approve', remember })).status).toBe(200);
  expect(await person.call('set_value')).toMatchObject(PASSES);
}

describe('an answer that forges who gave it', () => {
  it('is refused where the body says so, and recorded by its credential whatever the headers say', async () => {
    const asking = shared();
    const person = await connectPerson(asking.gateway, 'modern', { name: 'forger' });
    const { approval = '' } = await person.call('set_value');
    const forged = { 'toolmark-client': 'web/1.0' };
    for (const more of [{ by: 'the boss' }, { route: 'page' }, { presence: 'passkey' }])
      expect(await asking.post(`/approvals/${approval}`, { decision: 'approve', ...more }, forged)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('is determined by the credential') } },
      });
    expect(await asking.post(`/approvals/${approval}`, { decision: 'approve' }, forged)).toMatchObject({
      status: 200,
      body: { answer: { route: 'cli', by: userInfo().username, presence: 'none' } },
    });
    const called = await asking.post('/tools/counting/set_value/call', { confirm: true }, forged);
    expect(called).toMatchObject({ status: 200, body: { tool_call: { mode: 'cli' } } });
    const path = '/tools/counting/set_value';
    const { body } = await asking.gateway.api(`/api/v1${path}`);
    const { fingerprint } = body as { readonly fingerprint: object };
    expect(await asking.post(`${path}/accept`, { fingerprint, author: 'the boss' }, forged)).toMatchObject({
      status: 400,
    });
  });

  it('does not come from a client: its token reaches no approval', async () => {
    const asking = shared();
    const { approval = '' } = await (await connectPerson(asking.gateway, 'modern', { name: 'outsider' })).call(
      'set_value',
    );
    const headers = { ...asking.gateway.headers, 'toolmark-client': 'web/1.0' };
    const answered = await asking.post(`/approvals/${approval}`, { decision: 'approve' }, headers);
    expect([answered.status >= 400, asking.reached()]).toEqual([true, []]);
  });
});

describe('a client that answers its own question for good', () => {
  it.each(eras.flatMap((era) => (['direct', 'search'] as const).map((mode) => [era, mode] as const)))(
    'is taken for one call: %s, %s',
    async (era, mode) => {
      const asking = shared();
      const schemas: string[] = [];
      const inner = 'counting__set_value';
      const call: RawCall = {
        era,
        ...(mode === 'direct'
          ? { path: '/mcp', name: inner, given: '{}' }
          : { path: '/mcp/search', name: 'call_tool_destructive', given: `{"id":"${inner}","arguments":{}}` }),
        onForm: (_message, schema) => {
          schemas.push(schema);
          return { action: 'accept', content: { decision: 'approve', remember: 'always', scope: 'tool' } };
        },
      };
      for (const _ of [1, 2]) expect(await callRaw(asking.gateway, call)).toContain('done: set_value');
      expect([schemas.length, schemas.join().includes('remember'), await asking.grants()]).toEqual([2, false, []]);
      const { approvals } = await asking.approvals('approved');
      expect(approvals.map(({ answer }) => [answer?.remember, answer?.route])).toEqual([
        ['once', 'client'],
        ['once', 'client'],
      ]);
    },
  );
});

describe('a way to answer that is switched off', () => {
  const off = { routes: ['page'] };
  it.each([
    ['for all', { ask: { ...BRIEF, ...off } }],
    ['for a rule', { ask: BRIEF, rules: [{ name: 'careful', tool: 'set_*', decision: 'ask', ask: off }] }],
  ])('%s: no client is asked, and no other answer counts', async (_, policy) => {
    const asking = await startAsking({ policy });
    for (const era of eras) {
      let forms = 0;
      const reply = () => {
        forms += 1;
        return yes('always');
      };
      const person = await connectPerson(asking.gateway, era, { reply });
      const { approval = '', ...said } = await person.call('set_value', { era });
      expect([said, forms]).toMatchObject([ASKS, 0]);
      for (const route of ['cli', 'api'] as const)
        expect(await asking.answer(approval, { decision: 'approve' }, await asking.as(route))).toMatchObject({
          status: 403,
          body: { error: { code: 'forbidden', message: expect.stringMatching(/Answer it on the page\.$/) } },
        });
      expect(asking.reached().filter(({ arguments: given }) => given['era'] === era)).toEqual([]);
      expect((await asking.answer(approval, { decision: 'approve' }, await asking.as('page'))).status).toBe(200);
      expect(await person.call('set_value', { era })).toMatchObject(PASSES);
    }
    const confirmed = await asking.post('/tools/counting/set_value/call', { confirm: true });
    expect(confirmed).toMatchObject({ body: { reply: { result: { isError: true } } } });
    expect(asking.reached()).toHaveLength(2);
  });

  it('refuses at once where the only way leads to nobody', async () => {
    const asking = await startAsking({ policy: { ask: { wait: 50, routes: ['client'] } } });
    for (const era of eras) {
      const { text } = await (await connectPerson(asking.gateway, era)).call('set_value');
      expect(text).toMatch(/no person can be asked.* only in the client \(policy\.ask\)/);
    }
    expect([(await asking.approvals()).total, asking.reached()]).toEqual([0, []]);
  });
});

describe('the client of a token that may not answer', () => {
  it.each(eras)('is not asked, and what it says counts for nothing: %s', async (era) => {
    const asking = shared();
    const made = await asking.post('/tokens', { name: `quiet-${era}`, ceiling: 'destructive', may_answer: false });
    const headers = { authorization: `Bearer ${newTokenSchema.parse(made.body).token}` };
    let forms = 0;
    const reply = () => {
      forms += 1;
      return yes('always');
    };
    const person = await connectPerson({ ...asking.gateway, headers }, era, { reply });
    const { approval = '', ...said } = await person.call('set_value');
    expect([said, forms, asking.reached()]).toMatchObject([ASKS, 0, []]);
    expect((await asking.answer(approval, { decision: 'approve' })).status).toBe(200);
    expect(await person.call('set_value')).toMatchObject(PASSES);
  });
});

describe('a grant of another client on the same token', () => {
  it.each(eras)('given for good lets only its own client through: %s', async (era) => {
    const asking = shared();
    await approved(asking, await connectPerson(asking.gateway, era, { name: `editor (${era})` }), 'always');
    for (const other of eras) {
      const thief = await connectPerson(asking.gateway, other, { name: `agent (${era})` });
      expect(await thief.call('set_value')).toMatchObject(ASKS);
    }
    expect(asking.reached()).toHaveLength(1);
    expect(await asking.grants()).toMatchObject([{ client: `editor (${era})`, uses: 1 }]);
  });

  it('given for a session is of no use to who claims its name, nor its conversation', async () => {
    const asking = shared();
    await approved(
      asking,
      await connectPerson(asking.gateway, 'legacy', { name: 'editor', conversation: 'one' }),
      'session',
    );
    const thieves = [
      await connectPerson(asking.gateway, 'legacy', { name: 'editor', conversation: 'one' }),
      await connectPerson(asking.gateway, 'legacy', { name: 'editor' }),
      await connectPerson(asking.gateway, 'modern', { name: 'editor', conversation: 'one' }),
      await connectPerson(asking.gateway, 'modern', { name: 'editor' }),
    ];
    for (const thief of thieves) expect(await thief.call('set_value')).toMatchObject(ASKS);
    expect(asking.reached()).toHaveLength(1);
  });

  it('is not given for a session that cannot be told from another', async () => {
    const asking = shared();
    const person = await connectPerson(asking.gateway, 'modern', { name: 'one of many' });
    const { approval = '' } = await person.call('set_value');
    expect(await asking.approval(approval)).toMatchObject({ remember_choices: ['once', 'always'] });
    expect(await asking.answer(approval, { decision: 'approve', remember: 'session' })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('names no conversation') } },
    });
    expect([await asking.grants(), asking.reached()]).toEqual([[], []]);
  });
});
