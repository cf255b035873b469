import { isJsonObject } from '@toolmark/annotations';
import type { Pause } from '@toolmark/base';
import type { ServerOffer } from '@toolmark/upstream';
import type { Catalog, CatalogOptions, NamedOffer } from '../model/catalog.ts';
import { toTemplateAddress } from './addresses.ts';
import { assemble, type ServerShelf } from './assemble.ts';
import { type HintSettings, NO_HINT_SETTINGS } from './hints/hint-settings.ts';
import { readPrompts, readResources, readTemplates } from './server-items.ts';
import { readTools, studyOnce } from './server-tools.ts';
import type { StudiedTool } from './study-tool.ts';

/** Makes catalogs, one after the other, and does only the work that is new each time. */
export interface CatalogBuilder {
  /**
   * A catalog of these offers, in the order of the config. A list that is the same array as last time is not read again, and only
   * weighed anew where the settings are others.
   */
  readonly build: (offers: readonly NamedOffer[]) => Catalog;
  /**
   * Does beforehand what takes the longest about `build`. Asks after every definition whether to wait, so that thousands of them
   * need not be studied in one go.
   */
  readonly study: (offers: readonly NamedOffer[], pause: Pause) => Promise<void>;
}

/**
 * @example
 * const builder = createCatalogBuilder({ transparent: false, pageSize: 0, serverInfo: { name: 'toolmark', version: '1.0.0' } });
 * const catalog = builder.build(servers.map(({ name, offer }) => ({ server: name, offer: offer() })));
 * catalog.toolsByName.get('notes__delete_note')?.resolution.class // 'destructive'
 */
export function createCatalogBuilder(
  options: CatalogOptions,
  settings: () => HintSettings = () => NO_HINT_SETTINGS,
): CatalogBuilder {
  const studied = new WeakMap<object, StudiedTool>();
  let results: ReadonlyMap<string, ServerShelf> = new Map();
  let shelvedUnder: HintSettings | undefined;
  return {
    build: (offers) => {
      const under = settings();
      const read = offers.map(({ server, offer }) => readOffer(server, offer, results.get(server), studied, under));
      results = new Map(read.map((entry) => [entry.server, entry]));
      shelvedUnder = under;
      return assemble(read, options);
    },
    study: async (offers, pause) => {
      const under = settings();
      for (const { server, offer } of offers) {
        if (under === shelvedUnder && results.get(server)?.offer.tools === offer.tools) continue;
        for (const [index, entry] of offer.tools.entries()) {
          const tool = studyOnce(entry, index, studied);
          if (typeof tool !== 'string') tool.weigh(under.of(server, tool.definition.name));
          // Waiting for nothing would cost twenty thousand turns.
          const paused = pause();
          if (paused !== undefined) await paused;
        }
      }
    },
  };
}

function readOffer(
  server: string,
  offer: ServerOffer,
  before: ServerShelf | undefined,
  studied: WeakMap<object, StudiedTool>,
  settings: HintSettings,
): ServerShelf {
  if (before?.offer === offer) return { ...before, tools: before.tools.under(settings) };
  const same = (list: 'tools' | 'prompts' | 'resources' | 'resourceTemplates'): ServerShelf | undefined =>
    before?.offer[list] === offer[list] ? before : undefined;
  const resources = same('resources')?.resources ?? readResources(server, offer.resources);
  const templates = same('resourceTemplates')?.templates ?? readTemplates(server, offer.resourceTemplates);
  return {
    server,
    offer,
    tools: same('tools')?.tools.under(settings) ?? readTools(server, offer.tools, studied, settings),
    prompts: same('prompts')?.prompts ?? readPrompts(server, offer.prompts),
    resources,
    templates,
    addresses: {
      server,
      uris: new Set(resources.items.map(({ original }) => original)),
      templates: templates.items.map(({ original }) => toTemplateAddress(original)),
      hasResources: isJsonObject(offer.capabilities['resources']),
    },
  };
}
