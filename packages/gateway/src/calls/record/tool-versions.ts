import { createHash } from 'node:crypto';
import { hintsFingerprint, proseOf } from '@toolmark/annotations';
import { type Clock, type JsonObject, mapTexts } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import type { VersionEntry } from '@toolmark/record';
import { toHints } from '../../catalog/effective-hints.ts';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';

/** The forms in which tools are seen. A call refers to one, so that what a tool was then is stored once and not with every call. */
export interface Versions {
  /** The id of the form that a tool has now; written before it is handed out for the first time. */
  readonly of: (tool: CatalogTool, now: number) => string;
  /** The store has lost what was written: it is written again. */
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
  // Not the fingerprint of the catalog: that one is a promise, and a call does not wait for its form to be known.
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

/** A definition may echo a secret of the config. What it is called by, and what it is compared by, stays as it is. */
export function withoutKnown(entry: VersionEntry, known: Pick<KnownSecrets, 'redact'>): VersionEntry {
  const redact = (text: string): string => known.redact(text).text;
  // What is mapped is an object still.
  return { ...entry, title: redact(entry.title), definition: mapTexts(entry.definition, redact) as JsonObject };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Shows the recorder every tool that is offered, in small portions: a call comes first. */
export interface SeeTools {
  /** The catalog has changed. */
  readonly changed: () => void;
  readonly close: () => void;
}

/** Servers come one after the other; and while they do, there is enough to do. */
const DELAY_MS = 2_000;
const PORTION = 50;
const PAUSE_MS = 5;

export function createSeeTools(
  catalog: () => Catalog,
  saw: (tools: readonly CatalogTool[]) => void,
  clock: Clock,
): SeeTools {
  let cancel: (() => void) | undefined;
  const show = (tools: readonly CatalogTool[], from: number): void => {
    saw(tools.slice(from, from + PORTION));
    const next = from + PORTION;
    cancel = next < tools.length ? clock.after(PAUSE_MS, () => show(tools, next)) : undefined;
  };
  return {
    changed: () => {
      cancel?.();
      cancel = clock.after(DELAY_MS, () => show(catalog().tools, 0));
    },
    close: () => cancel?.(),
  };
}
