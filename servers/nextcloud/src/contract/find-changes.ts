import { isDeepStrictEqual } from 'node:util';
import { identityOfItem } from './compare-state.ts';
import type { ExpectedChanges } from './contract.ts';

/** One difference between two states. */
export interface Change {
  /** The enclosing objects, outermost first: `id 3`, `uid a-b-c`. */
  readonly at: readonly string[];
  /** All members of these objects, because the id of a new object is not known beforehand: `title Plan`. */
  readonly within: readonly string[];
  /** The member whose value differs; `+` and `-` for an object that was added or removed. */
  readonly field: string;
}

/** Numbers that follow from the length of a list. */
const COUNTS = /(^c|_c|C)ount$|_found$/;

/** Every difference between two states, whatever the order of their lists. */
export function findChanges(
  before: unknown,
  after: unknown,
  place: Change = { at: [], within: [], field: '' },
): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isList(before) && isList(after)) return changesInList(before, after, place);
  if (!isRecord(before) || !isRecord(after)) return [place];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !COUNTS.test(key))
    .flatMap((field) => findChanges(before[field], after[field], { ...place, field }));
}

/** The first deviation from the expectation as an error message; `undefined` if there is none. */
export function compareChanges(changes: readonly Change[], expected: ExpectedChanges): string | undefined {
  const { of, fields, mayChange = [] } = expected;
  const foreign = changes.find(({ within }) => !within.some((key) => of.includes(key)));
  if (foreign !== undefined) return `it also changed ${describe(foreign)}, which it was not asked to change`;
  const other = changes.find(({ field }) => !fields.includes(field) && !mayChange.includes(field));
  if (other !== undefined) return `it also changed ${describe(other)}`;
  const missing = fields.find((name) => !changes.some(({ field }) => field === name));
  return missing === undefined
    ? undefined
    : `it did not change ${missing === '+' || missing === '-' ? 'the set of objects' : missing}`;
}

const describe = ({ at, field }: Change): string => {
  const place = at.join(', ') || 'the whole';
  if (field === '+') return `${place} (added)`;
  return field === '-' ? `${place} (removed)` : `${field} of ${place}`;
};

function changesInList(before: readonly unknown[], after: readonly unknown[], place: Change): Change[] {
  if (![...before, ...after].every(isRecord)) return [place];
  const [old, now] = [byKey(before), byKey(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const members = Object.entries(was ?? is ?? {}).map(([name, value]) => `${name} ${String(value)}`);
    const inside = { at: [...place.at, key], within: [...place.within, key, ...members] };
    if (was === undefined || is === undefined) return [{ ...inside, field: was === undefined ? '+' : '-' }];
    return findChanges(was, is, { ...inside, field: place.field });
  });
}

/** Occurrences of one event share their uid, so repeats are numbered. */
function byKey(items: readonly unknown[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of items) {
    const key = identityOfItem(item);
    let count = 1;
    while (found.has(count === 1 ? key : `${key} #${count}`)) count++;
    found.set(count === 1 ? key : `${key} #${count}`, item);
  }
  return found;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
