import { err, ok, type Result } from '@toolmark/annotations';
import { type ResolveName, lookUp as systemLookUp } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import { askRegistry, type RegistryProblem } from './ask-registry.ts';
import { MAX_RESULTS, REGISTRY_LIMITS, type RegistryLimits } from './limits.ts';
import { type ListedServer, parseListed, parsePage } from './server-json.ts';

/** A page of search results. */
interface SearchResult {
  readonly servers: readonly ListedServer[];
  /** The cursor of the next page; `undefined` on the last one. */
  readonly cursor: string | undefined;
  /** The number of invalid entries that were skipped. */
  readonly skipped: number;
}

/** A client of an MCP registry. */
export interface Registry {
  readonly url: string;
  readonly search: (words: string, options?: SearchOptions) => Promise<Result<SearchResult, RegistryProblem>>;
  readonly get: (name: string) => Promise<Result<ListedServer, RegistryProblem>>;
}

export interface SearchOptions {
  readonly limit?: number;
  readonly cursor?: string | undefined;
}

export interface RegistryOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly version: string;
  readonly lookUp?: ResolveName;
  /** Aborted when the caller disconnected. */
  readonly signal?: AbortSignal;
  readonly limits?: RegistryLimits;
}

/** Versions of the API, newest first; their shapes are the same. */
const API_VERSIONS = ['v0.1', 'v0'] as const;

/**
 * Creates a client of an MCP registry.
 *
 * @example
 * const registry = createRegistry({ url: 'https://registry.modelcontextprotocol.io', version });
 * await registry.search('weather');
 */
export function createRegistry(options: RegistryOptions): Registry {
  const { url, version, lookUp = systemLookUp, limits = REGISTRY_LIMITS } = options;
  const deadline = (): AbortSignal =>
    AbortSignal.any([AbortSignal.timeout(limits.timeMs), ...(options.signal ? [options.signal] : [])]);
  const ask = async (path: string, signal: AbortSignal): Promise<Result<unknown, RegistryProblem>> => {
    const hasVersion = /\/v\d+(?:\.\d+)?$/.test(url);
    let answer: Result<unknown, RegistryProblem> = unusable(url, 'was not queried');
    for (const prefix of hasVersion ? [''] : API_VERSIONS.map((version) => `/${version}`)) {
      answer = await askRegistry(new URL(`${url}${prefix}${path}`), { lookUp, signal, version, limits });
      if (answer.ok || answer.error.kind !== 'missing') break;
    }
    return answer;
  };
  return {
    url,
    search: async (words, { limit = MAX_RESULTS, cursor: start } = {}) => {
      const found = new Map<string, ListedServer>();
      // One deadline for all pages, because a person waits for the result.
      const signal = deadline();
      let skipped = 0;
      let cursor = start;
      for (let pages = 0; pages < limits.pages; pages++) {
        const query = new URLSearchParams({ version: 'latest', limit: String(limit - found.size) });
        if (words !== '') query.set('search', words);
        if (cursor !== undefined) query.set('cursor', cursor);
        const answer = await ask(`/servers?${query}`, signal);
        if (!answer.ok) return answer.error.kind === 'missing' ? unusable(url, 'is not an MCP registry') : answer;
        const page = parsePage(answer.value);
        if (page === undefined) return unusable(url, 'did not answer with a list of servers');
        for (const entry of page.servers.slice(0, limits.entries)) {
          const listed = parseListed(entry);
          if (listed === undefined) skipped++;
          else if (isWanted(listed, found.get(listed.server.name))) found.set(listed.server.name, listed);
        }
        const isStuck = page.nextCursor === cursor;
        cursor = page.nextCursor;
        if (cursor === undefined || isStuck || found.size >= limit) break;
      }
      return ok({ servers: [...found.values()].slice(0, limit), cursor, skipped });
    },
    get: async (name) => {
      const answer = await ask(`/servers/${encodeURIComponent(name)}/versions/latest`, deadline());
      if (!answer.ok) return answer.error.kind === 'missing' ? missing(url, name) : answer;
      const listed = parseListed(answer.value);
      if (listed === undefined) return unusable(url, `sent an invalid entry for '${toPrintable(name, 200)}'`);
      // The answer must be the requested server, because it will be added.
      if (listed.server.name !== name)
        return unusable(url, `answered with another server than '${toPrintable(name, 200)}'`);
      return listed.status === 'deleted' ? missing(url, name) : ok(listed);
    },
  };
}

/** Keeps the latest of several versions, even if the registry ignored that filter. */
function isWanted({ status, isLatest }: ListedServer, known: ListedServer | undefined): boolean {
  if (status === 'deleted' || isLatest === false) return false;
  return known === undefined || (isLatest === true && known.isLatest !== true);
}

const missing = (url: string, name: string): Result<never, RegistryProblem> =>
  err({ kind: 'missing', message: `The registry at ${url} has no server '${toPrintable(name, 200)}'.` });

const unusable = (url: string, what: string): Result<never, RegistryProblem> =>
  err({ kind: 'unusable', message: `The registry at ${url} ${what}.` });
