import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { SessionFull, timeout } from '../views/schemas.ts';
import { toFullSession } from '../views/session.ts';
import { isAncestor } from './is-ancestor.ts';
import { refuseSecond } from './refuse-second.ts';

export const debugAttach: DebugTool = defineTool({
  name: 'debug_attach',
  title: 'Attach to Process',
  description: {
    summary:
      'Attaches to a running process: Node.js, Python or native. It runs on; call debug_pause or set a breakpoint to stop it. Its stdin and output stay its own.',
    returns: 'session.',
    preconditions: "No session is active; the server's user may trace the process.",
  },
  annotations: categories.action({ openWorld: false }),
  input: z.strictObject({
    pid: z.number().int().min(1).describe('Process id'),
    timeout: timeout('How long attaching may take, in ms'),
  }),
  output: { session: SessionFull },
  codes: { pid: 'PROCESS_NOT_FOUND' },
  run: async ({ pid, timeout: timeoutMs }, { engine, backends, signal }) => {
    const refused = refuseSecond(engine);
    if (refused !== undefined) return refused;
    if (await isAncestor(pid)) {
      return err({
        code: 'ATTACH_FAILED',
        message: `Process ${pid} has started this server. While stopped, it could not send the command to continue, so it is not attached to.`,
        details: { pid },
      });
    }
    const backend = await backends.forProcess(pid);
    if (!backend.ok) return backend;
    const session = await engine.attach({ backend: backend.value, pid, timeoutMs, signal });
    return session.ok ? ok({ session: toFullSession(session.value) }) : session;
  },
});
