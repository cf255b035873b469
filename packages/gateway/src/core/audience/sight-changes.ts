import type { Catalog } from '../../catalog/catalog.ts';
import type { OfferKind } from '../../upstream/server.ts';
import type { Scope } from '../scope.ts';

/** Notices what has changed for those who see only a part: they should not hear of what does not exist for them. */
export interface SightChanges {
  /** Somebody sees this part from now on. */
  readonly saw: (scope: Scope | undefined) => void;
  /** Tells, for all who will be asked about it, that lists of a kind are new. Gives whether that is so within a scope. */
  readonly compare: (kind: OfferKind) => (scope: Scope | undefined) => boolean;
}

type Seen = readonly (readonly unknown[])[];

/** More parts than are in use at a time; of one that was forgotten every change is told. */
const MOST_SCOPES = 200;

export function createSightChanges(catalog: () => Catalog): SightChanges {
  const before = new Map<string, Record<OfferKind, Seen>>();
  const look = (scope: Scope): Record<OfferKind, Seen> => {
    const { tools, prompts, resources, templates } = catalog().within(scope);
    return { tools: [tools], prompts: [prompts], resources: [resources, templates] };
  };
  const keep = (scope: Scope): void => {
    if (before.size >= MOST_SCOPES) before.clear();
    before.set(scope.key, look(scope));
  };
  return {
    saw: (scope) => {
      if (scope !== undefined && !before.has(scope.key)) keep(scope);
    },
    compare: (kind) => {
      const verdicts = new Map<string, boolean>();
      return (scope) => {
        if (scope === undefined) return true;
        const known = verdicts.get(scope.key);
        if (known !== undefined) return known;
        const was = before.get(scope.key);
        const now = look(scope);
        const isOther = was === undefined || !isSame(was[kind], now[kind]);
        if (was === undefined) keep(scope);
        else was[kind] = now[kind];
        verdicts.set(scope.key, isOther);
        return isOther;
      };
    },
  };
}

/** Whatever did not change is the same object from one catalog to the next. */
const isSame = (one: Seen, other: Seen): boolean =>
  one.every((list, index) => {
    const others = other[index] ?? [];
    return list.length === others.length && list.every((entry, place) => entry === others[place]);
  });
