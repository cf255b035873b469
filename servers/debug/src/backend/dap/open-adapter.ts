import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugError } from '../../errors.ts';
import { err, ok, type Result } from '../../result.ts';
import { whenSpawned } from '../process/child.ts';
import { killGroup, spawnGroup } from '../process/group.ts';
import { createScratch } from '../process/scratch.ts';
import { raceDeadline } from '../race-deadline.ts';
import { createDapClient, type DapClient } from './client/dap-client.ts';
import { GONE_MS, REQUEST_MS } from './deadlines.ts';
import { createHelperChannel, type HelperChannel } from './helper/channel.ts';
import type { TargetHooks } from './profile.ts';

export interface OpenAdapter {
  readonly client: DapClient;
  readonly channel: HelperChannel;
  readonly adapter: ChildProcess;
  readonly waitForEvent: (name: string, deadlineMs: number) => Promise<DebugProtocol.Event | undefined>;
  /** The folder for the adapter's temporary files. */
  readonly folder: string;
  /** The last lines of its stderr. */
  readonly stderrTail: () => string;
  /** Ends it with all child processes and temporary files. Settles when they are gone, or after a timeout. */
  readonly close: (why: string) => Promise<void>;
}

const STDERR_TAIL = 4_000;

/** Starts an adapter that speaks over stdin and stdout, and initializes it. */
export const openAdapter = async (
  adapterId: string,
  command: string,
  args: readonly string[],
  hooks: TargetHooks,
  deadline: AbortSignal,
): Promise<Result<OpenAdapter, DebugError>> => {
  const channel = await createHelperChannel(hooks.onHelper).catch((error: Error) => error);
  if (channel instanceof Error) {
    return err({ code: 'LAUNCH_FAILED', message: `No port of this machine could be opened: ${channel.message}.` });
  }
  const scratch = await createScratch();
  const adapter = spawnGroup({ command, args, env: { ...process.env, TMPDIR: scratch.path } });
  const gone = once(adapter, 'exit').then(scratch.clear, scratch.clear);
  const problem = await whenSpawned(adapter);
  const { stdout, stdin } = adapter;
  if (problem !== undefined || stdout === null || stdin === null) {
    channel.close();
    await gone;
    return err({ code: 'LAUNCH_FAILED', message: `The debug adapter ${command} did not start: ${problem}.` });
  }
  let stderrEnd = '';
  adapter.stderr?.on('data', (chunk: Buffer) => {
    stderrEnd = (stderrEnd + chunk.toString('utf8')).slice(-STDERR_TAIL);
  });
  const waiting = new Map<string, ((event: DebugProtocol.Event | undefined) => void)[]>();
  const client = createDapClient({ input: stdout, output: stdin }, (why) => {
    for (const each of [...waiting.values()].flat()) each(undefined);
    hooks.onLost(why);
  });
  client.onEvent((event) => {
    for (const each of waiting.get(event.event) ?? []) each(event);
    waiting.delete(event.event);
    hooks.onEvent(event);
  });
  const close: OpenAdapter['close'] = async (why) => {
    client.close(why);
    channel.close();
    killGroup(adapter.pid);
    await raceDeadline(gone, AbortSignal.timeout(GONE_MS));
  };
  const waitForEvent: OpenAdapter['waitForEvent'] = (name, deadlineMs) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, deadlineMs, undefined);
      const settle = (event: DebugProtocol.Event | undefined): void => {
        clearTimeout(timer);
        resolve(event);
      };
      if (client.isClosed()) settle(undefined);
      else waiting.set(name, [...(waiting.get(name) ?? []), settle]);
    });

  const greeting = client.initialize(
    {
      clientID: 'toolmark-debug',
      adapterID: adapterId,
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: 'path',
      supportsRunInTerminalRequest: true,
    },
    REQUEST_MS * 2,
  );
  const hello = await raceDeadline(greeting, deadline);
  if (hello !== 'late' && hello.ok) {
    const stderrTail = () => stderrEnd.trim();
    return ok({ client, channel, adapter, waitForEvent, folder: scratch.path, stderrTail, close });
  }
  await close('The debugger was ended.');
  if (hello === 'late')
    return err({ code: 'TIMEOUT', message: `The debug adapter ${command} did not answer in time.` });
  const why = stderrEnd.trim() || hello.error.message;
  return err({ code: 'LAUNCH_FAILED', message: `The debug adapter ${command} did not answer: ${why}` });
};
