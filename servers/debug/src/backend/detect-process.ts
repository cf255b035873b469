import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { err, ok } from '../result.ts';
import type { BackendKind, Outcome } from './backend.ts';

/** What a process runs, by the file that it was started from. */
export async function detectProcess(pid: number): Promise<Outcome<BackendKind>> {
  if (pid === process.pid) {
    return err({ code: 'ATTACH_FAILED', message: 'That is this debugger itself. Give the id of another process.' });
  }
  if (!exists(pid)) {
    return err({ code: 'PROCESS_NOT_FOUND', message: `There is no process ${pid}.`, details: { pid } });
  }
  const executable = await readlink(`/proc/${pid}/exe`).catch((error: NodeJS.ErrnoException) => error.code ?? 'EIO');
  if (!executable.startsWith('/')) return unreadable(pid, executable);
  const name = basename(executable.replace(/ \(deleted\)$/, ''));
  if (/^node(?:js)?(?:[-\d.].*)?$/.test(name)) return ok('node');
  if (/^python[\d.]*$/.test(name)) return ok('python');
  return ok('native');
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function unreadable(pid: number, code: string): Outcome<never> {
  const details = { pid };
  if (code === 'EACCES' || code === 'EPERM') {
    const message = `Process ${pid} belongs to somebody else. Run this server as the same user to attach to it.`;
    return err({ code: 'PERMISSION_DENIED', message, details });
  }
  if (process.platform !== 'linux') {
    const message = 'Attaching needs /proc, which only Linux has. Launch the program with debug_launch instead.';
    return err({ code: 'NOT_SUPPORTED', message, details: { ...details, platform: process.platform } });
  }
  const message = `Process ${pid} runs no program that could be debugged: a part of the kernel, or one that has just ended.`;
  return err({ code: 'UNSUPPORTED_PROCESS', message, details });
}
