import type { OfferKind } from '@toolmark/upstream';
import type { Catalog } from '../../model/catalog.ts';
import type { Scope } from '../../model/scope.ts';

/** Notices what has changed for those who see only a part: they should not hear of what does not exist for them. */
export interface SightChanges {
  /** Somebody sees this part from now on. */
  readonly saw: (scope: Scope | undefined) => void;
  /** Tells, for all who will be asked about it, that lists of a kind are new. Gives whether that is so within a scope. */
  readonly compare: (kind: OfferKind) => (scope: Scope | undefined) => boolean;
}

type Seen = readonly (readonly object[])[];

/** More parts than are in use at a time; of one that was forgotten every change is told. */
const MOST_SCOPES = 200;
const KINDS: readonly OfferKind[] = ['tools', 'prompts', 'resources'];

export function createSightChanges(catalog: () => Catalog): SightChanges {
  /** Of those who were asked about last: what others saw is from before they left, and nothing to compare with. */
  const seen: Record<OfferKind, Map<string, Seen>> = { tools: new Map(), prompts: new Map(), resources: new Map() };
  const look = (scope: Scope, kind: OfferKind): Seen => {
    const { [kind]: list, templates } = catalog().within(scope);
    return kind === 'resources' ? [list, templates] : [list];
  };
  return {
    saw: (scope) => {
      if (scope === undefined) return;
      for (const kind of KINDS) {
        if (seen[kind].has(scope.key)) continue;
        if (seen[kind].size >= MOST_SCOPES) seen[kind].clear();
        seen[kind].set(scope.key, look(scope, kind));
      }
    },
    compare: (kind) => {
      const before = seen[kind];
      seen[kind] = new Map();
      const verdicts = new Map<string, boolean>();
      return (scope) => {
        if (scope === undefined) return true;
        const known = verdicts.get(scope.key);
        if (known !== undefined) return known;
        const [was, now] = [before.get(scope.key), look(scope, kind)];
        const isOther = was === undefined || !isSame(was, now);
        seen[kind].set(scope.key, now);
        verdicts.set(scope.key, isOther);
        return isOther;
      };
    },
  };
}

/** Whatever did not change is mostly the same object from one catalog to the next; of a server that changed, it reads the same. */
const isSame = (one: Seen, other: Seen): boolean =>
  one.every((list, index) => {
    const others = other[index] ?? [];
    return list.length === others.length && list.every((entry, place) => readsSame(entry, others[place]));
  });

const readsSame = (one: object, other: object | undefined): boolean =>
  one === other || (other !== undefined && textOf(one) === textOf(other));

/** Once for each, however many parts it is in. */
const texts = new WeakMap<object, string>();

function textOf(entry: object): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(wordsOf(entry));
  texts.set(entry, text);
  return text;
}

/** Of a tool what clients get to see: what an audit finds in it takes long to find, and is nobody's business here. */
function wordsOf(entry: object): unknown {
  if (!('definition' in entry && 'resolution' in entry && 'curation' in entry && 'exposed' in entry)) return entry;
  const { exposed, definition, resolution, curation } = entry;
  return [exposed, definition, resolution, curation];
}
