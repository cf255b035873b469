import type { ToolCallDetail } from '../../packages/api-contract/src/tool-call.ts';
import { toPolicy } from '../../packages/config/src/parse-policy.ts';
import type { PolicyEntry } from '../../packages/config/src/policy-schema.ts';
import { createReplay } from '../../packages/gateway/src/policy/replay/replay-calls.ts';
import { figure, table } from '../gateway/report/table.ts';
import { DAY, makeDay } from './day.ts';

const ASK_ALL = { read: 'ask', additive: 'ask', destructive: 'ask', contradicted: 'ask' } as const;

const POLICIES: readonly (readonly [string, PolicyEntry])[] = [
  ['ask always', { defaults: ASK_ALL }],
  [
    'ask unless readOnlyHint is declared',
    {
      rules: [{ hints: { readOnlyHint: { value: true, source: 'declared' } }, decision: 'allow' }],
      defaults: ASK_ALL,
    },
  ],
  ["Toolmark's default", {}],
];

/** How often a person is asked on the same day, according to `toolmark policy replay`. */
export function measurePrompts(): void {
  const day = makeDay();
  // An approval for the session is asked once: at the first call of each tool.
  const first = [...new Map(day.toReversed().map((call) => [callKey(call), call])).values()];
  const rows = POLICIES.map(([name, policy]) => {
    const { ask, hold } = replay(day, policy);
    const once = replay(first, policy).ask;
    return [name, String(ask), percent(ask), String(once), percent(once), String(hold)];
  });
  const [tools, calls] = [new Set(day.map(({ server, tool }) => `${server}/${tool}`)).size, day.length];
  console.log(
    `  prompts on a simulated day: ${calls} calls of ${tools} tools in ${DAY.sessions} sessions, by a fixed mix`,
  );
  const head = ['', 'asked', 'of calls', 'approved for the session', 'of calls', 'held'];
  for (const line of table(head, rows)) console.log(`  ${line}`);
}

function replay(calls: readonly ToolCallDetail[], policy: PolicyEntry) {
  const replaying = createReplay(toPolicy(policy), () => undefined);
  for (const call of calls) replaying.add(call);
  return replaying.outcome().replayed;
}

const callKey = ({ session_id: session, server, tool }: ToolCallDetail): string =>
  JSON.stringify([session, server, tool]);

const percent = (count: number): string => figure((count * 100) / DAY.calls, 1, ' %');
