import { createHash } from 'node:crypto';
import { hintsFingerprint, proseOf } from '@toolmark/annotations';
import { type JsonObject, mapTexts } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import type { VersionEntry } from '@toolmark/record';
import { toHints } from '../../catalog/effective-hints.ts';
import type { CatalogTool } from '../../model/catalog.ts';

/** The versions of tools. Calls refer to them, so that a definition is stored once per version and not with every call. */
export interface Versions {
  /** The id of the tool's current version, which is written before its id is returned for the first time. */
  readonly of: (tool: CatalogTool, now: number) => string;
  /** The store was lost: writes every version again when it is next used. */
  readonly forget: () => void;
}

export function createVersions(write: (entry: VersionEntry) => void): Versions {
  let ids = new WeakMap<CatalogTool, string>();
  const written = new Set<string>();
  return {
    of: (tool, now) => {
      const known = ids.get(tool);
      if (known !== undefined) return known;
      const entry = toVersion(tool, now);
      ids.set(tool, entry.id);
      if (!written.has(entry.id)) {
        written.add(entry.id);
        write(entry);
      }
      return entry.id;
    },
    forget: () => {
      ids = new WeakMap();
      written.clear();
    },
  };
}

function toVersion({ server, definition, resolution }: CatalogTool, at: number): VersionEntry {
  const effective = toHints(resolution);
  // Not the fingerprint of the catalog: it is computed asynchronously, and a call does not wait for it.
  const facts = { server, definition, effective, title: resolution.title.value, class: resolution.class };
  return {
    kind: 'version',
    id: sha256(JSON.stringify(facts)),
    ...facts,
    tool: definition.name,
    hints: hintsFingerprint(definition),
    prose: sha256(proseOf(definition)),
    at,
  };
}

/** Redacts secrets of the config that a definition repeats. Names and fingerprints stay as they are. */
export function redactVersion(entry: VersionEntry, known: Pick<KnownSecrets, 'redact'>): VersionEntry {
  const redact = (text: string): string => known.redact(text).text;
  // mapTexts returns an object for an object.
  return { ...entry, title: redact(entry.title), definition: mapTexts(entry.definition, redact) as JsonObject };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
