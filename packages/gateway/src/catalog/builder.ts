import { isJsonObject } from '@toolmark/annotations';
import type { Pause } from '@toolmark/base';
import type { ServerOffer } from '@toolmark/upstream';
import type { Catalog, CatalogOptions, NamedOffer } from '../model/catalog.ts';
import { toTemplateAddress } from './addresses.ts';
import { assemble, type ParsedOffer } from './assemble.ts';
import { type HintSettings, NO_HINT_SETTINGS } from './hints/hint-settings.ts';
import { readPrompts, readResources, readTemplates } from './server-items.ts';
import { readTools, studyOnce } from './server-tools.ts';
import type { StudiedTool } from './study-tool.ts';

/** Builds catalogs incrementally. */
export interface CatalogBuilder {
  /**
   * Builds a catalog in config order. A list that is the same array as last time is not read again, and only resolved
   * again if the settings changed.
   */
  readonly build: (offers: readonly NamedOffer[]) => Catalog;
  /**
   * Does the slow part of `build` in advance. Calls `pause` after every definition, so that thousands of them do not
   * block other work.
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
  let parsedOffers: ReadonlyMap<string, ParsedOffer> = new Map();
  let parsedSettings: HintSettings | undefined;
  return {
    build: (offers) => {
      const current = settings();
      const read = offers.map(({ server, offer }) =>
        readOffer(server, offer, parsedOffers.get(server), studied, current),
      );
      parsedOffers = new Map(read.map((entry) => [entry.server, entry]));
      parsedSettings = current;
      return assemble(read, options);
    },
    study: async (offers, pause) => {
      const current = settings();
      for (const { server, offer } of offers) {
        if (current === parsedSettings && parsedOffers.get(server)?.offer.tools === offer.tools) continue;
        for (const [index, entry] of offer.tools.entries()) {
          const tool = studyOnce(entry, index, studied);
          if (typeof tool !== 'string') tool.weigh(current.of(server, tool.definition.name));
          // Awaiting nothing would cost twenty thousand event loop turns.
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
  before: ParsedOffer | undefined,
  studied: WeakMap<object, StudiedTool>,
  settings: HintSettings,
): ParsedOffer {
  if (before?.offer === offer) return { ...before, tools: before.tools.withSettings(settings) };
  const unchanged = (list: 'tools' | 'prompts' | 'resources' | 'resourceTemplates'): ParsedOffer | undefined =>
    before?.offer[list] === offer[list] ? before : undefined;
  const resources = unchanged('resources')?.resources ?? readResources(server, offer.resources);
  const templates = unchanged('resourceTemplates')?.templates ?? readTemplates(server, offer.resourceTemplates);
  return {
    server,
    offer,
    tools: unchanged('tools')?.tools.withSettings(settings) ?? readTools(server, offer.tools, studied, settings),
    prompts: unchanged('prompts')?.prompts ?? readPrompts(server, offer.prompts),
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
