import type { CallDecision, GrantScope, Remember } from '@toolmark/api-contract';
import type { CallMatcher } from '@toolmark/config';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../base/src/fixtures/fake-clock.ts';
import { createPolicy } from '../../../policy/create-policy.ts';
import { callOf, configOf, toolOf } from '../../../policy/fixtures/calls.ts';
import {
  type ApprovalsWorld,
  ASK,
  createApprovalsWorld,
  IDLE_MS,
  newDataDir,
  PARAMS,
  removeDataDir,
  SETTINGS,
  silentLegacy,
  silentModern,
  YES,
} from '../fixtures/approvals-world.ts';
import { approve, passes, until } from '../fixtures/remembering.ts';

let dataDir: string;
let world: ApprovalsWorld;
beforeEach(async () => {
  dataDir = newDataDir();
  world = await createApprovalsWorld(dataDir);
});
afterEach(async () => {
  await world.approvals.close();
  removeDataDir(dataDir);
});

const OTHER = { ...PARAMS, arguments: { id: '2' } };

const DELETES = { tool: ['delete*'], server: ['notes'] };

/** The first rule of a policy asks. */
function asks(rule: CallMatcher): CallDecision {
  const { decide } = createPolicy(configOf([{ decision: 'ask', ...rule }]));
  return decide(callOf(toolOf({ name: 'delete' })));
}

describe('an approval', () => {
  it('for once is for that call', async () => {
    await approve(world, 'once');
    expect([await passes(world), world.approvals.grants()]).toEqual([false, []]);
  });

  it.each<[Remember, GrantScope, boolean, boolean]>([
    ['session', 'tool', true, false],
    ['session', 'arguments', false, false],
    ['always', 'tool', true, true],
    ['always', 'arguments', false, true],
  ])('for %s, %s: other arguments pass: %s, other sessions: %s', async (remember, scope, others, sessions) => {
    await approve(world, remember, scope);
    expect(await passes(world)).toBe(true);
    expect(await passes(world, silentLegacy(), OTHER)).toBe(others);
    expect(await passes(world, silentLegacy({ session: 's2' }))).toBe(sessions);
    expect(await passes(world, silentModern())).toBe(sessions);
    expect(await passes(world, silentLegacy({ principal: 'eve' }))).toBe(false);
    // The same principal with another client.
    expect(await passes(world, silentLegacy({ client: { name: 'other', version: '1' } }))).toBe(false);
    expect(await passes(world, silentLegacy({ client: undefined }))).toBe(false);
  });

  it.each<Remember>(['session', 'always'])('for %s holds only for the rule that asked', async (remember) => {
    await approve(world, remember);
    world.decide({ ...ASK, rule: 'session-risk' });
    expect(await passes(world)).toBe(false);
    world.decide(ASK);
    expect(await passes(world)).toBe(true);
  });

  it.each<Remember>(['session', 'always'])('for %s holds only for what the rule said that asked', async (remember) => {
    world.decide(asks(DELETES));
    await approve(world, remember);
    // Another rule by the same name, because one was put before it; and one that was changed.
    for (const other of [{ client: ['claude*'] }, { ...DELETES, server: ['notes', 'mail'] }]) {
      world.decide(asks(other));
      expect(await passes(world)).toBe(false);
    }
    world.decide(asks({ server: DELETES.server, tool: DELETES.tool }));
    expect(await passes(world)).toBe(true);
  });

  it('that comes too late lets the same call pass only by what the same rule says', async () => {
    world.decide(asks(DELETES));
    const { reply } = world.call(silentLegacy());
    await world.clock.advance(SETTINGS.waitMs);
    await reply;
    world.approvals.answer('id-1', YES);
    world.decide(asks({ client: ['claude*'] }));
    expect(await passes(world)).toBe(false);
    world.decide(asks(DELETES));
    expect(await passes(world)).toBe(true);
  });

  it.each<Remember>(['session', 'always'])('for %s holds only while the hints are the same', async (remember) => {
    await approve(world, remember);
    world.declare({ readOnlyHint: false, destructiveHint: true });
    expect(await passes(world)).toBe(false);
    world.declare({ readOnlyHint: false });
    expect(await passes(world)).toBe(true);
  });

  it.each<Remember>(['session', 'always'])('for %s says what it is, counts, and can be revoked', async (remember) => {
    await approve(world, remember);
    const caller = silentLegacy();
    const { call, reply } = world.call(caller, OTHER);
    await reply;
    const [grant] = world.approvals.grants();
    const until = remember === 'session' ? 'until this session of it ends' : 'until somebody revokes this';
    const says = `The client 'test' of local may call 'delete' of server 'notes' without being asked, ${until}, and only while its hints and the rule that asked stay the same.`;
    expect(grant).toEqual({
      id: 'id-2',
      server: 'notes',
      tool: 'delete',
      lasts: remember,
      scope: 'tool',
      rule: ASK.rule,
      principal: 'local',
      client: 'test',
      session_id: null,
      says,
      route: 'cli',
      presence: 'none',
      by: 'ada',
      created_at: new Date(1_000_000).toISOString(),
      approval_id: 'id-1',
      uses: 1,
      last_used_at: new Date(1_000_000).toISOString(),
      void_because: null,
    });
    expect(call).toMatchObject({
      status: 'ok',
      approval: 'id-1',
      decision: {
        kind: 'allow',
        rule: ASK.rule,
        reason: `${says} Approved on the command line at ${grant?.created_at}.`,
      },
    });
    expect(await world.approvals.revoke('id-2')).toEqual({ ok: true, value: true });
    expect([await passes(world), world.approvals.grants(), await world.approvals.revoke('id-2')]).toEqual([
      false,
      [],
      { ok: true, value: false },
    ]);
  });

  it.each<Remember>(['session', 'always'])('for %s takes the place of the one before it', async (remember) => {
    await approve(world, remember);
    world.declare({ readOnlyHint: false, destructiveHint: true });
    await approve(world, remember);
    expect(world.approvals.grants().filter(({ approval_id: id }) => id !== 'id-1')).toHaveLength(1);
    await world.approvals.revoke('none');
    await until(() => world.approvals.grants().length === 1);
    expect(await passes(world)).toBe(true);
  });
});

