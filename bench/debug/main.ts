import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createTokenCounter } from '../../packages/record/src/tokens/token-counter.ts';
import { closeAll, connect } from './connection.ts';
import { measureRounds, type Row } from './measure/rounds.ts';
import { measureStarts } from './measure/starts.ts';
import { FULL, type Plan, QUICK } from './plan.ts';
import { type Program, preparePrograms } from './programs.ts';
import { compare } from './report/figures.ts';
import { report } from './report/report.ts';
import type { Results } from './results.ts';
import { installPeer } from './targets/install-peer.ts';
import type { Target } from './targets/target.ts';
import { toolmark } from './targets/toolmark.ts';

/**
 * `debug [--quick] [--only node|python|c] [--json FILE]`: compares the debugger with another one from npm, on the same
 * programs: tracepoints, stops, launches, and a session of twenty steps.
 */
export async function debugBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-bench-debug-'));
  const interruption = Promise.withResolvers<'interrupted'>();
  const interrupt = (): void => interruption.resolve('interrupted');
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const measured = measureAll(values.quick ? QUICK : FULL, folder, values.only);
    const results = await Promise.race([measured, interruption.promise]);
    if (results === 'interrupted') process.exitCode = 130;
    else await publish(results, values.json);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await closeAll();
    rmSync(folder, { recursive: true, force: true });
  }
  // After an interruption, pending calls would wait for answers that never come.
  if (process.exitCode === 130) process.exit();
}

async function publish(results: Results, file: string | undefined): Promise<void> {
  const { count } = createTokenCounter();
  const comparisons = compare(results, (texts) => texts.reduce((sum, text) => sum + count(text), 0));
  console.log(report(results, comparisons));
  if (file === undefined) return;
  // Relative to the user's folder, not to the folder where npm runs this.
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  const { environment, plan } = results;
  await writeFile(path, JSON.stringify({ environment, plan, comparisons }, undefined, 2));
}

async function measureAll(plan: Plan, folder: string, only: string | undefined): Promise<Results> {
  const { found, missing } = await preparePrograms(folder);
  const programs = found.filter(({ language }) => only === undefined || language === only);
  const [first] = programs;
  if (first === undefined) throw new Error(`There is no program to debug. ${missing.join(' ')}`);
  const targets: Target[] = [toolmark];
  await warmUp(toolmark, first);
  try {
    const peer = await installPeer();
    await warmUp(peer, first);
    targets.push(peer);
  } catch (error) {
    missing.push(error instanceof Error ? error.message : String(error));
  }
  const before = loadavg()[0] ?? Number.NaN;
  console.error('  … starts');
  const starts = await measureStarts(targets, first, plan.starts);
  const rows: Row[] = [];
  for (const program of programs) {
    console.error(`  … ${program.title}`);
    rows.push(...(await measureRounds(targets, program, plan)));
  }
  const [processor] = cpus();
  return {
    environment: {
      node: process.versions.node,
      processors: { count: cpus().length, model: processor?.model ?? 'unknown processor' },
      load: [before, loadavg()[0] ?? Number.NaN],
      date: new Date().toISOString(),
    },
    plan,
    starts,
    rows,
    missing,
  };
}

/** Checks that it starts, and warms the caches for later starts. */
async function warmUp(target: Target, program: Program): Promise<void> {
  const connection = await connect(target.server(program));
  await connection.close();
}
