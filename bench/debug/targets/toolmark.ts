import { fileURLToPath } from 'node:url';
import type { Connection } from '../connection.ts';
import type { Program } from '../programs.ts';
import { type Driver, SILENCE_MS, type Target } from './target.ts';

/** The built command that users run. */
const BIN = fileURLToPath(new URL('../../../servers/debug/bin/toolmark-debug.js', import.meta.url));

export const toolmark: Target = {
  name: 'toolmark-debug',
  role: 'toolmark',
  server: ({ language, interpreter }) => ({
    args: [BIN],
    env: language === 'python' && interpreter !== undefined ? { TOOLMARK_PYTHON: interpreter } : {},
  }),
  drive,
};

interface Place {
  readonly location: { readonly line: number };
}

function drive({ call, listen }: Connection, { file, source }: Program): Driver {
  let set: string[] = [];
  const hold = async (line: number): Promise<void> => {
    const { breakpoint } = (await call('breakpoint_set', { file: source, line })) as {
      readonly breakpoint: { readonly id: string };
    };
    set.push(breakpoint.id);
  };
  const goOnTo = async (): Promise<number> => {
    await call('debug_continue');
    const { hit, location } = (await call('breakpoint_wait')) as Partial<Place> & { readonly hit?: boolean };
    if (hit !== true || location === undefined) throw new Error('it did not stop at the breakpoint');
    return location.line;
  };
  return {
    launch: async (line, rounds) => {
      await hold(line);
      await call('debug_launch', { program: file, args: [`${rounds}`], stopAtEntry: false });
      const { hit } = await call('breakpoint_wait');
      if (hit !== true) throw new Error('it did not stop at the breakpoint');
    },
    step: async () => {
      const { session } = (await call('debug_step', { mode: 'over' })) as { readonly session: Place };
      return session.location.line;
    },
    variables: async () => {
      const { variables } = (await call('variables_get', { scope: 'locals' })) as {
        readonly variables: readonly { readonly name: string; readonly value: string }[];
      };
      return new Map(variables.map(({ name, value }) => [name, value]));
    },
    resume: async () => void (await goOnTo()),
    resumeToLine: goOnTo,
    setBreakpoint: hold,
    trace: async (line, message) => {
      const { tracepoint } = (await call('tracepoint_set', { file: source, line, log_message: message })) as {
        readonly tracepoint: { readonly id: string };
      };
      set.push(tracepoint.id);
    },
    runUntilReported: async (last) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const texts: string[] = [];
      let newestAt = performance.now();
      let silence = setTimeout(resolve, SILENCE_MS);
      listen((method, { type, logMessage }) => {
        if (method !== 'debugger/breakpointHit' || type !== 'tracepoint') return;
        texts.push(String(logMessage));
        newestAt = performance.now();
        clearTimeout(silence);
        if (logMessage === last) resolve();
        else silence = setTimeout(resolve, SILENCE_MS);
      });
      await call('debug_continue');
      await promise;
      listen(undefined);
      return { texts, newestAt };
    },
    passThrows: async (thrower, type, rounds) => {
      const { breakpoint } = (await call('breakpoint_set_exception', { exception_type: type })) as {
        readonly breakpoint: { readonly id: string };
      };
      set.push(breakpoint.id);
      await call('debug_launch', { program: thrower, args: [`${rounds}`], stopAtEntry: false });
      const { exited } = await call('breakpoint_wait', { timeout_ms: 120_000 });
      if (exited !== true) throw new Error('it stopped at an exception of another type');
      const { stdout } = await call('process_read_output');
      return Number(stdout);
    },
    end: async () => void (await call('debug_disconnect', { terminateProcess: true })),
    // Breakpoints outlive a session in this debugger, so remove them.
    cleanUp: async () => {
      for (const id of set) await call('breakpoint_remove', { id });
      set = [];
    },
  };
}
