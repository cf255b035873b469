import type { SearchAnswer } from '@toolmark/api-contract';
import type { ServerStatus, UpstreamServer } from '@toolmark/upstream';
import { catalogFor, serversFor } from '../catalog/current-catalog.ts';
import type { Caller } from '../model/caller.ts';
import type { Catalog, CatalogTool } from '../model/catalog.ts';
import type { Policy } from '../model/policy.ts';
import { NEW_SESSION } from '../model/policy-call.ts';
import type { PolicyTools } from '../policy/create-policy.ts';
import { clientOf } from '../sessions/identity.ts';
import { type Question, type Retrieval, retrieve } from './find/retrieve.ts';
import type { View } from './find/view.ts';
import { createKeptIndex } from './index/kept-index.ts';

/** Searches tools within the scope of a caller. All callers share one index. */
export interface Searching {
  readonly find: (question: Question, caller: SearchCaller) => Promise<Retrieval>;
  readonly viewFor: (caller: SearchCaller) => View;
  /** Updates the index in the background, before an expected search. */
  readonly prepare: () => void;
}

/** The parts of a caller that decide which tools are visible and callable. */
type SearchCaller = Pick<Caller, 'principal' | 'client' | 'mode' | 'scope' | 'ceiling'>;

export interface SearchingDeps {
  /** The policy in use. */
  readonly policy: () => Policy;
  readonly policyTools: PolicyTools;
  readonly catalog: () => Catalog;
  readonly servers: () => readonly UpstreamServer[];
  /** Yields to other work. */
  readonly yieldTurn: () => Promise<void>;
  /** A monotonic time in milliseconds. */
  readonly now: () => number;
}

/**
 * @example
 * const searching = createSearching({ catalog, servers, policy, policyTools, yieldTurn, now });
 * const { answer } = await searching.find({ ...NO_FILTERS, query: 'delete a note', limit: 10, server: undefined }, caller);
 */
export function createSearching(deps: SearchingDeps): Searching {
  const { catalog, servers, policy, policyTools } = deps;
  const index = createKeptIndex<CatalogTool>(deps);
  const countsOf = createCounts();

  const viewFor = (caller: SearchCaller): View => {
    const visible = catalogFor(catalog(), caller);
    const counts = countsOf(visible);
    const shown = serversFor(servers(), caller).map((server) => {
      const status = server.status();
      return { name: server.name, status, wantsSignIn: wantsSignIn(status), tools: counts.get(server.name) ?? 0 };
    });
    const byName = new Map(shown.map((server) => [server.name, server]));
    return {
      catalog: visible,
      servers: shown,
      toolStateOf: (tool) => {
        const server = byName.get(tool.server);
        const { principal, mode = 'search', ceiling } = caller;
        const decision = policy().decide({
          tool: policyTools.of(tool),
          arguments: undefined,
          // Assumes the matching call variant.
          caller: { principal, client: clientOf(caller).name, mode, ceiling, variant: tool.resolution.class },
          session: NEW_SESSION,
        });
        return { decision, status: server?.status, wantsSignIn: server?.wantsSignIn ?? false };
      },
    };
  };

  return {
    viewFor,
    find: async (question, caller) => {
      const ready = await index.of(catalog().tools);
      const view = viewFor(caller);
      const { toolsByName } = view.catalog;
      return retrieve(
        ready.search(question.query, (tool) => toolsByName.get(tool.exposed) === tool),
        question,
        view,
      );
    },
    prepare: () => void index.of(catalog().tools),
  };
}

/** Searches for the owner, who sees all tools and may call all of them. */
export const findForOwner = async (
  searching: Pick<Searching, 'find'>,
  question: Question,
  principal: string,
): Promise<SearchAnswer> =>
  (
    await searching.find(question, {
      principal,
      client: undefined,
      mode: 'search',
      scope: undefined,
      ceiling: undefined,
    })
  ).answer;

const wantsSignIn = ({ auth }: ServerStatus): boolean => auth?.state === 'signed_out' || auth?.state === 'expired';

/** The number of tools per server; cached, because catalogs are immutable. */
function createCounts(): (catalog: Pick<Catalog, 'tools'>) => ReadonlyMap<string, number> {
  const known = new WeakMap<object, ReadonlyMap<string, number>>();
  return (catalog) => {
    const before = known.get(catalog);
    if (before !== undefined) return before;
    const counts = new Map<string, number>();
    for (const { server } of catalog.tools) counts.set(server, (counts.get(server) ?? 0) + 1);
    known.set(catalog, counts);
    return counts;
  };
}
