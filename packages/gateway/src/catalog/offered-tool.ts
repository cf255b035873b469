import type { Finding, Resolution } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { CatalogTool } from '../model/catalog.ts';
import { applyCuration } from './curation.ts';
import type { ToolHintSettings } from './hints/hint-settings.ts';
import { lazy } from './lazy.ts';
import type { PreparedEntry } from './pages.ts';
import { annotationsMeta, toOfferedTool, toOverriddenTool } from './provenance.ts';
import type { StudiedTool } from './study-tool.ts';

/** A tool in the catalog, and its entry in lists. */
export interface OfferedTool {
  readonly tool: CatalogTool;
  readonly entry: PreparedEntry;
}

export interface ToOffer {
  readonly server: string;
  readonly studied: StudiedTool;
  readonly settings: ToolHintSettings;
  readonly exposed: string;
  readonly findingsOf: () => readonly Finding[];
}

export function toOffered({ server, studied, settings, exposed, findingsOf }: ToOffer): OfferedTool {
  const { definition, repaired, paramHeaders, fingerprint } = studied;
  const { override, curation } = settings;
  const weighed = studied.weigh(settings);
  const resolution: Resolution =
    curation.title === null ? weighed : { ...weighed, title: { value: curation.title, source: 'title' } };
  const offered = (own: JsonObject): JsonObject => {
    const tool = applyCuration(own, curation);
    const meta = annotationsMeta(server, resolution);
    // Without an override, the annotations are sent unchanged.
    if (Object.keys(override).length === 0) return toOfferedTool(tool, exposed, meta);
    return toOverriddenTool(tool, exposed, meta, { override, declared: definition.annotations });
  };
  const print = (tool: JsonObject) => lazy(() => Buffer.from(JSON.stringify(offered(tool))));
  const modern = print(repaired.modern);
  return {
    tool: {
      server,
      definition,
      exposed,
      resolution,
      override,
      curation,
      get findings() {
        return findingsOf();
      },
      repairs: repaired.repairs,
      fingerprint,
      paramHeaders,
    },
    entry: { exposed, modern, legacy: repaired.legacy === repaired.modern ? modern : print(repaired.legacy) },
  };
}
