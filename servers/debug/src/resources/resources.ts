import { type McpServer, ProtocolError, ProtocolErrorCode, type Resource } from '@modelcontextprotocol/server';
import type { Outcome } from '../backend/backend.ts';
import type { Engine } from '../engine/engine.ts';
import { ok } from '../result.ts';
import { listBreakpoints } from '../tools/breakpoints/breakpoint-list.ts';
import { fitReply } from '../tools/fit-reply.ts';
import { toThread } from '../tools/inspection/threads-list.ts';
import { toFullSession, toStopView } from '../tools/views/session.ts';
import { registerSources } from './sources.ts';
import { BREAKPOINTS_URI, SESSION_URI, THREADS_URI } from './uris.ts';

/** The state of the debugger as resources, for clients that do not call tools. */
export function registerResources(server: McpServer, engine: Engine): void {
  for (const { uri, name, title, description, read } of RESOURCES) {
    server.registerResource(name, uri, { title, description, mimeType: JSON_TYPE }, async () => {
      const answer = await read(engine);
      if (!answer.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, answer.error.message);
      return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(fitReply(answer.value), null, 2) }] };
    });
  }
  registerSources(server, engine);
  // List only the resources that can be read now.
  server.server.setRequestHandler('resources/list', () => ({
    resources: RESOURCES.filter(({ needsSession }) => !needsSession || engine.live().ok).map(toListed),
  }));
}

const JSON_TYPE = 'application/json';

interface StateResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly needsSession: boolean;
  readonly read: (engine: Engine) => Promise<Outcome<Readonly<Record<string, unknown>>>>;
}

const RESOURCES: readonly StateResource[] = [
  {
    uri: SESSION_URI,
    name: 'session',
    title: 'Debug Session',
    description: 'What is being debugged, and whether it runs or stands.',
    needsSession: true,
    read: async (engine) => {
      const session = engine.live();
      return session.ok ? ok({ ...toFullSession(session.value), ...toStopView(session.value) }) : session;
    },
  },
  {
    uri: BREAKPOINTS_URI,
    name: 'breakpoints',
    title: 'Breakpoints',
    description: 'Every breakpoint, tracepoint and exception breakpoint.',
    needsSession: false,
    read: async (engine) => ok(listBreakpoints(engine)),
  },
  {
    uri: THREADS_URI,
    name: 'threads',
    title: 'Threads',
    description: 'The threads of the program, and where each stands.',
    needsSession: true,
    read: (engine) =>
      engine.whileLive({ code: 'THREADS_FAILED' }, async (session) => {
        const threads = await session.backend.threads();
        if (!threads.ok) return threads;
        // There are no locations while the program runs; they would be outdated.
        const capturedAt = new Date().toISOString();
        return ok({ threads: threads.value.map((thread) => toThread(thread, session)), stale: false, capturedAt });
      }),
  },
];

function toListed({ uri, name, title, description }: StateResource): Resource {
  return { uri, name, title, description, mimeType: JSON_TYPE };
}
