import type { OfferedList, ServerOffer } from '@toolmark/upstream';
import type { Catalog, CatalogOptions } from '../model/catalog.ts';
import type { Scope } from '../model/scope.ts';
import { createAddresses, type ServerAddresses } from './addresses.ts';
import { cachingValues, combineCaching } from './freshness.ts';
import { assignNames } from './names.ts';
import type { Offerable } from './offerable.ts';
import type { OfferedTool } from './offered-tool.ts';
import { createPages, type Freshness } from './pages.ts';
import type { OfferedItem, ServerItems } from './server-items.ts';
import type { ServerTools } from './server-tools.ts';

/** The parsed lists of one server. */
export interface ParsedOffer {
  readonly server: string;
  readonly offer: ServerOffer;
  readonly tools: ServerTools;
  readonly prompts: ServerItems;
  readonly resources: ServerItems;
  readonly templates: ServerItems;
  readonly addresses: ServerAddresses;
}

/** Builds the catalog from the parsed offers: unique names and URIs, lists, pages. */
export function assemble(parsedOffers: readonly ParsedOffer[], options: CatalogOptions): Catalog {
  const { transparent } = options;
  return toCatalog(
    {
      parsedOffers,
      tools: assignExposedNames(parsedOffers, (parsed) => parsed.tools.tools, transparent),
      prompts: assignExposedNames(parsedOffers, (parsed) => parsed.prompts.items, transparent),
      isWhole: true,
    },
    options,
  );
}

/** The parts of a catalog, with the names for clients. */
interface CatalogParts {
  readonly parsedOffers: readonly ParsedOffer[];
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedItem[];
  /** Whether all clients get the same lists. */
  readonly isWhole: boolean;
}

function toCatalog(parts: CatalogParts, options: CatalogOptions): Catalog {
  const { parsedOffers, tools, prompts, isWhole } = parts;
  const { transparent, pageSize, serverInfo } = options;
  // URIs are assigned within the scope: a server outside of it must not become visible through them.
  const { routesOf, exposedUri, exposedTemplate } = createAddresses(
    parsedOffers.map(({ addresses }) => addresses),
    transparent,
  );
  const resources = assignExposedUris(parsedOffers, (parsed) => parsed.resources.items, exposedUri);
  const templates = assignExposedUris(parsedOffers, (parsed) => parsed.templates.items, exposedTemplate);
  const offers = parsedOffers.map(({ offer }) => offer);
  const freshness = (list: OfferedList): Freshness => {
    const fresh = combineCaching(cachingValues(offers, list));
    return isWhole ? fresh : { ...fresh, cacheScope: 'private' };
  };
  return {
    tools: tools.map(({ tool }) => tool),
    toolsByName: byExposed(tools.map(({ tool }) => tool)),
    prompts: prompts.map(({ item }) => item),
    promptsByName: byExposed(prompts.map(({ item }) => item)),
    resources: resources.map(({ item }) => item),
    templates: templates.map(({ item }) => item),
    problems: parsedOffers.flatMap(offerProblems),
    servers: parsedOffers.map(({ server }) => server),
    page: createPages({
      lists: {
        'tools/list': tools.filter(({ tool }) => tool.curation.enabled).map(({ entry }) => entry),
        'prompts/list': prompts.map(({ entry }) => entry),
        'resources/list': resources.map(({ entry }) => entry),
        'resources/templates/list': templates.map(({ entry }) => entry),
      },
      pageSize,
      freshness: {
        'tools/list': freshness('tools'),
        'prompts/list': freshness('prompts'),
        'resources/list': freshness('resources'),
        'resources/templates/list': freshness('resourceTemplates'),
      },
      serverInfo,
    }),
    routesOf,
    exposedUri,
    within: createWithin((scope) => toCatalog(restrictTo(parts, scope), options)),
  };
}

/** More scopes than exist at a time; older ones are dropped all at once. */
const MAX_SCOPES = 200;

function createWithin(make: (scope: Scope) => Catalog): Catalog['within'] {
  const known = new Map<string, Catalog>();
  return (scope) => {
    const before = known.get(scope.key);
    if (before !== undefined) return before;
    if (known.size >= MAX_SCOPES) known.clear();
    const made = make(scope);
    known.set(scope.key, made);
    return made;
  };
}

const restrictTo = ({ parsedOffers, tools, prompts }: CatalogParts, { hasServer, hasTool }: Scope): CatalogParts => ({
  parsedOffers: parsedOffers.filter(({ server }) => hasServer(server)),
  tools: tools.filter(({ tool }) => hasServer(tool.server) && hasTool(tool)),
  prompts: prompts.filter(({ item }) => hasServer(item.server)),
  isWhole: false,
});

function assignExposedNames<Offered>(
  parsedOffers: readonly ParsedOffer[],
  pick: (parsed: ParsedOffer) => readonly Offerable<Offered>[],
  transparent: boolean,
): readonly Offered[] {
  const entries = parsedOffers.flatMap((parsed) =>
    pick(parsed).map(({ ownName, offerAs }) => ({ server: parsed.server, name: ownName, offerAs })),
  );
  const names = transparent ? [] : assignNames(entries);
  return entries.map(({ offerAs, name }, index) => offerAs(names[index] ?? name));
}

function assignExposedUris(
  parsedOffers: readonly ParsedOffer[],
  pick: (parsed: ParsedOffer) => ServerItems['items'],
  expose: (server: string, original: string) => string,
): readonly OfferedItem[] {
  return parsedOffers.flatMap((parsed) =>
    pick(parsed).map(({ original, offerAs }) => offerAs(expose(parsed.server, original))),
  );
}

/** The first of duplicate names wins; duplicates are only possible with several servers in transparent mode. */
function byExposed<Entry extends { readonly exposed: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.toReversed().map((entry) => [entry.exposed, entry]));
}

function offerProblems({ server, tools, prompts, resources, templates }: ParsedOffer): Catalog['problems'] {
  return [tools, prompts, resources, templates].flatMap(({ problems }) =>
    problems.map((message) => ({ server, message })),
  );
}
