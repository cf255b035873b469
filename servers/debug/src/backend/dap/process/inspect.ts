import { readFile, readlink, stat } from 'node:fs/promises';
import { err, ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import { isRunning } from './group.ts';

/** What a process runs. */
export const executableOf = async (pid: number): Promise<Outcome<string>> => {
  if (!isRunning(pid)) return err({ code: 'PROCESS_NOT_FOUND', message: `There is no process ${pid}.` });
  try {
    return ok(await readlink(`/proc/${pid}/exe`));
  } catch {
    return err(refused(pid));
  }
};

/** Whether this user may look into a process, and nobody else does already: a process can have one debugger only. */
export const mayTrace = async (pid: number): Promise<Outcome<void>> => {
  const own = process.getuid?.();
  const owner = await stat(`/proc/${pid}`).then(
    (facts) => facts.uid,
    () => undefined,
  );
  if (owner === undefined) return err({ code: 'PROCESS_NOT_FOUND', message: `There is no process ${pid}.` });
  if (own !== 0 && own !== owner) return err(refused(pid));
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const tracer = Number(/^TracerPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  if (tracer === 0) return ok(undefined);
  return err({ code: 'ATTACH_FAILED', message: `Process ${pid} is being debugged already, by process ${tracer}.` });
};

const refused = (pid: number) =>
  ({
    code: 'PERMISSION_DENIED',
    message: `Process ${pid} belongs to somebody else. Run the server as its owner, or as root.`,
  }) as const;
