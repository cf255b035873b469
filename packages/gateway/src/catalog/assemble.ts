import type { OfferedList, ServerOffer } from '@toolmark/upstream';
import type { Catalog, CatalogOptions } from '../model/catalog.ts';
import type { Scope } from '../model/scope.ts';
import { createAddresses, type ServerAddresses } from './addresses.ts';
import { cachingOf, freshnessOf } from './freshness.ts';
import { assignNames } from './names.ts';
import type { Offerable } from './offerable.ts';
import type { OfferedTool } from './offered-tool.ts';
import { createPages, type Freshness } from './pages.ts';
import type { OfferedItem, ServerItems } from './server-items.ts';
import type { ServerTools } from './server-tools.ts';

/** What was read of one server, beside the lists that it was read from. */
export interface ServerShelf {
  readonly server: string;
  readonly offer: ServerOffer;
  readonly tools: ServerTools;
  readonly prompts: ServerItems;
  readonly resources: ServerItems;
  readonly templates: ServerItems;
  readonly addresses: ServerAddresses;
}

/** Puts together what was read of each server: names and addresses that hold for all of them, lists, pages. */
export function assemble(shelves: readonly ServerShelf[], options: CatalogOptions): Catalog {
  const { transparent } = options;
  return toCatalog(
    {
      shelves,
      tools: named(shelves, (results) => results.tools.tools, transparent),
      prompts: named(shelves, (results) => results.prompts.items, transparent),
      isWhole: true,
    },
    options,
  );
}

/** What a catalog is made of, tools and prompts under the names that they have for everybody. */
interface Parts {
  readonly shelves: readonly ServerShelf[];
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedItem[];
  /** Whether everybody who asks for it gets the same. */
  readonly isWhole: boolean;
}

function toCatalog(parts: Parts, options: CatalogOptions): Catalog {
  const { shelves, tools, prompts, isWhole } = parts;
  const { transparent, pageSize, serverInfo } = options;
  // Whose an address is depends on who else is there, and who is not in sight must not show by it.
  const { routesOf, exposedUri, exposedTemplate } = createAddresses(
    shelves.map(({ addresses }) => addresses),
    transparent,
  );
  const resources = addressed(shelves, (results) => results.resources.items, exposedUri);
  const templates = addressed(shelves, (results) => results.templates.items, exposedTemplate);
  const offers = shelves.map(({ offer }) => offer);
  const freshness = (list: OfferedList): Freshness => {
    const fresh = freshnessOf(cachingOf(offers, list));
    return isWhole ? fresh : { ...fresh, cacheScope: 'private' };
  };
  return {
    tools: tools.map(({ tool }) => tool),
    toolsByName: byExposed(tools.map(({ tool }) => tool)),
    prompts: prompts.map(({ item }) => item),
    promptsByName: byExposed(prompts.map(({ item }) => item)),
    resources: resources.map(({ item }) => item),
    templates: templates.map(({ item }) => item),
    problems: shelves.flatMap(problemsOf),
    servers: shelves.map(({ server }) => server),
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
    within: createWithin((scope) => toCatalog(narrow(parts, scope), options)),
  };
}

/** More scopes than there ever are at a time; what was made of one that is gone is forgotten with the rest. */
const MOST_SCOPES = 200;

function createWithin(make: (scope: Scope) => Catalog): Catalog['within'] {
  const known = new Map<string, Catalog>();
  return (scope) => {
    const before = known.get(scope.key);
    if (before !== undefined) return before;
    if (known.size >= MOST_SCOPES) known.clear();
    const made = make(scope);
    known.set(scope.key, made);
    return made;
  };
}

const narrow = ({ shelves, tools, prompts }: Parts, { hasServer, hasTool }: Scope): Parts => ({
  shelves: shelves.filter(({ server }) => hasServer(server)),
  tools: tools.filter(({ tool }) => hasServer(tool.server) && hasTool(tool)),
  prompts: prompts.filter(({ item }) => hasServer(item.server)),
  isWhole: false,
});

function named<Offered>(
  shelves: readonly ServerShelf[],
  pick: (results: ServerShelf) => readonly Offerable<Offered>[],
  transparent: boolean,
): readonly Offered[] {
  const entries = shelves.flatMap((results) =>
    pick(results).map(({ called, offerAs }) => ({ server: results.server, name: called, offerAs })),
  );
  const names = transparent ? [] : assignNames(entries);
  return entries.map(({ offerAs, name }, index) => offerAs(names[index] ?? name));
}

function addressed(
  shelves: readonly ServerShelf[],
  pick: (results: ServerShelf) => ServerItems['items'],
  expose: (server: string, original: string) => string,
): readonly OfferedItem[] {
  return shelves.flatMap((results) =>
    pick(results).map(({ original, offerAs }) => offerAs(expose(results.server, original))),
  );
}

/** Where two go by one name, which only several servers in transparent mode could bring about, the first is the one. */
function byExposed<Entry extends { readonly exposed: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.toReversed().map((entry) => [entry.exposed, entry]));
}

function problemsOf({ server, tools, prompts, resources, templates }: ServerShelf): Catalog['problems'] {
  return [tools, prompts, resources, templates].flatMap(({ problems }) =>
    problems.map((message) => ({ server, message })),
  );
}
