import {
  type Fingerprint,
  fingerprint,
  infer,
  type Resolution,
  type ToolDefinition,
  weigh,
} from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { ParamHeader } from '../model/catalog.ts';
import { ORIGINAL_META } from './curation.ts';
import { isSameSettings, type ToolHintSettings } from './hints/hint-settings.ts';
import { lazy } from './lazy.ts';
import { NO_PARAM_HEADERS, PARAM_HEADER_KEY, readParamHeaders } from './param-headers.ts';
import { withPlainNumbers } from './plain-numbers.ts';
import { ANNOTATIONS_META } from './provenance.ts';
import { type EntryKind, readEntry, repairMessages } from './readable.ts';
import { type Repaired, repairTool } from './repair.ts';

/** Everything that is known about one definition, independent of other tools and its exposed name. */
export interface StudiedTool {
  readonly definition: ToolDefinition;
  readonly repaired: Repaired;
  /** Resolves the hints with the given settings. Returns the same object for equal settings. */
  readonly weigh: (settings: ToolHintSettings) => Resolution;
  readonly paramHeaders: readonly ParamHeader[];
  readonly problems: readonly string[];
  readonly fingerprint: () => Promise<Fingerprint>;
}

const TOOL: EntryKind = { noun: 'Tool', key: 'name' };

/** Studies one entry of a list of tools; returns a sentence if it cannot be offered. */
export function studyTool(entry: unknown, index: number): StudiedTool | string {
  const read = readEntry(entry, index, TOOL);
  if (read.kind === 'unreadable') return read.message;
  // `readEntry` has checked the name.
  const definition = read.raw as ToolDefinition;
  const repaired = repairForeignMeta(repairTool(definition));
  // Few tools have this key, and searching text is faster than traversing schemas.
  const params = read.json.includes(PARAM_HEADER_KEY)
    ? readParamHeaders(repaired.modern['inputSchema'])
    : NO_PARAM_HEADERS;
  const refusal =
    params.kind === 'invalid' ? [`clients of 2026-07-28 must leave it out, because ${params.reason}`] : [];
  return {
    definition,
    repaired,
    weigh: createWeighing(definition),
    paramHeaders: params.kind === 'valid' ? params.headers : [],
    problems: repairMessages(TOOL, read.key, [...repaired.repairs, ...refusal]),
    fingerprint: lazy(() => fingerprint(withPlainNumbers(definition))),
  };
}

/** Inference is much slower than resolution, and does not change with the settings. */
function createWeighing(definition: ToolDefinition): StudiedTool['weigh'] {
  const inference = infer(definition);
  let latest: { readonly settings: ToolHintSettings; readonly resolution: Resolution } | undefined;
  return (settings) => {
    if (latest === undefined || !isSameSettings(latest.settings, settings)) {
      const { trust, reviewed, override, overrideReason } = settings;
      const reason = overrideReason === undefined ? {} : { overrideReason };
      latest = { settings, resolution: weigh(definition, inference, { trust, reviewed, override, ...reason }) };
    }
    return latest.resolution;
  };
}

/** Reports values of a server under our own keys, which are replaced or removed. */
function repairForeignMeta(repaired: Repaired): Repaired {
  const meta = repaired.modern['_meta'];
  if (typeof meta !== 'object' || meta === null) return repaired;
  const replaced = Object.hasOwn(meta, ANNOTATIONS_META)
    ? [`_meta["${ANNOTATIONS_META}"] of the server is replaced by ours`]
    : [];
  if (!Object.hasOwn(meta, ORIGINAL_META))
    return replaced.length === 0 ? repaired : { ...repaired, repairs: [...repaired.repairs, ...replaced] };
  const { modern, legacy, repairs } = repaired;
  const own = withoutOriginal(modern);
  return {
    modern: own,
    legacy: legacy === modern ? own : withoutOriginal(legacy),
    repairs: [...repairs, ...replaced, `_meta["${ORIGINAL_META}"] of the server is left out`],
  };
}

/** The key would look like a curation by a person. */
function withoutOriginal(tool: JsonObject): JsonObject {
  const { [ORIGINAL_META]: _own, ...meta } = tool['_meta'] as JsonObject;
  return { ...tool, _meta: meta };
}
