import { resolve, type ToolClass } from '@toolmark/annotations';
import type { ToolCallDetail } from '../../packages/api-contract/src/tool-call.ts';
import { toHints } from '../../packages/gateway/src/catalog/effective-hints.ts';
import { createSeededRandom, type SeededRandom } from '../store/seeded-random.ts';
import { type ClassifiedTool, classifiedTools } from './classified-tools.ts';

export const DAY = { calls: 5_000, sessions: 25 } as const;
const START = Date.UTC(2026, 8, 30, 8);
/** The frequency of calls by class: agents read far more than they write, and rarely destroy. */
const MIX: readonly (readonly [ToolClass, number])[] = [
  ['read', 0.82],
  ['additive', 0.12],
  ['destructive', 0.06],
];
/** A session uses a few tools of each class repeatedly. */
const TOOLS_PER_CLASS: Readonly<Record<ToolClass, number>> = { read: 8, additive: 3, destructive: 2 };

/**
 * A simulated day of calls of the 175 tools of three classified servers: 25 sessions, 5,000 calls, always the same. The
 * mix above is invented; the hints are those that the servers declare.
 */
export function makeDay(): readonly ToolCallDetail[] {
  const dice = createSeededRandom(7);
  const tools = classifiedTools();
  const perSession = DAY.calls / DAY.sessions;
  return Array.from({ length: DAY.sessions }, (_, session) => {
    const used = MIX.map(([label]) => pickSome(dice, tools, label));
    return Array.from({ length: perSession }, (_unused, index) => {
      const of = used[classAt(dice)] ?? [];
      return toCall(dice.pick(of), session, session * perSession + index);
    });
  }).flat();
}

const pickSome = (
  dice: SeededRandom,
  tools: readonly ClassifiedTool[],
  label: ToolClass,
): readonly ClassifiedTool[] => {
  const all = tools.filter((tool) => tool.label === label);
  return Array.from({ length: TOOLS_PER_CLASS[label] }, () => dice.pick(all));
};

function classAt(dice: SeededRandom): number {
  let left = dice.next();
  return MIX.findIndex(([, share]) => {
    left -= share;
    return left < 0;
  });
}

function toCall({ server, definition }: ClassifiedTool, session: number, index: number): ToolCallDetail {
  const resolution = resolve(definition);
  return {
    id: `call-${index}`,
    session_id: `session-${session}`,
    server,
    tool: definition.name,
    title: resolution.title.value,
    effective: toHints(resolution),
    class: resolution.class,
    decision: null,
    approval_id: null,
    attempts: 1,
    cached: false,
    status: 'ok',
    error: null,
    started_at: new Date(START + index * 6_000).toISOString(),
    duration_ms: 5,
    metrics: { input_tokens: 40, output_tokens: 400, total_tokens: 440, encoding: 'o200k' },
    era: 'modern',
    client_name: 'claude-code',
    mode: 'direct',
    summary: '',
    arguments: null,
    result: null,
    principal: 'local',
    others: null,
    params_digest: null,
    rounds: [],
    attempt_log: [],
  };
}
