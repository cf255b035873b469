import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeTools } from '../tools.ts';
import { footprintBench } from './footprint/main.ts';
import { hostileBench } from './hostile/main.ts';
import { measureCalls } from './measure/calls.ts';
import { measureLists } from './measure/lists.ts';
import { measureMemory } from './measure/memory.ts';
import { measureStarts } from './measure/starts.ts';
import { FULL, type Plan, QUICK, TOOLS_EACH } from './plan.ts';
import { endAll, printed, start } from './processes.ts';
import { judge } from './report/aims.ts';
import { report } from './report/report.ts';
import type { Results } from './results.ts';
import { floor } from './targets/floor.ts';
import { findPeers } from './targets/peers.ts';
import type { Upstream } from './targets/target.ts';
import { toolmarkOverStdio, toolmarkWithoutAuth, toolmarkWithToken } from './targets/toolmark.ts';

/**
 * `gateway [--only hostile|memory] [--quick] [--json FILE]`: compares Toolmark with a minimal relay and with other gateways,
 * in one run.
 */
export async function gatewayBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, only: { type: 'string' } },
  });
  const { only } = values;
  if (only !== undefined && only !== 'hostile' && only !== 'memory')
    throw new Error(`--only takes hostile or memory, not ${only}`);
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-bench-'));
  const interruption = Promise.withResolvers<'interrupted'>();
  const interrupt = (): void => interruption.resolve('interrupted');
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const work =
      only === 'memory'
        ? measureFootprints(folder)
        : only === 'hostile'
          ? hostileBench(values.quick, values.json, folder)
          : measureAll(values.quick ? QUICK : FULL, folder).then((results) => publish(results, values.json));
    if ((await Promise.race([work, interruption.promise])) === 'interrupted') process.exitCode = 130;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  }
  // After an interruption, pending calls would wait for answers that never come.
  if (process.exitCode === 130) process.exit();
}

async function publish(results: Results, file: string | undefined): Promise<void> {
  console.log(report(results));
  if (file === undefined) return;
  // Relative to the user's folder, not to the folder where npm runs this.
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  await writeFile(path, JSON.stringify({ ...results, aims: judge(results) }, undefined, 2));
}

async function measureAll(plan: Plan, folder: string): Promise<Results> {
  const targets = [floor, toolmarkWithoutAuth, toolmarkWithToken, toolmarkOverStdio, ...findPeers()];
  const fast = stdioUpstream('bench');
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    console.error(`  … ${name}`);
    return work();
  };
  return {
    environment: environment(),
    plan,
    calls: {
      stdio: await step('calls, stdio upstream', () => measureCalls(targets, fast, plan, folder)),
      http: await step('calls, HTTP upstream', async () => {
        const server = start(process.execPath, [program('http-server.mjs')]);
        const url = await printed(server, /ready (\S+)/);
        const results = await measureCalls(targets, { kind: 'http', name: 'bench', url }, plan, folder);
        await server.end();
        return results;
      }),
    },
    starts: await step('starts', () =>
      measureStarts(targets, fast, stdioUpstream('silent', '--silent'), plan.starts, folder),
    ),
    lists: await step('lists', async () => {
      const results = [];
      for (const size of plan.listSizes) {
        const upstream = stdioUpstream('bench', '--tools', await toolsFile(folder, size - 1));
        results.push(await measureLists(targets, upstream, size, plan.lists, folder));
      }
      return results;
    }),
    memory: await step('memory', async () => {
      const file = await toolsFile(folder, TOOLS_EACH - 1);
      const many = Array.from({ length: plan.manyServers }, (_unused, index) =>
        stdioUpstream(`bench${index}`, '--tools', file),
      );
      return measureMemory(targets, many, many.length * TOOLS_EACH, folder);
    }),
  };
}

async function measureFootprints(folder: string): Promise<void> {
  const large = stdioUpstream('bench', '--tools', await toolsFile(folder, 999));
  const targets = [floor, toolmarkWithToken, ...findPeers()].filter(({ upstreams }) => upstreams.includes('stdio'));
  await footprintBench(targets, { small: stdioUpstream('bench'), large }, folder);
}

function stdioUpstream(name: string, ...args: readonly string[]): Upstream {
  return { kind: 'stdio', name, command: process.execPath, args: [program('stdio-server.mjs'), ...args] };
}

function program(file: string): string {
  return fileURLToPath(new URL(`upstream/${file}`, import.meta.url));
}

/** Writes a file with this number of tools; the upstream adds `echo`. */
async function toolsFile(folder: string, count: number): Promise<string> {
  const file = join(folder, `${count}-tools.json`);
  await writeFile(file, JSON.stringify(makeTools(count)));
  return file;
}

function environment(): Results['environment'] {
  const [first] = cpus();
  return {
    node: process.versions.node,
    processors: { count: cpus().length, model: first?.model ?? 'unknown processor' },
    load: loadavg(),
    date: new Date().toISOString(),
  };
}