describe('an approval for the session', () => {
  it('ends with it', async () => {
    await approve(world, 'session');
    world.approvals.endSession('another');
    expect(await passes(world)).toBe(true);
    world.approvals.endSession('s1');
    expect([await passes(world), world.approvals.grants()]).toEqual([false, []]);
  });

  it('of an older client is not for another one that names the same conversation', async () => {
    const { reply } = world.call(silentLegacy({ conversation: 'one' }));
    await settle();
    world.approvals.answer('id-1', { ...YES, remember: 'session' });
    await reply;
    expect(await passes(world, silentLegacy({ conversation: 'one' }))).toBe(true);
    expect(await passes(world, silentLegacy({ conversation: 'one', session: 's2' }))).toBe(false);
    expect(await passes(world, silentModern({ conversation: 'one' }))).toBe(false);
  });

  it('of 2026-07-28 is for the conversation that it names', async () => {
    const { reply } = world.call(silentModern({ conversation: 'one' }));
    await settle();
    expect(world.approvals.pending()).toMatchObject([{ remember_choices: ['once', 'session', 'always'] }]);
    world.approvals.answer('id-1', { ...YES, remember: 'session' });
    await reply;
    expect(await passes(world, silentModern({ conversation: 'one' }))).toBe(true);
    expect(await passes(world, silentModern({ conversation: 'two' }))).toBe(false);
    expect(await passes(world, silentModern())).toBe(false);
  });

  it('of 2026-07-28 that names none is not possible, since it cannot be told from another', async () => {
    const { call, reply } = world.call(silentModern());
    await settle();
    expect(world.approvals.pending()).toMatchObject([{ remember_choices: ['once', 'always'] }]);
    expect(world.approvals.answer('id-1', { ...YES, remember: 'session' })).toEqual({
      ok: false,
      error: { kind: 'not-offered', message: expect.stringMatching(/names no conversation \(Toolmark-Session\)/) },
    });
    expect([call.status, world.resolved]).toEqual(['running', []]);
    world.approvals.answer('id-1', YES);
    await reply;
    expect(await passes(world, silentModern())).toBe(false);
  });

  it('ends when nothing happened in it for long, and lasts while anything does', async () => {
    await approve(world, 'session');
    await world.clock.advance(IDLE_MS - 1);
    world.decide({ kind: 'allow', rule: 'default: read', reason: '' });
    await world.call(silentLegacy()).reply;
    world.decide(ASK);
    await world.clock.advance(IDLE_MS - 1);
    expect(await passes(world)).toBe(true);
    await world.clock.advance(IDLE_MS);
    expect([await passes(world), world.approvals.grants()]).toEqual([false, []]);
  });

  it('does not survive a restart', async () => {
    await approve(world, 'session');
    await world.approvals.close();
    world = await createApprovalsWorld(dataDir);
    expect(await passes(world)).toBe(false);
  });
});
