import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandTarget } from '@toolmark/reach';
import { openDeny } from './deny.ts';
import { findProgram } from './host.ts';
import { openOverlay } from './overlay.ts';
import type { Channels, OpenCell, Rung } from './sandbox.ts';

/** What this machine can do, and what would raise it. */
export interface RungReport {
  readonly rung: Rung;
  readonly channels: Channels;
  readonly open: OpenCell | undefined;
  /** Missing programs and refused rights, each with one command or setting that helps. */
  readonly missing: readonly Missing[];
}

export interface Missing {
  readonly what: string;
  readonly costs: string;
  readonly fix: string;
}

const TRIAL_MS = 10_000;

/** Tries the rungs from the best down by really starting a program on each. */
export async function chooseRung(
  wanted: Rung | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<RungReport> {
  const missing: Missing[] = [];
  const has = (name: string): boolean => findProgram(name, env) !== undefined;
  const bubblewrap = has('bwrap');
  if (process.platform === 'linux' && !bubblewrap) {
    missing.push({ what: 'bubblewrap', costs: 'nothing can be confined', fix: 'sudo apt-get install bubblewrap' });
  }
  if (process.platform === 'linux' && bubblewrap && (wanted === undefined || wanted === 'overlay')) {
    const isTraced = has('strace');
    const capture = has('ip') ? captureCommand() : undefined;
    if (!isTraced) {
      missing.push({
        what: 'strace',
        costs: 'failed attempts to write are not seen',
        fix: 'sudo apt-get install strace',
      });
    }
    if (capture === undefined) {
      missing.push({ what: 'ip', costs: 'contacts are refused and not named', fix: 'sudo apt-get install iproute2' });
    }
    const open: OpenCell = (target) => openOverlay(target, { capture, isTraced, env });
    const problem = has('unshare') ? await trial(open) : 'unshare is not installed (sudo apt-get install util-linux).';
    if (problem === undefined) {
      const { channels } = await describe(open);
      return { rung: 'overlay', channels, open, missing };
    }
    missing.push({ what: 'user namespaces', costs: 'changed files are not seen', fix: namespaceFix(problem) });
  }
  const canDeny = process.platform === 'darwin' || bubblewrap;
  if (canDeny && (wanted === undefined || wanted === 'overlay' || wanted === 'deny')) {
    const open: OpenCell = async (target) => openDeny(target, env);
    if ((await trial(open)) === undefined)
      return { rung: 'deny', channels: (await describe(open)).channels, open, missing };
  }
  return { rung: 'none', channels: { files: 'none', network: 'none', processes: 'none' }, open: undefined, missing };
}

/** A file beside this one as source, compiled, and in the bundle. */
function captureCommand(): readonly string[] {
  const file = import.meta.url.endsWith('.ts') ? './network-capture.ts' : './network-capture.js';
  return [process.execPath, '--disable-warning=ExperimentalWarning', fileURLToPath(new URL(file, import.meta.url))];
}

/** Runs `true` in a cell; returns what went wrong. */
async function trial(open: OpenCell): Promise<string | undefined> {
  const cell = await open({ kind: 'command', command: 'true', cwd: '/' });
  try {
    return await run(cell.target);
  } finally {
    await cell.close();
  }
}

async function describe(open: OpenCell): Promise<{ readonly channels: Channels }> {
  const cell = await open({ kind: 'command', command: 'true', cwd: '/' });
  await cell.close();
  return { channels: cell.channels };
}

function run({ command, args = [], env, cwd }: CommandTarget): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TRIAL_MS,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < 2_000) said += chunk.toString('utf8');
    });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? undefined : said.trim() || `It ended with ${signal ?? code}.`),
    );
  });
}

function namespaceFix(problem: string): string {
  const first = problem.split('\n')[0] ?? problem;
  if (/uid map|Operation not permitted|Permission denied/i.test(problem)) {
    return `allow user namespaces: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04), or run outside of a container. It said: ${first}`;
  }
  return `see the message: ${first}`;
}
