import { resolve } from '@toolmark/annotations';
import { toPolicy } from '../../packages/config/src/parse-policy.ts';
import type { RuleEntry } from '../../packages/config/src/policy-schema.ts';
import { GOOD_STANDING, NEW_SESSION, type PolicyCall } from '../../packages/gateway/src/model/policy-call.ts';
import { createPolicy } from '../../packages/gateway/src/policy/create-policy.ts';
import { figure, table } from '../gateway/report/table.ts';
import { median } from '../gateway/statistics.ts';
import { makeTools } from '../tools.ts';

const AIM_US = 50;
const TOOLS = 200;

/**
 * Realistic rules: most are about tools, some about arguments, a few about callers. None matches, so that all are
 * evaluated.
 */
const MIXED: readonly ((index: number) => RuleEntry)[] = [
  (index) => ({ tool: `remove_${index}_*`, decision: 'deny' }),
  (index) => ({ server: [`server-${index}`, `legacy-${index}-*`], class: 'destructive', decision: 'ask' }),
  (index) => ({ hints: { readOnlyHint: true }, tool: `*_thing_${index}`, decision: 'allow' }),
  (index) => ({ arguments: { '$.action': `purge-${index}` }, decision: 'deny' }),
  (index) => ({
    tool: '*_note_*',
    arguments: { '$.options.depth': { in: [index + 100, index + 200] } },
    decision: 'ask',
  }),
  (index) => ({ arguments: { '$.id': { matches: `^secret-${index}-` } }, decision: 'ask' }),
  (index) => ({ class: 'destructive', arguments: { '$.options.tags[*]': `tag-${index}` }, decision: 'ask' }),
  (index) => ({ client: `robot-${index}*`, decision: 'deny' }),
  (index) => ({ session: { callsOver: 1_000 + index }, class: 'destructive', decision: 'ask' }),
  (index) => ({ contradicted: true, tool: `${index}_*`, decision: 'hold' }),
];

/** The worst case: every rule checks the arguments of every call. */
const ARGUMENTS: readonly ((index: number) => RuleEntry)[] = [
  (index) => ({ arguments: { '$.action': `purge-${index}` }, decision: 'deny' }),
  (index) => ({ arguments: { '$.options.depth': index + 100 }, decision: 'deny' }),
  (index) => ({ arguments: { '$.options.tags[*]': `tag-${index}` }, decision: 'deny' }),
];

const SETUPS: readonly (readonly [string, number, readonly ((index: number) => RuleEntry)[]])[] = [
  ['no rules', 0, MIXED],
  ['10 rules', 10, MIXED],
  ['1,000 rules', 1_000, MIXED],
  ['1,000 rules, all about arguments', 1_000, ARGUMENTS],
];

/** Arguments are new in every call; tools stay the same. */
export function measureDecide(isQuick: boolean): void {
  const texts = makeTexts();
  const calls = isQuick ? 2_000 : 10_000;
  const rounds = isQuick ? 3 : 9;
  const perRound = Math.ceil(calls / texts.length);
  const parsing = measure(rounds, perRound * texts.length, () => {
    for (let round = 0; round < perRound; round++) for (const text of texts) JSON.parse(text);
  });
  const rows = SETUPS.map(([name, count, kinds]) => {
    const rules = Array.from({ length: count }, (_unused, index) => kinds[index % kinds.length]?.(index));
    const policy = createPolicy(toPolicy({ rules: rules.filter((rule) => rule !== undefined) }));
    const first = makeCalls(texts);
    const sorting = measure(1, first.length, () => first.map(policy.decide));
    const tools = first.map(({ tool }) => tool);
    let fresh: readonly PolicyCall[] = [];
    const prepare = () => {
      fresh = Array.from({ length: perRound }, () => makeCalls(texts, tools)).flat();
    };
    const us = measure(rounds, perRound * texts.length, () => fresh.map(policy.decide), prepare);
    return [name, figure(us, 2), figure(us / parsing, 1, ' ×'), us < AIM_US ? 'met' : 'missed', figure(sorting, 0)];
  });
  const head = ['deciding about a call', 'µs', 'JSON.parse of it', `aim < ${AIM_US} µs`, 'µs, first call of a tool'];
  const baseline = ['baseline: JSON.parse of its arguments', figure(parsing, 2), '1.0 ×', '', ''];
  for (const line of table(head, [baseline, ...rows])) console.log(`  ${line}`);
}

const definitions = makeTools(TOOLS);

function makeTexts(): readonly string[] {
  return definitions.map((_tool, index) =>
    JSON.stringify({
      id: `note-${index}`,
      action: 'preview',
      title: 'Notes of the weekly meeting about everything that was left over from last week',
      options: {
        depth: index % 7,
        tags: ['work', 'weekly', 'meeting'],
        author: { name: 'Ada', mail: 'ada@example.com' },
      },
    }),
  );
}

function makeCalls(texts: readonly string[], tools?: readonly PolicyCall['tool'][]): readonly PolicyCall[] {
  return definitions.map((definition, index) => ({
    tool: tools?.[index] ?? {
      server: `notes-${index % 5}`,
      name: definition.name,
      resolution: resolve(definition),
      standing: GOOD_STANDING,
    },
    arguments: JSON.parse(texts[index] ?? '{}') as PolicyCall['arguments'],
    caller: { principal: 'local', client: 'claude-code', mode: 'direct' },
    session: NEW_SESSION,
  }));
}

/** Microseconds for one operation: the median of several rounds after a warm-up. */
function measure(rounds: number, count: number, work: () => unknown, prepare: () => void = () => {}): number {
  const times: number[] = [];
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round++) {
    prepare();
    const began = performance.now();
    work();
    if (round >= 0) times.push(((performance.now() - began) * 1_000) / count);
  }
  return median(times);
}
