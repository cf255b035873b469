import type { ThreadFacts } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import { locate } from '../source/locate.ts';

/** Every isolate; an idle one has no location. */
export const threadsOf = (debuggee: Debuggee): readonly ThreadFacts[] =>
  [...debuggee.threads.values()].map((thread) => {
    const [top] = thread.pause?.frames ?? [];
    return {
      id: thread.id,
      name: thread.name,
      state: thread.pause === undefined ? 'running' : 'stopped',
      location: top === undefined ? undefined : locate(debuggee, thread, top.location, top.functionName).location,
    };
  });
