import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { within } from '../gateway/deadline.ts';
import { descendantsOf, endLeftovers } from './descendants.ts';

/** Longer than any measured operation. */
const CALL_WITHIN_MS = 60_000;
const START_WITHIN_MS = 30_000;
const CLOSE_WITHIN_MS = 20_000;

export interface Server {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

type Reply = Readonly<Record<string, unknown>>;

/** What a client received for its calls. */
export interface Traffic {
  readonly calls: number;
  /** The size of all results as sent. */
  readonly bytes: number;
  /** The texts that a model reads. */
  readonly texts: readonly string[];
}

/** A real client of a debugger on stdio, the same for every target. */
export interface Connection {
  /** From the start of the process to the list of tools. */
  readonly startMs: number;
  /** The text of a reply as JSON; throws for a failure. */
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Reply>;
  /** Receives notifications; one listener at a time. */
  readonly listen: (listener: ((method: string, params: Reply) => void) | undefined) => void;
  /** Returns the totals since the last call. */
  readonly takeTraffic: () => Traffic;
  /** Ends the server; returns the number of processes it left behind, after ending them. */
  readonly close: () => Promise<number>;
}

const open = new Set<Connection>();

/** Starts a server, connects, and lists its tools as clients do. */
export async function connect({ args, env }: Server): Promise<Connection> {
  // The peer supports no newer era.
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  let listener: ((method: string, params: Reply) => void) | undefined;
  client.fallbackNotificationHandler = async ({ method, params }) => listener?.(method, params ?? {});
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env: { ...definedEnv(), ...env },
    stderr: 'ignore',
  });
  let [calls, bytes, texts]: [number, number, string[]] = [0, 0, []];
  const began = performance.now();
  let startMs = Number.NaN;
  const connection: Connection = {
    get startMs() {
      return startMs;
    },
    call: async (name, given = {}) => {
      const result = await client.callTool({ name, arguments: { ...given } }, { timeout: CALL_WITHIN_MS });
      const [block] = result.content;
      const text = block?.type === 'text' ? block.text : '';
      calls += 1;
      bytes += Buffer.byteLength(JSON.stringify(result));
      texts.push(text);
      return parseReply(name, text);
    },
    listen: (next) => {
      listener = next;
    },
    takeTraffic: () => {
      const spent = { calls, bytes, texts };
      [calls, bytes, texts] = [0, 0, []];
      return spent;
    },
    close: async () => {
      open.delete(connection);
      const own = transport.pid === null ? [] : descendantsOf(transport.pid);
      await within(CLOSE_WITHIN_MS, 'closing', client.close()).catch(() => undefined);
      return endLeftovers(own);
    },
  };
  open.add(connection);
  try {
    await within(START_WITHIN_MS, 'starting', client.connect(transport));
    await client.listTools(undefined, { timeout: START_WITHIN_MS });
  } catch (error) {
    await connection.close();
    throw error;
  }
  startMs = performance.now() - began;
  return connection;
}

/** Closes all connections and ends all their processes, before exiting. */
export async function closeAll(): Promise<void> {
  await Promise.all([...open].map((connection) => connection.close()));
}

function parseReply(tool: string, text: string): Reply {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    throw new Error(`${tool}: ${text.slice(0, 300)}`);
  }
  if (typeof reply !== 'object' || reply === null || !('success' in reply) || reply.success !== true) {
    throw new Error(`${tool}: ${text.slice(0, 300)}`);
  }
  return reply as Reply;
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
