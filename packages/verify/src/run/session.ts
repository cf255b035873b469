import { setTimeout as delay } from 'node:timers/promises';
import { err, isJsonObject, ok, type Result, type ToolDefinition } from '@toolmark/annotations';
import { errorOf, failed, type JsonObject } from '@toolmark/base';
import type { CommandTarget } from '@toolmark/reach';
import { openConnection } from '@toolmark/upstream';
import type { Cell, OpenCell } from '../isolation/sandbox.ts';
import type { Step } from '../judge/observation.ts';
import { readContacts } from '../observe/contacts.ts';
import { type FileState, readFileState } from '../observe/file-state.ts';
import { waitUntilQuiet } from '../observe/quiet.ts';
import { readTrace, type TraceEvents } from '../observe/trace.ts';
import { type Answer, resultOf, toAnswer } from './answer.ts';

/** A server that runs in a cell of its own, with what it does in view. */
export interface Session {
  readonly cell: Cell;
  readonly tools: readonly ToolDefinition[];
  readonly serverInfo: JsonObject | undefined;
  readonly resources: readonly string[];
  readonly call: (step: Step) => Promise<Answer>;
  readonly readResource: (uri: string) => Promise<Answer>;
  readonly files: () => FileState;
  /** Waits until nothing is written any more. */
  readonly settle: (quietMs: number, longestMs: number) => Promise<void>;
  /** Starts a window: what follows is what happens after this moment. */
  readonly watch: () => Window;
  /** Closes the server's input, waits until it has ended, and returns the files it left. */
  readonly finish: () => Promise<FileState>;
  readonly close: () => Promise<void>;
}

/** What was seen since a moment. */
interface Window {
  readonly contacts: () => readonly string[];
  readonly sent: () => string;
  readonly trace: () => TraceEvents;
  readonly notices: () => readonly string[];
}

export interface SessionOptions {
  readonly target: CommandTarget;
  readonly openCell: OpenCell;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly startTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly signal: AbortSignal;
}

const CHANGES = /^notifications\/(?:resources\/updated|(?:resources|tools|prompts)\/list_changed)$/;
const MAX_PAGES = 50;

/** Starts a server in a fresh cell and lists its tools. */
export async function openSession(options: SessionOptions): Promise<Result<Session, string>> {
  const { target, openCell, version, env, startTimeoutMs, callTimeoutMs, signal } = options;
  const cell = await openCell(target);
  const notices: string[] = [];
  const opened = await openConnection({
    target: cell.target,
    protocol: 'auto',
    events: {
      onNotification: ({ method }) => {
        if (CHANGES.test(method)) notices.push(method);
      },
      onRequest: async () => failed(errorOf('methodNotFound', 'This client answers no questions.')),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(startTimeoutMs)]),
    self: { name: 'toolmark-verify', version },
    env,
  });
  if (!opened.ok) {
    await cell.close();
    const tail = opened.error.stderrTail.slice(-3).join(' ');
    return err(tail === '' ? opened.error.message : `${opened.error.message} It said: ${tail}`);
  }
  const connection = opened.value;
  const exchange = { timeoutMs: callTimeoutMs, maxTimeoutMs: callTimeoutMs, signal };
  const listAll = async (method: string, key: string): Promise<readonly JsonObject[]> => {
    const all: JsonObject[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES; page++) {
      const reply = await connection.request(method, cursor === undefined ? undefined : { cursor }, exchange);
      const result = resultOf(reply);
      if (result === undefined) break;
      const listed = result[key];
      if (Array.isArray(listed)) all.push(...listed.filter(isJsonObject));
      cursor = result['nextCursor'];
      if (typeof cursor !== 'string') break;
    }
    return all;
  };
  const close = async (): Promise<void> => {
    await connection.close();
    await cell.close();
  };
  const tools = (await listAll('tools/list', 'tools')).flatMap((tool) => (isTool(tool) ? [tool] : []));
  const hasResources = connection.capabilities['resources'] !== undefined;
  const listed = hasResources ? await listAll('resources/list', 'resources') : [];
  const resources = listed.flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : []));
  const request = async (method: string, params: JsonObject): Promise<Answer> =>
    toAnswer(await connection.request(method, params, exchange));
  return ok({
    cell,
    tools,
    resources,
    serverInfo: connection.serverInfo,
    call: (step) => request('tools/call', { name: step.call, arguments: step.arguments }),
    readResource: (uri) => request('resources/read', { uri }),
    files: () => readFileState(cell.layers()),
    settle: (quietMs, longestMs) => waitUntilQuiet(cell.layers(), quietMs, longestMs, signal),
    watch: () => {
      const from = { network: cell.log('network').length, trace: cell.log('trace').length, notices: notices.length };
      const contacts = () => readContacts(cell.log('network').slice(from.network));
      return {
        contacts: () => [...new Set(contacts().map(({ name }) => name))],
        sent: () =>
          contacts()
            .map(({ text }) => text)
            .join('\n'),
        trace: () => readTrace(cell.log('trace').slice(from.trace)),
        notices: () => [...new Set(notices.slice(from.notices))],
      };
    },
    finish: async () => {
      let last = readFileState(cell.layers());
      const closing = connection.close().then(() => 'closed' as const);
      // The layers disappear with the sandbox, so the last state that can be read counts.
      for (;;) {
        const ended = await Promise.race([closing, delay(40)]);
        if (ended === 'closed') break;
        const now = readFileState(cell.layers());
        if (cell.isThere()) last = now;
      }
      await cell.close();
      return last;
    },
    close,
  });
}

function isTool(value: JsonObject): value is JsonObject & ToolDefinition {
  return typeof value['name'] === 'string';
}
