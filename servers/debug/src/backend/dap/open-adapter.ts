import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugError } from '../../errors.ts';
import { err, ok, type Result } from '../../result.ts';
import { whenSpawned } from '../process/child.ts';
import { killGroup, spawnGroup } from '../process/group.ts';
import { createDapClient, type DapClient } from './client/dap-client.ts';
import { GONE_MS, REQUEST_MS, raceDeadline } from './deadlines.ts';
import { createHelperChannel, type HelperChannel } from './helper/channel.ts';
import type { TargetHooks } from './profile.ts';

export interface OpenAdapter {
  readonly client: DapClient;
  readonly channel: HelperChannel;
  readonly adapter: ChildProcess;
  readonly waitForEvent: (name: string, deadlineMs: number) => Promise<DebugProtocol.Event | undefined>;
  /** The last it said on stderr. */
  readonly complaints: () => string;
  /** Ends it with everything it has started and left lying about. Settles when that is gone, or takes too long. */
  readonly close: (why: string) => Promise<void>;
}

const LONGEST_COMPLAINT = 4_000;

/**
 * Starts an adapter that speaks over its stdin and stdout, and says hello. It has a folder of its own for temporary files: debuggers
 * leave some of them behind, always those that are ended from outside.
 */
export const openAdapter = async (
  adapterId: string,
  command: string,
  args: readonly string[],
  hooks: TargetHooks,
): Promise<Result<OpenAdapter, DebugError>> => {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-debug-'));
  const clear = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  const adapter = spawnGroup({ command, args, env: { ...process.env, TMPDIR: folder } });
  const gone = once(adapter, 'exit').then(clear, clear);
  const problem = await whenSpawned(adapter);
  const { stdout, stdin } = adapter;
  if (problem !== undefined || stdout === null || stdin === null) {
    await gone;
    return err({ code: 'LAUNCH_FAILED', message: `The debug adapter ${command} did not start: ${problem}.` });
  }
  let complaint = '';
  adapter.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-LONGEST_COMPLAINT);
  });
  const waiting = new Map<string, ((event: DebugProtocol.Event | undefined) => void)[]>();
  const channel = await createHelperChannel(hooks.onHelper);
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

  const hello = await client.initialize(
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
  if (hello.ok) return ok({ client, channel, adapter, waitForEvent, complaints: () => complaint.trim(), close });
  await close('The debugger was ended.');
  return err({
    code: 'LAUNCH_FAILED',
    message: `The debug adapter ${command} did not answer: ${complaint.trim() || hello.error.message}`,
  });
};
