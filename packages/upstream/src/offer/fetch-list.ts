import { createHash } from 'node:crypto';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { createPause, type Pause, type RpcReply } from '@toolmark/base';
import { isLongerThan, isTooDeep, MAX_DEPTH, toPrintable } from '@toolmark/reach';
import type { ListLimits } from '../limits.ts';
import type { Caching } from '../server.ts';

/**
 * Far above the longest entry that is taken. Longer ones are not even printed, which would keep everybody else waiting; of shorter ones
 * whoever takes the list says which one is too long.
 */
const MAX_ENTRY_CHARACTERS = 1024 * 1024;

/** A list of a server over all its pages. */
export interface FetchedList extends Caching {
  /** As they came and in the order in which they came. */
  readonly entries: readonly unknown[];
  /** Of the entries as JSON: the same if and only if the list is. */
  readonly digest: string;
  /** What is wrong with it, in a sentence each. */
  readonly problems: readonly string[];
}

export interface ListFault {
  readonly message: string;
  /** `false` where the server knows no such list, whatever it declares. */
  readonly retryable: boolean;
}

export interface FetchListOptions {
  /** The member of the result that holds the entries. */
  readonly member: string;
  readonly fetchPage: (cursor: string | undefined) => Promise<RpcReply>;
  readonly limits: ListLimits;
  /** Asked after each entry whether others are to have their turn: a page may have a hundred thousand. */
  readonly pause?: Pause;
}

const METHOD_NOT_FOUND = -32_601;

/**
 * Reads all pages. Too long a list is cut, and one that goes round in circles ends where it began: the rest of what a
 * server offers is of use all the same. A page that cannot be had fails the list, because part of one looks like all of it.
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
    // A server that ignores cursors sends its first page again and again; once is enough.
    if (!isRepeated || printed.digest !== lastPage) await list.add(printed, pause);
    list.keepFor(caching);
    if (typeof nextCursor !== 'string') {
      // `null` is how some languages leave a member out.
      if (nextCursor !== undefined && nextCursor !== null)
        list.warn('The last page has a nextCursor that is no string.');
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

/** The digest of a list that was not fetched just now. */
export function digestOf(entries: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`);
  return hash.digest('base64');
}

/** Entries of a page, and the same as JSON. */
interface PrintedEntries {
  readonly entries: readonly unknown[];
  readonly texts: readonly string[];
  /** How many were left out, because whoever prints or walks them could not survive it. */
  readonly tooDeep: number;
  /** How many were left out, because printing them takes too long. */
  readonly tooLong: number;
  /** Of the texts. */
  readonly digest: string;
}

/** Prints as many entries as are kept, and one more, by which it shows that there are more. */
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
        // Entry by entry, so that the same list on pages of another size is the same list.
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
      if (isFull) problems.push(`The list was cut after ${entries.length} entries: it is longer than can be kept.`);
      if (tooDeep > 0) problems.push(`${tooDeep} entries nested more than ${MAX_DEPTH} levels deep were left out.`);
      if (tooLong > 0)
        problems.push(`${tooLong} entries of more than ${MAX_ENTRY_CHARACTERS} characters were left out.`);
      return { entries, digest: hash.digest('base64'), ...caching, problems };
    },
  };
}

/** Of several lists or pages: the shortest time, and `private` if one of them is. What nobody said stays unsaid. */
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
  if (!isJsonObject(result)) return err({ message: 'The answer is no object.', retryable: true });
  const { [member]: entries, nextCursor, ttlMs, cacheScope } = result;
  if (!Array.isArray(entries)) return err({ message: `The answer has no array '${member}'.`, retryable: true });
  const caching: Caching = {
    ttlMs: typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs >= 0 ? ttlMs : undefined,
    cacheScope: cacheScope === 'public' || cacheScope === 'private' ? cacheScope : undefined,
  };
  return ok({ entries, nextCursor, caching });
}
