import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { err, globToRegExp, ok, type Result, toMessage } from '@toolmark/annotations';
import { type PlannedAudit, safeText } from '@toolmark/audit';
import { chooseRung, isAccusation, type Progress, type Rung, type Verification, verifyServer } from '@toolmark/verify';
import { columnsOf, EXIT, type ExitCode, type Io, type Output, wantsColor } from '../io.ts';
import { planAudits, type TargetOptions } from '../plan.ts';
import { readRecipe, writeRecipe } from './recipe-file.ts';
import { renderJson } from './render-json.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-text.ts';
import { describeRung } from './verify-doctor.ts';

export interface VerifyCommandOptions extends TargetOptions {
  readonly tool?: readonly string[];
  readonly recipe?: string;
  readonly rung?: Rung;
  readonly quick?: boolean;
  readonly init?: boolean;
  readonly format: 'text' | 'json' | 'markdown';
  readonly out?: string;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** `toolmark verify`. */
export async function verifyCommand(options: VerifyCommandOptions, io: Io): Promise<ExitCode> {
  const planned = await planOne(options, io);
  const isRecipeNeeded = options.recipe !== undefined && !options.init;
  const recipe = planned.ok ? await readRecipe(options.recipe, planned.value.name, io.cwd, isRecipeNeeded) : planned;
  if (!planned.ok || !recipe.ok) return fail(io, recipe.ok ? '' : recipe.error);
  const { target, name } = planned.value;
  if (target.kind !== 'command') {
    return fail(
      io,
      `${name} is not started here, so nothing of what it does can be watched. Give the command that starts it.`,
    );
  }
  const sandbox = await chooseRung(options.rung, io.env);
  if (sandbox.open === undefined) {
    const fixes = sandbox.missing.map(({ what, fix }) => `  ${what}: ${fix}`);
    return fail(io, [`${describeRung(sandbox)}`, ...fixes, 'toolmark verify doctor says more.'].join('\n'));
  }
  const progress = createProgress(io.stderr);
  const globs = (options.tool ?? []).map(globToRegExp);
  const verified = await verifyServer({
    target,
    rung: sandbox.rung,
    channels: sandbox.channels,
    openCell: sandbox.open,
    recipe: recipe.value,
    isWanted: (tool) => globs.length === 0 || globs.some((glob) => glob.test(tool)),
    isQuick: options.quick ?? false,
    version: io.version,
    env: io.env,
    signal: io.signal,
    onProgress: progress.report,
  });
  progress.done();
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return EXIT.interrupted;
  }
  if (!verified.ok) return fail(io, verified.error);
  if (options.init) {
    const written = await writeRecipe(options.recipe, name, verified.value, io.cwd);
    if (!written.ok) return fail(io, written.error);
    io.stderr.write(`wrote ${written.value}\n`);
  }
  return await deliver(verified.value, name, options, io);
}

async function planOne(options: VerifyCommandOptions, io: Io): Promise<Result<PlannedAudit, string>> {
  const planned = await planAudits({ ...options, verb: 'verify' }, io);
  if (!planned.ok) return planned;
  const [plan, ...others] = planned.value;
  if (plan !== undefined && others.length === 0) return ok(plan);
  return err(`There are several servers; pick one with --server: ${planned.value.map(({ name }) => name).join(', ')}`);
}

async function deliver(
  verification: Verification,
  name: string,
  { format, out, verbose = false, quick = false, color }: VerifyCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const columns = out === undefined ? columnsOf(io, 100) : 120;
  const isColored = out === undefined && wantsColor(io.stdout, io.env, color);
  const shown = {
    name,
    verification,
    isQuick: quick,
    verbose,
    columns,
    color: isColored,
    now: io.now(),
    version: io.version,
  };
  const text = { text: renderText, json: renderJson, markdown: renderMarkdown }[format](shown);
  if (out === undefined) io.stdout.write(text);
  else {
    try {
      await writeFile(resolve(io.cwd, out), text);
      io.stderr.write(`wrote ${out}\n`);
    } catch (error) {
      return fail(io, `${out} cannot be written: ${toMessage(error)}`);
    }
  }
  const isRefuted = verification.tools.some(({ verdicts }) => verdicts.some(isAccusation));
  return isRefuted ? EXIT.findings : EXIT.clean;
}

function fail(io: Io, message: string): ExitCode {
  io.stderr.write(`${message}\n`);
  return EXIT.couldNotRun;
}

/** One line on a terminal that says which tool is being called. */
function createProgress(output: Output): { readonly report: (progress: Progress) => void; readonly done: () => void } {
  if (output.isTTY !== true) return { report: () => {}, done: () => {} };
  return {
    report: ({ stage, tool, done, total }) => {
      const count = total === 0 ? '' : ` ${done}/${total}`;
      const line = safeText(`${stage}${count}${tool === undefined ? ' the server' : ` ${tool}`}`);
      output.write(`\r\u001b[K${line.slice(0, (output.columns ?? 80) - 1)}`);
    },
    done: () => {
      output.write('\r\u001b[K');
    },
  };
}
