import { connectStdio } from '../load/stdio-client.ts';
import type { Started } from '../processes.ts';
import type { Running } from './target.ts';

/** For a gateway that speaks to its one client over stdio: its first answer tells that it is there. */
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
