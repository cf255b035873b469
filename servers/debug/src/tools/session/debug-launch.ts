import { resolve } from 'node:path';
import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ENDED, SessionFull, timeout } from '../views/schemas.ts';
import { toEnd, toFullSession } from '../views/session.ts';
import { checkArgs, checkDirectory, parseEnv } from './check-order.ts';
import { refuseSecond } from './refuse-second.ts';

export const debugLaunch: DebugTool = defineTool({
  name: 'debug_launch',
  title: 'Launch Process',
  description: {
    summary:
      "Starts a new process under the debugger: Node.js (.js, .mjs, .cjs, .ts, .mts, .cts, or a folder with a package.json), Python (.py, '-m module') or a native executable (C, C++). It is stopped before its first line with all breakpoints set; then call debug_continue and breakpoint_wait.",
    returns:
      'session: processId, processName, executablePath, runtimeVersion, state, launchMode, attachedAt, debugger, pauseReason, commandLineArgs, workingDirectory; if it ended already, exited, exitCode and lastWords.',
    preconditions: 'No session is active; else call debug_disconnect first.',
    example: {
      success: true,
      session: {
        processId: 48213,
        processName: 'orders.js',
        executablePath: '/usr/bin/node',
        runtimeVersion: 'v24.9.0',
        state: 'paused',
        launchMode: 'launch',
        attachedAt: '2026-05-04T09:30:00Z',
        debugger: 'node',
        pauseReason: 'entry',
        commandLineArgs: ['--verbose'],
        workingDirectory: '/home/ada/shop',
      },
    },
  },
  annotations: categories.action({ openWorld: false }),
  input: z.strictObject({
    program: z.string().trim().min(1).describe('Path of the program; absolute, or relative to cwd'),
    args: z.array(z.string()).default([]).describe('Arguments for the program, one text each'),
    cwd: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe("Directory the program starts in; the server's own when left out"),
    env: z
      .string()
      .optional()
      .describe('Extra environment variables: the text of a JSON object with string values, {"DEBUG":"1"}'),
    interpreter: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('Node.js or Python to run it with; by default that of its first line or virtual environment'),
    runtimeArgs: z
      .array(z.string())
      .default([])
      .describe('Arguments of Node.js or Python itself, such as --import or -X'),
    justMyCode: z.boolean().default(false).describe('Python: hide libraries, without stops, steps and frames in them'),
    stopAtEntry: z
      .boolean()
      .default(true)
      .describe('Hold the program before its first line; false lets it run at once'),
    timeout: timeout('How long the launch may take, in ms'),
  }),
  output: { session: SessionFull, ...ENDED },
  codes: { program: 'INVALID_PATH', cwd: 'INVALID_PATH', env: 'INVALID_ENV' },
  run: async (args, { engine, backends, cwd, signal }) => {
    const env = parseEnv(args.env);
    if (!env.ok) return env;
    const checked = checkArgs([...args.runtimeArgs, ...args.args]);
    if (!checked.ok) return checked;
    const refused = refuseSecond(engine);
    if (refused !== undefined) return refused;
    const directory = resolve(cwd, args.cwd ?? '.');
    const startable = await checkDirectory(directory);
    if (!startable.ok) return startable;
    const chosen = await backends.forProgram(args.program, directory);
    if (!chosen.ok) return chosen;
    const { backend, program } = chosen.value;
    const session = await engine.launch({
      backend,
      program,
      args: args.args,
      cwd: directory,
      env: env.value,
      runtimeArgs: args.runtimeArgs,
      interpreter: args.interpreter,
      justMyCode: args.justMyCode,
      stopAtEntry: args.stopAtEntry,
      timeoutMs: args.timeout,
      signal,
    });
    if (!session.ok) return session;
    const { ended } = session.value;
    return ok({ session: toFullSession(session.value), ...(ended !== undefined && toEnd(ended)) });
  },
});
