import type { PolicyReplayRequest } from '@toolmark/api-contract';
import { DEFAULT_POLICY } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { createPolicyReplay, type PolicyReplayDeps } from './create-policy-replay.ts';

const FROM = '2026-11-09T00:00:00.000Z';
const NOW = Date.parse('2026-11-16T00:00:00.000Z');

type Exported = Awaited<ReturnType<PolicyReplayDeps['reader']['export']>>;

function setUp(pieces: readonly Exported[] = [{ calls: [], next: undefined }]) {
  const asked: unknown[] = [];
  const progress: (readonly [number, number])[] = [];
  const left = [...pieces];
  const replay = createPolicyReplay({
    reader: {
      calls: async () => ({ tool_calls: [], total: 3, total_is_exact: true, limit: 1, offset: 0, next_cursor: null }),
      export: async (filter, { after }) => {
        asked.push([filter, after]);
        return left.shift() ?? { calls: [], next: undefined };
      },
    },
    settled: async () => {},
    config: () => ({ policy: DEFAULT_POLICY, servers: [] }),
    now: () => NOW,
  });
  const run = (request: Partial<PolicyReplayRequest> = {}, signal = new AbortController().signal) =>
    replay({ from: FROM, ...request }, { signal, onProgress: (calls, total) => progress.push([calls, total]) });
  return { run, asked, progress };
}

describe('trying a policy on the record', () => {
  it('reads everything of the time that is meant, piece by piece', async () => {
    const { run, asked, progress } = setUp([
      { calls: [], next: 7 },
      { calls: [], next: undefined },
    ]);
    expect(await run()).toMatchObject({ ok: true, value: { from: FROM, to: '2026-11-16T00:00:00.000Z', calls: 0 } });
    const filter = { from: Date.parse(FROM), to: NOW };
    expect(asked).toEqual([
      [filter, undefined],
      [filter, 7],
    ]);
    expect(progress).toHaveLength(2);
  });

  it.each<[string, Partial<PolicyReplayRequest>, string]>([
    ['a policy of the wrong shape', { policy: { rules: [{}] } }, 'policy.rules.0.decision'],
    [
      'a path that is none',
      { policy: { rules: [{ decision: 'deny', arguments: { 'a b': 1 } }] } },
      'policy.rules.0.arguments.a b',
    ],
    ['a cache of the wrong shape', { cache: { notes: 'yes' } }, 'cache.notes'],
  ])('refuses %s, and says where', async (_case, request, path) => {
    const outcome = await setUp().run(request);
    expect(outcome.ok ? [] : outcome.error.map((problem) => problem.path)).toContain(path);
  });

  it('stops when whoever asked has gone', async () => {
    await expect(setUp().run({}, AbortSignal.abort())).rejects.toThrow();
  });
});
