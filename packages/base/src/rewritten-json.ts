import { randomBytes } from 'node:crypto';

/**
 * Values that JSON cannot carry (see json.ts and escaped-keys.ts) are written into the text as marked strings and
 * restored after parsing. The mark is random, so no sender can forge one. It is short because there may be a hundred
 * thousand of them, and ASCII because one wide character would double the memory of the whole text.
 */
export const MARK: string = `~${randomBytes(9).toString('base64url')}:`;

export interface Rewritten {
  /** The original names of the keys that were replaced by marks. */
  readonly namesByMark: ReadonlyMap<string, string> | undefined;
  /** Restores the value of a marked string. */
  readonly toValue: (text: string) => unknown;
}

/**
 * Replaces marks by their values throughout the tree. Iterative, because the JSON may be nested deeper than the call
 * stack allows.
 */
export function rewriteJson(value: unknown, { namesByMark, toValue }: Rewritten): unknown {
  const open: (Record<string, unknown> | unknown[])[] = [];
  const restore = (member: unknown): unknown => {
    if (typeof member === 'string') return isMarked(member) ? toValue(member.slice(MARK.length)) : member;
    if (typeof member !== 'object' || member === null) return member;
    const tree = Array.isArray(member) || namesByMark === undefined ? member : restoreKeys(member, namesByMark);
    // A parsed object that is not an array is a record.
    open.push(tree as Record<string, unknown> | unknown[]);
    return tree;
  };
  const root = restore(value);
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    if (Array.isArray(tree)) {
      for (let index = 0; index < tree.length; index++) tree[index] = restore(tree[index]);
      continue;
    }
    for (const key of Object.keys(tree)) {
      const restored = restore(tree[key]);
      if (restored !== tree[key]) setOwn(tree, key, restored);
    }
  }
  return root;
}

/** The offset behind the closing quote of the string with a character at `from`. */
export function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** Sets a member of an object that we created; `__proto__` is an ordinary key there. */
export function setOwn(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, configurable: true, enumerable: true, writable: true });
}

const QUOTE = 34;
const BACKSLASH = 92;

const isMarked = (text: string): boolean => text.charCodeAt(0) === MARK.charCodeAt(0) && text.startsWith(MARK);

/** Restores replaced keys in place; returns the same object if it has none. */
function restoreKeys(members: object, namesByMark: ReadonlyMap<string, string>): object {
  const keys = Object.keys(members);
  if (!keys.some(isMarked)) return members;
  const copy: Record<string, unknown> = {};
  for (const key of keys) setOwn(copy, namesByMark.get(key) ?? key, (members as Record<string, unknown>)[key]);
  return copy;
}
