import { isDeepStrictEqual } from 'node:util';
import { findLoss, withoutVolatile } from './compare-state.ts';
import {
  type ContractWorld,
  type ModuleContract,
  NotRun,
  type ToolCase,
  ToolFailed,
  type Verdict,
} from './contract.ts';
import { compareChanges, findChanges } from './find-changes.ts';
import type { HintValues } from './hint-values.ts';

/**
 * Calls every tool of a module and compares its effects with its hints. Runs one case at a time, so that each change has one cause.
 *
 * @example
 * for await (const verdict of runContract(notesContract, world, hints)) console.log(verdict);
 */
export async function* runContract(
  contract: ModuleContract,
  world: ContractWorld,
  hints: ReadonlyMap<string, HintValues>,
  options: ContractOptions = {},
): AsyncGenerator<Verdict> {
  try {
    await contract.begin?.(world);
  } catch (error) {
    if (world.signal.aborted) return;
    const told =
      error instanceof NotRun
        ? { notRun: error.message, checks: [] }
        : { checks: [check('can be prepared', String(error))] };
    for (const tool of new Set(contract.cases.map(({ tool }) => tool)))
      yield { module: contract.module, tool, ...told };
    return;
  }
  for (const toolCase of contract.cases) {
    if (world.signal.aborted) return;
    const { tool } = toolCase;
    const declared = hints.get(tool);
    if (declared === undefined) throw new Error(`There is no tool ${tool}.`);
    const place = { module: contract.module, tool };
    try {
      yield { ...place, checks: await runCase(toolCase, { contract, world, declared, ...options }) };
    } catch (error) {
      if (world.signal.aborted) return;
      yield error instanceof NotRun
        ? { ...place, notRun: error.message, checks: [] }
        : { ...place, checks: [check('can be prepared and observed', String(error))] };
    }
  }
}

interface ContractOptions {
  /** The whole state of the server if the emulator exposes it: for calls that must change nothing at all. */
  readonly wholeState?: () => unknown;
}

interface Parts extends ContractOptions {
  readonly contract: ModuleContract;
  readonly world: ContractWorld;
  readonly declared: HintValues;
}

async function runCase(
  toolCase: ToolCase,
  { contract, world, declared, wholeState }: Parts,
): Promise<Verdict['checks']> {
  const args = await toolCase.prepare(world);
  const observe = async (): Promise<State> => ({
    observed: withoutVolatile(await contract.observe(world)),
    stored: withoutVolatile(wholeState?.()),
  });
  const before = await observe();
  const first = await attempt(world, toolCase.tool, args);
  const after = await observe();
  if (toolCase.failsWith !== undefined) {
    const got = first instanceof ToolFailed ? first.code : 'a success';
    return [
      check(`fails with ${toolCase.failsWith}`, got === toolCase.failsWith ? undefined : `it ended with ${got}`),
      check('changes nothing when it fails', difference(before, after)),
    ];
  }
  if (first instanceof ToolFailed) return [check('works', first.message)];
  if (declared.readOnly) return [check('read-only: changes nothing', difference(before, after))];
  const checks = [check('works', undefined)];
  const expected = toolCase.changes?.(args, world);
  if (expected !== undefined)
    checks.push(
      check(
        'changes only the expected members',
        compareChanges(findChanges(before.observed, after.observed), expected),
      ),
    );
  if (!declared.destructive)
    checks.push(check('not destructive: removes and replaces nothing', findLoss(before.observed, after.observed)));
  if (declared.idempotent) {
    const second = await attempt(world, toolCase.tool, args);
    checks.push(check('idempotent: a repeat changes nothing', difference(after, await observe())));
    if ('deleted' in first)
      checks.push(check('deletes, then reports that it was gone already', deletedTwice(first, second)));
  }
  return checks;
}

interface State {
  /** The state as the reading tools return it. */
  readonly observed: unknown;
  readonly stored: unknown;
}

async function attempt(world: ContractWorld, tool: string, args: Readonly<Record<string, unknown>>) {
  try {
    return await world.call(tool, args);
  } catch (error) {
    if (error instanceof ToolFailed) return error;
    throw error;
  }
}

function deletedTwice(first: object, second: object): string | undefined {
  const deletedFlags = [first, second].map((reply) => ('deleted' in reply ? reply.deleted : String(reply)));
  return isDeepStrictEqual(deletedFlags, [true, false])
    ? undefined
    : `it returned deleted: ${deletedFlags.join(', then ')}`;
}

function difference(before: unknown, after: unknown): string | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  return findLoss(before, after) ?? findLoss(after, before, 'the earlier state') ?? 'the order changed';
}

const check = (promise: string, broken: string | undefined): Verdict['checks'][number] =>
  broken === undefined ? { promise } : { promise, broken };
