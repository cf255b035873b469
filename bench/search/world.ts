import { DEFAULT_POLICY } from '../../packages/config/src/defaults.ts';
import { createCatalogBuilder } from '../../packages/gateway/src/catalog/builder.ts';
import type { CatalogTool } from '../../packages/gateway/src/model/catalog.ts';
import { GOOD_STANDING } from '../../packages/gateway/src/model/policy-call.ts';
import { createPolicy, createPolicyTools } from '../../packages/gateway/src/policy/create-policy.ts';
import { NO_FILTERS } from '../../packages/gateway/src/search/find/filters.ts';
import type { Question, Retrieval } from '../../packages/gateway/src/search/find/retrieve.ts';
import type { ToolIndexOptions } from '../../packages/gateway/src/search/index/tool-index.ts';
import { createSearching } from '../../packages/gateway/src/search/searching.ts';
import { EMPTY_OFFER } from '../../packages/upstream/src/server.ts';
import type { LabelledTool } from './labelled-set.ts';

/** The search of a gateway with these tools, as in search mode. */
export interface SearchWorld {
  readonly find: (query: string, filters?: Partial<Question>) => Promise<Retrieval>;
  /** The name in the labels. */
  readonly idOf: (tool: Pick<CatalogTool, 'server' | 'definition'>) => string;
  readonly tools: readonly CatalogTool[];
}

export function createSearchWorld(tools: readonly LabelledTool[], options: ToolIndexOptions = {}): SearchWorld {
  const builder = createCatalogBuilder({
    transparent: false,
    pageSize: 0,
    serverInfo: { name: 'bench', version: '1' },
  });
  const offers = [...Map.groupBy(tools, ({ server }) => server)].map(([server, own]) => ({
    server,
    offer: { ...EMPTY_OFFER, tools: own.map(({ definition }) => definition) },
  }));
  const catalog = builder.build(offers);
  const policy = createPolicy(DEFAULT_POLICY);
  const searching = createSearching({
    ...options,
    catalog: () => catalog,
    servers: () => [],
    policy: () => policy,
    policyTools: createPolicyTools({ of: () => GOOD_STANDING }),
    yieldTurn: () => Promise.resolve(),
    now: () => performance.now(),
  });
  const asker = { principal: 'bench', client: undefined, mode: 'search' } as const;
  return {
    tools: catalog.tools,
    idOf: ({ server, definition }) => `${server}:${definition.name}`,
    find: (query, filters = {}) =>
      searching.find({ ...NO_FILTERS, query, limit: 10, server: undefined, ...filters }, asker),
  };
}
