import type { OfferKind } from '@toolmark/upstream';
import type { Catalog } from '../../model/catalog.ts';
import type { Scope } from '../../model/scope.ts';

/** Finds out whether a list change is visible within a scope: clients must not be notified of changes outside of theirs. */
export interface ScopedChanges {
  /** Remembers the lists that a client sees now, to compare them after the next change. */
  readonly track: (scope: Scope | undefined) => void;
  /** To be called when the lists of a kind have changed. The returned function says whether they have within a scope. */
  readonly compare: (kind: OfferKind) => (scope: Scope | undefined) => boolean;
}

type Lists = readonly (readonly object[])[];

/** More scopes than are in use at a time. Every change counts as visible in a scope that was forgotten. */
const MAX_SCOPES = 200;
const KINDS: readonly OfferKind[] = ['tools', 'prompts', 'resources'];

export function createScopedChanges(catalog: () => Catalog): ScopedChanges {
  /** By kind and scope, from the last change on. A scope that was not asked about since has no client left, so it is dropped. */
  const tracked: Record<OfferKind, Map<string, Lists>> = {
    tools: new Map(),
    prompts: new Map(),
    resources: new Map(),
  };
  const isSameEntry = createEntryComparison();
  const listsWithin = (scope: Scope, kind: OfferKind): Lists => {
    const { [kind]: list, templates } = catalog().within(scope);
    return kind === 'resources' ? [list, templates] : [list];
  };
  const areSame = (one: Lists, other: Lists): boolean =>
    one.every((list, index) => {
      const others = other[index] ?? [];
      return list.length === others.length && list.every((entry, place) => isSameEntry(entry, others[place]));
    });
  return {
    track: (scope) => {
      if (scope === undefined) return;
      for (const kind of KINDS) {
        if (tracked[kind].has(scope.key)) continue;
        if (tracked[kind].size >= MAX_SCOPES) tracked[kind].clear();
        tracked[kind].set(scope.key, listsWithin(scope, kind));
      }
    },
    compare: (kind) => {
      const before = tracked[kind];
      tracked[kind] = new Map();
      const verdicts = new Map<string, boolean>();
      return (scope) => {
        if (scope === undefined) return true;
        const known = verdicts.get(scope.key);
        if (known !== undefined) return known;
        const [was, now] = [before.get(scope.key), listsWithin(scope, kind)];
        const hasChanged = was === undefined || !areSame(was, now);
        tracked[kind].set(scope.key, now);
        verdicts.set(scope.key, hasChanged);
        return hasChanged;
      };
    },
  };
}

/** An unchanged entry is mostly the same object in the next catalog. Otherwise its text is compared, which is kept for all scopes. */
function createEntryComparison(): (one: object, other: object | undefined) => boolean {
  const texts = new WeakMap<object, string>();
  const textFor = (entry: object): string => {
    const known = texts.get(entry);
    if (known !== undefined) return known;
    const text = JSON.stringify(visiblePart(entry));
    texts.set(entry, text);
    return text;
  };
  return (one, other) => one === other || (other !== undefined && textFor(one) === textFor(other));
}

/** The part of a tool that clients see. The findings of an audit take long to compute, and no client sees them. */
function visiblePart(entry: object): unknown {
  if (!('definition' in entry && 'resolution' in entry && 'curation' in entry && 'exposed' in entry)) return entry;
  const { exposed, definition, resolution, curation } = entry;
  return [exposed, definition, resolution, curation];
}
