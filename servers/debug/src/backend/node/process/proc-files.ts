import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import { executableOf } from '../../process/inspect.ts';
import { fail } from '../inspect/handles.ts';
import { isNode } from './choose-node.ts';

export interface NodeProcess {
  readonly pid: number;
  readonly executable: string;
  readonly commandLine: readonly string[];
}

/** Whether a process is Node, from /proc only; sends it nothing. */
export async function inspectProcess(pid: number): Promise<Outcome<NodeProcess>> {
  const found = await executableOf(pid);
  if (!found.ok) return found;
  const executable = found.value;
  if (!isNode(executable)) {
    return fail('UNSUPPORTED_PROCESS', `Process ${pid} runs ${basename(executable)}, not Node.js. It was left alone.`, {
      executable,
    });
  }
  const commandLine = readText(`/proc/${pid}/cmdline`).split('\0');
  return ok({ pid, executable, commandLine: commandLine.filter((part) => part !== '') });
}

const SIGUSR1_BIT = 1n << 9n;

/** Whether it has a handler for SIGUSR1. Without one, the signal would end it. */
export function handlesSignal(pid: number): boolean {
  const [, mask = '0'] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readText(`/proc/${pid}/status`)) ?? [];
  return (BigInt(`0x${mask}`) & SIGUSR1_BIT) !== 0n;
}

/** The local ports that a process listens on. */
export function listeningPorts(pid: number): readonly number[] {
  const inodes = new Set(socketsOf(pid));
  return listening(pid).flatMap(({ port, inode }) => (inodes.has(inode) ? [port] : []));
}

/** Whether a port is in use, in the process's network namespace. */
export const isTaken = (pid: number, port: number): boolean => listening(pid).some((each) => each.port === port);

const LISTENS = '0A';

function listening(pid: number): readonly { readonly port: number; readonly inode: string }[] {
  const lines = ['tcp', 'tcp6'].flatMap((name) => readText(`/proc/${pid}/net/${name}`).split('\n').slice(1));
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    if (state !== LISTENS) return [];
    return [{ port: Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16), inode }];
  });
}

function socketsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
