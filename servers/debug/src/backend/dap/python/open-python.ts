import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DebugError } from '../../../errors.ts';
import { err, ok } from '../../../result.ts';
import type { LaunchSpec, Outcome, ProcessFacts } from '../../backend.ts';
import { type Exit, whenEnded, whenSpawned } from '../../process/child.ts';
import { type GroupSpec, killGroup, spawnGroup } from '../../process/group.ts';
import { guardGroup } from '../../process/guard.ts';
import { executableOf, mayTrace } from '../../process/inspect.ts';
import { raceDeadline } from '../../race-deadline.ts';
import { REQUEST_MS } from '../deadlines.ts';
import { helperScript } from '../helper/text.ts';
import { type OpenAdapter, openAdapter } from '../open-adapter.ts';
import { type DapTarget, initialTargetState, type Start, type TargetHooks } from '../profile.ts';
import { findInjector, type Injector, injectorEnv } from './find-injector.ts';
import { findPython, type PythonFacts } from './find-python.ts';
import { debugpyEnv, type ProgramPython, programPython } from './program-python.ts';
import { type PythonCommand, parsePythonCommand } from './python-command.ts';

const HELPER_FILES = [
  'common/channel.py',
  'common/points.py',
  'python/values.py',
  'python/running.py',
  'python/kinds.py',
  'python/layouts.py',
  'python/references.py',
  'python/start.py',
];
export const HELPER = "__import__('sys').modules['_toolmark_debug']";

/**
 * The adapter is our own child, and the program connects to it. So no port must be guessed, and no detached adapter is
 * left behind, as happens when the program starts its own.
 */
export const openPython = async (
  start: Start,
  hooks: TargetHooks,
  deadline: AbortSignal,
): Promise<Outcome<DapTarget>> => {
  const checked = await check(start);
  if (!checked.ok) return checked;
  const python = await findPython(process.env, deadline);
  if (deadline.aborted) return err(tooLate(start));
  if (!python.ok) return python;
  const injector = start.kind === 'attach' ? await findInjector(deadline) : undefined;
  if (deadline.aborted) return err(tooLate(start));
  if (injector?.ok === false) return injector;
  const command = start.kind === 'launch' ? parsePythonCommand(start.spec) : undefined;
  const runs =
    command === undefined || start.kind === 'attach'
      ? undefined
      : await programPython(command, start.spec, python.value, deadline);
  if (deadline.aborted) return err(tooLate(start));
  if (runs?.ok === false) return runs;
  const { executable } = python.value;
  const opened = await openAdapter('debugpy', executable, ['-m', 'debugpy.adapter'], hooks, deadline);
  if (!opened.ok) return opened;

  const adapter = opened.value;
  // It does not end with its stdin. An attached program runs on without it.
  guardGroup(adapter.adapter);
  const started: { child?: ChildProcess } = {};
  const ended = Promise.withResolvers<Outcome<DapTarget>>();
  const come = { start, python: python.value, injector: injector?.value, command, runs: runs?.value };
  const work = connect(come, adapter, hooks, (child) => {
    started.child = child;
    if (start.kind === 'launch') child.once('close', () => ended.resolve(err(endedTooSoon(child, adapter))));
  });
  const result = await raceDeadline(Promise.race([work, ended.promise]), deadline);
  if (result !== 'late' && result.ok) return result;
  killGroup(started.child?.pid);
  await adapter.close('The debugger was ended.');
  return result === 'late' ? err(tooLate(start)) : result;
};

const check = async (start: Start): Promise<Outcome<void>> => {
  if (start.kind === 'attach') return checkPython(start.pid);
  const { target } = parsePythonCommand(start.spec);
  if (target.kind === 'module') return ok(undefined);
  if (target.kind === 'none') {
    const message = `${start.spec.program} is Python itself. Name the script to run, or "-m" and a module, in args.`;
    return err({ code: 'LAUNCH_FAILED', message });
  }
  const facts = await stat(target.file).catch(() => undefined);
  if (facts?.isFile()) return ok(undefined);
  return err({ code: 'LAUNCH_FAILED', message: `${target.file} is no Python program: there is no such file.` });
};

const checkPython = async (pid: number): Promise<Outcome<void>> => {
  const executable = await executableOf(pid);
  if (!executable.ok) return executable;
  if (!/python/i.test(basename(executable.value))) {
    const message = `Process ${pid} (${executable.value}) is no Python.`;
    return err({ code: 'UNSUPPORTED_PROCESS', message, details: { executable: executable.value } });
  }
  return mayTrace(pid);
};

/** How the program connects to the debugger. */
interface ProgramConnection {
  readonly start: Start;
  readonly python: PythonFacts;
  /** The injector for a program that already runs. */
  readonly injector: Injector | undefined;
  /** What to run, and the Python that runs it, for a program that is launched. */
  readonly command: PythonCommand | undefined;
  readonly runs: ProgramPython | undefined;
}

