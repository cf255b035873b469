import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import { type Connection, connect } from '../cdp/connect.ts';
import { fail } from '../inspect/handles.ts';
import { findInspector } from '../process/find-inspector.ts';
import { inspectProcess, type NodeProcess } from '../process/proc-files.ts';
import { MAIN_THREAD } from '../thread/create-thread.ts';
import { prepareThread } from '../thread/prepare.ts';
import { followWorkers } from '../thread/workers.ts';
import { type BackendState, createDebuggee } from './create-debuggee.ts';
import { closeInspector } from './detach.ts';
import { followEnd } from './follow-end.ts';
import type { Target } from './target.ts';

/** Attaches to a running process without stopping it. Processes other than Node are not touched. */
export async function attachNode(standing: BackendState, pid: number, deadline: AbortSignal): Promise<Outcome<Target>> {
  const target = await inspectProcess(pid);
  if (!target.ok) return target;
  const inspector = await findInspector(target.value, deadline);
  if (!inspector.ok) return inspector;
  const connected = await connect(inspector.value.url, deadline);
  if (!connected.ok)
    return fail('ATTACH_FAILED', `The inspector of process ${pid} cannot be reached: ${connected.error}`);
  const taken = await take(standing, connected.value, { target: target.value, isOurs: inspector.value.isOurs });
  if (taken.ok) return taken;
  if (inspector.value.isOurs) await closeInspector(connected.value);
  connected.value.close();
  return taken;
}

const WHO = `JSON.stringify({ pid: process.pid, version: process.version, program: process.argv[1] ?? '' })`;

async function take(
  standing: BackendState,
  connection: Connection,
  parts: { readonly target: NodeProcess; readonly isOurs: boolean },
): Promise<Outcome<Target>> {
  const { pid, executable } = parts.target;
  const answer = await connection.send('Runtime.evaluate', { expression: WHO, silent: true });
  if (!answer.ok) {
    return fail(
      'ATTACH_FAILED',
      `Process ${pid} does not answer its inspector; it may be busy in native code. ${answer.error.message}`,
    );
  }
  // The expression above returns exactly this.
  const who = JSON.parse(String(answer.value.result.value)) as { pid: number; version: string; program: string };
  if (who.pid !== pid)
    return fail('ATTACH_FAILED', `The inspector that answered is of process ${who.pid}, not of ${pid}.`);
  const program = who.program === '' ? `${cwdOf(pid)}/program` : who.program;
  const facts = {
    pid,
    name: who.program === '' ? 'node' : basename(who.program),
    executable,
    runtimeVersion: `Node.js ${who.version}`,
  };
  const debuggee = createDebuggee(standing, { connection, facts, program, isLaunched: false });
  followWorkers(debuggee, connection);
  const target: Target = { debuggee, connection, started: undefined, isInspectorOurs: parts.isOurs, hasEnded: false };
  const main = debuggee.threads.get(MAIN_THREAD);
  const problem = main === undefined ? undefined : await prepareThread(debuggee, main);
  if (problem !== undefined) return fail('ATTACH_FAILED', `The inspector of process ${pid} failed: ${problem.message}`);
  followEnd(target);
  return ok(target);
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '/';
  }
}
