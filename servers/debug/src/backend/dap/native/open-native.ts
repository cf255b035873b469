import type { ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugError } from '../../../errors.ts';
import { err, ok } from '../../../result.ts';
import type { LaunchSpec, Outcome, ProcessFacts } from '../../backend.ts';
import { whenSpawned } from '../../process/child.ts';
import { killGroup, spawnGroup } from '../../process/group.ts';
import { guardGroup } from '../../process/guard.ts';
import { executableOf, mayTrace } from '../../process/inspect.ts';
import { raceDeadline } from '../../race-deadline.ts';
import { REQUEST_MS } from '../deadlines.ts';
import { helperScript } from '../helper/text.ts';
import { type OpenAdapter, openAdapter } from '../open-adapter.ts';
import { type DapTarget, initialTargetState, type Start, type TargetHooks } from '../profile.ts';
import { findLldb } from './find-lldb.ts';
import { quickLauncher } from './quick-launcher.ts';

const HELPER_FILES = [
  'common/channel.py',
  'common/points.py',
  'lldb/values.py',
  'lldb/kinds.py',
  'lldb/running.py',
  'lldb/exceptions.py',
  'lldb/rust.py',
  'lldb/start.py',
];

export const openNative = async (
  start: Start,
  hooks: TargetHooks,
  deadline: AbortSignal,
): Promise<Outcome<DapTarget>> => {
  const checked = await check(start);
  if (!checked.ok) return checked;
  const lldb = await findLldb();
  if (!lldb.ok) return lldb;
  const opened = await openAdapter('lldb-dap', lldb.value, [], hooks, deadline);
  if (!opened.ok) return opened;

  const adapter = opened.value;
  const started: { child?: ChildProcess } = {};
  const result = await raceDeadline(connect(start, adapter, hooks, started), deadline);
  if (result !== 'late' && result.ok) return result;
  killGroup(started.child?.pid);
  await adapter.close('The debugger was ended.');
  return result === 'late' ? err(tooLate(start)) : result;
};

const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

const check = async (start: Start): Promise<Outcome<void>> => {
  if (start.kind === 'attach') {
    const executable = await executableOf(start.pid);
    return executable.ok ? mayTrace(start.pid) : executable;
  }
  const program = resolve(start.spec.cwd, start.spec.program);
  const file = await open(program, 'r').catch(() => undefined);
  const magic = Buffer.alloc(ELF.length);
  await file?.read(magic, 0, ELF.length, 0).catch(() => undefined);
  await file?.close();
  if (magic.equals(ELF)) return ok(undefined);
  const message = `${program} is no program that lldb can run: it is not an ELF executable. Compile it first (with -g -O0).`;
  return err({ code: 'LAUNCH_FAILED', message });
};

const connect = async (
  start: Start,
  opened: OpenAdapter,
  hooks: TargetHooks,
  started: { child?: ChildProcess },
): Promise<Outcome<DapTarget>> => {
  // lldb cannot pass pipes on, but it asks us to start the program "in a terminal", so we start it with pipes.
  opened.client.onReverse(async (command, args) => {
    // The launch was aborted meanwhile, so this program would not be tracked.
    if (command !== 'runInTerminal' || start.kind !== 'launch' || opened.client.isClosed()) return undefined;
    const asked = args as DebugProtocol.RunInTerminalRequestArguments;
    const env = { ...process.env, ...start.spec.env };
    const [file = '', ...rest] = quickLauncher(asked.args, env);
    const child = spawnGroup({ command: file, args: rest, cwd: start.spec.cwd, env });
    started.child = child;
    guardGroup(child);
    hooks.onDebuggee(child);
    return (await whenSpawned(child)) === undefined ? { processId: child.pid } : undefined;
  });
  const isReady = opened.waitForEvent('initialized', REQUEST_MS * 6);
  const asked = start.kind === 'launch' ? launchArguments(start.spec) : { pid: start.pid, stopOnEntry: true };
  const request = opened.client.request(start.kind, asked, REQUEST_MS * 6);
  const first = await Promise.race([isReady.then(() => undefined), request]);
  if (first !== undefined && !first.ok) return err(failed(start, first.error.message));
  if ((await isReady) === undefined) return err(failed(start, opened.stderrTail() || 'lldb did not get ready.'));

  const loaded = await loadHelper(opened);
  if (!loaded.ok) return loaded;
  const facts = await factsOf(opened, start);
  if (!facts.ok) return facts;
  return ok({
    ...opened,
    debuggee: started.child,
    facts: facts.value,
    freed: Promise.resolve(),
    ...initialTargetState(),
  });
};

const launchArguments = (spec: LaunchSpec) => ({
  program: resolve(spec.cwd, spec.program),
  args: spec.args,
  cwd: spec.cwd,
  stopOnEntry: true,
  runInTerminal: true,
});

/** lldb runs Python itself; send the code in one command, encoded so that no character has a meaning for lldb. */
const loadHelper = async (opened: OpenAdapter): Promise<Outcome<void>> => {
  const text = helperScript(HELPER_FILES, opened.channel);
  const packed = Buffer.from(text, 'utf8').toString('base64');
  const expression = `\`script import base64; exec(base64.b64decode("${packed}").decode())`;
  const sent = await opened.client.request('evaluate', { expression, context: 'repl' }, REQUEST_MS);
  if (!sent.ok) return sent;
  const connected = await opened.channel.whenConnected(REQUEST_MS);
  if (connected.ok) return connected;
  return err({
    code: 'LAUNCH_FAILED',
    message:
      'This lldb cannot run Python, which the server needs. On Debian, run "sudo apt-get install python3-lldb-19".',
  });
};

const factsOf = async (opened: OpenAdapter, start: Start): Promise<Outcome<ProcessFacts>> => {
  type About = { readonly pid: number; readonly version: string; readonly executable: string };
  const about = await opened.channel.call<About>('about', {}, REQUEST_MS);
  if (!about.ok) return about;
  const { pid, version, executable } = about.value;
  const program = start.kind === 'launch' ? resolve(start.spec.cwd, start.spec.program) : executable;
  return ok({ pid, name: basename(program), executable: program, runtimeVersion: `native, under ${version}` });
};

const failed = (start: Start, why: string): DebugError =>
  start.kind === 'launch'
    ? { code: 'LAUNCH_FAILED', message: `${start.spec.program} could not be started under lldb: ${why}` }
    : { code: 'ATTACH_FAILED', message: `lldb could not attach to process ${start.pid}: ${why}` };

const tooLate = (start: Start): DebugError => ({
  code: 'TIMEOUT',
  message: `${start.kind === 'launch' ? start.spec.program : `Process ${start.pid}`} was not under the debugger in time.`,
});
