import type { Connection } from '../connection.ts';
import type { Language, Program } from '../programs.ts';
import { type Driver, type Reports, SILENCE_MS, type Target } from './target.ts';

const LANGUAGES: Readonly<Record<Language, string>> = { node: 'javascript', python: 'python', c: 'cpp' };
const WITHIN_MS = 120_000;
/** The maximum output of one call. */
const MAX_OUTPUT = 1_000;

/** `@debugmcp/mcp-debugger` with its own adapters: js-debug and CodeLLDB, and debugpy of the same Python. */
export const mcpDebugger = (version: string, file: string): Target => ({
  name: `mcp-debugger ${version}`,
  role: 'peer',
  server: () => ({ args: [file, 'stdio', '--log-level', 'error'], env: {} }),
  drive,
});

interface Stop {
  readonly timestamp: number;
}

function drive({ call }: Connection, { language, file, source, interpreter }: Program): Driver {
  let sessionId = '';
  let lastStop = 0;
  /** Neither adapter reports stops unprompted, so poll without a delay, which detects a stop as early as possible. */
  const untilNewStop = async <T>(
    ask: () => Promise<{ readonly stop: Stop | undefined; readonly found: T | undefined }>,
  ): Promise<T> => {
    for (const until = performance.now() + WITHIN_MS; performance.now() < until; ) {
      const { stop, found } = await ask();
      if (found === undefined || stop === undefined || stop.timestamp === lastStop) continue;
      lastStop = stop.timestamp;
      return found;
    }
    throw new Error('it did not stop');
  };
  const askWhether = async (): Promise<{ stop: Stop | undefined; found: true | undefined }> => {
    const { sessions } = (await call('list_debug_sessions')) as {
      readonly sessions: readonly { readonly id: string; readonly state: string; readonly lastStop?: Stop }[];
    };
    const session = sessions.find(({ id }) => id === sessionId);
    return { stop: session?.lastStop, found: session?.state === 'paused' ? true : undefined };
  };
  const askWhere = async (): Promise<{ stop: Stop | undefined; found: number | undefined }> => {
    const { stackFrames, lastStop: stop } = (await call('get_stack_trace', { sessionId })) as {
      readonly stackFrames: readonly { readonly line: number }[];
      readonly lastStop?: Stop;
    };
    return { stop, found: stackFrames[0]?.line };
  };
  return {
    launch: async (line, rounds) => {
      lastStop = 0;
      const created = await call('create_debug_session', {
        language: LANGUAGES[language],
        ...(interpreter !== undefined && { executablePath: interpreter }),
      });
      sessionId = String(created['sessionId']);
      await call('set_breakpoint', { sessionId, file: source, line });
      const { state } = await call('start_debugging', { sessionId, scriptPath: file, args: [`${rounds}`] });
      if (state !== 'paused') await untilNewStop(askWhether);
    },
    step: async () => {
      const { location } = (await call('step_over', { sessionId })) as { readonly location: { readonly line: number } };
      return location.line;
    },
    variables: async () => {
      const { variables } = (await call('get_local_variables', { sessionId })) as {
        readonly variables: readonly { readonly name: string; readonly value: string }[];
      };
      return new Map(variables.map(({ name, value }) => [name, value]));
    },
    resume: async () => {
      await call('continue_execution', { sessionId });
      await untilNewStop(askWhether);
    },
    resumeToLine: async () => {
      await call('continue_execution', { sessionId });
      return untilNewStop(askWhere);
    },
    setBreakpoint: async (line) => void (await call('set_breakpoint', { sessionId, file: source, line })),
    trace: async (line, message) =>
      void (await call('set_breakpoint', { sessionId, file: source, line, logMessage: message })),
    runUntilReported: async (last) => {
      await call('continue_execution', { sessionId });
      return readUntil(call, sessionId, last);
    },
    end: async () => void (await call('close_debug_session', { sessionId })),
    cleanUp: async () => {},
  };
}

/** Logpoint messages go to the output, which must be polled from the last position. */
async function readUntil(call: Connection['call'], sessionId: string, last: string): Promise<Reports> {
  const texts: string[] = [];
  const prefix = last.slice(0, last.search(/\d/));
  let newestAt = performance.now();
  for (let since = 0; performance.now() - newestAt < SILENCE_MS; ) {
    const { entries, nextSince } = (await call('get_output', { sessionId, since, limit: MAX_OUTPUT })) as {
      readonly entries: readonly { readonly output: string }[];
      readonly nextSince: number;
    };
    since = nextSince;
    const lines = entries.flatMap(({ output }) => output.split('\n')).map((line) => line.trim());
    const reports = lines.filter((line) => line.startsWith(prefix));
    if (reports.length > 0) newestAt = performance.now();
    texts.push(...reports);
    if (reports.includes(last)) break;
  }
  return { texts, newestAt };
}
