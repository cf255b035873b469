import { readFile, readlink, stat } from 'node:fs/promises';
import type { DebugError } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import { isRunning } from './state.ts';

/** The executable of a process, from /proc only; sends it nothing. */
export const executableOf = async (pid: number): Promise<Outcome<string>> => {
  const details = { pid };
  if (process.platform !== 'linux') {
    const message = 'Attaching needs /proc, which only Linux has. Launch the program with debug_launch instead.';
    return err({ code: 'NOT_SUPPORTED', message, details: { ...details, platform: process.platform } });
  }
  if (!isRunning(pid)) return err(notFound(pid));
  const file = await readlink(`/proc/${pid}/exe`).catch((error: NodeJS.ErrnoException) => error.code ?? 'EIO');
  if (file.startsWith('/')) return ok(file.replace(/ \(deleted\)$/, ''));
  if (file === 'EACCES' || file === 'EPERM') return err(belongsToOther(pid));
  const message = `Process ${pid} runs no program that could be debugged: a part of the kernel, or one that has just ended.`;
  return err({ code: 'UNSUPPORTED_PROCESS', message, details });
};

/** Whether this user may trace a process, and no other debugger does: a process can have only one. */
export const mayTrace = async (pid: number): Promise<Outcome<void>> => {
  const own = process.getuid?.();
  const owner = await stat(`/proc/${pid}`).then(
    (facts) => facts.uid,
    () => undefined,
  );
  if (owner === undefined) return err(notFound(pid));
  if (own !== 0 && own !== owner) return err(belongsToOther(pid));
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const tracer = Number(/^TracerPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  if (tracer === 0) return ok(undefined);
  return err({ code: 'ATTACH_FAILED', message: `Process ${pid} is being debugged already, by process ${tracer}.` });
};

const notFound = (pid: number): DebugError => ({
  code: 'PROCESS_NOT_FOUND',
  message: `There is no process ${pid}.`,
  details: { pid },
});

const belongsToOther = (pid: number): DebugError => ({
  code: 'PERMISSION_DENIED',
  message: `Process ${pid} belongs to another user. Run this server as the same user to attach to it.`,
  details: { pid },
});
