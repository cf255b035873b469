import { findGateway, toSentence } from '../find-gateway.ts';
import type { AskOptions } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { isClientOnStdin } from './detect-client.ts';
import { refuse, showDemo } from './show-demo.ts';
import { startTemporaryGateway } from './temporary-gateway.ts';

export interface DemoOptions extends AskOptions {
  readonly fast?: boolean;
  /** In seconds. */
  readonly wait: number;
}

/** `toolmark demo`: uses the running gateway, or starts its own. */
export async function demoCommand(options: DemoOptions, io: Io): Promise<ExitCode> {
  if (await isClientOnStdin(io.streams.stdin)) return refuse(NOT_THE_SERVER, io);
  const found = await findGateway(options, io);
  if (found.ok) return showDemo({ found: found.value, options, io, isOwn: false });
  if (found.error.kind === 'unusable') return refuse(toSentence(found.error), io);
  const started = await startTemporaryGateway(io);
  if (!started.ok) return refuse(started.error, io);
  const { found: own, data, close } = started.value;
  try {
    return await showDemo({ found: own, options: { ...options, data }, io, isOwn: true });
  } finally {
    await close();
  }
}

const NOT_THE_SERVER =
  'toolmark demo is the demonstration; the server is toolmark demo-server. Change the config that started this.';
