import { basename } from 'node:path';
import type { DebugError } from '../../errors.ts';
import { ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import { within } from '../workspace/within.ts';
import { createLspClient, type LspClient } from './client.ts';
import { createDocuments, type Documents, toUri } from './documents.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import type { LspProfile } from './profile.ts';
import { startServer } from './server-process.ts';

/** One run of a language server. */
export interface Session {
  readonly wanted: Wanted;
  readonly pid: number;
  readonly client: LspClient;
  readonly documents: Documents;
  /** The capabilities announced by the server. */
  readonly capabilities: () => Readonly<Record<string, unknown>>;
  readonly isAlive: () => boolean;
  /** The server's past notifications. */
  readonly events: EventLog;
  readonly close: () => Promise<void>;
}

interface Initialized {
  readonly capabilities: Readonly<Record<string, unknown>>;
}

const SHUTDOWN_MS = 2_000;

export async function startSession(
  profile: LspProfile,
  wanted: Wanted,
  deadline: AbortSignal,
): Promise<Found<Session>> {
  const spec = await profile.start(wanted);
  if (!spec.ok) return spec;
  const { name, dispose } = spec.value;
  const started = await startServer(spec.value);
  if (!started.ok) {
    await dispose();
    return started;
  }
  const server = started.value;
  const { log, push, end } = createEventLog();
  const client = createLspClient(name, server, {
    onNotification: (method, params) => push({ method, params }),
    onRequest: (method, params) => answerTo(profile, method, params),
    onNonsense: () => void server.kill(),
  });
  let isAlive = true;
  let capabilities: Initialized['capabilities'] = {};
  const ended = server.ended.then(async (how) => {
    isAlive = false;
    const error: DebugError = { code: 'ANALYSIS_FAILED', message: `${how}. Ask again: it is started anew.` };
    client.close(error);
    end(error);
    await dispose();
  });
  const close = async (): Promise<void> => {
    const asked = AbortSignal.timeout(SHUTDOWN_MS);
    await client.request('shutdown', {}, asked);
    client.notify('exit', {});
    await within(
      ended.then(() => ok(undefined)),
      asked,
      name,
    );
    await server.kill();
    await ended;
  };
  const documents = createDocuments(client, profile.languageId);
  const session: Session = {
    wanted,
    pid: server.pid,
    client,
    documents,
    capabilities: () => capabilities,
    isAlive: () => isAlive,
    events: log,
    close,
  };
  const initialized = await client.request<Initialized>('initialize', toInitialize(wanted.root), deadline);
  if (!initialized.ok) {
    await close();
    return initialized;
  }
  capabilities = initialized.value?.capabilities ?? {};
  client.notify('initialized', {});
  return ok(session);
}

function toInitialize(root: string): object {
  const uri = toUri(root);
  return {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: basename(root) }],
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      offsetEncoding: ['utf-16'],
      window: { workDoneProgress: true },
      workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: {
        diagnostic: { dynamicRegistration: true },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        hover: { contentFormat: ['plaintext'] },
        publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true, categorySupport: true },
      },
    },
  };
}

function answerTo(profile: LspProfile, method: string, params: unknown): unknown {
  if (method !== 'workspace/configuration') return null;
  const { items } = params as { readonly items: readonly { readonly section?: string }[] };
  return items.map(({ section = '' }) => profile.settings[section] ?? null);
}