const connect = async (
  { start, python, injector, command, runs }: ProgramConnection,
  opened: OpenAdapter,
  hooks: TargetHooks,
  onChild: (child: ChildProcess) => void,
): Promise<Outcome<DapTarget>> => {
  const waitsAt = opened.waitForEvent('debugpyWaitingForServer', REQUEST_MS);
  const isReady = opened.waitForEvent('initialized', REQUEST_MS * 6);
  // The response only comes after `configurationDone`.
  void opened.client.request('attach', attachArguments(start), REQUEST_MS * 30);
  const port = ((await waitsAt)?.body as { port?: number } | undefined)?.port;
  // The launch was aborted meanwhile, so this program would not be tracked.
  if (port === undefined || opened.client.isClosed())
    return err(failed(start, opened.stderrTail() || 'debugpy offers no port to come to.'));

  const child = spawnGroup(
    start.kind === 'launch' && command !== undefined && runs !== undefined
      ? await program(start.spec, command, { runs, port, folder: opened.folder })
      : await injection(start.kind === 'attach' ? start.pid : 0, python, port, opened.folder, injector),
  );
  onChild(child);
  if (start.kind === 'launch') {
    guardGroup(child);
    hooks.onDebuggee(child);
  }
  const problem = await whenSpawned(child);
  if (problem !== undefined) return err(failed(start, problem));
  const injected = start.kind === 'attach' ? watchInjector(child) : undefined;
  const isThere = await Promise.race([isReady.then((event) => event !== undefined), injected?.failed ?? never]);
  if (isThere !== true) return err(failed(start, isThere || 'The program did not come to the debugger.'));

  const loaded = await loadHelper(opened);
  if (!loaded.ok) return loaded;
  const facts = await factsOf(opened, start);
  if (!facts.ok) return facts;
  return ok({
    ...opened,
    debuggee: start.kind === 'launch' ? child : undefined,
    facts: facts.value,
    freed: injected?.ended ?? Promise.resolve(),
    ...initialTargetState(),
  });
};

// Child processes are not debugged: they would wait for a debugger that never connects.
const attachArguments = (start: Start) => ({
  listen: { host: '127.0.0.1', port: 0 },
  justMyCode: start.kind === 'launch' && start.spec.justMyCode === true,
  redirectOutput: false,
  subProcess: false,
});

const program = async (
  spec: LaunchSpec,
  { target, args, interpreterArgs }: PythonCommand,
  { runs, port, folder }: { readonly runs: ProgramPython; readonly port: number; readonly folder: string },
): Promise<GroupSpec> => ({
  command: runs.executable,
  args: [
    // Frozen modules would hide breakpoints in the standard library.
    ...[
      '-X',
      'frozen_modules=off',
      ...interpreterArgs,
      '-m',
      'debugpy',
      ...connectArguments(port),
      '--wait-for-client',
    ],
    ...(target.kind === 'module' ? ['-m', target.module] : target.kind === 'script' ? [target.file] : []),
    ...args,
  ],
  cwd: spec.cwd,
  // Unbuffered, so that output is visible at a stop.
  env: { PYTHONUNBUFFERED: '1', ...process.env, ...spec.env, ...(await debugpyEnv(runs, spec.env, folder)) },
});

/** A failing gdb leaves a large core file, so run it in a temporary folder. */
const injection = async (
  pid: number,
  { executable }: PythonFacts,
  port: number,
  folder: string,
  injector: Injector = { kind: 'gdb' },
): Promise<GroupSpec> => ({
  command: executable,
  args: ['-m', 'debugpy', ...connectArguments(port), '--pid', String(pid)],
  cwd: folder,
  env: { ...(await injectorEnv(injector, executable, folder)), TMPDIR: folder },
});

const connectArguments = (port: number): readonly string[] => [
  '--connect',
  `127.0.0.1:${port}`,
  '--configure-subProcess',
  'False',
];

const loadHelper = async (opened: OpenAdapter): Promise<Outcome<void>> => {
  const text = helperScript(HELPER_FILES, opened.channel);
  const sent = await opened.client.request('evaluate', { expression: text, context: 'repl' }, REQUEST_MS);
  return sent.ok ? opened.channel.whenConnected(REQUEST_MS) : sent;
};

const factsOf = async (opened: OpenAdapter, start: Start): Promise<Outcome<ProcessFacts>> => {
  type About = { readonly pid: number; readonly executable: string; readonly version: string };
  const about = await opened.channel.call<About>('about', {}, REQUEST_MS);
  if (!about.ok) return about;
  const { pid, executable, version } = about.value;
  const name = start.kind === 'launch' ? nameOf(parsePythonCommand(start.spec), start.spec) : basename(executable);
  return ok({ pid, name, executable, runtimeVersion: `Python ${version}` });
};

const nameOf = ({ target }: PythonCommand, { program: given }: LaunchSpec): string =>
  target.kind === 'module' ? target.module : basename(target.kind === 'script' ? target.file : given);

const STDERR_TAIL = 2_000;

/** Watches the injector process: exit code 0 means success. */
const watchInjector = (child: ChildProcess): { readonly ended: Promise<Exit>; readonly failed: Promise<string> } => {
  let text = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-STDERR_TAIL);
  });
  const ended = whenEnded(child);
  const failed = ended.then(({ code, signal }) => {
    if (code === 0) return never;
    return text.trim() || `its helper ended (${signal ?? `exit code ${code}`}).`;
  });
  return { ended, failed };
};

const never = new Promise<never>(() => undefined);

const failed = (start: Start, why: string): DebugError =>
  start.kind === 'launch'
    ? { code: 'LAUNCH_FAILED', message: `${start.spec.program} could not be started under debugpy: ${why}` }
    : {
        code: 'ATTACH_FAILED',
        message: `debugpy could not be put into process ${start.pid}: ${why}`,
      };

const endedTooSoon = (child: ChildProcess, opened: OpenAdapter): DebugError => {
  const how = child.signalCode ?? `exit code ${child.exitCode}`;
  const said = opened.stderrTail();
  return {
    code: 'LAUNCH_FAILED',
    message: `The program ended (${how}) before the debugger had it.${said ? ` ${said}` : ''} Its output says more.`,
  };
};

const tooLate = (start: Start): DebugError => ({
  code: 'TIMEOUT',
  message: `${start.kind === 'launch' ? start.spec.program : `Process ${start.pid}`} was not under the debugger in time.`,
});
