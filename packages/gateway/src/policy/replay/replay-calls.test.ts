import { resolve, type ToolDefinition } from '@toolmark/annotations';
import type { CallDecision, ToolCallDetail } from '@toolmark/api-contract';
import { toCache, toPolicy } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import type { CacheEntry, PolicyEntry } from '../../../../config/src/policy-schema.ts';
import { toHints } from '../../catalog/effective-hints.ts';
import { createReplay } from './replay-calls.ts';

const READ = { name: 'get_note', annotations: { readOnlyHint: true, openWorldHint: false } };
const FETCH = { name: 'fetch_page', annotations: { readOnlyHint: true, openWorldHint: true } };
const POST = { name: 'post', annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true } };
const WIPE = { name: 'wipe' };
const LIAR = { name: 'delete_all', annotations: { readOnlyHint: true } };
const BOTH = { name: 'sync', annotations: { readOnlyHint: true, destructiveHint: true } };

let calls = 0;

function callOf(definition: ToolDefinition | undefined, change: Partial<ToolCallDetail> = {}): ToolCallDetail {
  const resolution = definition && resolve(definition);
  calls += 1;
  return {
    id: `c${calls}`,
    session_id: 's',
    server: definition === undefined ? null : 'notes',
    tool: definition?.name ?? 'nothing',
    title: 'T',
    effective: resolution === undefined ? null : toHints(resolution),
    class: resolution?.class ?? null,
    decision: null,
    approval_id: null,
    attempts: 1,
    cached: false,
    status: 'ok',
    error: null,
    started_at: new Date(calls * 1_000).toISOString(),
    duration_ms: 1,
    metrics: { input_tokens: 1, output_tokens: 1, total_tokens: 2, encoding: 'o200k' },
    era: 'modern',
    client_name: 'editor',
    mode: 'direct',
    summary: '',
    arguments: null,
    result: null,
    principal: 'local',
    others: null,
    params_digest: null,
    rounds: [],
    attempt_log: [],
    ...change,
  };
}

const sent = (value: unknown, more: object = {}) => ({ value, bytes: 2, is_cut: false, redactions: 0, ...more });
const decided = (kind: CallDecision['kind'], rule = 'r'): CallDecision => ({ kind, rule, reason: 'x' });

function replayed(made: readonly ToolCallDetail[], policy: PolicyEntry = {}, cache?: CacheEntry) {
  const config = toCache(cache);
  const replay = createReplay(toPolicy(policy), () => config);
  for (const call of made) replay.add(call);
  return replay.outcome();
}

