import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import { isRunning } from '../../process/state.ts';
import { fail } from '../inspect/handles.ts';
import { handlesSignal, isTaken, listeningPorts, type NodeProcess } from './proc-files.ts';

interface Inspector {
  readonly url: string;
  /** Whether we opened it and must close it. */
  readonly isOurs: boolean;
}

const DEFAULT_PORT = 9229;
const LOOK_MS = 20;
const ASK_MS = 1_000;

/**
 * Finds the inspector of a process, or opens it by SIGUSR1. Only ports that are new, standard or on its command line
 * are probed, so that the process's own servers get no unexpected requests.
 */
export async function findInspector(target: NodeProcess, deadline: AbortSignal): Promise<Outcome<Inspector>> {
  const { pid, commandLine } = target;
  const before = listeningPorts(pid);
  const isAnnounced = commandLine.some((part) => /^--inspect(-brk|-wait)?(=|$)/.test(part));
  const url = await firstInspector(isAnnounced ? before : before.filter((port) => port === DEFAULT_PORT));
  if (url !== undefined) return ok({ url, isOurs: false });
  const hasOwnPort = commandLine.some((part) => /^--(inspect|debug)-port\b/.test(part));
  if (!hasOwnPort && isTaken(pid, DEFAULT_PORT)) {
    return fail(
      'ATTACH_FAILED',
      `Node opens its inspector on port ${DEFAULT_PORT}, which another process uses. End that one, or start the program with --inspect-port=0.`,
    );
  }
  const signalled = await sendSignal(pid, deadline);
  if (signalled !== undefined) return signalled;
  return opened(target, before, deadline);
}

/** A newly started process may not have its signal handler yet. */
async function sendSignal(pid: number, deadline: AbortSignal): Promise<Outcome<never> | undefined> {
  for (let looks = 0; !handlesSignal(pid); looks += 1) {
    if (!isRunning(pid)) return fail('PROCESS_NOT_FOUND', `Process ${pid} has ended.`);
    if (looks > 50 || deadline.aborted) {
      return fail(
        'ATTACH_FAILED',
        `Process ${pid} does not let its inspector be opened (it has no handler for SIGUSR1). Start it with --inspect.`,
      );
    }
    await delay(LOOK_MS);
  }
  try {
    process.kill(pid, 'SIGUSR1');
    return undefined;
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EPERM';
    return isRefused
      ? fail('PERMISSION_DENIED', `Process ${pid} belongs to another user.`)
      : fail('PROCESS_NOT_FOUND', `Process ${pid} has ended.`);
  }
}

async function opened(
  { pid }: NodeProcess,
  before: readonly number[],
  deadline: AbortSignal,
): Promise<Outcome<Inspector>> {
  const limit = performance.now() + 5_000;
  while (!deadline.aborted && performance.now() < limit) {
    if (!isRunning(pid)) return fail('PROCESS_NOT_FOUND', `Process ${pid} has ended.`);
    const url = await firstInspector(listeningPorts(pid).filter((port) => !before.includes(port)));
    if (url !== undefined) return ok({ url, isOurs: true });
    await delay(LOOK_MS);
  }
  // An inspector may already be open on an unannounced port.
  const url = await firstInspector(before);
  if (url !== undefined) return ok({ url, isOurs: false });
  return fail(
    'ATTACH_FAILED',
    `Process ${pid} was asked to open its inspector and did not. It may be busy in native code.`,
  );
}

async function firstInspector(ports: readonly number[]): Promise<string | undefined> {
  for (const port of ports) {
    const url = await askPort(port);
    if (url !== undefined) return url;
  }
  return undefined;
}

function askPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/json/list', timeout: ASK_MS, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > 100_000) request.destroy();
      });
      response.on('end', () => resolve(urlIn(text)));
      response.on('error', () => resolve(undefined));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
  });
}

function urlIn(text: string): string | undefined {
  try {
    const [first] = JSON.parse(text);
    const url: unknown = first?.webSocketDebuggerUrl;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}
