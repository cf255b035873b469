import { renderAnswer } from '../../packages/gateway/src/search/find/render.ts';
import { SEARCH_INSTRUCTIONS } from '../../packages/gateway/src/search/menu/instructions.ts';
import { SEARCH_TOOLS } from '../../packages/gateway/src/search/menu/menu.ts';
import { createTokenCounter } from '../../packages/record/src/tokens/token-counter.ts';
import type { LabelledSet } from './labelled-set.ts';
import { createSearchWorld } from './world.ts';

/**
 * Counts the tokens (o200k) for a client in search mode: its tool list, and the answers to the questions of the
 * labelled set.
 */
export async function printTokens({ annotated, questions }: LabelledSet): Promise<void> {
  const { count: tokens } = createTokenCounter();
  const world = createSearchWorld(annotated);
  const lines: number[] = [];
  const json: number[] = [];
  for (const { query } of questions) {
    const { answer } = await world.find(query);
    lines.push(tokens(renderAnswer(answer)));
    json.push(tokens(JSON.stringify(answer)));
  }
  console.log('\n  tokens (o200k)');
  console.log(
    `    menu of five tools ${tokens(JSON.stringify(SEARCH_TOOLS))}, instructions ${tokens(SEARCH_INSTRUCTIONS)}`,
  );
  console.log(`    answer of ten tools, as lines    median ${middle(lines)}, most ${Math.max(...lines)}`);
  console.log(`    the same as structured content   median ${middle(json)}, most ${Math.max(...json)}`);
  const listed = world.tools.map(({ definition }) => definition);
  console.log(`    a list of all ${listed.length} tools ${tokens(JSON.stringify(listed))}`);
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
