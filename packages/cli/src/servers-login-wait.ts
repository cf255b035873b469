import { createInterface } from 'node:readline';
import { err, ok, type Result } from '@toolmark/annotations';
import { type Server, serverSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { toSeconds } from '@toolmark/reach';
import type { Answer, GatewayClient, Refusal } from './gateway-client.ts';
import { type Io, sleep } from './io.ts';

export interface WaitOptions {
  readonly name: string;
  /** The id of the sign-in attempt. */
  readonly id: string;
  /** Whether the user may paste an address meanwhile. */
  readonly takesPaste: boolean;
  readonly timeoutMs: number;
}

const LOOK_MS = 1_000;

/** How long to wait for the connection after a sign-in. */
const CONNECT_MS = 20_000;

const pathOf = (name: string): string => `/servers/${encodeURIComponent(name)}`;

/** Waits until a sign-in completes, in the browser or with a pasted address; fails with a sentence. */
export async function waitForSignIn(
  gateway: GatewayClient,
  options: WaitOptions,
  io: Io,
): Promise<Result<void, string>> {
  const { name, id, takesPaste, timeoutMs } = options;
  const until = io.now().getTime() + timeoutMs;
  const paste = takesPaste ? readLine(io) : NO_LINE;
  try {
    for (;;) {
      const pasted = await Promise.race([paste.line, sleep(LOOK_MS, io)]);
      if (io.signal.aborted) return err('Interrupted.');
      if (pasted !== undefined) {
        const done = await gateway.request('POST', `${pathOf(name)}/sign-in/complete`, serverSchema, {
          body: { address: pasted },
        });
        return done.ok ? ok(undefined) : err(done.error.message);
      }
      const found = await gateway.request('GET', pathOf(name), serverSchema);
      if (!found.ok) return err(found.error.message);
      const { attempt } = found.value.value.auth;
      if (attempt?.id !== id) return err('Another sign-in to this server was started. This one is cancelled.');
      if (attempt.state === 'done') return ok(undefined);
      if (attempt.state === 'failed') return err(safeText(attempt.problem ?? 'The sign-in failed.'));
      if (io.now().getTime() >= until)
        return err(`No sign-in within ${toSeconds(timeoutMs)}. Start again when you are ready.`);
    }
  } finally {
    paste.close();
  }
}

/** Waits until the server is connected or has failed, and returns its last state on timeout. */
export async function waitUntilConnected(
  gateway: GatewayClient,
  name: string,
  io: Io,
): Promise<Result<Answer<Server>, Refusal>> {
  const until = io.now().getTime() + CONNECT_MS;
  for (;;) {
    const found = await gateway.request('GET', pathOf(name), serverSchema);
    const isOver = io.signal.aborted || io.now().getTime() >= until;
    if (!found.ok || isOver || found.value.value.state !== 'connecting') return found;
    await sleep(LOOK_MS / 4, io);
  }
}

interface Line {
  /** Never settles if nothing is pasted. */
  readonly line: Promise<string>;
  readonly close: () => void;
}

const NO_LINE: Line = { line: new Promise(() => {}), close: () => {} };

function readLine(io: Pick<Io, 'streams'>): Line {
  const { promise: line, resolve } = Promise.withResolvers<string>();
  // Not in terminal mode, so that Ctrl-C stays a signal to the whole program.
  const lines = createInterface({ input: io.streams.stdin, terminal: false });
  lines.on('line', (text) => {
    if (text.trim() !== '') resolve(text.trim());
  });
  return {
    line,
    close: () => {
      lines.close();
      io.streams.stdin.pause();
    },
  };
}
