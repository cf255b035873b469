import { writeFileSync } from 'node:fs';
import { grantListSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../record/fixtures/record.ts';
import { type Asking, annotationsIn, countingServer, SOON, startAsking } from './fixtures/asking.ts';
import { connectPerson, eras, type Person } from './fixtures/persons.ts';

/** A short wait, because nobody answers. */
const BRIEF = { ask: { wait: 0.3, expiry: 60 } };

/** Makes a call that asks, and approves it through the API. */
async function approved(asking: Asking, person: Person, given: object, request: object): Promise<string> {
  const { approval = '' } = await person.call('set_value', given);
  expect((await asking.answer(approval, { decision: 'approve', ...request })).status).toBe(200);
  return approval;
}

const passes = { isError: false, text: 'done: set_value' };
const asks = { isError: true, text: expect.stringContaining('it needs the approval of a person') };

describe('an approval for a session', () => {
  it.each(eras)('holds in that session of a %s client, and another session asks again', async (era) => {
    const asking = await startAsking({ policy: BRIEF });
    const person = await connectPerson(asking.gateway, era, { conversation: 'one' });
    const first = { ...passes, approval: await approved(asking, person, { n: 1 }, { remember: 'session' }) };
    for (const n of [1, 2, 3]) expect(await person.call('set_value', { n })).toEqual(first);
    // Other tools are not covered.
    const other = (await person.call('delete_item')).approval ?? '';
    await asking.answer(other, { decision: 'approve', remember: 'session' });
    expect((await person.call('delete_item')).isError).toBe(false);
    const { session_id: session } = await asking.approval(first.approval);
    expect(await asking.grants()).toMatchObject([
      {
        tool: 'set_value',
        lasts: 'session',
        scope: 'tool',
        client: 'person',
        session_id: session,
        uses: 3,
        route: 'cli',
      },
      { tool: 'delete_item', lasts: 'session', session_id: session, uses: 1 },
    ]);
    const { tool_calls: calls } = await asking.view.calls(`?session_id=${session}&tool=set_value`);
    expect(calls.map(({ decision, approval_id: id }) => [decision?.kind, decision?.rule, id])).toEqual([
      ['allow', 'default: destructive', first.approval],
      ['allow', 'default: destructive', first.approval],
      ['allow', 'default: destructive', first.approval],
      ['ask', 'default: destructive', first.approval],
    ]);
    // The same client, in another session.
    const another = await connectPerson(asking.gateway, era, { conversation: 'two' });
    expect(await another.call('set_value', { n: 4 })).toMatchObject(asks);
    expect(asking.reached().map(({ arguments: { n } }) => n)).toEqual([1, 2, 3, undefined]);
  });

  it('ends with the session of a legacy client, and with the gateway', async () => {
    const folder = createFolder();
    const before = await startAsking({ folder, policy: BRIEF });
    const leaves = await connectPerson(before.gateway, 'legacy');
    await approved(before, leaves, {}, { remember: 'session' });
    expect(await leaves.call('set_value')).toMatchObject(passes);
    await leaves.leave();
    await expect.poll(before.grants, SOON).toEqual([]);
    const stays = await connectPerson(before.gateway, 'modern', { conversation: 'one' });
    await approved(before, stays, {}, { remember: 'session' });
    expect(await stays.call('set_value')).toMatchObject(passes);
    await before.gateway.stop();
    const after = await startAsking({ folder, policy: BRIEF });
    expect(await after.grants()).toEqual([]);
    const again = await connectPerson(after.gateway, 'modern', { conversation: 'one' });
    expect(await again.call('set_value')).toMatchObject(asks);
    expect(after.reached()).toHaveLength(2);
  });
});

describe('a permanent approval', () => {
  it('holds for that client in both eras and after a restart, until it is revoked', async () => {
    const folder = createFolder();
    const before = await startAsking({ folder, policy: BRIEF });
    const person = await connectPerson(before.gateway, 'modern');
    const { approval = '' } = await person.call('set_value');
    // A denial is never remembered.
    expect((await before.answer(approval, { decision: 'deny', remember: 'always' })).body).toMatchObject({
      answer: { decision: 'deny', remember: 'once' },
    });
    expect([await before.grants(), (await person.call('set_value')).isError]).toEqual([[], true]);
    const { id } = await before.pending();
    const { code, stdout } = await before.cli('approvals', 'approve', id, '--always');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Approved, for every call of the tool until you revoke it'),
    ]);
    const older = await connectPerson(before.gateway, 'legacy');
    for (const each of [person, older]) expect(await each.call('set_value')).toMatchObject(passes);
    await before.gateway.stop('SIGKILL');

    const after = await startAsking({ folder, policy: BRIEF });
    const anew = await connectPerson(after.gateway, 'modern');
    expect(await anew.call('set_value', { anew: true })).toEqual({ ...passes, approval: id });
    const { grants } = grantListSchema.parse(JSON.parse((await after.cli('approvals', 'grants', '--json')).stdout));
    expect(grants).toMatchObject([
      {
        lasts: 'always',
        scope: 'tool',
        principal: 'local',
        client: 'person',
        approval_id: id,
        route: 'cli',
        session_id: null,
      },
    ]);
    const [grant] = grants;
    expect(await after.cli('approvals', 'revoke', grant?.id.slice(0, 8) ?? '')).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^✓ Revoked: the next such call asks again\.\n {2}The client 'person' of local may call 'set_value'/,
      ),
      stderr: '',
    });
    expect(await anew.call('set_value', { anew: true })).toMatchObject(asks);
    expect([await after.grants(), after.reached().length]).toEqual([[], 3]);
  });

  it('can be limited to the same arguments', async () => {
    const asking = await startAsking({ policy: BRIEF });
    const person = await connectPerson(asking.gateway, 'modern');
    await approved(asking, person, { id: 'a', at: [1, 2] }, { remember: 'always', scope: 'arguments' });
    for (const same of [
      { id: 'a', at: [1, 2] },
      { at: [1, 2], id: 'a' },
    ])
      expect(await person.call('set_value', same)).toMatchObject(passes);
    const others = [{ id: 'a', at: [2, 1] }, { id: 'a' }, { id: 'a', at: [1, 2], more: null }, {}];
    for (const answer of await Promise.all(others.map((other) => person.call('set_value', other))))
      expect(answer).toMatchObject(asks);
    expect([(await asking.grants()).map(({ uses }) => uses), asking.reached().length]).toEqual([[2], 2]);
  });

  it('holds only for the rule that asked', async () => {
    const asking = await startAsking({ policy: BRIEF });
    const person = await connectPerson(asking.gateway, 'legacy');
    await approved(asking, person, {}, { remember: 'always' });
    expect(await person.call('set_value')).toMatchObject(passes);
    const reconfigure = async (rules: readonly object[]): Promise<void> => {
      const config = { mcpServers: { counting: countingServer(asking.folder) }, policy: { ...BRIEF, rules } };
      asking.gateway.reconfigure(JSON.stringify(config));
      await expect.poll(async () => (await asking.gateway.api('/api/v1/policy')).body, SOON).toMatchObject({ rules });
    };
    await reconfigure([{ name: 'freeze', tool: ['set_*'], decision: 'ask' }]);
    expect(await person.call('set_value')).toMatchObject({ isError: true, text: expect.stringContaining('(freeze: ') });
    const { id } = await asking.pending();
    await asking.answer(id, { decision: 'approve', remember: 'always' });
    expect(await person.call('set_value')).toMatchObject(passes);
    // Another rule with the same name.
    await reconfigure([{ name: 'freeze', tool: ['set_*', 'add_*'], decision: 'ask' }]);
    expect(await person.call('set_value')).toMatchObject({ isError: true, text: expect.stringContaining('(freeze: ') });
    await reconfigure([]);
    expect(await person.call('set_value')).toMatchObject(passes);
    expect(asking.reached()).toHaveLength(3);
  });

  it("is suspended while the tool's hints differ from the approved ones, whoever changed them", async () => {
    const asking = await startAsking({ policy: BRIEF });
    const person = await connectPerson(asking.gateway, 'modern');
    await approved(asking, person, {}, { remember: 'always' });
    expect(await person.call('set_value')).toMatchObject(passes);
    const untilHint = (hint: string, value: boolean) =>
      expect
        .poll(async () => (await asking.gateway.api('/api/v1/tools/counting/set_value')).body, SOON)
        .toMatchObject({ hints: { [hint]: { value } } });

    const override = '/api/v1/tools/counting/set_value/override';
    const body = JSON.stringify({ hints: { openWorldHint: true } });
    await asking.gateway.api(override, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    await untilHint('openWorldHint', true);
    expect(await person.call('set_value')).toMatchObject(asks);
    await asking.gateway.api(override, { method: 'DELETE' });
    await untilHint('openWorldHint', false);
    expect(await person.call('set_value')).toMatchObject(passes);

    const stricter = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
    writeFileSync(annotationsIn(asking.folder), JSON.stringify({ set_value: stricter }));
    // Any call makes the server check its list.
    await person.call('read_value');
    await untilHint('idempotentHint', false);
    expect(await person.call('set_value')).toMatchObject(asks);
    expect(asking.reached().filter(({ tool }) => tool === 'set_value')).toHaveLength(2);
  });
});
