import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DecisionKind,
  type PolicyExplanation,
  type PolicyReplay,
  policyExplanationSchema,
  policyReplaySchema,
  type ToolCallDetail,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../record/fixtures/record.ts';
import { runCli } from '../support/run-cli.ts';
import { type Asking, countingServer, SOON, startAsking } from './fixtures/asking.ts';
import { expectEach, expectedFailure, expectedSuccess, expectSame } from './fixtures/commands.ts';
import { connectPerson } from './fixtures/persons.ts';

const CACHE = { cache: { ttl: 600 } };
const IN_USE = {
  ask: { wait: 0.05, expiry: 60 },
  rules: [
    { name: 'no production', tool: ['delete_item'], arguments: { '$.id': { matches: '^prod' } }, decision: 'deny' },
  ],
};
const OTHER = {
  ask: { wait: 0.05, expiry: 60 },
  rules: [
    { name: 'drafts', tool: ['set_value'], arguments: { '$.draft': { equals: true } }, decision: 'allow' },
    { name: 'careful', class: ['additive'], decision: 'ask' },
  ],
  defaults: { destructive: 'deny' },
};

/** Reads and writes by a client, and through the API with and without confirmation. */
async function record(asking: Asking): Promise<void> {
  const person = await connectPerson(asking.gateway, 'modern');
  const confirm = (tool: string, given: object): Promise<unknown> =>
    asking.post(`/tools/counting/${tool}/call`, { arguments: given, confirm: true });
  for (let n = 0; n < 4; n++) {
    await person.call('read_value', { page: 1 });
    await person.call('read_value', { page: 1 });
    await person.call('read_value', { page: 2 });
    await person.call('add_item', { n });
    await person.call('read_value', { page: 1 });
    await confirm('set_value', { n, draft: n % 2 === 0 });
    await person.call('read_value', { page: 1 });
    await person.call('read_value', { page: 1 });
    await person.call('delete_item', { id: `prod-${n}` });
    await confirm('delete_item', { id: `test-${n}` });
    await person.call('set_value', { n });
  }
  // Calls that cannot be replayed: an unknown tool, and data that the record omits.
  await person.call('no_such_tool').catch(() => {});
  await confirm('delete_item', { id: 'test-5', password: 'hunter2' });
}

