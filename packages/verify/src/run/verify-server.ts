import { err, infer, ok, type Result, readAnnotations, type ToolDefinition } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { CommandTarget } from '@toolmark/reach';
import { ignoreMatcher } from '../arguments/ignore.ts';
import { looksReadOnly } from '../arguments/order.ts';
import { createPool } from '../arguments/pool.ts';
import type { ServerRecipe } from '../arguments/recipe.ts';
import { seedsOf } from '../arguments/seeds.ts';
import type { Channels, OpenCell, Rung } from '../isolation/sandbox.ts';
import { judge, RUNS_FOR_ACCUSATION } from '../judge/judge.ts';
import type { Exercise, Step, ToolObservation } from '../judge/observation.ts';
import type { HintVerdict } from '../judge/verdict.ts';
import { changesBetween, exerciseTool, type Probe, QUICK, THOROUGH } from './exercise.ts';
import { exploreTools, isEffective } from './explore.ts';
import { findProbes } from './find-probes.ts';
import { openSession, type Session } from './session.ts';

export interface VerifyOptions {
  readonly target: CommandTarget;
  readonly rung: Rung;
  readonly channels: Channels;
  readonly openCell: OpenCell;
  readonly recipe: ServerRecipe;
  /** Which tools to call; all by default. */
  readonly isWanted: (tool: string) => boolean;
  /** Without confirmation in sandboxes of their own: says what to look at, proves nothing. */
  readonly isQuick: boolean;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface Progress {
  readonly stage: 'starting' | 'calling' | 'confirming' | 'looking for state';
  readonly tool?: string;
  readonly done: number;
  readonly total: number;
}

/** The verdicts on one tool, with what they rest on. */
export interface VerifiedTool {
  readonly name: string;
  readonly definition: ToolDefinition;
  readonly verdicts: readonly HintVerdict[];
  /** Effective calls with different arguments. */
  readonly argumentSets: number;
  /** Runs in sandboxes of its own. */
  readonly runs: number;
  readonly probes: number;
  readonly examples: readonly Step[];
  readonly observation: ToolObservation;
}

export interface Verification {
  readonly server: JsonObject | undefined;
  readonly rung: Rung;
  readonly channels: Channels;
  readonly tools: readonly VerifiedTool[];
  readonly durationMs: number;
}

const START_MS = 60_000;
const CALL_MS = 30_000;
/** Sandboxes that run at a time: they wait more than they compute. */
const PARALLEL = 3;

/** Calls the tools of a server in sandboxes, and compares what they did with what they declare. */
export async function verifyServer(options: VerifyOptions): Promise<Result<Verification, string>> {
  const startedAt = performance.now();
  const { target, recipe, rung, channels, signal, isWanted, isQuick, onProgress } = options;
  const open = (): Promise<Result<Session, string>> =>
    openSession({
      target: { ...target, env: { ...target.env, ...recipe.env } },
      openCell: options.openCell,
      version: options.version,
      env: options.env,
      startTimeoutMs: START_MS,
      callTimeoutMs: CALL_MS,
      signal,
    });
  const isIgnored = ignoreMatcher(recipe.ignore ?? [], options.env['HOME'] ?? '/root');

  onProgress({ stage: 'starting', done: 0, total: 0 });
  const opened = await open();
  if (!opened.ok) return opened;
  const first = opened.value;
  const tools = first.tools.filter(({ name }) => isWanted(name) && !(recipe.skip ?? []).includes(name));
  const pool = createPool(seedsOf(target));
  let explored: ReadonlyMap<string, readonly Exercise[]>;
  let done = 0;
  try {
    await first.settle(QUICK.quietMs, QUICK.longestMs);
    explored = await exploreTools({
      session: first,
      tools,
      pool,
      recipe,
      isIgnored,
      signal,
      onTool: (tool) => {
        onProgress({ stage: 'calling', tool, done, total: tools.length });
        done = Math.min(tools.length, done + 1);
      },
    });
  } finally {
    await first.close();
  }
  if (signal.aborted) return err('It was stopped.');

  const written = isQuick ? new Set<string>() : await writesWithoutCalls(open, isIgnored);
  const isOwn = (path: string): boolean => isIgnored(path) || written.has(path);
  const isolated = new Map<string, readonly Exercise[]>();
  if (!isQuick) {
    done = 0;
    await forEachParallel(tools, PARALLEL, async (tool) => {
      const effective = (explored.get(tool.name) ?? []).filter(isEffective);
      if (effective.length > 0 && !signal.aborted) {
        isolated.set(tool.name, await confirm(tool, effective, open, isOwn));
      }
      done += 1;
      onProgress({ stage: 'confirming', tool: tool.name, done, total: tools.length });
    });
  }
  const observe = (tool: ToolDefinition): ToolObservation => ({
    tool: tool.name,
    declared: readAnnotations(tool).hints,
    saysItWrites: saysItWrites(tool),
    rung,
    channels,
    shared: explored.get(tool.name) ?? [],
    isolated: isolated.get(tool.name) ?? [],
  });
  let probes: readonly Probe[] = [];
  if (!isQuick && !signal.aborted) {
    // A probe that contacts an address or writes late would be blamed on the tool it is asked about.
    const clean = tools.filter(({ name }) => {
      const runs = isolated.get(name) ?? [];
      return runs.length > 0 && !runs.some(isSuspicious);
    });
    probes = await searchState(clean, tools, { open, explored, isolated, isOwn, onProgress, signal });
  }
  if (signal.aborted) return err('It was stopped.');
  return ok({
    server: first.serverInfo,
    rung,
    channels,
    durationMs: Math.round(performance.now() - startedAt),
    tools: tools.map((tool) => {
      const observation = observe(tool);
      const effective = observation.shared.filter(isEffective);
      return {
        name: tool.name,
        definition: tool,
        verdicts: judge(observation),
        argumentSets: new Set(effective.map(({ step }) => JSON.stringify(step.arguments))).size,
        runs: observation.isolated.length,
        probes: probes.length,
        examples: effective.map(({ step }) => step),
        observation,
      };
    }),
  });
}

/** What a server writes by itself, while it starts, waits and ends, is not blamed on a tool. */
async function writesWithoutCalls(
  open: () => Promise<Result<Session, string>>,
  isIgnored: (path: string) => boolean,
): Promise<ReadonlySet<string>> {
  const opened = await open();
  if (!opened.ok) return new Set();
  const session = opened.value;
  const start = session.files();
  await session.settle(THOROUGH.quietMs, THOROUGH.longestMs);
  const end = await session.finish();
  return new Set(changesBetween(start, end, isIgnored).map(({ path }) => path));
}

/**
 * Calls a tool alone in fresh sandboxes: once if nothing speaks against its hints, otherwise as often as an accusation
 * needs. Earlier calls are replayed only if the call fails without them.
 */
async function confirm(
  tool: ToolDefinition,
  effective: readonly Exercise[],
  open: () => Promise<Result<Session, string>>,
  isIgnored: (path: string) => boolean,
): Promise<readonly Exercise[]> {
  const subject =
    effective.find(({ changes, contacts, attempts }) => changes.length + contacts.length + attempts.length > 0) ??
    effective[0];
  if (subject === undefined) return [];
  const runs: Exercise[] = [];
  let before: readonly Step[] = [];
  let hasReplayed = false;
  while (runs.length < RUNS_FOR_ACCUSATION) {
    const exercise = await runAlone(open, { step: subject.step, before, isIgnored, isRepeated: !looksReadOnly(tool) });
    if (exercise === undefined) break;
    if (!isEffective(exercise) && !hasReplayed && subject.before.length > 0) {
      before = subject.before;
      hasReplayed = true;
      continue;
    }
    runs.push(exercise);
    // Without any suspicion, one run is enough. A suspicion must be confirmed or refuted in several runs.
    if (!isSuspicious(exercise) && !effective.some(isSuspicious)) break;
  }
  return runs;
}

interface AloneOptions {
  readonly step: Step;
  readonly before: readonly Step[];
  readonly isIgnored: (path: string) => boolean;
  readonly isRepeated: boolean;
  readonly probes?: readonly Probe[];
}

async function runAlone(
  open: () => Promise<Result<Session, string>>,
  { step, before, isIgnored, isRepeated, probes = [] }: AloneOptions,
): Promise<Exercise | undefined> {
  const opened = await open();
  if (!opened.ok) return undefined;
  const session = opened.value;
  try {
    for (const earlier of before) await session.call(earlier);
    await session.settle(QUICK.quietMs, QUICK.longestMs);
    const { exercise } = await exerciseTool({
      session,
      step,
      before,
      patience: THOROUGH,
      isRepeated,
      probes,
      isIgnored,
      isLast: true,
    });
    return exercise;
  } finally {
    await session.close();
  }
}

/** Whether anything happened that some hint could deny. */
function isSuspicious({ changes, repeated = [], contacts, attempts, notices, answers }: Exercise): boolean {
  return (
    [...changes, ...(repeated ?? [])].some(({ noise }) => noise === undefined) ||
    contacts.length + attempts.length + notices.length + answers.changed.length + answers.changedAgain.length > 0
  );
}

interface SearchOptions {
  readonly open: () => Promise<Result<Session, string>>;
  readonly explored: ReadonlyMap<string, readonly Exercise[]>;
  readonly isolated: Map<string, readonly Exercise[]>;
  readonly isOwn: (path: string) => boolean;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * Looks for state that is not in files: tools that were confirmed to change nothing, and resources, are asked before and
 * after a call. A difference is confirmed in sandboxes of its own like any other.
 */
async function searchState(
  clean: readonly ToolDefinition[],
  tools: readonly ToolDefinition[],
  { open, explored, isolated, isOwn, onProgress, signal }: SearchOptions,
): Promise<readonly Probe[]> {
  const opened = await open();
  if (!opened.ok) return [];
  const session = opened.value;
  const suspects: ToolDefinition[] = [];
  let probes: readonly Probe[] = [];
  try {
    const steps = clean.flatMap(({ name }) =>
      (explored.get(name) ?? [])
        .filter(isEffective)
        .slice(0, 1)
        .map(({ step }) => step),
    );
    probes = await findProbes(session, steps);
    for (const [index, tool] of tools.entries()) {
      const [exercise] = (explored.get(tool.name) ?? []).filter(isEffective);
      const others = probes.filter(({ name }) => name !== tool.name);
      if (exercise === undefined || others.length === 0 || signal.aborted) continue;
      onProgress({ stage: 'looking for state', tool: tool.name, done: index, total: tools.length });
      const { exercise: seen } = await exerciseTool({
        session,
        step: exercise.step,
        before: [],
        patience: { quietMs: 0, longestMs: 0 },
        isRepeated: true,
        probes: others,
        isIgnored: isOwn,
      });
      const isNew = (isolated.get(tool.name) ?? []).every((run) => !isSuspicious(run));
      if (isNew && seen.answers.changed.length + seen.answers.changedAgain.length + seen.notices.length > 0)
        suspects.push(tool);
    }
  } finally {
    await session.close();
  }
  await forEachParallel(suspects, PARALLEL, async (tool) => {
    const [exercise] = (explored.get(tool.name) ?? []).filter(isEffective);
    if (exercise === undefined) return;
    const runs: Exercise[] = [];
    while (runs.length < RUNS_FOR_ACCUSATION && !signal.aborted) {
      const run = await runAlone(open, {
        step: exercise.step,
        before: [],
        isIgnored: isOwn,
        isRepeated: true,
        probes: probes.filter(({ name }) => name !== tool.name),
      });
      if (run === undefined) return;
      runs.push(run);
      if (!isSuspicious(run)) break;
    }
    // One run without a difference: what was seen belonged to another tool.
    if (runs.every(isSuspicious)) isolated.set(tool.name, runs);
  });
  return probes;
}

function saysItWrites(tool: ToolDefinition): boolean {
  const read = infer(tool).class;
  return read === 'additive' || read === 'destructive';
}

async function forEachParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workers = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  });
  await Promise.all(workers);
}
