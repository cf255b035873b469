import { RANKING, type Ranking } from '../../packages/gateway/src/search/index/ranking.ts';
import { createToolIndex, type ToolIndexOptions } from '../../packages/gateway/src/search/index/tool-index.ts';
import { createThesaurus } from '../../packages/gateway/src/search/thesaurus/thesaurus.ts';
import type { LabelledQuestion, LabelledSet, LabelledTool } from './labelled-set.ts';
import { DEPTH, type Metrics, measure } from './metrics.ts';

/** The published figures of mcpproxy-go for its own search: `data/baseline_v1.json`. */
const PEER: Metrics = {
  'R@1': 0.418,
  'R@3': 0.56,
  'R@5': 0.681,
  'R@10': 0.791,
  MRR: 0.568,
  'nDCG@10': 0.609,
  MAP: 0.544,
};

/** Every second question, starting with the first: those used for tuning the ranking. */
const tunedOn = (questions: readonly LabelledQuestion[]): readonly LabelledQuestion[] =>
  questions.filter((_question, place) => place % 2 === 0);

/** The other questions, not used for tuning. */
export const heldBack = (questions: readonly LabelledQuestion[]): readonly LabelledQuestion[] =>
  questions.filter((_question, place) => place % 2 === 1);

export const NO_THESAURUS = createThesaurus([]);

export function evaluate(
  tools: readonly LabelledTool[],
  questions: readonly LabelledQuestion[],
  options: ToolIndexOptions = {},
): Metrics {
  const index = createToolIndex<LabelledTool>(options);
  for (const tool of tools) index.add(tool);
  return measure(questions, ({ query }) =>
    index
      .search(query)
      .best(DEPTH, () => true)
      .map(({ tool }) => tool.id),
  );
}

export function printQuality({ tools, questions }: LabelledSet, others: readonly LabelledTool[] | undefined): void {
  // Duplicate tools would be found twice.
  const names = new Set(tools.map(({ definition }) => definition.name));
  const among = others?.filter(({ definition }) => !names.has(definition.name));
  const half = tunedOn(questions);
  const other = heldBack(questions);
  console.log('  47 questions, 45 tools of 7 servers; each figure is the mean over the questions');
  header();
  row('mcpproxy-go, as published', PEER);
  row('Toolmark', evaluate(tools, questions));
  row(`  the ${half.length} questions it was tuned on`, evaluate(tools, half));
  row(`  the ${other.length} questions held back`, evaluate(tools, other));
  row('  without the thesaurus', evaluate(tools, questions, { thesaurus: NO_THESAURUS }));
  row('    of that, held back', evaluate(tools, other, { thesaurus: NO_THESAURUS }));
  row(
    '  without thesaurus and intent',
    evaluate(tools, questions, { thesaurus: NO_THESAURUS, ranking: { ...RANKING, intent: 0 } }),
  );
  printCrossCheck(tools, half, other);
  if (among !== undefined) {
    row(`  among ${among.length} third-party tools`, evaluate([...tools, ...among], questions));
    row('    without the thesaurus', evaluate([...tools, ...among], questions, { thesaurus: NO_THESAURUS }));
  }
}

/** Cross-validation: tunes on one half, tests on the other, in both directions. */
function printCrossCheck(
  tools: readonly LabelledTool[],
  half: readonly LabelledQuestion[],
  other: readonly LabelledQuestion[],
): void {
  const chosenOn = (questions: readonly LabelledQuestion[]): Ranking =>
    GRID.map((ranking) => ({ ranking, reached: evaluate(tools, questions, { ranking })['nDCG@10'] })).reduce(
      (best, one) => (one.reached > best.reached ? one : best),
    ).ranking;
  row('  best of a grid on the tuned, tried on the rest', evaluate(tools, other, { ranking: chosenOn(half) }));
  row('  best of a grid on the rest, tried on the tuned', evaluate(tools, half, { ranking: chosenOn(other) }));
}

/** The grid of tried parameters. */
const GRID: readonly Ranking[] = [0.3, 0.4, 0.5, 0.6].flatMap((synonym) =>
  [1, 2, 3].flatMap((name) =>
    [0.1, 0.2, 0.4].flatMap((intent) =>
      [0.4, 0.7].flatMap((b) =>
        [0.25, 0.5].map((parameterTexts) => ({
          ...RANKING,
          synonym,
          intent,
          b,
          fields: { ...RANKING.fields, name, parameterTexts },
        })),
      ),
    ),
  ),
);

const KEYS = ['R@1', 'R@3', 'R@5', 'R@10', 'MRR', 'nDCG@10', 'MAP'] as const;
const WIDTH = 50;

const header = (): void => console.log(`  ${''.padEnd(WIDTH)}${KEYS.map((key) => key.padStart(9)).join('')}`);

const row = (what: string, metrics: Metrics): void =>
  console.log(`  ${what.padEnd(WIDTH)}${KEYS.map((key) => metrics[key].toFixed(3).padStart(9)).join('')}`);