async function replay({ cli }: Asking, ...options: readonly string[]): Promise<PolicyReplay> {
  const { code, stdout, stderr } = await cli('policy', 'replay', '--since', '1h', '--json', ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return policyReplaySchema.parse(JSON.parse(stdout));
}

const KINDS: readonly DecisionKind[] = ['allow', 'ask', 'deny', 'hold'];

const tallyOf = (kinds: readonly (string | undefined)[]) =>
  Object.fromEntries(KINDS.map((kind) => [kind, kinds.filter((each) => each === kind).length]));

/** The gateway's explanation for repeating a recorded call now. */
async function explain({ post }: Asking, call: ToolCallDetail): Promise<PolicyExplanation['decision']> {
  const { server, tool, client_name: client, principal: token, mode } = call;
  const given = { arguments: call.arguments?.value };
  const body = { server, tool, ...given, ...(client !== null && { client }), token, mode };
  return policyExplanationSchema.parse((await post('/policy/explain', body)).body).decision;
}

describe('toolmark policy replay', () => {
  it('finds no change for the current policy, and counts the changes of another one', async () => {
    const asking = await startAsking({ policy: IN_USE, entry: CACHE });
    await record(asking);
    const calls = await asking.view.exportedDetails();
    expect(calls).toHaveLength(46);
    const cached = calls.filter((call) => call.cached).length;
    expect(cached).toBe(8);

    const same = await replay(asking);
    const recorded = tallyOf(calls.map(({ decision }) => decision?.kind));
    expect(same).toMatchObject({ calls: 46, skipped: 2, recorded: { ...recorded, cached }, changes: [] });
    const judged = calls.filter(({ server, arguments: given }) => server !== null && given?.redactions === 0);
    expect(same.replayed).toMatchObject(tallyOf(judged.map(({ decision }) => decision?.kind)));
    expect(same.prompts_saved).toBe(same.replayed.allow);

    const file = join(asking.folder, 'other.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { counting: countingServer(asking.folder) }, policy: OTHER }));
    const other = await replay(asking, '--policy', file);
    asking.gateway.reconfigure(
      JSON.stringify({ mcpServers: { counting: countingServer(asking.folder) }, policy: OTHER }),
    );
    await expect
      .poll(async () => (await asking.gateway.api('/api/v1/policy')).body, SOON)
      .toMatchObject({ rules: OTHER.rules });
    const changes = new Map<string, number>();
    const kinds: DecisionKind[] = [];
    // No rule of this policy needs the omitted data.
    for (const call of calls.filter(({ server }) => server !== null)) {
      const { kind, rule } = await explain(asking, call);
      kinds.push(kind);
      const was = call.decision?.kind;
      const key = [call.tool, was, kind, rule].join(' ');
      if (was !== kind) changes.set(key, (changes.get(key) ?? 0) + 1);
    }
    expect(other).toMatchObject({ calls: 46, skipped: 1, recorded: same.recorded });
    expect(other.replayed).toEqual({ ...tallyOf(kinds), cached: 0 });
    expect(other.prompts_saved).toBe(other.replayed.allow);
    expect(
      new Map(other.changes.map((each) => [[each.tool, each.was, each.is, each.rule].join(' '), each.calls])),
    ).toEqual(changes);
    expect(other.changes.map((each) => each.calls)).toEqual([...changes.values()].toSorted((a, b) => b - a));
    // The current policy gives the same result as a policy file.
    const { from: _from, to: _to, ...now } = await replay(asking);
    expect(other).toMatchObject(now);
    expect(asking.reached().filter(({ tool }) => tool !== 'read_value')).toHaveLength(13);

    writeFileSync(join(asking.folder, 'wrong.json'), JSON.stringify({ rules: [{ decision: 'perhaps' }] }));
    await expectEach(asking, {
      [`policy replay --since 1h --policy ${file}`]: expectedSuccess(
        '46 calls from',
        '1 call skipped',
        'asked',
        'passed',
        'Changes',
      ),
      'policy replay --since 1h --until 30m': expectedSuccess('No calls were recorded in this time'),
      [`policy replay --since 1h --policy ${join(asking.folder, 'wrong.json')}`]: expectedFailure(
        2,
        'policy.rules.0.decision',
      ),
      [`policy replay --since 1h --policy ${join(asking.folder, 'absent.json')}`]: expectedFailure(
        2,
        'absent.json does not exist',
      ),
    });
  });

  it('invalidates cached results after an approved write', async () => {
    const asking = await startAsking({ policy: IN_USE, entry: CACHE });
    const person = await connectPerson(asking.gateway, 'modern');
    const read = async (): Promise<string> => (await person.call('read_value')).text;
    const before = [await read(), await read()];
    await asking.post('/tools/counting/set_value/call', { confirm: true });
    expect([...before, await read(), await read()]).toEqual(['changes: 0', 'changes: 0', 'changes: 1', 'changes: 1']);
    const { recorded, replayed } = await replay(asking);
    expect(recorded).toEqual({ allow: 4, ask: 1, deny: 0, hold: 0, cached: 2 });
    expect(replayed).toEqual(recorded);
  });
});

describe('toolmark policy', () => {
  it('shows, explains and tests decisions about calls', async () => {
    const listing = { name: 'listing', tool: 'delete_item', arguments: { '$.action': 'list' }, decision: 'allow' };
    const asking = await startAsking({ policy: { rules: [listing] } });
    const tools = {
      counting: [{ name: 'delete_item', description: 'Deletes an item.', inputSchema: { type: 'object' } }],
    };
    const call = { server: 'counting', tool: 'delete_item' };
    const good = { ...call, arguments: { action: 'list' }, expect: { decision: 'allow', rule: 'listing' } };
    const files = {
      good: [good, { ...call, expect: 'ask' }],
      bad: [good, { ...call, name: 'no', expect: 'deny' }],
      none: [],
    };
    const file = (name: string): string => join(asking.folder, `${name}.json`);
    for (const [name, cases] of Object.entries(files)) writeFileSync(file(name), JSON.stringify({ tools, cases }));
    await expectEach(asking, {
      'policy show': expectedSuccess('allow  listing', 'destructive tools', 'ask', 'a call waits 50s'),
      'policy explain counting/delete_item': expectedSuccess('delete_item  ask', '· listing', '✓ default: destructive'),
      'policy explain counting delete_item --args {"action":"list"}': expectedSuccess(
        'delete_item  allow',
        '✓ listing',
      ),
      [`policy test ${file('good')}`]: expectedSuccess('2 cases passed.'),
      [`policy test ${file('none')}`]: expectedFailure(2, 'has no cases'),
      [`policy test ${file('absent')}`]: expectedFailure(2, 'absent.json'),
    });
    await expectSame(asking, 'policy show', '/policy');
    const failing = await asking.cli('policy', 'test', file('bad'), '--json');
    expect([failing.code, JSON.parse(failing.stdout)]).toMatchObject([
      1,
      {
        ok: false,
        cases: [{ ok: true }, { name: 'no', ok: false, got: { kind: 'ask', rule: 'default: destructive' } }],
      },
    ]);
    const explained = await asking.cli('policy', 'explain', 'counting__delete_item', '--json');
    const answer = await asking.post('/policy/explain', call);
    expect([answer.status, JSON.parse(explained.stdout)]).toEqual([200, answer.body]);
    expect(asking.reached()).toEqual([]);
    // Without a gateway, as in CI.
    const alone = createFolder();
    writeFileSync(join(alone, 'toolmark.json'), JSON.stringify({ mcpServers: {}, policy: { rules: [listing] } }));
    expect((await runCli(['policy', 'test', file('good'), '--config', join(alone, 'toolmark.json')])).code).toBe(0);
  });
});
