import { infer, type ToolDefinition } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import { generateArguments } from '../arguments/generate.ts';
import { inCallingOrder, looksReadOnly } from '../arguments/order.ts';
import type { Pool } from '../arguments/pool.ts';
import type { RecipeStep, ServerRecipe } from '../arguments/recipe.ts';
import { repairsFrom } from '../arguments/repair.ts';
import { isWithin } from '../isolation/mount-points.ts';
import type { Exercise, Step } from '../judge/observation.ts';
import { exerciseTool, QUICK } from './exercise.ts';
import type { Session } from './session.ts';

export interface ExploreOptions {
  readonly session: Session;
  readonly tools: readonly ToolDefinition[];
  readonly pool: Pool;
  readonly recipe: ServerRecipe;
  readonly isIgnored: (path: string) => boolean;
  readonly onTool: (name: string) => void;
  readonly signal: AbortSignal;
}

const ROUNDS = 2;
const TRIES = 5;
/** Effective calls with different arguments, of which evidence needs three. */
const WANTED_SETS = 3;
/** More earlier calls than this are not replayed. */
const MAX_CHAIN = 25;

/**
 * Calls every tool until calls succeed, in an order in which later tools find what earlier ones made. Arguments come from
 * the recipe, the schema, the server's own answers and its error texts.
 */
export async function exploreTools(options: ExploreOptions): Promise<ReadonlyMap<string, readonly Exercise[]>> {
  const { session, tools, pool, recipe, signal, onTool } = options;
  const found = new Map<string, Exercise[]>(tools.map(({ name }) => [name, []]));
  const chain: Step[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const tool of inCallingOrder(tools)) {
      const known = found.get(tool.name) ?? [];
      if (signal.aborted || known.some(isEffective)) continue;
      onTool(tool.name);
      for (const exercise of await tryTool(tool, round, options, chain)) {
        known.push(exercise);
        if (isEffective(exercise) && (exercise.changes.length > 0 || !looksReadOnly(tool))) chain.push(exercise.step);
      }
    }
  }
  return found;

  async function tryTool(
    tool: ToolDefinition,
    round: number,
    given: ExploreOptions,
    made: readonly Step[],
  ): Promise<readonly Exercise[]> {
    const tried: Exercise[] = [];
    const seen = new Set<string>();
    let repairs: Readonly<Record<string, unknown>> = {};
    const call = async (step: Step, before: readonly Step[]): Promise<boolean> => {
      const { exercise, answer } = await exerciseTool({
        session,
        step,
        before,
        patience: QUICK,
        isRepeated: !looksReadOnly(tool),
        probes: [],
        isIgnored: given.isIgnored,
      });
      tried.push(exercise);
      if (answer.outcome === 'answered') pool.harvest(tool.name, answer.result);
      else repairs = { ...repairs, ...repairsFrom(answer.text, tool, (path) => isAllowed(path, pool)) };
      return isEffective(exercise);
    };
    for (const example of round === 0 ? (recipe.tools?.[tool.name] ?? []) : []) {
      const { before, values } = await makeSteps(session, example.before ?? []);
      await call({ call: tool.name, arguments: fill(example.arguments, values) }, before);
    }
    for (let turn = 0; turn < TRIES && !signal.aborted; turn++) {
      const effective = tried.filter(isEffective).length;
      if (effective >= (looksReadOnly(tool) ? WANTED_SETS : 1)) break;
      const args = generateArguments(tool, {
        pool,
        turn: round * TRIES + turn,
        repairs,
        withOptional: turn === TRIES - 1,
      });
      const key = JSON.stringify(args);
      if (seen.has(key)) continue;
      seen.add(key);
      await call({ call: tool.name, arguments: args }, made.slice(-MAX_CHAIN));
    }
    return tried;
  }
}

/** Whether a call did something: a tool that says it writes and changed nothing was not exercised. */
export function isEffective({ outcome, changes, attempts, contacts, step }: Exercise): boolean {
  if (outcome !== 'answered') return false;
  if (changes.length + attempts.length + contacts.length > 0) return true;
  return infer({ name: step.call }).class === 'read' || infer({ name: step.call }).class === undefined;
}

/** Makes the calls that a recipe asks for first, and keeps the values that later ones refer to. */
async function makeSteps(
  session: Session,
  steps: readonly RecipeStep[],
): Promise<{ readonly before: readonly Step[]; readonly values: ReadonlyMap<string, string> }> {
  const values = new Map<string, string>();
  const before: Step[] = [];
  for (const { call, arguments: given, save = {} } of steps) {
    const step = { call, arguments: fill(given, values) };
    const answer = await session.call(step);
    before.push(step);
    for (const [name, pattern] of Object.entries(save)) {
      const value = new RegExp(pattern).exec(answer.text)?.[1];
      if (value !== undefined) values.set(name, value);
    }
  }
  return { before, values };
}

/** Replaces `${name}` in all texts. */
function fill(value: JsonObject, values: ReadonlyMap<string, string>): JsonObject {
  const text = JSON.stringify(value).replace(/\$\{(\w+)\}/g, (all, name: string) => {
    const known = values.get(name);
    return known === undefined ? all : JSON.stringify(known).slice(1, -1);
  });
  return JSON.parse(text) as JsonObject; // The text was made from an object.
}

function isAllowed(path: string, pool: Pool): boolean {
  return pool.directories.some((directory) => isWithin(path, directory)) || pool.files.includes(path);
}
