import { createHash } from 'node:crypto';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { createPause, type Pause, type RpcReply } from '@toolmark/base';
import { isLongerThan, isTooDeep, MAX_DEPTH, toPrintable } from '@toolmark/reach';
import type { ListLimits } from '../limits.ts';
import type { Caching } from '../server.ts';

/**
 * Far above the longest valid entry. Longer ones are not serialized, because that would block other callers; shorter
 * ones are checked, and reported, by the catalog.
 */
const MAX_ENTRY_CHARACTERS = 1024 * 1024;

/** A list of a server over all its pages. */
export interface FetchedList extends Caching {
  /** The raw entries in their original order. */
  readonly entries: readonly unknown[];
  /** A digest of the entries as JSON: equal if and only if the lists are equal. */
  readonly digest: string;
  /** The list's problems, one sentence each. */
  readonly problems: readonly string[];
}

export interface ListFault {
  readonly message: string;
  /** `false` if the server does not implement this list, whatever it declares. */
  readonly retryable: boolean;
}

export interface FetchListOptions {
  /** The result field with the entries. */
  readonly member: string;
  readonly fetchPage: (cursor: string | undefined) => Promise<RpcReply>;
  readonly limits: ListLimits;
  /** Called after each entry to yield to other work: a page may have a hundred thousand entries. */
  readonly pause?: Pause;
}

const METHOD_NOT_FOUND = -32_601;

/**
 * Reads all pages. Cuts lists that are too long or repeat a cursor, because the rest is still useful. A failed page
 * fails the whole list, because a partial list looks like a complete one.
 */
export async function fetchList(options: FetchListOptions): Promise<Result<FetchedList, ListFault>> {
  const { member, fetchPage, limits, pause = createPause() } = options;
  const list = createCollector(limits);
  const seen = new Set<string>();
  let cursor: string | undefined;
  let lastPage: string | undefined;

  for (let pages = 1; ; pages++) {
    const page = readPage(await fetchPage(cursor), member);
    if (!page.ok) return page;
    const { entries, nextCursor, caching } = page.value;
    const isRepeated = typeof nextCursor === 'string' && seen.has(nextCursor);
    const printed = await printEntries(entries, limits.entries, pause);
    // A server that ignores cursors returns its first page again and again; keep it once.
    if (!isRepeated || printed.digest !== lastPage) await list.add(printed, pause);
    list.keepFor(caching);
    if (typeof nextCursor !== 'string') {
      // Some languages serialize a missing field as `null`.
      if (nextCursor !== undefined && nextCursor !== null)
        list.warn('The last page has a nextCursor that is not a string.');
      return ok(list.done());
    }
    if (isRepeated) list.warn(`The cursor '${toPrintable(nextCursor, 60)}' came twice, so the list has no end.`);
    if (pages >= limits.pages) list.warn(`The list was cut: it has more than ${limits.pages} pages.`);
    if (isRepeated || pages >= limits.pages || list.isFull()) return ok(list.done());
    seen.add(nextCursor);
    lastPage = printed.digest;
    cursor = nextCursor;
  }
}

