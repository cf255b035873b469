import { randomBytes } from 'node:crypto';

/**
 * What JSON cannot carry as it is (see json.ts and escaped-keys.ts) is written into its text as a string of ours, and put back into
 * the value. No sender knows how such a string begins, so none can write one. It is short and plain, because there may be a hundred
 * thousand of them, and because one wide character would make all of the text twice as large.
 */
export const MARK: string = `~${randomBytes(9).toString('base64url')}:`;

export interface Rewritten {
  /** The keys that were written as marks. */
  readonly namesByMark: ReadonlyMap<string, string> | undefined;
  /** What stands for a string behind the mark. */
  readonly toValue: (text: string) => unknown;
}

/** Puts back what was written as marks, wherever it is. No recursion: what was sent may be nested more deeply than the stack is. */
export function rewriteJson(value: unknown, { namesByMark, toValue }: Rewritten): unknown {
  const open: (Record<string, unknown> | unknown[])[] = [];
  const restore = (member: unknown): unknown => {
    if (typeof member === 'string') return isMarked(member) ? toValue(member.slice(MARK.length)) : member;
    if (typeof member !== 'object' || member === null) return member;
    const tree = Array.isArray(member) || namesByMark === undefined ? member : renamed(member, namesByMark);
    // Whatever was parsed and is no array is a record.
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

/** Behind the quote that closes the string with a character at `from`. */
export function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** Sets a member of an object made by us; `__proto__` is a key like any other there. */
export function setOwn(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, configurable: true, enumerable: true, writable: true });
}

const QUOTE = 34;
const BACKSLASH = 92;

const isMarked = (text: string): boolean => text.charCodeAt(0) === MARK.charCodeAt(0) && text.startsWith(MARK);

/** The same object where no key is a mark. Every key stays in its place. */
function renamed(members: object, namesByMark: ReadonlyMap<string, string>): object {
  const keys = Object.keys(members);
  if (!keys.some(isMarked)) return members;
  const copy: Record<string, unknown> = {};
  for (const key of keys) setOwn(copy, namesByMark.get(key) ?? key, (members as Record<string, unknown>)[key]);
  return copy;
}
