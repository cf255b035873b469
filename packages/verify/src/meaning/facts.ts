import { isJsonObject } from '@toolmark/annotations';

/** What a file says, as facts with an identity: a row's primary key, a JSON path, a record's name. */
export type Facts = ReadonlyMap<string, string>;

/** How one set of facts became another. */
export interface FactChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Facts whose value is another one under the same identity. */
  readonly changed: readonly string[];
}

export function compareFacts(before: Facts, after: Facts): FactChange {
  const added = [...after.keys()].filter((key) => !before.has(key));
  const removed = [...before.keys()].filter((key) => !after.has(key));
  const changed = [...before.keys()].filter((key) => after.has(key) && after.get(key) !== before.get(key));
  return { added, removed, changed };
}

/** Keys by which the elements of a list are recognised when their positions change. */
const IDENTITIES = ['id', 'uuid', 'key', 'name', 'path', 'title'];
/** Together they identify a relation, as knowledge graphs store it. */
const RELATION = ['from', 'to', 'relationType'];

/** The identity of a record among others, if it has one. */
export function identityOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const relation = RELATION.map((key) => value[key]);
  if (relation.every((part) => typeof part === 'string')) return `relation ${relation.join(' ')}`;
  const key = IDENTITIES.find((name) => ['string', 'number'].includes(typeof value[name]));
  if (key === undefined) return undefined;
  const type = typeof value['type'] === 'string' ? `${value['type']} ` : '';
  return `${type}${key}=${String(value[key])}`;
}

/** Deeper values count as one fact. */
const MAX_DEPTH = 30;

/** Adds a fact for each scalar of a JSON value. Lists of scalars are sets, so that appending to one changes no other fact. */
export function addFacts(facts: Map<string, string>, value: unknown, path: string, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) {
    facts.set(path, JSON.stringify(value));
    return;
  }
  // The container itself is a fact, so that removing an empty one is seen.
  facts.set(`${path} container`, '');
  if (!Array.isArray(value)) {
    for (const [key, member] of Object.entries(value)) addFacts(facts, member, `${path}.${key}`, depth + 1);
    return;
  }
  const counts = new Map<string, number>();
  for (const element of value) {
    const identity = identityOf(element) ?? (typeof element === 'object' ? undefined : JSON.stringify(element));
    const name = identity ?? JSON.stringify(element);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const place = `${path}[${name}${count > 1 ? ` #${count}` : ''}]`;
    if (identityOf(element) === undefined) facts.set(place, '');
    else addFacts(facts, element, place, depth + 1);
  }
}
