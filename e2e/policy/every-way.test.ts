import { type CallAnswer, type CallDecision, callAnswerSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { apiToken, type Headers, postAs, signedIn } from '../gateway/fixtures/owner-credentials.ts';
import { connectStdio } from '../record/fixtures/clients.ts';
import { apiOf, NOBODY, startPolicyGateway } from './fixtures/api.ts';
import { connectTo } from './fixtures/policy-client.ts';
import { createOffering, type OfferedTool } from './fixtures/upstream.ts';

const TOOLS: readonly OfferedTool[] = [
  { name: 'read_notes', annotations: { readOnlyHint: true } },
  { name: 'add_note', annotations: { readOnlyHint: false, destructiveHint: false } },
  { name: 'overwrite_note', annotations: { readOnlyHint: false, destructiveHint: true } },
  { name: 'say_nothing' },
  { name: 'say_both', annotations: { readOnlyHint: true, destructiveHint: true } },
  { name: 'delete_note', annotations: { readOnlyHint: true } },
  { name: 'whisper', description: 'Whispers.\u{200b}\u{200b}', annotations: { readOnlyHint: true } },
  { name: 'manage_calendar', annotations: { readOnlyHint: false } },
  { name: 'send_money', annotations: { readOnlyHint: false, destructiveHint: false } },
];

const policy = {
  ...NOBODY,
  rules: [
    { name: 'looking', tool: 'manage_calendar', arguments: { '$.action': { in: ['list', 'get'] } }, decision: 'allow' },
    { name: 'cleaning up', tool: 'manage_calendar', arguments: { '$.action': 'delete' }, decision: 'ask' },
    { name: 'no money', tool: 'send_*', decision: 'deny', reason: 'Money is sent by people.' },
  ],
};

interface Expected extends Pick<CallDecision, 'kind' | 'rule'> {
  readonly tool: string;
  readonly given?: Readonly<Record<string, unknown>>;
}

const TABLE: readonly Expected[] = [
  { tool: 'read_notes', kind: 'allow', rule: 'default: read' },
  { tool: 'add_note', kind: 'allow', rule: 'default: additive' },
  { tool: 'overwrite_note', kind: 'ask', rule: 'default: destructive' },
  { tool: 'say_nothing', kind: 'ask', rule: 'default: destructive' },
  { tool: 'say_both', kind: 'ask', rule: 'default: destructive' },
  { tool: 'delete_note', kind: 'hold', rule: 'default: contradicted' },
  { tool: 'whisper', kind: 'hold', rule: 'held' },
  { tool: 'manage_calendar', given: { action: 'list' }, kind: 'allow', rule: 'looking' },
  { tool: 'manage_calendar', given: { action: 'delete' }, kind: 'ask', rule: 'cleaning up' },
  { tool: 'manage_calendar', given: { action: ['list', 'delete'] }, kind: 'ask', rule: 'default: destructive' },
  { tool: 'manage_calendar', given: {}, kind: 'ask', rule: 'default: destructive' },
  { tool: 'send_money', kind: 'deny', rule: 'no money' },
];

const STATUS = { allow: 'ok', ask: 'expired', hold: 'denied', deny: 'denied' } as const;

describe('every way to call a tool', () => {
  it('gets the same decision by the same rule, and reaches the server or not', async () => {
    const notes = createOffering(TOOLS);
    const { gateway, api } = await startPolicyGateway({ notes: notes.entry }, policy);
    // The client name in a header is shown, but does not affect decisions.
    const rest = (headers: Headers) => async (tool: string, given: object) => {
      const named = { 'toolmark-client': 'web/1.0.0', ...headers };
      const { body } = await postAs(gateway, `/tools/notes/${tool}/call`, { arguments: given }, named);
      const { reply }: CallAnswer = callAnswerSchema.parse(body);
      return JSON.stringify(reply);
    };
    const [modern, older] = [await connectTo(gateway, 'modern'), await connectTo(gateway, 'older')];
    const [stdio, olderStdio] = [
      await connectStdio(gateway.dataDir, 'modern', { server: 'notes' }),
      await connectStdio(gateway.dataDir, 'older', { server: 'notes' }),
    ];
    type Way = (tool: string, given: Readonly<Record<string, unknown>>) => Promise<string>;
    const ways: readonly (readonly [mode: string, way: Way])[] = [
      ['direct', async (tool, given) => (await modern.call(`notes__${tool}`, given)).text],
      ['direct', async (tool, given) => (await older.call(`notes__${tool}`, given)).text],
      ['direct', stdio.call],
      ['direct', olderStdio.call],
      ['web', rest(await signedIn(gateway))],
      ['cli', rest(gateway.ownerHeaders)],
      ['api', rest(await apiToken(gateway, 'nightly'))],
    ];
    for (const { tool, given = {}, kind, rule } of TABLE) {
      const before = notes.reached(tool).length;
      const said = await Promise.all(ways.map(([, way]) => way(tool, given)));
      const what = `${tool} ${JSON.stringify(given)}`;
      expect(notes.reached(tool).length - before, what).toBe(kind === 'allow' ? ways.length : 0);
      const pattern = kind === 'allow' ? `done: ${tool}` : `was not called`;
      for (const text of said) expect(text, what).toContain(pattern);
      const recorded = (await api.calls(`&tool=${tool}`)).slice(-ways.length);
      expect(recorded.map(({ mode }) => mode).toSorted(), what).toEqual(ways.map(([mode]) => mode).toSorted());
      const decided = recorded.map(({ decision, ...call }) => ({
        kind: decision?.kind,
        rule: decision?.rule,
        status: call.status,
        attempts: call.attempts,
      }));
      const each = { kind, rule, status: STATUS[kind], attempts: kind === 'allow' ? 1 : 0 };
      expect(decided, what).toEqual(ways.map(() => each));
    }
  });
});

describe('a changed config', () => {
  it('is applied without a restart, completely or not at all', async () => {
    const notes = createOffering(TOOLS);
    const servers = { notes: notes.entry };
    const { gateway } = await startPolicyGateway(servers, { ...NOBODY, defaults: { additive: 'deny' } });
    const api = apiOf(gateway);
    const client = await connectTo(gateway, 'modern');
    const call = async () => (await client.call('notes__add_note')).isError;
    const inUse = async () => (await gateway.api('/api/v1/policy')).body;
    expect(await call()).toBe(true);

    gateway.reconfigure(JSON.stringify({ mcpServers: servers, policy: NOBODY }));
    await expect.poll(inUse).toMatchObject({ defaults: { additive: 'allow' } });
    expect(await call()).toBe(false);

    const withPolicy = (broken: object): string => JSON.stringify({ mcpServers: servers, policy: broken });
    const denyBy = (path: string, value: unknown) => ({ rules: [{ decision: 'deny', arguments: { [path]: value } }] });
    for (const [broken, problem] of [
      ['{ "mcpServers": {', 'JSON'],
      [withPolicy(denyBy('$.a', { matches: '(' })), 'regular expression'],
      [withPolicy(denyBy('$[', 1)), 'policy.rules.0.arguments.$['],
      [withPolicy({ defaults: { additive: 'perhaps' } }), 'policy.defaults.additive'],
    ] as const) {
      gateway.reconfigure(broken);
      await expect
        .poll(async () => (await gateway.api('/api/v1/servers')).body)
        .toMatchObject({ config_problem: expect.stringContaining(problem) });
      expect(await call(), broken).toBe(false);
    }

    const rules = [{ name: 'closed', tool: 'add_*', decision: 'deny', reason: 'It is closed.' }];
    gateway.reconfigure(JSON.stringify({ mcpServers: servers, policy: { ...NOBODY, rules } }));
    await expect.poll(inUse).toMatchObject({ rules: [{ name: 'closed' }] });
    expect(await call()).toBe(true);
    expect(await api.lastCall()).toMatchObject({ decision: { kind: 'deny', rule: 'closed' } });
    expect(notes.reached()).toHaveLength(5);
  });

  it('also applies to a call that already waits for a person', async () => {
    const notes = createOffering(TOOLS);
    const servers = { notes: notes.entry };
    const { gateway, api } = await startPolicyGateway(servers);
    const client = await connectTo(gateway, 'modern');
    const calling = client.call('notes__overwrite_note');
    await expect.poll(api.waiting).toHaveLength(1);
    const rules = [{ name: 'closed', tool: 'overwrite_*', decision: 'deny' }];
    gateway.reconfigure(JSON.stringify({ mcpServers: servers, policy: { rules } }));
    await expect
      .poll(async () => (await gateway.api('/api/v1/policy')).body)
      .toMatchObject({ rules: [{ name: 'closed' }] });
    const [question] = await api.waiting();
    await api.send('POST', `/approvals/${question?.id}`, { decision: 'approve' });
    expect(await calling).toMatchObject({ isError: true, meta: { decision: { kind: 'deny', rule: 'closed' } } });
    expect(notes.reached()).toEqual([]);
  });
});
