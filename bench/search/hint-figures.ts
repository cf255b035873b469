import type { LabelledQuestion, LabelledSet, LabelledTool } from './labelled-set.ts';
import { recallAt } from './metrics.ts';
import { createSearchWorld, type SearchWorld } from './world.ts';

/** The number of results to consider. */
const FIRST = 5;

/**
 * The value of hints for search. A question is read-only if its intended tool (relevance 2) only reads. For those:
 *
 * - recall at 5 of the relevant tools that only read, with and without the filter `read_only`;
 * - destructive tools among the first 5: the number of questions with one, and the mean number;
 * - without declared hints: recall with the filter, and how often the intended tool is named among the filtered-out
 * ones.
 */
export async function printHintFigures({ tools, annotated, questions }: LabelledSet): Promise<void> {
  const declared = createSearchWorld(annotated);
  const classes = new Map(declared.tools.map((tool) => [declared.idOf(tool), tool.resolution.class]));
  const reading = questions.filter(({ relevance }) =>
    [...relevance].some(([id, grade]) => grade === 2 && classes.get(id) === 'read'),
  );
  console.log(`\n  ${reading.length} of ${questions.length} questions are read-only: the intended tool only reads`);
  const plain = await look(declared, reading, classes, false);
  const filtered = await look(declared, reading, classes, true);
  figure('recall at 5 of tools that read', plain.recall, filtered.recall);
  figure('questions with a destructive tool in the first 5', plain.withDestructive, filtered.withDestructive);
  figure('destructive tools in the first 5, mean', plain.destructive, filtered.destructive);
  figure('questions with a destructive tool first', plain.destructiveFirst, filtered.destructiveFirst);
  await printUndeclared(tools, reading);
}

interface Looked {
  readonly recall: number;
  readonly withDestructive: number;
  readonly destructive: number;
  readonly destructiveFirst: number;
}

async function look(
  world: SearchWorld,
  questions: readonly LabelledQuestion[],
  classes: ReadonlyMap<string, string>,
  readOnly: boolean,
): Promise<Looked> {
  const each = await Promise.all(
    questions.map(async ({ query, relevance }) => {
      const found = (await world.find(query, { readOnly })).tools.map(world.idOf);
      const wanted = new Map([...relevance].filter(([id]) => classes.get(id) === 'read'));
      const grave = found.slice(0, FIRST).map((id) => classes.get(id) === 'destructive');
      return {
        recall: recallAt(FIRST, found, wanted),
        destructive: grave.filter(Boolean).length,
        withDestructive: Number(grave.includes(true)),
        destructiveFirst: Number(grave[0] === true),
      };
    }),
  );
  const mean = (key: keyof Looked): number => each.reduce((sum, one) => sum + one[key], 0) / each.length;
  return {
    recall: mean('recall'),
    withDestructive: mean('withDestructive'),
    destructive: mean('destructive'),
    destructiveFirst: mean('destructiveFirst'),
  };
}

/** The same tools without hints. */
async function printUndeclared(tools: readonly LabelledTool[], questions: readonly LabelledQuestion[]): Promise<void> {
  const world = createSearchWorld(tools);
  let found = 0;
  let named = 0;
  for (const { query, relevance } of questions) {
    const { answer, tools: shown } = await world.find(query, { readOnly: true });
    found += recallAt(FIRST, shown.map(world.idOf), relevance);
    const left = new Set(answer.left_out.flatMap(({ best }) => best));
    const meant = [...relevance].flatMap(([id, grade]) => (grade === 2 ? [id.replace(':', '__')] : []));
    if (meant.some((id) => left.has(id))) named += 1;
  }
  console.log('  if no server declares hints, with read_only:');
  console.log(
    `    recall at 5 ${(found / questions.length).toFixed(3)}; the intended tool is named as filtered out in ${named} of ${questions.length}`,
  );
}

const figure = (what: string, plain: number, filtered: number): void =>
  console.log(`    ${what.padEnd(50)} ${plain.toFixed(3)} without read_only, ${filtered.toFixed(3)} with it`);