describe('a policy on calls that were made', () => {
  it('says what would have become of them, beside what did', () => {
    const outcome = replayed([
      callOf(READ, { decision: decided('allow') }),
      callOf(POST),
      callOf(WIPE, { decision: decided('allow') }),
      callOf(LIAR),
      callOf(BOTH),
      callOf(READ, { decision: decided('ask') }),
    ]);
    expect(outcome.recorded).toEqual({ allow: 2, ask: 1, deny: 0, hold: 0, cached: 0 });
    expect(outcome.replayed).toEqual({ allow: 3, ask: 2, deny: 0, hold: 1, cached: 0 });
    expect(outcome).toMatchObject({ calls: 6, skipped: 0, promptsSaved: 3 });
    expect(outcome.changes).toContainEqual(
      expect.objectContaining({ tool: 'wipe', was: 'allow', is: 'ask', calls: 1 }),
    );
    expect(outcome.changes.map(({ tool }) => tool)).not.toContain('nothing');
  });

  it('asks about a tool that runs queries and claims to read, as it did, and does not hold it', () => {
    const query = { name: 'execute_sql', annotations: { readOnlyHint: true, destructiveHint: false } };
    expect(resolve(query).doubts).toHaveLength(2);
    expect(replayed([callOf(query)]).replayed).toEqual({ allow: 0, ask: 1, deny: 0, hold: 0, cached: 0 });
  });

  it('counts what changes, the most frequent first', () => {
    const { changes } = replayed([callOf(WIPE), callOf(READ), callOf(READ)]);
    expect(changes.map(({ tool, calls: count }) => [tool, count])).toEqual([
      ['get_note', 2],
      ['wipe', 1],
    ]);
  });

  it('goes by arguments, and skips calls of which they are not known any more', () => {
    const rules = [{ tool: 'wipe', arguments: { '$.dry': true }, decision: 'allow' as const }];
    const outcome = replayed(
      [
        callOf(WIPE, { arguments: sent({ dry: true }) }),
        callOf(WIPE, { arguments: sent({ dry: false }) }),
        callOf(WIPE, { arguments: sent('{"dry":tr', { is_cut: true }) }),
        callOf(WIPE, { arguments: sent({ dry: true }, { redactions: 1 }) }),
        callOf(READ, { arguments: sent({ dry: true }, { redactions: 1 }) }),
      ],
      { rules },
    );
    expect(outcome.replayed).toMatchObject({ allow: 2, ask: 1 });
    expect(outcome).toMatchObject({ skipped: 2, promptsSaved: 2 });
  });

  it('skips calls of tools that there were not', () => {
    expect(replayed([callOf(undefined)])).toMatchObject({ calls: 1, skipped: 1, promptsSaved: 0 });
  });

  it('knows what the session had done by then', () => {
    const made = [callOf(READ), callOf(FETCH), callOf(POST), callOf(POST, { session_id: 'other' })];
    expect(replayed(made, { risk: 'deny' }).replayed).toMatchObject({ allow: 3, deny: 1 });
    expect(replayed([callOf(READ, { status: 'error' }), ...made.slice(1)], { risk: 'deny' }).replayed.deny).toBe(0);
  });

  it.each(['held', 'ceiling', 'variant'])('leaves what came before every policy: %s', (rule) => {
    const rules = [{ decision: 'allow' as const }];
    const decision = decided(rule === 'held' ? 'hold' : 'deny', rule);
    const { changes, replayed: tally } = replayed([callOf(WIPE, { decision, attempts: 0 })], { rules });
    expect([changes, tally[decision.kind]]).toEqual([[], 1]);
  });

  it('leaves what was over a limit, for as long as there is that limit', () => {
    const made = [callOf(READ, { decision: decided('deny', 'limit: few'), attempts: 0 })];
    const limits = [{ name: 'few', calls: 1 }];
    expect(replayed(made, { limits })).toMatchObject({ changes: [], replayed: { deny: 1 } });
    expect(replayed(made, { limits: [{ name: 'many', calls: 1 }] }).changes).toMatchObject([{ is: 'allow' }]);
    const rules = [{ name: 'closed', decision: 'hold' as const }];
    expect(replayed(made, { limits, rules }).changes).toMatchObject([{ is: 'hold', rule: 'closed' }]);
  });

  it('takes what was let pass by an earlier answer for that, where the same rule asks', () => {
    const granted = { decision: decided('allow', 'default: destructive'), approval_id: 'a' };
    expect(replayed([callOf(WIPE, granted)])).toMatchObject({ changes: [], promptsSaved: 1, replayed: { allow: 1 } });
    const rules = [{ name: 'ask always', decision: 'ask' as const }];
    expect(replayed([callOf(WIPE, granted)], { rules }).changes).toMatchObject([{ was: 'allow', is: 'ask' }]);
    const allowed = { decision: decided('allow', 'default: destructive') };
    expect(replayed([callOf(WIPE, allowed)]).changes).toMatchObject([{ was: 'allow', is: 'ask' }]);
    const denied = [{ decision: 'deny' as const }];
    expect(replayed([callOf(WIPE, granted)], { rules: denied }).replayed.deny).toBe(1);
  });

  it('takes a tool for accepted that went by its class although its words speak against its hints', () => {
    const made = [
      callOf(LIAR, { decision: decided('ask', 'default: destructive') }),
      callOf(LIAR, { decision: decided('hold', 'default: contradicted'), attempts: 0 }),
      callOf(LIAR, { decision: decided('allow', 'a rule') }),
    ];
    const { changes, replayed: tally } = replayed(made);
    expect(tally).toMatchObject({ ask: 1, hold: 2 });
    expect(changes).toMatchObject([{ was: 'allow', is: 'hold', calls: 1 }]);
  });

  it('says what would have come from the cache', () => {
    const a = { arguments: sent({ id: 'a' }) };
    const made = [
      callOf(READ, a),
      callOf(READ, a),
      callOf(READ, { arguments: sent({ id: 'b' }) }),
      callOf(READ, { ...a, principal: 'somebody else' }),
      callOf(POST),
      callOf(READ, a),
      callOf(READ, a),
      callOf(READ, { ...a, started_at: new Date(3_600_000).toISOString() }),
    ];
    expect(replayed(made, {}, 60).replayed.cached).toBe(2);
    expect(replayed(made).replayed.cached).toBe(0);
    expect(replayed(made, {}, { ttl: 60, tools: 'list_*' }).replayed.cached).toBe(0);
  });

  it.each<[string, Partial<ToolCallDetail>, number]>([
    ['a person let pass', { attempts: 1 }, 0],
    ['a person did not let pass', { attempts: 0, status: 'denied' }, 1],
    ['nobody can judge', { arguments: sent({ dry: true }, { redactions: 1 }) }, 0],
  ])('does not say so of what was read before a change that %s', (_case, change, cached) => {
    const rules = [{ tool: 'wipe', arguments: { '$.dry': false }, decision: 'ask' as const }];
    expect(replayed([callOf(READ), callOf(WIPE, change), callOf(READ)], { rules }, 60).replayed.cached).toBe(cached);
  });

  it('does not take a call that failed, or whose arguments are not known, for one to answer others by', () => {
    const secret = { arguments: sent({ id: '[redacted]' }, { redactions: 1 }) };
    const made = [callOf(READ, secret), callOf(READ, secret), callOf(READ, { status: 'error' }), callOf(READ)];
    expect(replayed(made, {}, 60).replayed.cached).toBe(0);
  });
});
