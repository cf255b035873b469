import { createInterface } from 'node:readline';
import { err, ok, type Result } from '@toolmark/annotations';
import { type Server, serverSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { toSeconds } from '@toolmark/reach';
import type { Answer, GatewayClient, Refusal } from './gateway-client.ts';
import { type Io, sleep } from './io.ts';

export interface WaitOptions {
  readonly name: string;
  /** Of the attempt that is waited for. */
  readonly id: string;
  /** Whether an address may be pasted meanwhile. */
  readonly takesPaste: boolean;
  readonly timeoutMs: number;
}

const LOOK_MS = 1_000;

/** How long a server that somebody signed in to gets to be connected. */
const CONNECT_MS = 20_000;

const pathOf = (name: string): string => `/servers/${encodeURIComponent(name)}`;

/** Waits until a sign-in has come to its end, by the browser or by what is pasted; a sentence where it did not. */
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
      if (attempt?.id !== id)
        return err('Another sign-in to this server was begun meanwhile. This one is not waited for any more.');
      if (attempt.state === 'done') return ok(undefined);
      if (attempt.state === 'failed') return err(safeText(attempt.problem ?? 'Nobody was signed in.'));
      if (io.now().getTime() >= until)
        return err(`Nobody signed in within ${toSeconds(timeoutMs)}. Begin again when you can.`);
    }
  } finally {
    paste.close();
  }
}

/** The server when it is connected or is known not to be, or as it is when that takes too long. */
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
  /** Never settles where nothing is pasted. */
  readonly line: Promise<string>;
  readonly close: () => void;
}

const NO_LINE: Line = { line: new Promise(() => {}), close: () => {} };

function readLine(io: Pick<Io, 'streams'>): Line {
  const { promise: line, resolve } = Promise.withResolvers<string>();
  // Not as a terminal: Ctrl-C shall stay a signal to the whole program.
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
