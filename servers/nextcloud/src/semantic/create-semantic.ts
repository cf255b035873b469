import type { ToolContext } from '@toolmark/kit';
import type { Nextcloud } from '../http/nextcloud.ts';
import { createSemanticIndex } from './create-semantic-index.ts';
import type { DocumentSource } from './document-source.ts';
import type { Embedder } from './embeddings/embedder.ts';
import { type FoundDocument, type SearchQuery, searchDocuments } from './search-documents.ts';
import { type SyncProgress, syncDocuments } from './sync-documents.ts';

export interface SemanticOptions {
  /** A file, or `:memory:`. */
  readonly file: string;
  readonly embedder: Embedder;
  /** The address of the Nextcloud: users of two of them can have the same name. */
  readonly host: string;
  readonly sources: readonly DocumentSource[];
  /** Called with the error of a failed background sync. */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => Date;
}

interface SyncStatus {
  readonly indexed: number;
  readonly pending: number;
  readonly status: 'idle' | 'syncing' | 'unknown';
}

/** Semantic search over the documents of users of one Nextcloud. */
export interface Semantic {
  readonly search: (
    nextcloud: Nextcloud,
    query: SearchQuery,
    context: Pick<ToolContext, 'signal' | 'progress'>,
  ) => Promise<readonly FoundDocument[]>;
  /** Scans and indexes now; joins a sync that is running. */
  readonly sync: (nextcloud: Nextcloud) => Promise<void>;
  /** Syncs now and every 5 minutes, until `close`. */
  readonly watch: (nextcloud: Nextcloud) => void;
  /** `unknown` before the first scan of this process. */
  readonly status: (nextcloud: Nextcloud) => SyncStatus;
  readonly close: () => Promise<void>;
}

const INTERVAL_MS = 5 * 60_000;
/** The timeout of a scan with its embeddings; the next scan does the rest. */
const SYNC_DEADLINE_MS = 30 * 60_000;
/** The maximum wait of a user's first search for the index. */
const FIRST_SEARCH_MS = 20_000;

interface OwnerState {
  running?: Promise<void>;
  progress: SyncProgress;
  finishedAt?: number;
  /** Callers who wait for the running sync. */
  readonly listeners: Set<(progress: SyncProgress) => void>;
}

/**
 * Opens the index. The creator must close it, which aborts running syncs and closes the file.
 *
 * @example
 * const semantic = createSemantic({ file, host: url, sources: sourcesOf(modules), embedder: createSentenceEncoder() });
 * semantic.watch(nextcloud);
 */
export function createSemantic(options: SemanticOptions): Semantic {
  const { file, embedder, host, sources, onError = () => {}, now = () => new Date() } = options;
  const index = createSemanticIndex(file, embedder.name);
  const stop = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const states = new Map<string, OwnerState>();
  const ownerOf = ({ user }: Nextcloud): string => `${host} ${user}`;
  const syncPartsFor = (nextcloud: Nextcloud) => ({ index: index.of(ownerOf(nextcloud)), embedder, sources });
  const ownerStateOf = (nextcloud: Nextcloud): OwnerState => {
    const owner = ownerOf(nextcloud);
    const state = states.get(owner) ?? { progress: { done: 0, total: 0 }, listeners: new Set() };
    states.set(owner, state);
    return state;
  };
  const run = async (nextcloud: Nextcloud, state: OwnerState): Promise<void> => {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(SYNC_DEADLINE_MS)]);
    const onProgress = (progress: SyncProgress): void => {
      state.progress = progress;
      for (const listener of state.listeners) listener(progress);
    };
    try {
      await syncDocuments(nextcloud, syncPartsFor(nextcloud), { signal, onProgress });
      state.finishedAt = now().getTime();
    } finally {
      delete state.running;
    }
  };
  const sync = (nextcloud: Nextcloud): Promise<void> => {
    stop.signal.throwIfAborted();
    const state = ownerStateOf(nextcloud);
    state.running ??= run(nextcloud, state);
    return state.running;
  };
  const syncInBackground = (nextcloud: Nextcloud): void =>
    void sync(nextcloud).catch((error: unknown) => stop.signal.aborted || onError(error));
  const refresh = async (nextcloud: Nextcloud, { signal, progress }: Pick<ToolContext, 'signal' | 'progress'>) => {
    const state = ownerStateOf(nextcloud);
    if (state.finishedAt !== undefined) {
      if (now().getTime() - state.finishedAt >= INTERVAL_MS) syncInBackground(nextcloud);
      return;
    }
    const tell = ({ done, total }: SyncProgress): void =>
      void progress({ progress: done, total, message: 'Indexing your documents' });
    state.listeners.add(tell);
    try {
      await orTimeout(sync(nextcloud), AbortSignal.any([signal, AbortSignal.timeout(FIRST_SEARCH_MS)]));
      signal.throwIfAborted();
    } finally {
      state.listeners.delete(tell);
    }
  };
  return {
    sync,
    watch: (nextcloud) => {
      syncInBackground(nextcloud);
      timers.add(setInterval(() => syncInBackground(nextcloud), INTERVAL_MS).unref());
    },
    search: async (nextcloud, query, context) => {
      await refresh(nextcloud, context);
      const signal = AbortSignal.any([context.signal, stop.signal]);
      return searchDocuments(nextcloud, query, syncPartsFor(nextcloud), signal);
    },
    status: (nextcloud) => {
      const { running, progress, finishedAt } = ownerStateOf(nextcloud);
      const indexed = index.of(ownerOf(nextcloud)).count();
      const pending = progress.total - progress.done;
      if (running !== undefined) return { indexed, pending, status: 'syncing' };
      return { indexed, pending, status: finishedAt === undefined ? 'unknown' : 'idle' };
    },
    close: async () => {
      stop.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled([...states.values()].map(({ running }) => running));
      index.close();
    },
  };
}

/** Waits for the work until the signal aborts; the work itself continues. */
async function orTimeout(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let stopWaiting = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    stopWaiting = resolve;
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    stopWaiting();
    // Ignore a failure after the wait has ended: the next search reports it.
    work.catch(() => {});
  }
}