/** The digest of a list that was not just fetched. */
export function digestOf(entries: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`);
  return hash.digest('base64');
}

/** The entries of a page with their JSON. */
interface PrintedEntries {
  readonly entries: readonly unknown[];
  readonly texts: readonly string[];
  /** Entries ignored because they are nested too deeply to serialize or walk safely. */
  readonly tooDeep: number;
  /** Entries ignored because they take too long to serialize. */
  readonly tooLong: number;
  /** Of the JSON texts. */
  readonly digest: string;
}

/** Serializes the entries up to the limit, and one more to show that there are more. */
async function printEntries(all: readonly unknown[], most: number, pause: Pause): Promise<PrintedEntries> {
  const entries: unknown[] = [];
  const texts: string[] = [];
  const hash = createHash('sha256');
  let tooDeep = 0;
  let tooLong = 0;
  for (const entry of all) {
    if (isLongerThan(entry, MAX_ENTRY_CHARACTERS)) tooLong++;
    else if (isTooDeep(entry)) tooDeep++;
    else {
      const text = JSON.stringify(entry);
      hash.update(`${text}\n`);
      entries.push(entry);
      texts.push(text);
    }
    if (entries.length > most) break;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  return { entries, texts, tooDeep, tooLong, digest: hash.digest('base64') };
}

interface Collector {
  readonly add: (printed: PrintedEntries, pause: Pause) => Promise<void>;
  readonly keepFor: (caching: Caching) => void;
  readonly warn: (problem: string) => void;
  readonly isFull: () => boolean;
  readonly done: () => FetchedList;
}

function createCollector(limits: ListLimits): Collector {
  const entries: unknown[] = [];
  const problems: string[] = [];
  const hash = createHash('sha256');
  let caching: Caching = { ttlMs: undefined, cacheScope: undefined };
  let tooDeep = 0;
  let tooLong = 0;
  let bytes = 0;
  let isFull = false;
  return {
    add: async (printed, pause) => {
      tooDeep += printed.tooDeep;
      tooLong += printed.tooLong;
      for (const [index, text] of printed.texts.entries()) {
        bytes += Buffer.byteLength(text);
        isFull ||= entries.length >= limits.entries || bytes > limits.bytes;
        if (isFull) return;
        entries.push(printed.entries[index]);
        // Hash entry by entry, so that the digest does not depend on the page size.
        hash.update(`${text}\n`);
        const paused = pause();
        if (paused !== undefined) await paused;
      }
    },
    keepFor: (more) => {
      caching = strictest([caching, more]);
    },
    warn: (problem) => problems.push(problem),
    isFull: () => isFull,
    done: () => {
      if (isFull) problems.push(`The list was cut after ${entries.length} entries: it exceeds the limit.`);
      if (tooDeep > 0) problems.push(`${tooDeep} entries nested more than ${MAX_DEPTH} levels deep were ignored.`);
      if (tooLong > 0)
        problems.push(`${tooLong} entries of more than ${MAX_ENTRY_CHARACTERS} characters were ignored.`);
      return { entries, digest: hash.digest('base64'), ...caching, problems };
    },
  };
}

/** Combines several lists or pages: the shortest time, and `private` if any is. Missing values stay missing. */
export function strictest(all: readonly Caching[]): Caching {
  const times = all.flatMap(({ ttlMs }) => (ttlMs === undefined ? [] : [ttlMs]));
  const scopes = all.map(({ cacheScope }) => cacheScope);
  return {
    ttlMs: times.length === 0 ? undefined : Math.min(...times),
    cacheScope: scopes.includes('private') ? 'private' : scopes.includes('public') ? 'public' : undefined,
  };
}

interface Page {
  readonly entries: readonly unknown[];
  readonly nextCursor: unknown;
  readonly caching: Caching;
}

function readPage(reply: RpcReply, member: string): Result<Page, ListFault> {
  if (reply.kind === 'error') {
    const { code, message } = reply.error;
    return err({ message: `${toPrintable(message)} (${code})`, retryable: code !== METHOD_NOT_FOUND });
  }
  const result: unknown = reply.kind === 'result' ? reply.result : undefined;
  if (!isJsonObject(result)) return err({ message: 'The answer is not an object.', retryable: true });
  const { [member]: entries, nextCursor, ttlMs, cacheScope } = result;
  if (!Array.isArray(entries)) return err({ message: `The answer has no array '${member}'.`, retryable: true });
  const caching: Caching = {
    ttlMs: typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs >= 0 ? ttlMs : undefined,
    cacheScope: cacheScope === 'public' || cacheScope === 'private' ? cacheScope : undefined,
  };
  return ok({ entries, nextCursor, caching });
}
