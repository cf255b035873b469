import type { ChildProcess } from 'node:child_process';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugError } from '../../errors.ts';
import { err, ok, type Result } from '../../result.ts';
import { createDapClient, type DapClient } from './client/dap-client.ts';
import { REQUEST_MS } from './deadlines.ts';
import { createHelperChannel, type HelperChannel } from './helper/channel.ts';
import { killGroup, spawnGroup, whenSpawned } from './process/group.ts';
import type { TargetHooks } from './profile.ts';

export interface OpenAdapter {
  readonly client: DapClient;
  readonly channel: HelperChannel;
  readonly adapter: ChildProcess;
  readonly waitForEvent: (name: string, deadlineMs: number) => Promise<DebugProtocol.Event | undefined>;
  /** The last it said on stderr. */
  readonly complaints: () => string;
  readonly close: () => void;
}

const LONGEST_COMPLAINT = 4_000;

/** Starts an adapter that speaks over its stdin and stdout, and says hello. */
export const openAdapter = async (
  adapterId: string,
  command: string,
  args: readonly string[],
  hooks: TargetHooks,
): Promise<Result<OpenAdapter, DebugError>> => {
  const adapter = spawnGroup({ command, args, env: process.env });
  const problem = await whenSpawned(adapter);
  const { stdout, stdin } = adapter;
  if (problem !== undefined || stdout === null || stdin === null) {
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
  const close = (): void => {
    client.close('The debugger was ended.');
    channel.close();
    killGroup(adapter.pid);
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
  close();
  return err({
    code: 'LAUNCH_FAILED',
    message: `The debug adapter ${command} did not answer: ${complaint.trim() || hello.error.message}`,
  });
};
