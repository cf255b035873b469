import { basename } from 'node:path';
import { err, ok } from '../result.ts';
import type { BackendKind, Outcome } from './backend.ts';
import { executableOf } from './process/inspect.ts';

/** Detects the kind of a process by its executable. */
export async function detectProcess(pid: number): Promise<Outcome<BackendKind>> {
  if (pid === process.pid) {
    return err({ code: 'ATTACH_FAILED', message: 'That is this debugger itself. Give the id of another process.' });
  }
  const executable = await executableOf(pid);
  if (!executable.ok) return executable;
  const name = basename(executable.value);
  if (/^node(?:js)?(?:[-\d.].*)?$/.test(name)) return ok('node');
  if (/^python[\d.]*$/.test(name)) return ok('python');
  return ok('native');
}
