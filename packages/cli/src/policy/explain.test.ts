import type { PolicyExplanation, PolicyInUse } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, ask as askFor } from '../fixtures/ask.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';

const LONG = 'a-rule-whose-name-goes-on-and-on-without-a-single-space-in-it-for-a-whole-line';

let gateway: RecordGateway | undefined;

afterEach(() => gateway?.close());

async function start(answer: PolicyExplanation | PolicyInUse): Promise<void> {
  gateway = await startRecordGateway({
    onApi: ({ path: [kind] }) => (kind === 'policy' ? { json: answer } : undefined),
  });
}

const ask = (args: readonly string[], columns = 80): Promise<Asked> =>
  askFor(['policy', ...args], { home: gateway?.data ?? '', columns });

const decided = (kind: PolicyExplanation['decision']['kind'], rule: string): PolicyExplanation => ({
  decision: { kind, rule, reason: 'Because.' },
  ask: null,
  steps: [{ rule, matched: true, because: 'It is so.' }],
});

const widestOf = (text: string): number => Math.max(...text.split('\n').map(({ length }) => length));

describe('toolmark policy explain', () => {
  it.each<[PolicyExplanation['decision']['kind'], string, string]>([
    ['allow', 'mine', 'It passes.'],
    ['deny', 'mine', 'It is refused.'],
    ['hold', 'held', 'It is refused until someone accepts the tool.'],
    ['hold', 'default: contradicted', 'It is refused until someone accepts the tool.'],
    // Accepting the tool would change nothing here.
    ['hold', 'mine', "It is refused until someone changes 'mine' in the policy."],
  ])('says how to resolve it: %s by %s', async (kind, rule, sentence) => {
    await start(decided(kind, rule));
    expect((await ask(['explain', 'notes', 'purge'])).stdout.split('\n').slice(0, 2)).toEqual([
      `notes/purge  ${kind}`,
      `  ${sentence}`,
    ]);
  });

  it.each([['delete_note'], [LONG]])('fits 60 columns: %s', async (tool) => {
    await start(decided('hold', LONG));
    const { stdout } = await ask(['explain', 'a-server-with-a-long-name', tool], 60);
    expect([widestOf(stdout) <= 60, stdout.replaceAll(/\s/g, '').includes(LONG)]).toEqual([true, true]);
  });
});

it('toolmark policy show fits 60 columns', async () => {
  await start({
    rules: [{ name: LONG, decision: 'allow', reason: LONG, tool: ['x'] }],
    defaults: { read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'hold' },
    risk: 'ask',
    ask: { wait: 50, expiry: 900, routes: ['page', 'cli'], presence: 'passkey' },
    limits: [{ name: 'slowly', per: 'session', calls: 10, seconds: 60, class: ['destructive'] }],
    retry: { attempts: 3, deadline: 30 },
    checks: { secret: 'hold', instructions: 'warn', 'hidden-unicode': 'hold', 'large-result': 'off' },
    resultBytes: 1_000_000,
  });
  const { stdout } = await ask(['show'], 60);
  expect([widestOf(stdout), stdout.replaceAll(/\s/g, '').includes(`allow${LONG}`)]).toEqual([60, true]);
});
