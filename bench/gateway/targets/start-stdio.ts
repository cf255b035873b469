import { connectStdio } from '../load/stdio-client.ts';
import type { Started } from '../processes.ts';
import type { Running } from './target.ts';

/** For a gateway that serves one client over stdio: its first answer shows that it is ready. */
export function runningOverStdio(started: Started): Running {
  return {
    pid: started.pid,
    spawnedAt: started.spawnedAt,
    acceptsAt: undefined,
    exited: started.exited,
    connect: (era) => connectStdio(started, era),
    end: () => started.end(),
  };
}
